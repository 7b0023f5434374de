import { relative } from 'node:path';
import type { Host } from '../support/host.ts';
import { exitCodes } from '../support/host.ts';
import { columns, printable, wrapJson } from '../support/text.ts';
import { Trace } from '../support/trace.ts';
import { errorText, wordsIn } from '../support/words.ts';
import { MessageLayer } from './client/message.ts';
import { initialize, type MethodLayer } from './client/method.ts';
import { StdioTransport, type Command } from './client/transport.ts';
import { calculatorWords } from './words.ts';

/** A connection that has begun. */
export interface Session {
  readonly messages: MessageLayer;
  readonly methods: MethodLayer;
}

export interface SessionOptions {
  readonly command: Command;
  readonly timeoutMs?: number | undefined;
}

/** Prints a text of any width and any content, in lines that fit. */
export function printText(host: Host, text: string): void {
  for (const paragraph of text.split('\n'))
    for (const line of wrapJson(printable(paragraph), columns)) host.out(line.trimEnd());
}

/** Starts the server, shakes hands, does the work, and closes whatever happened. Gives the exit code. */
export async function withServer(
  host: Host,
  { command, timeoutMs }: SessionOptions,
  work: (session: Session) => Promise<number>,
): Promise<number> {
  const words = wordsIn[host.language];
  const { steps, server } = calculatorWords[host.language];
  const trace = new Trace(host, steps);
  const transport = new StdioTransport(command, { onWire: trace.onWire });
  const messages = new MessageLayer(transport, {
    onDropped: trace.onDropped,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const leave = (): void => void messages.close();
  host.signal.addEventListener('abort', leave, { once: true });
  if (host.signal.aborted) leave();
  host.out(server(transport.pid));
  printText(host, `  ${shown(command)}`);
  try {
    return await work({ messages, methods: await initialize(messages) });
  } catch (error) {
    if (!host.signal.aborted) host.err(errorText(words, error));
    return exitCodes.failed;
  } finally {
    // A server that could not be started has no stdin to end; why it could not is said already.
    if (transport.pid !== undefined) {
      host.out();
      host.out(words.closing);
    }
    const ending = await messages.close();
    if (ending?.kind !== 'not-started' && ending !== undefined) trace.note(words.ending(ending));
    if (transport.stderr !== '') {
      host.out(words.logged);
      printText(host, transport.stderr.trimEnd().replaceAll(/^/gm, '  '));
    }
    host.signal.removeEventListener('abort', leave);
  }
}

/** A command as a person would type it here. */
function shown({ executable, args }: Command): string {
  const here = (path: string): string => {
    const near = relative(process.cwd(), path);
    return near.length < path.length && !near.startsWith('..') ? near.replaceAll('\\', '/') : path;
  };
  return [executable === process.execPath ? 'node' : executable, ...args.map(here)].join(' ');
}
