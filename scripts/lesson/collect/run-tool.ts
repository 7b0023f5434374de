import { spawn } from 'node:child_process';

export interface ToolResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Set when the tool could not be started or was stopped. */
  readonly failure?: string;
}

/** A compiler or linter that takes longer hangs. */
const toolMs = 180_000;

/** Runs one of our own tools (compiler, linter) to its end. Never rejects. */
export function runTool(
  args: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal },
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: options.cwd,
      signal: options.signal,
      killSignal: 'SIGKILL',
      timeout: toolMs,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    let failure: string | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', (error) => (failure = error.message));
    child.on('close', (exitCode, signal) => {
      if (signal) failure ??= `was ended by ${signal}`;
      resolve({ exitCode, stdout, stderr, ...(failure === undefined ? {} : { failure }) });
    });
  });
}
