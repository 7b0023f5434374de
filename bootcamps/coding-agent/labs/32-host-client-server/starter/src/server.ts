import { LessonError } from './errors.ts';
import { answerOf, paramsMember, type Outcome, type Params } from './message.ts';
import { refusalOf, type ServerPolicy } from './server-policy.ts';
import type { Message, Transport } from './transport.ts';

interface Tool {
  readonly writes: boolean;
  /** `args` is `undefined` when the call had none. */
  readonly run: (args: unknown) => Outcome;
}

export interface ServerOptions {
  readonly transport: Transport;
  readonly tools?: ReadonlyMap<string, Tool>;
  readonly policy?: ServerPolicy;
  readonly revision?: string;
  /** The access log: one line for each request. A notification is no request. */
  readonly log: string[];
}

/** Its capabilities, its own policy, its own side effects. It answers requests, and nothing else. */
export function openServer(options: ServerOptions): void {
  const { transport, tools, log, policy = { readOnly: false }, revision = '2025-11-25' } = options;

  const call = (params: Params = {}): Outcome => {
    const { name, arguments: args } = params;
    const tool = tools?.get(String(name));
    if (tool === undefined) return { error: { code: -32602, message: `there is no tool ${String(name)}` } };
    const refusal = refusalOf({ writes: tool.writes, params }, policy);
    return refusal === undefined ? tool.run(args) : { error: { code: -32001, message: refusal } };
  };

  const outcome = (method: unknown, params: Params | undefined): Outcome => {
    if (method === 'tools/call' && tools !== undefined) return call(params);
    if (method === 'ping') return { result: {} };
    if (method !== 'initialize') return { error: { code: -32601, message: `there is no method ${String(method)}` } };
    return { result: { protocolVersion: revision, capabilities: tools === undefined ? {} : { tools: {} } } };
  };

  const answer = (message: Message): Message => {
    const { id, method } = message;
    try {
      return answerOf(id, outcome(method, paramsMember(message['params']).params));
    } catch (error) {
      const isTheirs = error instanceof LessonError && error.code === 'INVALID_PARAMS';
      return answerOf(id, {
        error: isTheirs ? { code: -32602, message: error.message } : { code: -32603, message: 'internal error' },
      });
    }
  };

  transport.onMessage((message) => {
    if (!('id' in message)) return; // a notification: nobody waits, so nobody is answered
    log.push(String(message['method']));
    transport.send(answer(message));
  });
}
