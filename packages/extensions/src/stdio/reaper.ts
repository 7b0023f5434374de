import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { systemClock } from '../base/clock.ts';
import { guarded } from '../base/guarded.ts';
import { settlesWithin } from '../base/deadline.ts';
import { reaperScript } from './reaper-script.ts';

/** How servers are ended when their host dies without a chance to do so itself. */
export type ReaperPlan =
  | { readonly kind: 'supervisor'; readonly shell: string; readonly args: readonly string[] }
  | { readonly kind: 'none'; readonly why: string };

/** The plan for a platform (C-33). */
export function reaperPlan(platform: NodeJS.Platform): ReaperPlan {
  return platform === 'win32'
    ? {
        kind: 'none',
        why: 'servers are not ended with a killed host on Windows: that needs a job object, so native code',
      }
    : { kind: 'supervisor', shell: '/bin/sh', args: ['-c', reaperScript, 'mcp-supervisor'] };
}

/** A server on the supervisor's list. */
export interface ReaperEntry {
  /** The server runs. `start`: when it began, undefined where that is not known. */
  started(pid: number, start: string | undefined): void;
  /** It is gone, or its fate is no more our concern. Resolves when the supervisor is gone too, if this was the last one. */
  release(): Promise<void>;
}

export interface ReaperOptions {
  readonly plan: ReaperPlan;
}

/** A supervisor that goes to pieces is started again so many times in the life of the host. */
const maxRestarts = 3;

/** It ends a moment after its pipe. Its list is empty then: where that takes longer, it is killed. */
const endMs = 200;

/**
 * Ends the servers of a host that was killed (C-33). One small shell, started with the first server and ended with the
 * last, holds a pipe from us; whatever ends us ends the pipe, and then it ends the servers on its list. It never keeps the
 * host alive, and it is in a session of its own: a Ctrl-C in the terminal is not for it.
 *
 * On Linux it checks that a number still means the process it was given for, and finds what left its group by the mark. On
 * other systems it trusts the number of a listed server, and finds what is left of its tree at that moment.
 */
export class Reaper {
  readonly #plan: ReaperPlan;
  /** By mark: the line that lists the server. */
  readonly #lines = new Map<string, string>();
  #supervisor: ChildProcess | undefined;
  #restarts = 0;

  constructor({ plan }: ReaperOptions) {
    this.#plan = plan;
  }

  /** The supervisor's pid while there is one. */
  get pid(): number | undefined {
    return this.#supervisor?.pid;
  }

  /**
   * Lists a server that is about to be started. `mark` is unique, and is in the server's environment where that can be read
   * (`markVariable`). `onTrouble` is told, once at most and later, when nothing will end this server with the host.
   */
  register(mark: string, onTrouble: (why: string) => unknown): ReaperEntry {
    let isTold = false;
    const tell = (why: string): void => {
      if (isTold) return;
      isTold = true;
      process.nextTick(() =>
        guarded(
          () => onTrouble(why),
          () => {},
        ),
      );
    };
    if (this.#plan.kind === 'none') {
      tell(this.#plan.why);
      return { started: () => {}, release: () => Promise.resolve() };
    }
    this.#list(mark, 0, '0', tell);
    let released: Promise<void> | undefined;
    return {
      started: (pid, start) => this.#list(mark, pid, start ?? '-', tell),
      release: () => (released ??= this.#remove(mark)),
    };
  }

  #list(mark: string, pid: number, start: string, onTrouble: (why: string) => void): void {
    const line = `+ ${mark} ${pid} ${start}\n`;
    this.#lines.set(mark, line);
    if (this.#supervisor === undefined) this.#start(onTrouble);
    else this.#supervisor.stdin?.write(line);
  }

  async #remove(mark: string): Promise<void> {
    this.#lines.delete(mark);
    const supervisor = this.#supervisor;
    if (supervisor === undefined) return;
    supervisor.stdin?.write(`- ${mark}\n`);
    if (this.#lines.size > 0) return;
    this.#supervisor = undefined;
    // From here on somebody waits for it: it may keep the host alive, for so long.
    supervisor.ref();
    const exit = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
    supervisor.stdin?.end();
    if (supervisor.exitCode !== null || supervisor.signalCode !== null) return;
    if (!(await settlesWithin(exit, endMs, systemClock))) supervisor.kill('SIGKILL');
  }

  #start(onTrouble: (why: string) => void): void {
    if (this.#plan.kind === 'none') return;
    // Without descriptors left it has no stdin, whatever the types say.
    let supervisor: ChildProcess;
    try {
      supervisor = spawn(this.#plan.shell, this.#plan.args, {
        stdio: ['pipe', 'ignore', 'ignore'],
        // Nothing of the host's environment, and no mark: it must not be taken for a part of a server.
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
        cwd: '/',
        detached: true,
      });
    } catch (error) {
      // Some failures are thrown (no memory for one more process). The next server of the list tries again.
      onTrouble(`servers are not ended with a killed host: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    this.#supervisor = supervisor;
    supervisor.on('error', (error) => {
      if (supervisor.pid !== undefined) return;
      this.#lost(supervisor);
      onTrouble(`servers are not ended with a killed host: ${error.message}`);
    });
    supervisor.once('exit', () => {
      if (!this.#lost(supervisor) || this.#lines.size === 0) return;
      if (this.#restarts === maxRestarts)
        return onTrouble('servers are not ended with a killed host: the supervisor ended');
      this.#restarts += 1;
      this.#start(onTrouble);
    });
    supervisor.stdin?.on('error', () => {});
    for (const line of this.#lines.values()) supervisor.stdin?.write(line);
    supervisor.unref();
    unref(supervisor.stdin);
  }

  /** True when it was the one in use. */
  #lost(supervisor: ChildProcess): boolean {
    if (this.#supervisor !== supervisor) return false;
    this.#supervisor = undefined;
    return true;
  }
}

function unref(pipe: Writable | null | undefined): void {
  if (pipe !== null && pipe !== undefined && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}

/** The one of this host. (A worker thread has its own: its pipe ends with the thread, and so do its servers.) */
export const hostReaper = new Reaper({ plan: reaperPlan(process.platform) });
