/**
 * The calculator over Streamable HTTP, with nothing but Node: it runs, and whoever knows its address and its key may come.
 * `CALCULATOR_KEY=… node http.mjs [--port N] [--record FILE]`; says where it is on stdout, and ends when its stdin does.
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { encode, errorMember, readMessage } from '../../support/rpc.mjs';
import { path, refusalOf, requireSame } from './http-checks.mjs';
import { ownKey } from './key.mjs';
import { methods } from './methods.mjs';
import { recorder } from './record.mjs';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Request } from '../../support/rpc.mjs' */

const maxBodyBytes = 64 * 1024;

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, record: { type: 'string' } } });
const record = recorder(values.record);
const key = ownKey();
let port = Number(values.port);
let count = 0;

const server = createServer({ requestTimeout: 10_000 }, (request, response) => void receive(request, response));
server.listen(port, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) ({ port } = address);
  process.stdout.write(`http://127.0.0.1:${port}${path}\n`);
});
process.stdin.on('end', leave).resume();
process.stdout.on('error', leave); // whoever started it is gone

function leave() {
  server.close();
  server.closeAllConnections();
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function receive(request, response) {
  const refusal = refusalOf(request, { port, key });
  if (refusal !== undefined) {
    request.resume(); // read past, and dropped
    return answer(response, refusal.status, { error: { code: -32600, message: refusal.why } }, refusal.headers);
  }
  const body = await readBody(request);
  if (body === undefined) {
    return answer(response, 413, { error: { code: -32600, message: `more than ${maxBodyBytes} bytes` } });
  }
  const { url, headers } = request;
  count += 1;
  record({ kind: 'request', request: count, path: url, headers: { ...headers, authorization: 'Bearer …' }, body });
  const message = readMessage(body, 'body');
  if (message.kind === 'wrong') return answer(response, 400, { error: errorMember(message.error) });
  if (message.kind !== 'request') return response.writeHead(202).end();
  return respond(message, { request, response, number: count });
}

/**
 * Answers by one message; by a stream of them from the moment on in which there is more to say than the answer.
 *
 * @param {Request} message
 * @param {{ readonly request: IncomingMessage, readonly response: ServerResponse, readonly number: number }} exchange
 */
async function respond({ id, method, params }, { request, response, number }) {
  const left = new AbortController();
  response.once('close', () => {
    if (response.writableFinished) return;
    record({ kind: 'closed', request: number });
    left.abort();
  });
  const send = (/** @type {string} */ data) => {
    record({ kind: 'event', request: number, data });
    response.write(`event: message\ndata: ${data}\n\n`);
  };
  /** @param {string} name @param {object} [more] */
  const tell = (name, more) => {
    if (!response.headersSent) {
      record({ kind: 'head', request: number, status: 200, type: 'text/event-stream' });
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    }
    send(encode({ method: name, params: more }));
  };
  /** @type {{ readonly id: string | number, readonly result?: unknown, readonly error?: { readonly code: number } }} */
  let outcome;
  try {
    requireSame(request.headers, method, params);
    outcome = { id, result: await methods(method, params, { tell, signal: left.signal }) };
  } catch (error) {
    if (left.signal.aborted) return; // nobody waits
    outcome = { id, error: errorMember(error) };
  }
  if (response.headersSent) {
    send(encode(outcome));
    response.end();
    return;
  }
  const status = outcome.error === undefined ? 200 : statusOf(outcome.error.code);
  record({ kind: 'head', request: number, status, type: 'application/json', body: encode(outcome) });
  answer(response, status, outcome);
}

/** @param {number} code of JSON-RPC */
function statusOf(code) {
  if (code === -32601) return 404;
  return code === -32603 ? 500 : 400;
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {object} message
 * @param {Record<string, string>} [headers]
 */
function answer(response, status, message, headers = {}) {
  response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(encode({ ...message }));
}

/**
 * @param {IncomingMessage} request
 * @returns {Promise<string | undefined>} undefined: it is too large, or broke off
 */
function readBody(request) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    let chunks = [];
    let bytes = 0;
    request.on('data', (/** @type {Buffer} */ chunk) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= maxBodyBytes) return;
      chunks = []; // the rest is read past, and dropped
      resolve(undefined);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('close', () => resolve(undefined));
    request.once('error', () => resolve(undefined));
  });
}
