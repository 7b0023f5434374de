/** Paths into the copy that was run, as paths in the lesson: `src/words.ts`. */
export function inTheLesson(text: string): string {
  return text.replaceAll(/(?:file:\/\/)?[^\s'"`()]*[\\/]lesson-[^\s'"`()]*?[\\/]solution[\\/]/g, '');
}

/** The first line of a message, with the place that stands at its end. */
export function firstLine(message: string): string {
  const lines = inTheLesson(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const place = lines.length > 1 ? (/ \([^\s()]+:\d+\)$/.exec(lines.at(-1) ?? '')?.[0] ?? '') : '';
  return `${(lines[0] ?? '').trim()}${place}`;
}
