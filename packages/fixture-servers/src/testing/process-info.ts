/** One process as the system's table shows it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  /** Process group; on Windows, which has none, the pid. */
  readonly pgid: number;
  /** A zombie has ended; only its parent (or init) has not yet asked how. */
  readonly state: 'running' | 'zombie';
  /** Memory in use, in bytes. 0 for a zombie. */
  readonly rssBytes: number;
  /** Program and arguments, separated by blanks: to be read by people, not to be parsed. */
  readonly command: string;
}
