#!/usr/bin/env node
import { constants } from 'node:os';
import { homeFolder } from '@coding-agent/extensions/client';
import { usageError } from './cli-error.ts';
import { execute } from './execute.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { interrupted } from './interrupted.ts';
import { OutputClosed, streamSink } from './output/sink.ts';

/** What a person, a terminal that is closed, or a supervisor ends a program with. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const controller = new AbortController();
const outputGone = (): void => controller.abort(new OutputClosed());

for (const signal of endings) {
  if (!(signal in constants.signals)) continue;
  process.on(signal, () => {
    // Whoever asks twice does not want to wait for servers that take their time: those are ended by the supervisor of the
    // library, which notices that this process is gone.
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(interrupted(signal));
  });
}

/** It may have been deleted. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw usageError(
      'the working directory does not exist any more',
      'go to another folder, and run it again',
      [],
      cause,
    );
  }
}

const host: Host = {
  stdout: streamSink(process.stdout, outputGone),
  stderr: streamSink(process.stderr, () => {}),
  stdin: process.stdin,
  env: process.env,
  platform: process.platform,
  get cwd() {
    return workingDirectory();
  },
  home: homeFolder(),
  signal: controller.signal,
  interrupt: () => controller.abort(interrupted('SIGINT')),
};

// Not `process.exit`: what was written to a pipe may not have arrived yet. Nothing is left that could keep it alive.
process.exitCode = await execute(process.argv.slice(2), host, async () => {
  const { libraryBackend } = await import('./servers/library-backend.ts');
  return libraryBackend;
});
// A terminal or a pipe that nobody will write to any more would keep it alive.
process.stdin.destroy();
