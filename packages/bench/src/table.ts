/** Columns as wide as their widest cell; the first `textColumns` to the left, numbers to the right. */
export function formatTable(lines: readonly (readonly string[])[], textColumns: number): string {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [column, cell] of line.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column < textColumns ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Three digits that count, and never fewer than a whole number has. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 99.95) return value.toFixed(0);
  return value.toFixed(size >= 9.995 ? 1 : 2);
}

export function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? '-' : `${formatNumber(ratio)}x`;
}
