import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listProcesses, type ProcessInfo } from '@coding-agent/fixture-servers/testing';
import type { TestContext } from 'vitest';

/** A user, a project and nothing else: the command sees no file of whoever runs the tests. */
export interface SandboxFolder {
  /** The project: `.mcp.json` belongs here. Absolute, its real path. */
  readonly project: string;
  /** The user's own file. */
  readonly userFile: string;
  /** What the command sees of the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** In the environment of the command, and of each server that is told of it by its entry: `leftovers` finds them by it. */
  readonly mark: string;
  /** Writes a file of the project, or at an absolute path; objects as JSON. */
  readonly write: (path: string, content: unknown) => string;
  /** Processes that run still. */
  readonly leftovers: () => readonly ProcessInfo[];
}

/** Makes the folders; they are gone after the test. */
export function sandboxFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): SandboxFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-cli-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = (...names: string[]): string => {
    const path = join(root, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const project = folder('project');
  const mark = randomUUID();
  const config = folder('.config');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    TMPDIR: folder('tmp'),
    XDG_CONFIG_HOME: config,
    XDG_STATE_HOME: folder('.local', 'state'),
    XDG_CACHE_HOME: folder('.cache'),
    MCP_CLI_TEST: mark,
  };
  return {
    project,
    userFile: join(config, 'mcp', 'mcp-servers.json'),
    env,
    mark,
    write: (path, content) => {
      const file = join(path.startsWith('/') ? '' : project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
      return file;
    },
    leftovers: () => listProcesses().filter(({ pid, state }) => state === 'running' && hasMark(pid, mark)),
  };
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
  } catch {
    return false; // gone, or of another user
  }
}

/** Files in a folder, without the folders. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
