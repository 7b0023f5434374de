import { fileURLToPath } from 'node:url';
import { exitCodes, type Demo, type Host } from '../support/host.ts';
import { readOptions, UsageError } from '../support/options.ts';
import { printable } from '../support/text.ts';
import { errorText, wordsIn } from '../support/words.ts';
import { isObject, RpcError, type JsonObject } from './client/message.ts';
import type { Command } from './client/transport.ts';
import { printText, withServer, type Session } from './session.ts';
import { calculatorWords } from './words.ts';

const calculator: Command = {
  executable: process.execPath,
  args: [fileURLToPath(new URL('server/calculator.mjs', import.meta.url))],
};

const MAX_TIMER_MS = 2 ** 31 - 1;

/** E-01: the wire between a client of three layers and a server: ours, or any other. */
export const calculatorDemo: Demo = (host) => {
  const words = calculatorWords[host.language];
  const { flags, values, command } = readOptions(host.words, {
    flags: ['help'],
    values: ['call', 'args', 'timeout'],
    command: 'server',
  });
  if (flags.has('help')) {
    host.out(words.help);
    return Promise.resolve(exitCodes.ok);
  }
  const timeoutMs = readTimeout(values.get('timeout'));
  const call = readCall(values);
  if (command === undefined) {
    if (call !== undefined) throw new UsageError({ kind: 'needs', word: '--call', other: '--server' });
    for (const line of words.title) host.out(line);
    return withServer(host, { command: calculator, timeoutMs }, (session) => tour(host, session));
  }
  const [executable = '', ...args] = command;
  return withServer(host, { command: { executable, args }, timeoutMs }, (session) => visit(host, session, call));
};

/** The four steps, then what may go wrong. */
async function tour(host: Host, { messages, methods }: Session): Promise<number> {
  const words = calculatorWords[host.language];
  await methods.listTools();

  const forget = messages.onNotification('notifications/progress', ({ progressToken, message }) => {
    host.out(words.heard(printable(String(progressToken)), printable(String(message))));
  });
  const sum = await methods.callTool('calculator', { a: 6, b: 7, op: 'add' }, 'call-1');
  forget();
  host.out(words.answer('6 + 7', printable(sum.text)));

  host.out();
  host.out(words.failures);
  host.out(words.division);
  const quotient = await methods.callTool('calculator', { a: 1, b: 0, op: 'div' });
  if (quotient.isError) host.out(words.toolError('1 / 0', printable(quotient.text)));
  host.out(words.noTool);
  await expectRefusal(host, methods.callTool('abacus', {}));
  host.out(words.noMethod);
  await expectRefusal(host, messages.request('calculator/solve'));
  host.out(words.pending(messages.pendingCount));
  return sum.text === '13' && quotient.isError ? exitCodes.ok : exitCodes.failed;
}

async function expectRefusal(host: Host, answer: Promise<unknown>): Promise<void> {
  try {
    await answer;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    host.out(errorText(wordsIn[host.language], error));
    return;
  }
  throw new Error('this should have been refused');
}

/** Any other server: its tools, and one call if that is wanted. */
async function visit(host: Host, { methods }: Session, call: Call | undefined): Promise<number> {
  const words = calculatorWords[host.language];
  const tools = await methods.listTools();
  const { name, revision } = methods.server;
  host.out();
  host.out(words.tools(printable(name), printable(revision), tools.length));
  for (const tool of tools) {
    const [firstLine = ''] = tool.description.split('\n');
    printText(host, `- ${tool.name}${firstLine === '' ? '' : `: ${firstLine}`}`);
  }
  if (call === undefined) return exitCodes.ok;
  const { text, isError } = await methods.callTool(call.name, call.args);
  host.out();
  host.out(isError ? words.calledInVain(printable(call.name)) : words.called(printable(call.name)));
  printText(host, text);
  return isError ? exitCodes.failed : exitCodes.ok;
}

interface Call {
  readonly name: string;
  readonly args: JsonObject;
}

function readCall(values: ReadonlyMap<string, string>): Call | undefined {
  const name = values.get('call');
  const text = values.get('args');
  if (name === undefined) {
    if (text !== undefined) throw new UsageError({ kind: 'needs', word: '--args', other: '--call' });
    return undefined;
  }
  let args: unknown;
  try {
    args = JSON.parse(text ?? '{}');
  } catch {
    args = undefined;
  }
  if (!isObject(args)) throw new UsageError({ kind: 'wrong-value', word: '--args', value: text ?? '' });
  return { name, args };
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Number(text);
  if (!/^\d+$/.test(text) || ms < 1 || ms > MAX_TIMER_MS) {
    throw new UsageError({ kind: 'wrong-value', word: '--timeout', value: text });
  }
  return ms;
}
