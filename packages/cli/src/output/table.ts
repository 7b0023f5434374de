import stringWidth from 'string-width';

/** Cuts a text to columns of a terminal; what was cut is said. */
export function cut(text: string, columns: number): string {
  if (text.length <= columns && stringWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, columns * 8))) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export interface TableOptions {
  /** Columns of the terminal: the last cell of a row is cut to what is left. Undefined: nothing is cut. */
  readonly columns?: number | undefined;
  readonly indent?: number;
  /** Makes a cell stand out; gets the padded text, so that it may add what has no width. */
  readonly style?: (cell: string, column: number) => string;
}

/** Rows with their cells one below the other. Cells are lines of visible text. No header, no lines: it can be grepped. */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string[] {
  const { columns, indent = 0, style = (cell) => cell } = options;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.slice(0, -1).entries()) widths[at] = Math.max(widths[at] ?? 0, stringWidth(cell));
  }
  return rows.map((row) => {
    let used = indent;
    const cells = row.map((cell, at) => {
      if (at === row.length - 1) {
        // A narrow terminal wraps: less than this says nothing.
        return style(columns === undefined ? cell : cut(cell, Math.max(20, columns - used)), at);
      }
      const width = widths[at] ?? 0;
      used += width + 2;
      return style(cell + ' '.repeat(width - stringWidth(cell)), at);
    });
    return (' '.repeat(indent) + cells.join('  ')).trimEnd();
  });
}
