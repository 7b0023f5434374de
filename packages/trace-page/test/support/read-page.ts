import type { Page } from 'playwright-core';

/** The requests as the table says them: each row with the text of its cells, by column. */
export async function tableRows(page: Page): Promise<Record<string, string>[]> {
  return page
    .locator('#requests tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Object.fromEntries(
          Array.from(row.querySelectorAll<HTMLElement>('[data-column]'), (cell) => [
            cell.dataset['column'] ?? '',
            cell.textContent.trim(),
          ]),
        ),
      ),
    );
}

export interface DrawnArrow {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  /** Of the request or the answer; empty: none. */
  readonly id: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The lines of the sequence, from top to bottom by where they end. */
export async function drawnArrows(page: Page): Promise<DrawnArrow[]> {
  const arrows = await page.locator('svg.sequence .arrow').evaluateAll((groups) =>
    groups.map((group) => {
      const { kind = '', from = '', to = '', id = '' } = (group as SVGElement).dataset;
      const line = group.querySelector('line');
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(line?.getAttribute(name)));
      return { kind, from, to, id, x1, y1, x2, y2 };
    }),
  );
  return arrows.toSorted((one, other) => one.y2 - other.y2);
}

/** Whether two lines cross, seen as lines between the same two lanes. */
export function doCross(one: DrawnArrow, other: DrawnArrow): boolean {
  return (one.y1 - other.y1) * (one.y2 - other.y2) < 0;
}
