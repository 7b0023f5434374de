import type { ServerResponse } from 'node:http';
import { events, type Answer } from './http-server.ts';
import type { HttpScript } from './http-client.ts';
import type { SentMessage } from './memory-transport.ts';

export interface OlderServer {
  readonly answer: Answer;
  /** Streams that were opened, in order. */
  readonly streams: ServerResponse[];
  /** Says something on the stream of now. */
  readonly say: (message: unknown) => void;
}

export interface OlderServerOptions {
  /** The beginning of its stream, as text. Default: the address for messages. */
  readonly beginning?: string | (() => string);
  /** How it answers a message, beside what the script says on the stream. Default: 202. */
  readonly take?: (message: SentMessage, response: ServerResponse) => void;
  /** What it answers a POST by that goes to the address of its stream. Default 404. */
  readonly status?: number;
}

const address = '/messages?session=secret-of-session';

/** The beginning of a stream that names an address. */
export const naming = (endpoint: string): string => `event: endpoint\ndata: ${endpoint}\n\n`;

/** A server of 2024-11-05: a stream at `/mcp`, and messages to the address that it names. */
export function olderServer(script: HttpScript, options: OlderServerOptions = {}): OlderServer {
  const { beginning = naming(address), status = 404, take } = options;
  const streams: ServerResponse[] = [];
  let send: (message: unknown) => void = () => {};
  const answer: Answer = ({ method, path, message }, response) => {
    if (method === 'GET' && path === '/mcp') {
      send = events(response);
      response.write(typeof beginning === 'string' ? beginning : beginning());
      return streams.push(response);
    }
    if (method !== 'POST' || path !== address || message === undefined) {
      return response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>Cannot POST</html>');
    }
    if (take === undefined) response.writeHead(202).end('Accepted');
    else take(message, response);
    const result = message.id === undefined ? undefined : script[message.method ?? '']?.(message);
    if (result !== undefined) send({ jsonrpc: '2.0', id: message.id, result });
    return undefined;
  };
  return { answer, streams, say: (message) => send(message) };
}
