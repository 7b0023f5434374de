/** A place in a drawing, in its own units (CSS pixels where it is not scaled). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The place that lies so far on the way from one to the other: 0 is the one, 1 the other. */
export function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** SVG path of an arrow's head at `to`, for a line that comes from `from`. */
export function arrowHead(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const corner = (side: 1 | -1): string =>
    `${short(to.x - along.x * 8 - along.y * 3.5 * side)} ${short(to.y - along.y * 8 + along.x * 3.5 * side)}`;
  return `M${corner(1)} L${short(to.x)} ${short(to.y)} L${corner(-1)} Z`;
}

/** Digits that no screen shows only make a page slower. */
export function short(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The end of a line that stops so many units before it. */
export function shortened(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length <= by ? to : between(from, to, 1 - by / length);
}
