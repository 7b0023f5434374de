import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { errorCodes, McpClientError } from '../../src/errors.ts';
import { interfaceMembers } from '../architecture/source.ts';
import { examples } from './example-errors.ts';
import { codeSpans, readPage, section, tableRows } from './markdown.ts';

const page = readPage('docs/errors.md');
const general = ['serverName', 'cause'];

const source = readFileSync(new URL('../../src/errors.ts', import.meta.url), 'utf8');
/** What an error can carry. */
const fields = new Set(['ErrorDetails', 'Failure'].flatMap((name) => interfaceMembers(source, name)));

test('the page has a section for each code, once, in the order of errorCodes', () => {
  const headings = Array.from(page.matchAll(/^### (.*)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(errorCodes.map((code) => `\`${code}\``));
});

test('the fields that every error may have are fields', () => {
  expect(fields.size).toBeGreaterThan(15);
  const named = tableRows(page.slice(0, page.indexOf('### '))).map(([cell = '']) => cell.replaceAll('`', ''));
  expect([...named, ...general].filter((name) => !fields.has(name))).toEqual([]);
});

describe.for(errorCodes)('%s', (code) => {
  const part = (name: string): string => paragraph(section(page, `\`${code}\``), name);

  test('says when it comes, what is in it, what became of the request, and whether to try again', () => {
    for (const name of ['When', 'In it', 'Outcome', 'Retry']) expect(part(name), name).not.toBe('');
    const { always, sometimes } = fieldsIn(part('In it'));
    expect([...always, ...sometimes].filter((name) => !fields.has(name))).toEqual([]);
  });

  test('an error of it carries what the page says, and nothing else', async () => {
    const error = await examples[code]();
    expect(error).toBeInstanceOf(McpClientError);
    const { always, sometimes } = fieldsIn(part('In it'));
    const carried = Object.keys(error as McpClientError).filter((name) => name !== 'name' && name !== 'code');
    expect((error as McpClientError).code).toBe(code);
    expect(carried).toEqual(expect.arrayContaining(always));
    expect(carried.filter((name) => ![...always, ...sometimes, ...general].includes(name))).toEqual([]);
    const { outcome } = error as McpClientError;
    if (outcome === undefined) expect(part('Outcome')).toMatch(/\bnone\b/i);
    else expect(codeSpans(part('Outcome'))).toContain(outcome);
  });
});

/** `- **When**: …`, to the next bullet. */
function paragraph(text: string, name: string): string {
  const [, found = ''] = new RegExp(`^- \\*\\*${name}\\*\\*: ([^]*?)(?=^- \\*\\*|(?![^]))`, 'm').exec(text) ?? [];
  return found.trim();
}

/** The fields of the first sentence, and those after "sometimes" in it. What is in brackets explains. */
function fieldsIn(text: string): { always: string[]; sometimes: string[] } {
  const [first = ''] = text.replace(/\([^)]*\)/g, '').split(/\.(?:\s|$)/);
  const [always = '', sometimes = ''] = first.split('sometimes');
  return { always: codeSpans(always), sometimes: codeSpans(sometimes) };
}

test('a code without a row, or a field that does not exist, would be seen', () => {
  expect(fieldsIn('`method`, `signal` (`SIGKILL`); sometimes `data`. The `cause` too.')).toEqual({
    always: ['method', 'signal'],
    sometimes: ['data'],
  });
  expect(paragraph('- **When**: a\n  b\n- **Retry**: no.\n', 'When')).toBe('a\n  b');
  expect(() => section(page, '`MCP_NONE`')).toThrow('no heading');
});
