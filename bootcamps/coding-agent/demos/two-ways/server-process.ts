import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ServerOptions {
  /** The words for `node`. */
  readonly args: readonly string[];
  readonly key: string;
}

/** A server over HTTP that runs, and whoever runs it: a client could not. */
export interface RunningServer {
  readonly url: string;
  /** Null: it runs. */
  readonly exitCode: () => number | null;
  /** Resolves when it has gone, with its exit code. */
  readonly gone: Promise<number | null>;
  /** Ends it, and gives its exit code; of one that has gone by itself, too. */
  readonly end: () => Promise<number | null>;
}

/** Starts a server and waits until it says where it is. It ends with its stdin: with us, then, whatever becomes of us. */
export async function startServer({ args, key }: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, CALCULATOR_KEY: key },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {}); // it has gone already
  const gone = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    gone.then((code) => reject(new Error(`the server over HTTP exited with code ${code}`)), reject);
  });
  return {
    url,
    exitCode: () => child.exitCode,
    gone,
    end: () => {
      child.stdin.end();
      return gone;
    },
  };
}
