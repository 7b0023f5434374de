import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'vitest';
import { runCommand, type CommandEnd } from '../support/run-command.ts';
import { startInTerminal } from '../support/run-in-terminal.ts';
import { ticketServer } from '../support/http-server.ts';
import { sandboxFolder, type SandboxFolder } from '../support/sandbox-folder.ts';
import { official, type Entry } from '../support/servers.ts';

/** One block of the README: what is typed, and what comes. */
interface Transcript {
  readonly name: string;
  readonly words: readonly string[];
  /** On a pseudo-terminal of 100 columns; else in a pipe. */
  readonly isTerminal?: boolean;
  /** What is typed at the question. */
  readonly typed?: string;
}

/** Stands for where the server over HTTP is in this run. */
const address = 'http://127.0.0.1:3000/mcp';

const transcripts: readonly Transcript[] = [
  { name: 'help', words: ['--help'] },
  { name: 'list', words: ['list'], isTerminal: true },
  { name: 'call', words: ['call', 'everything/get-sum', 'a=6', 'b=7'], isTerminal: true },
  { name: 'call-json', words: ['call', 'everything/get-sum', 'a=6', 'b=7', '--json'] },
  { name: 'call-slip', words: ['call', 'everything/get-smu', 'a=6', 'b=7'] },
  { name: 'call-error', words: ['call', 'files/read_text_file', 'path=/etc/passwd'] },
  { name: 'needs-approval', words: ['call', 'notes/read_graph'] },
  { name: 'approve', words: ['approve', 'notes'], isTerminal: true, typed: 'y\n' },
  { name: 'list-one', words: ['list', 'notes'] },
  { name: 'doctor', words: ['doctor', 'files'] },
  { name: 'report', words: ['run', '--report', 'report.md', '--', 'node', '--version'] },
  { name: 'trace', words: ['call', 'files/list_allowed_directories', '--trace', 'files.jsonl'] },
  { name: 'trace-show', words: ['trace', 'show', 'files.jsonl', '--all'] },
  { name: 'doctor-pasted', words: ['doctor', '--config', 'pasted.json'] },
  { name: 'run-address', words: ['run', '--call', 'search', '--arg', 'query=lost', address] },
  { name: 'approve-address', words: ['approve', '--config', 'remote.json'], isTerminal: true, typed: 'y\n' },
  { name: 'doctor-address', words: ['doctor', '--config', 'remote.json'] },
];

/** What somebody copied from somewhere, with everything that is not honoured, or missing. */
const pasted = {
  mcpServers: {
    github: {
      command: 'node',
      args: ['server.js', '--token', '${GITHUB_TOKEN}'],
      env: { LOG_LEVEL: 'debug', NODE_OPTIONS: '--max-old-space-size=512' },
      timeout: 60,
      autoApprove: ['search'],
      icon: 'octopus',
    },
    tickets: {
      url: 'https://tickets.example.com/mcp',
      headers: { Authorization: 'Bearer ${TICKETS_TOKEN}' },
      disabled: true,
    },
    broken: { command: 42 },
  },
};

/** Runs all of them, one after the other, as one user; gives the text of each block, normalised. */
export async function runTranscripts(
  context: Pick<TestContext, 'onTestFinished'>,
): Promise<ReadonlyMap<string, string>> {
  const folder = sandboxFolder(context);
  const { url } = await ticketServer(context);
  const normalise = prepare(folder, url);
  const texts = new Map<string, string>();
  for (const transcript of transcripts) {
    const words = transcript.words.map((word) => (word === address ? url : word));
    const { out, err, exitCode } = await run(folder, { ...transcript, words });
    const ending = exitCode === 0 ? '' : `\n[exit code ${exitCode}]`;
    texts.set(transcript.name, `$ mcp ${transcript.words.join(' ')}\n${normalise(out + err)}${ending}`);
  }
  return texts;
}

async function run(folder: SandboxFolder, { words, isTerminal = false, typed }: Transcript): Promise<CommandEnd> {
  if (!isTerminal) return runCommand(folder, words);
  const { child, said, end } = startInTerminal(folder, words, { env: { NO_COLOR: '1' } });
  if (typed !== undefined) {
    await said('[y/N]');
    child.stdin?.write(typed);
  }
  return end;
}

