import { expect, test } from 'vitest';
import { MirroredTools } from '../../src/http/mirrored-tools.ts';

const marked = { type: 'string', 'x-mcp-header': 'Region' };

function list(tools: MirroredTools, name: string, argument: string): void {
  tools.listed({ tools: [{ name, inputSchema: { type: 'object', properties: { [argument]: marked } } }] });
}

test('names of any length, list after list: what was listed longest ago is forgotten', () => {
  const tools = new MirroredTools();
  const argument = 'a'.repeat(100_000);
  for (let index = 0; index < 100; index += 1) list(tools, `tool-${index}`, argument);
  const known = Array.from({ length: 100 }, (_, index) => index).filter(
    (index) => tools.headersOf({ name: `tool-${index}`, arguments: { [argument]: 'x' } }).length === 1,
  );
  expect(known.at(-1)).toBe(99);
  expect(known.length).toBeGreaterThan(10);
  expect(known.length * argument.length).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test('a tool that is listed again takes its place once, and one that is larger than all may be leaves the next ones theirs', () => {
  const tools = new MirroredTools();
  for (let times = 0; times < 100; times += 1) list(tools, 'same', 'a'.repeat(100_000));
  list(tools, 'huge', 'a'.repeat(5 * 1024 * 1024));
  list(tools, 'small', 'region');
  expect(tools.headersOf({ name: 'small', arguments: { region: 'eu' } })).toEqual([['Region', 'eu']]);
});
