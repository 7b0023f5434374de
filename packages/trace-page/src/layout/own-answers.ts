import type { Point } from './point.ts';
import type { RequestDrawing } from './sequence-layout.ts';

/**
 * The line of an answer begins where the request arrived that it answers. For a caller who was given the answer to another
 * request, that is the other one: the line ends where it should not.
 */
export function withTrueBeginnings(
  drawings: readonly RequestDrawing[],
  arrivals: ReadonlyMap<number, Point | undefined>,
): RequestDrawing[] {
  return drawings.map((drawing) => {
    const { otherAnswer } = drawing.row;
    const start = otherAnswer === undefined ? undefined : arrivals.get(otherAnswer);
    if (start === undefined) return drawing;
    const arrows = drawing.arrows.map((arrow) => (arrow.kind === 'answer' ? { ...arrow, start } : arrow));
    return { ...drawing, arrows };
  });
}