/** The user's servers, the project's, and the pasted file; and how what is particular to this machine is taken out. */
function prepare(folder: SandboxFolder, url: string): (text: string) => string {
  const docs = join(folder.project, 'docs');
  mkdirSync(docs);
  writeFileSync(join(docs, 'a.txt'), 'first\n');
  const plain = (entry: Entry, env: Readonly<Record<string, string>> = {}): Entry => ({ ...entry, env });
  const programs = {
    everything: plain(official('everything', folder)),
    files: plain(official('filesystem', folder, docs), { LOG_LEVEL: 'info' }),
    notes: plain(official('memory', folder), { MEMORY_FILE_PATH: join(folder.project, 'notes.jsonl') }),
  };
  const { everything, files, notes } = programs;
  folder.write(folder.userFile, { mcpServers: { everything, files } });
  folder.write('.mcp.json', { mcpServers: { notes: { ...notes, autoApprove: ['read_graph'] } } });
  folder.write('pasted.json', pasted);
  folder.write('remote.json', { mcpServers: { tickets: { url, headers: { 'X-Team': 'shop' } } } });
  const root = dirname(folder.project);
  const places: (readonly [string, string])[] = [
    ...Object.values(programs).map(({ args }: Entry): [string, string] => [
      args[0] ?? '',
      `/opt/${packageOf(args[0] ?? '')}/index.js`,
    ]),
    [process.execPath, '/usr/bin/node'],
    [url, address],
    [`port ${new URL(url).port}`, `port ${new URL(address).port}`],
    [root, '/home/ada'],
  ];
  return (text) =>
    places
      .reduce((so, [from, to]) => so.replaceAll(from, to), text)
      .replaceAll(/\b[0-9a-f]{64}\b/g, '0123456789abcdef'.repeat(4))
      .replaceAll(/\b[0-9a-f]{16}…/g, '0123456789abcdef…')
      .replaceAll(/ \d+\.\d+\.\d+(?=[ ,])/g, ' 1.2.3')
      .replaceAll(/(?<=\b(?:handshake|listed) in )\d+(?= ms)/g, '100')
      .replaceAll(/(?<=\bport \d+, )\d+(?= ms)/g, '1')
      // On a busy machine a server may have been helped.
      .replaceAll(/\bexit \(\w+\)/g, 'exit (0)')
      // Times of a table, with what fills their column.
      .replaceAll(/\b\d+(?:\.\d+)? ms +/g, '12 ms  ')
      .replaceAll(/(?<=\b(?:p50|p95|p99|max|took)) +/g, '    ')
      .replaceAll(/^at +/gm, 'at     ')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-02T03:04:05.678Z')
      .replaceAll('\r\n', '\n')
      // Progress, and what takes it away.
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      .replaceAll(/\r\u001b\[2K[^\r\n]* … \d+ s(?=\r)/g, '')
      .replaceAll('\r\u001b[2K', '')
      .trimEnd();
}

function packageOf(script: string): string {
  return /server-[a-z-]+/.exec(script)?.[0] ?? 'server';
}

/** A block of a page: between its two comments, fenced. */
export function blockOf(page: string, name: string): string | undefined {
  return new RegExp(`<!-- begin ${name} -->\\n\\n\`\`\`text\\n([^]*?)\\n\`\`\`\\n\\n<!-- end ${name} -->`).exec(
    page,
  )?.[1];
}

/** The page with the blocks put in. Throws for one that has no place. */
export function withBlocks(page: string, texts: ReadonlyMap<string, string>): string {
  let result = page;
  for (const [name, text] of texts) {
    const place = new RegExp(`<!-- begin ${name} -->[^]*?<!-- end ${name} -->`);
    if (!place.test(result)) throw new Error(`the page has no place for ${name}`);
    result = result.replace(
      place,
      () => `<!-- begin ${name} -->\n\n\`\`\`text\n${text}\n\`\`\`\n\n<!-- end ${name} -->`,
    );
  }
  return result;
}
