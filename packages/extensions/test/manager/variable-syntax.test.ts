import { describe, expect, test } from 'vitest';
import { dialectNames, dialects } from '../../src/manager/dialects.ts';
import type { Dialect } from '../../src/manager/server-config.ts';
import { splitText, variableSyntaxes, type Piece, type VariableSyntax } from '../../src/manager/variable-syntax.ts';
import { parse, said } from './support/parse.ts';

const samples: Readonly<Record<VariableSyntax, readonly [text: string, piece: Partial<Piece>]>> = {
  '${VAR}': ['${A_1}', { kind: 'variable', name: 'A_1' }],
  '${VAR:-default}': ['${A:-b:c d}', { kind: 'variable', name: 'A', fallback: 'b:c d' }],
  $VAR: ['$A', { kind: 'variable', name: 'A' }],
  '$env:VAR': ['$env:A', { kind: 'variable', name: 'A' }],
  '${env:VAR}': ['${env:A}', { kind: 'variable', name: 'A' }],
  '{env:VAR}': ['{env:A}', { kind: 'variable', name: 'A' }],
  '{file:path}': ['{file:./a b.pem}', { kind: 'file', path: './a b.pem' }],
  '%VAR%': ['%ProgramFiles(x86)%', { kind: 'variable', name: 'ProgramFiles(x86)' }],
  '${input:id}': ['${input:a-b}', { kind: 'input', id: 'a-b' }],
  '${secret:name}': ['${secret:a/b}', { kind: 'secret', name: 'a/b' }],
  '${{ secrets.name }}': ['${{ secrets.A_B }}', { kind: 'secret', name: 'A_B' }],
  '${folder}': ['${workspaceFolder}', { kind: 'folder', name: 'workspaceFolder' }],
  '${plugin}': ['${CLAUDE_PLUGIN_ROOT}', { kind: 'folder', name: 'CLAUDE_PLUGIN_ROOT' }],
  '~': ['~/x', { kind: 'home' }],
  '\\${…}': ['\\${A}', { kind: 'text', text: '${A}' }],
};

describe('the syntaxes of variables', () => {
  test.for(variableSyntaxes)('%s is one where it is known, and stays as it is elsewhere', (syntax) => {
    const [text, piece] = samples[syntax];
    const known = splitText(text, { known: [syntax], platform: 'win32', isPath: true });
    expect(known.pieces[0]).toMatchObject(piece);
    expect(known.literal).toEqual([]);
    const unknown = splitText(text, { known: [], platform: 'win32', isPath: true });
    expect(unknown.pieces.map((part) => (part.kind === 'text' ? part.text : part.source)).join('')).toBe(text);
    expect(unknown.pieces.every(({ kind }) => kind === 'text')).toBe(true);
    expect(unknown.literal).toEqual(syntax === '~' ? [] : [text]);
  });

  test('each dialect knows what its table says: a sample of each syntax is put in, or told', () => {
    for (const dialect of dialectNames) {
      for (const syntax of variableSyntaxes.filter((one) => one !== '~' && one !== '\\${…}')) {
        const [text] = samples[syntax];
        const { known } = { known: dialects[dialect].variables };
        const { pieces } = splitText(text, { known, platform: 'win32', isPath: false });
        // A plugin's folder is a variable of the environment where only those are known.
        const byName = syntax === '${folder}' || syntax === '${plugin}' ? known.includes('${VAR}') : false;
        expect(
          pieces.some(({ kind }) => kind !== 'text'),
          `${dialect} ${syntax}`,
        ).toBe(known.includes(syntax) || byName);
      }
    }
  });

  test('several stand in one text, $VAR only by itself, and what is no variable is left alone', () => {
    const known = dialects['mcp-servers'].variables;
    const split = (text: string): unknown[] =>
      splitText(text, { known, platform: 'linux', isPath: false }).pieces.map((piece) =>
        piece.kind === 'text' ? piece.text : [piece.kind, piece.source],
      );
    expect(split('a${B}c{env:D}$E ${F:-}')).toEqual([
      'a',
      ['variable', '${B}'],
      'c',
      ['variable', '{env:D}'],
      '$E ',
      ['variable', '${F:-}'],
    ]);
    for (const text of ['$5', '100%', '${', '${}', '{}', '$', '50% of 100%', '${A', '{env:A', '$$', 'a$b']) {
      expect(split(text), text).toEqual([text]);
    }
    expect(split('$${A}')).toEqual(['${A}']);
    expect(split('\\!x')).toEqual(['!x']);
    expect(split('\\$A')).toEqual(['$A']);
  });

  test('a long text is gone through in linear time', () => {
    const known = variableSyntaxes;
    const hostile = ['${', '${env:', '{file:', '%A', '${{ secrets.', '${A:-', '\\${'].map((part) =>
      part.repeat(40_000),
    );
    const pieces = hostile.map((text) => splitText(text, { known, platform: 'win32', isPath: false }).pieces.length);
    expect(pieces.every((count) => count >= 1)).toBe(true);
  });
});

