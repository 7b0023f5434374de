import type { Births, ProcessEntry, ProcessSystem } from '../../../src/stdio/process-system.ts';

/** A process table that a test writes by hand, and the signals that were sent into it. */
export class FakeProcesses implements ProcessSystem {
  readonly signals: string[] = [];
  readonly pollMs = 10;
  readonly #rows = new Map<number, ProcessEntry>();
  readonly #marks = new Map<number, string>();
  /** Pids whose environment was read. */
  readonly asked: number[] = [];
  readable = true;

  births?: Births;

  /** Adds or replaces a process: parent, group and start are what matters. */
  add(pid: number, given: Partial<Omit<ProcessEntry, 'pid'>> & { readonly mark?: string } = {}): this {
    const { ppid = 1, pgid = pid, alive = true, start = '100', mark = '' } = given;
    const { session = pgid } = given;
    this.#rows.set(pid, { pid, ppid, pgid, session, alive, start });
    this.#marks.set(pid, mark);
    return this;
  }

  remove(...pids: number[]): this {
    for (const pid of pids) this.#rows.delete(pid);
    return this;
  }

  /** What happens when a parent ends: its children are init's. */
  end(pid: number): this {
    this.remove(pid);
    for (const row of this.#rows.values()) if (row.ppid === pid) this.#rows.set(row.pid, { ...row, ppid: 1 });
    return this;
  }

  table(): Promise<readonly ProcessEntry[] | undefined> {
    return Promise.resolve(this.readable ? [...this.#rows.values()] : undefined);
  }

  entries(pids: readonly number[]): Promise<readonly ProcessEntry[] | undefined> {
    return Promise.resolve(this.readable ? pids.flatMap((pid) => this.#rows.get(pid) ?? []) : undefined);
  }

  mayPrecede(earlier: string, later: string): boolean {
    return Number(earlier) <= Number(later);
  }

  hasVariable(pid: number, name: string, value: string): Promise<boolean | undefined> {
    this.asked.push(pid);
    return Promise.resolve(name === 'MCP_CLIENT_MARK' && this.#marks.get(pid) === value);
  }

  signal(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
    this.signals.push(`${signal} ${target}`);
  }

  describe(pid: number): Promise<{ pid: number; command: string }> {
    return Promise.resolve({ pid, command: `command of ${pid}` });
  }
}
