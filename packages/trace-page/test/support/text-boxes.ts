import type { Page } from 'playwright-core';

/** Boxes are measured in CSS pixels; the width of a text may be off by less than that. */
const slackPx = 1;

/** Texts of cells that take more than one line. */
export async function splitCells(page: Page, cells: string): Promise<string[]> {
  return page.locator(cells).evaluateAll((found) =>
    found.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
      return lines.size > 1 ? [cell.textContent] : [];
    }),
  );
}

/** Texts of each drawing that reach out of it to the left or to the right. */
export async function cutTexts(page: Page, drawing: string, texts: string): Promise<string[]> {
  const found = await boxesOf(page, drawing, texts);
  return found.flatMap(({ width, boxes }) =>
    boxes.filter(({ left, right }) => left < -slackPx || right > width + slackPx).map(({ text }) => text),
  );
}

/** Pairs of texts in one drawing that lie over each other. */
export async function overlappingTexts(page: Page, drawing: string, texts: string): Promise<string[]> {
  const found = await boxesOf(page, drawing, texts);
  return found.flatMap(({ boxes }) =>
    boxes.flatMap((one, place) =>
      boxes
        .slice(place + 1)
        .filter((other) => doOverlap(one, other))
        .map((other) => `${one.text} and ${other.text}`),
    ),
  );
}

interface TextBox {
  readonly text: string;
  /** From the left, and from the top, of its drawing. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

async function boxesOf(page: Page, drawing: string, texts: string): Promise<{ width: number; boxes: TextBox[] }[]> {
  return page.locator(drawing).evaluateAll(
    (drawings, selector) =>
      drawings.map((svg) => {
        const from = svg.getBoundingClientRect();
        const boxes = Array.from(svg.querySelectorAll(selector), (element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const text = element.textContent;
          return {
            text,
            left: left - from.left,
            right: right - from.left,
            top: top - from.top,
            bottom: bottom - from.top,
          };
        });
        return { width: from.width, boxes };
      }),
    texts,
  );
}

function doOverlap(one: TextBox, other: TextBox): boolean {
  return (
    one.left + slackPx < other.right &&
    other.left + slackPx < one.right &&
    one.top + slackPx < other.bottom &&
    other.top + slackPx < one.bottom
  );
}
