import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntilGone } from '@coding-agent/fixture-servers/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, type CommandEnd } from '../support/run-command.ts';
import { hasTerminal, runInTerminal } from '../support/run-in-terminal.ts';
import { sandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts';
import { official } from '../support/servers.ts';

/** A user with the four official servers. */
function userWithServers(): SandboxFolder {
  const folder = sandboxFolder({ onTestFinished });
  const docs = join(folder.project, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'a.txt'), 'first\n');
  writeFileSync(join(docs, 'b.txt'), 'second\n');
  const memory = official('memory', folder);
  folder.write(folder.userFile, {
    mcpServers: {
      everything: official('everything', folder),
      files: official('filesystem', folder, docs),
      memory: { ...memory, env: { ...memory.env, MEMORY_FILE_PATH: join(folder.project, 'memory.jsonl') } },
      thinking: official('sequential-thinking', folder),
    },
  });
  return folder;
}

async function ran(folder: SandboxFolder, words: readonly string[], stdin = ''): Promise<CommandEnd> {
  const end = await runCommand(folder, words, { stdin });
  await waitUntilGone(folder.leftovers().map(({ pid }) => pid));
  return end;
}

interface List {
  readonly servers: readonly {
    readonly name: string;
    readonly state: string;
    readonly tools: readonly { readonly name: string }[];
  }[];
}

describe('the four official servers, in a pipe', () => {
  test('mcp list shows all of them', async () => {
    const folder = userWithServers();
    const text = await ran(folder, ['list']);
    expect(text).toMatchObject({ exitCode: 0, err: '' });
    for (const name of ['everything', 'files', 'memory', 'thinking'])
      expect(text.out).toMatch(new RegExp(`^${name}  ready  `, 'm'));
    const { out } = await ran(folder, ['list', '--json']);
    const { servers } = JSON.parse(out) as List;
    expect(servers.map(({ name, state, tools }) => [name, state, tools.length > 0])).toEqual([
      ['everything', 'ready', true],
      ['files', 'ready', true],
      ['memory', 'ready', true],
      ['thinking', 'ready', true],
    ]);
  });

  test.each([
    [['call', 'everything/get-sum', 'a=6', 'b=7'], '', /\b13\b/],
    [['call', 'everything/echo', 'message=two words'], '', /two words/],
    [['call', 'everything.echo', '-'], '{"message": "from stdin"}', /from stdin/],
    [['call', 'files/read_text_file', 'path=a.txt'], '', /^first$/m],
    [['call', 'files:read_multiple_files', 'paths=a.txt', 'paths=b.txt'], '', /first[^]*second/],
    [
      ['call', 'memory/create_entities', 'entities:=[{"name":"Ada","entityType":"person","observations":["counts"]}]'],
      '',
      /Ada/,
    ],
    [
      [
        'call',
        'thinking/sequentialthinking',
        'thought=begin',
        'nextThoughtNeeded=false',
        'thoughtNumber=1',
        'totalThoughts=1',
      ],
      '',
      /"thoughtNumber": 1/,
    ],
  ])('mcp %j', async (words, stdin, text) => {
    const folder = userWithServers();
    const end = await ran(folder, words, stdin);
    expect(end).toMatchObject({ exitCode: 0, err: '' });
    expect(end.out).toMatch(text);
  });

  test('--json is one document', async () => {
    const folder = userWithServers();
    const { out, err } = await ran(folder, ['call', 'everything/get-sum', 'a=6', 'b=7', '--json']);
    const content = [{ type: 'text', text: expect.stringMatching(/\b13\b/) }];
    expect(JSON.parse(out)).toEqual({ server: 'everything', tool: 'get-sum', isError: false, content });
    expect(err).toBe('');
  });

  test('what the schema does not take is refused before anything is called', async () => {
    const folder = userWithServers();
    const end = await ran(folder, ['call', 'everything/get-sum', 'a=six', 'b=7']);
    expect(end).toMatchObject({ exitCode: 1, out: '' });
    expect(end.err).toContain('“a” should be a number');
    const missing = await ran(folder, ['call', 'everything/get-sum', 'a=6', '--json']);
    expect(missing.exitCode).toBe(1);
    expect(JSON.parse(missing.out)).toMatchObject({
      error: { code: 'MCP_INVALID_PARAMS', problems: [expect.objectContaining({ message: expect.any(String) })] },
    });
  });

  test('a tool that fails: exit 5', async () => {
    const folder = userWithServers();
    const end = await ran(folder, ['call', 'files/read_text_file', 'path=/etc/passwd']);
    expect(end).toMatchObject({ exitCode: 5, out: '' });
    expect(end.err).toContain('Access denied');
  });

  test('mcp doctor: all work, and no value of a variable is printed', async () => {
    const folder = userWithServers();
    const end = await ran(folder, ['doctor']);
    expect(end).toMatchObject({ exitCode: 0, err: '' });
    expect(end.out).toContain('4 servers · 4 work');
    expect(end.out).not.toContain(folder.mark);
    const { out } = await ran(folder, ['doctor', 'memory', '--json']);
    expect(out).not.toContain(folder.mark);
    expect(JSON.parse(out)).toMatchObject({
      servers: [
        {
          name: 'memory',
          handshake: { state: 'ready' },
          environment: expect.arrayContaining([{ name: 'MEMORY_FILE_PATH', rule: 'set by the entry' }]),
        },
      ],
    });
  });

  test('mcp run needs no file', async () => {
    const folder = sandboxFolder({ onTestFinished });
    const { command, args } = official('everything', folder);
    const words = [
      'run',
      '--env',
      'MCP_CLI_TEST',
      '--call',
      'get-sum',
      '--arg',
      'a=6',
      '--arg',
      'b=7',
      '--',
      command,
      ...args,
    ];
    const end = await ran(folder, words);
    expect(end).toMatchObject({ exitCode: 0, err: '' });
    expect(end.out).toMatch(/\b13\b/);
  });

  test('what a tool did is there: the memory was written', async () => {
    const folder = userWithServers();
    await ran(folder, [
      'call',
      'memory/create_entities',
      'entities:=[{"name":"Ada","entityType":"person","observations":[]}]',
    ]);
    expect(readFileSync(join(folder.project, 'memory.jsonl'), 'utf8')).toContain('Ada');
  });
});

describe.runIf(hasTerminal)('the four official servers, in a real terminal', () => {
  test('mcp list, mcp call, mcp doctor', async () => {
    const folder = userWithServers();
    const list = await runInTerminal(folder, ['list']);
    expect(list.exitCode).toBe(0);
    expect(list.out).toContain('\u001b[32mready');
    const call = await runInTerminal(folder, ['call', 'everything/get-sum', 'a=6', 'b=7']);
    expect(call.out).toMatch(/\b13\b/);
    const doctor = await runInTerminal(folder, ['doctor']);
    expect(doctor.exitCode).toBe(0);
    expect(doctor.out).toContain('4 servers · 4 work');
    await waitUntilGone(folder.leftovers().map(({ pid }) => pid));
  });
});