describe('what stays as it is written', () => {
  test.for<readonly [Dialect, string, boolean]>([
    ['claude-desktop', '${TOKEN}', true],
    ['codex', '${TOKEN}', true],
    ['vscode', '${config:token}', true],
    ['claude-code', '${env:TOKEN}', true],
    ['opencode', '${TOKEN}', true],
    ['gemini-cli', '%TOKEN%', true],
    ['cursor', '$TOKEN', true],
    ['continue', '${{ inputs.token }}', true],
    ['claude-desktop', 'costs $5', false],
    ['claude-desktop', '%20', false],
    ['cursor', '$5', false],
  ])('in %s %s is told: %s', ([dialect, value, isTold]) => {
    const [container = 'mcpServers'] = dialects[dialect].containers[0] ?? [];
    const parsed = parse({ [container]: { a: { command: 'x', env: { TOKEN: value } } } }, { dialect });
    expect(parsed.servers[0]?.server).toMatchObject({ env: { TOKEN: value } });
    expect(said(parsed, 'variable').map((text) => text.includes(value))).toEqual(isTold ? [true] : []);
  });

  test('what looks like a secret among the arguments is told, without the value', () => {
    const args = [
      '--header',
      'Authorization: Bearer abcdefghijkl',
      '--level',
      'info',
      'sk-0123456789abcdef0123',
      'Authorization:${TOKEN_OF_ME}',
    ];
    const parsed = parse({ mcpServers: { a: { command: 'x', args, env: { KEY: 'sk-0123456789abcdef0123' } } } });
    const seen = parsed.diagnostics.filter(({ message }) => message.includes('looks like a secret'));
    expect(seen.map(({ pointer }) => pointer)).toEqual(['/mcpServers/a/args/1', '/mcpServers/a/args/4']);
    expect(JSON.stringify(parsed.diagnostics)).not.toMatch(/abcdefghijkl|0123456789/);
  });

  test('of a secret in an address it is said who sees addresses, and that is no program of this machine', () => {
    for (const url of [
      'https://me:pass-word-1@example.com/mcp',
      'https://example.com/mcp?api_key=LITERAL123',
      'https://example.com/mcp?key=${API_KEY}',
    ]) {
      const parsed = parse({ mcpServers: { a: { url } } });
      expect(said(parsed, 'variable')).toEqual([expect.stringMatching(/logs of servers and proxies/)]);
      expect(JSON.stringify(parsed.diagnostics)).not.toMatch(/every program|pass-word|LITERAL/);
    }
    const { problems } = parse({ mcpServers: { a: { url: 'https://x.example/${secret:key}' } } }, { dialect: 'own' });
    expect(problems).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/would hold a secret, which is written/) }),
    ]);
  });

  test('a secret variable among the arguments is told: every program can read them', () => {
    const parsed = parse({ mcpServers: { a: { command: 'x', args: ['--key', '${API_KEY}', '${HOME}'] } } });
    expect(said(parsed, 'variable')).toEqual([expect.stringMatching(/args\/1: args\[1\].*every program/)]);
  });
});
