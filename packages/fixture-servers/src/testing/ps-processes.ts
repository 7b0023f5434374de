import type { ProcessInfo } from './process-info.ts';

/** `ps` and its arguments, in the form that macOS, the BSDs and procps share. No headers: each title is empty. */
export const psCommand = {
  executable: 'ps',
  args: ['-A', '-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'rss=', '-o', 'command='],
} as const;

/** Reads what `psCommand` prints: five columns without blanks, then the command. Memory is in units of 1024 bytes. */
export function parsePs(text: string): ProcessInfo[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, ppid, pgid, state = '', rss, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (pid === undefined) return [];
    return {
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      state: state.startsWith('Z') ? 'zombie' : 'running',
      rssBytes: Number(rss) * 1024,
      command,
    };
  });
}
