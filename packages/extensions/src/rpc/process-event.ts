/** What happens to the process of a server. */
export type ProcessEvent =
  | { readonly type: 'process-started'; readonly pid: number }
  /** A step of the shutdown: stdin was ended, SIGTERM or SIGKILL sent. */
  | { readonly type: 'process-step'; readonly step: 'stdin-ended' | 'terminated' | 'killed' }
  /** It is gone; its helpers may not be yet. */
  | { readonly type: 'process-exited'; readonly exitCode: number | null; readonly signal: string | null }
  /** It never ran. `errno`: what the operating system said, for example `ENOENT`. */
  | { readonly type: 'process-failed'; readonly errno: string }
  /** It wrote so many bytes to stderr. */
  | { readonly type: 'stderr'; readonly bytes: number }
  /** … and more than is kept of it: from now on only the end is. Told once. */
  | { readonly type: 'stderr-truncated' };
