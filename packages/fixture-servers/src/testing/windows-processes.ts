import type { ProcessInfo } from './process-info.ts';

const script = [
  '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8;',
  'ConvertTo-Json -Compress -InputObject @(Get-CimInstance Win32_Process |',
  'Select-Object ProcessId, ParentProcessId, WorkingSetSize, Name, CommandLine)',
].join(' ');

/** PowerShell's view of the process table, as JSON. */
export const windowsCommand = {
  executable: 'powershell.exe',
  args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
} as const;

interface Row {
  ProcessId: number;
  ParentProcessId: number;
  WorkingSetSize: number;
  Name: string | null;
  CommandLine: string | null;
}

/** Reads what `windowsCommand` prints. Windows keeps no zombies; `CommandLine` is null for other users' processes. */
export function parseWindowsProcesses(text: string): ProcessInfo[] {
  const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  const rows = (Array.isArray(parsed) ? parsed : [parsed]) as Row[];
  return rows.map((row) => ({
    pid: row.ProcessId,
    ppid: row.ParentProcessId,
    pgid: row.ProcessId,
    state: 'running',
    rssBytes: row.WorkingSetSize,
    command: row.CommandLine ?? row.Name ?? '',
  }));
}
