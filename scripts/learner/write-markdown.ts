import type { Page } from './page.ts';

/** Writes lesson text on a terminal: paragraphs and list items wrapped, code as it is. */
export function writeMarkdown(page: Page, markdown: string): void {
  let paragraph: string[] = [];
  let inCode = false;
  const flush = (): void => {
    if (paragraph.length > 0)
      page.text(
        paragraph.join(' ').replaceAll(/(?<=[\u2e80-\ua4cf\uff00-\uffef]) (?=[\u2e80-\ua4cf\uff00-\uffef])/g, ''),
      );
    paragraph = [];
  };
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) {
      flush();
      inCode = !inCode;
    } else if (inCode) page.code(line);
    else if (line.trim() === '') {
      flush();
      page.blank();
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      flush();
      const indent = line.length - line.trimStart().length;
      page.text(line.trim(), { indent, hanging: 2 });
    } else paragraph.push(line.trim());
  }
  flush();
}
