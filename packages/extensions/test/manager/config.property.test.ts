import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { McpClientError } from '../../src/errors.ts';
import { dialectNames } from '../../src/manager/dialects.ts';
import type { ParsedConfig } from '../../src/manager/parse-config.ts';
import type { Dialect } from '../../src/manager/server-config.ts';
import { configText, parse } from './support/parse.ts';

const files = [
  'claude-desktop/claude_desktop_config.json',
  'claude-code/.claude.json',
  'cursor/.cursor/mcp.json',
  'cline/cline_mcp_settings.json',
  'windsurf/windsurf/mcp_config.json',
  'gemini/.gemini/settings.json',
  'vscode/.vscode/mcp.json',
  'opencode/opencode.jsonc',
  'codex/.codex/config.toml',
  'continue/.continue/config.yaml',
  'goose/goose/config.yaml',
  'own/mcp-servers.jsonc',
];

/** What parsing comes to: the result, or undefined for a text that is no document. Any other error is a failure. */
function attempt(text: unknown, dialect?: Dialect, file?: string): ParsedConfig | undefined {
  try {
    const parsed = parse(text, { dialect, file });
    for (const problem of parsed.problems) expect([problem.message, problem.cure]).not.toContain('');
    for (const { name, server } of parsed.servers) {
      expect(name).not.toBe('');
      expect(server.kind === 'stdio' ? server.executable : server.url).not.toBe('');
    }
    return parsed;
  } catch (error) {
    if (error instanceof McpClientError && error.code === 'MCP_INVALID_CONFIG') return undefined;
    throw error;
  }
}

/** A change to a text: a piece of it goes, comes twice, or becomes something else. */
const edit = fc.record({
  at: fc.nat(),
  length: fc.nat(40),
  put: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '\n',
      '\0',
      '\uFEFF',
      '\\',
      '//',
      '/*',
      '&a ',
      '*a',
      '- ',
      '= ',
      "'''",
    ),
    fc.constantFrom('null', 'true', '1e999', '-0', '"__proto__"', '"constructor"', '${', '"timeout": 1e300,', '\ud800'),
  ),
  isCopy: fc.boolean(),
});

function edited(text: string, edits: readonly { at: number; length: number; put: string; isCopy: boolean }[]): string {
  return edits.reduce((before, { at, length, put, isCopy }) => {
    const start = at % (before.length + 1);
    const piece = before.slice(start, start + length);
    return before.slice(0, start) + (isCopy ? piece + piece : put) + before.slice(start + length);
  }, text);
}

/** Any value that may stand somewhere in a document. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>('', 'x', 0, -1, 1e300, null, [], {}, [null], { type: 'stdio' }, { command: 7 }),
  fc.dictionary(
    fc.constantFrom(
      'command',
      'args',
      'env',
      'url',
      'headers',
      'type',
      'timeout',
      'disabled',
      'tools',
      'transport',
      'name',
      'sandbox',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
);

describe('M-01: whatever is in a configuration', () => {
  test('a mangled file is read as far as it goes, or refused with one code', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 4 }), (path, edits) => {
        const { text, file } = configText(path);
        attempt(edited(text, edits), undefined, file);
        attempt(edited(text, edits));
      }),
      { numRuns: 400 },
    );
  });

  test('a replaced part of an entry never loses the entries beside it', () => {
    const entries = (): Record<string, unknown> => ({
      one: { command: 'one', args: ['a'], env: { A: '1' } },
      two: { url: 'https://two.example/mcp', headers: { 'X-A': '1' } },
    });
    const path = fc.array(fc.constantFrom('command', 'args', 'env', 'A', 'url', 'type', 'timeout', '0', 'tools'), {
      maxLength: 2,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...dialectNames),
        path,
        anything,
        fc.string({ maxLength: 8 }),
        (dialect, keys, value, name) => {
          const touched: unknown = keys.reduceRight<unknown>((inner, key) => ({ command: 'x', [key]: inner }), value);
          const servers = { ...entries(), [`touched-${name}`]: touched };
          const container = { vscode: 'servers', opencode: 'mcp', codex: 'mcp_servers', goose: 'extensions' }[
            dialect as string
          ];
          const parsed = attempt(dialect === 'bare' ? servers : { [container ?? 'mcpServers']: servers }, dialect);
          const kept = parsed?.servers.filter((server) => server.name === 'one' || server.name === 'two');
          expect(kept?.map((server) => [server.name, server.server.kind])).toEqual([
            ['one', 'stdio'],
            ['two', 'http'],
          ]);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('any document at all is read or refused', () => {
    fc.assert(
      fc.property(fc.option(fc.constantFrom(...dialectNames), { nil: undefined }), anything, (dialect, value) => {
        for (const key of ['mcpServers', 'servers', 'mcp', 'mcp_servers', 'extensions', 'projects', 'inputs']) {
          attempt(JSON.stringify({ [key]: value, inputs: value }), dialect);
        }
        attempt(JSON.stringify(value), dialect);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void attempt(text)),
      { numRuns: 300 },
    );
  });

  test('what is polluted is polluted by somebody else', () => {
    const keys = Object.keys(Object.prototype);
    fc.assert(
      fc.property(anything, (value) => {
        const text = `{"mcpServers": {"a": {"command": "x", "env": {"__proto__": ${JSON.stringify(value)}}, "__proto__": ${JSON.stringify(value)}}}}`;
        attempt(text);
        expect(Object.keys(Object.prototype)).toEqual(keys);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      }),
    );
  });
});
