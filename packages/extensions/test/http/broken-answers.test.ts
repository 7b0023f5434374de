import { expect, test, vi } from 'vitest';
import type { Socket } from 'node:net';
import { McpClient } from '../../src/index.ts';
import { answerBy, httpClient, modernHttp } from '../support/http-client.ts';
import { errorOf } from '../support/peer.ts';

const result = { resultType: 'complete', content: [{ type: 'text', text: 'whole' }] };

interface Broken {
  /** Writes what comes instead of an answer to the call with that id. */
  readonly write: (socket: Socket, id: number) => void;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

const streamHead =
  'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const lost = { code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' };
const late = { code: 'MCP_TIMEOUT', outcome: 'unknown' };

function answerOf(id: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

function jsonHead(length: number | string): string {
  return `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const faults: Readonly<Record<string, Broken>> = {
  'a reset before the head': {
    write: (socket) => void socket.resetAndDestroy(),
    error: { ...lost, errno: 'ECONNRESET' },
  },
  'an end before the head': { write: (socket) => socket.end(), error: lost },
  'a reset in the head': {
    write: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-', () => socket.resetAndDestroy()),
    error: lost,
  },
  'a reset in the body': {
    write: (socket, id) =>
      void socket.write(jsonHead(1_000) + answerOf(id).slice(0, 20), () => socket.resetAndDestroy()),
    error: lost,
  },
  'an end in the body': {
    write: (socket, id) => socket.end(jsonHead(1_000) + answerOf(id).slice(0, 20)),
    error: lost,
  },
  'a reset in an event': {
    write: (socket) => void socket.write(streamHead + chunk('data: {"json'), () => socket.resetAndDestroy()),
    error: lost,
  },
  'an end in an event': {
    write: (socket) => socket.end(`${streamHead}${chunk('data: {"json')}0\r\n\r\n`),
    error: lost,
  },
  'an event whose blank line never comes, at the end of the stream': {
    write: (socket, id) => socket.end(`${streamHead}${chunk(`data: ${answerOf(id)}\n`)}0\r\n\r\n`),
    error: lost,
  },
  'half an event, then silence': {
    write: (socket) => void socket.write(streamHead + chunk('data: {"json')),
    timeoutMs: 200,
    error: late,
  },
  'half a head, then silence': {
    write: (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-'),
    timeoutMs: 200,
    error: late,
  },
  'half a body, then silence': {
    write: (socket) => void socket.write(jsonHead(1_000) + '{'),
    timeoutMs: 200,
    error: late,
  },
  'a size of a chunk that is no number': {
    write: (socket) => void socket.write(`${streamHead}xyz\r\n`),
    error: { ...lost, errno: 'HPE_INVALID_CHUNK_SIZE' },
  },
  'words that are no HTTP': { write: (socket) => void socket.write('SSH-2.0-OpenSSH_9.2\r\n'), error: lost },
  'a head over the limit': {
    write: (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`),
    error: { ...lost, errno: 'HPE_HEADER_OVERFLOW' },
  },
  'a length that is no number': { write: (socket) => void socket.write(jsonHead('many')), error: lost },
  'a length and chunks at once': {
    write: (socket) => void socket.write(jsonHead(10).replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')),
    error: lost,
  },
  'a protocol that nobody asked for': {
    write: (socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    error: lost,
  },
  'a body that is packed': {
    write: (socket) => {
      const head = jsonHead(10).replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n');
      socket.write(head + '0123456789');
    },
    error: { code: 'MCP_PROTOCOL_ERROR' },
  },
  'a body that is no JSON': {
    write: (socket) => void socket.write(jsonHead(10) + '0123456789'),
    error: { code: 'MCP_PROTOCOL_ERROR' },
  },
  'thousands of headers, and the answer': {
    write: (socket, id) => {
      const headers = Array.from({ length: 1_500 }, (_, index) => `X${index}: y\r\n`).join('');
      socket.write(jsonHead(answerOf(id).length).replace('\r\n\r\n', `\r\n${headers}\r\n`) + answerOf(id));
    },
  },
  'a hundred provisional heads, and the answer': {
    write: (socket, id) => {
      socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100) + jsonHead(answerOf(id).length) + answerOf(id));
    },
  },
  'an answer of HTTP 1.0, whose end is that of the connection': {
    write: (socket, id) => socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${answerOf(id)}`),
  },
  'an answer that goes on after its length': {
    write: (socket, id) => void socket.write(`${jsonHead(answerOf(id).length)}${answerOf(id)} and more`),
  },
  'a stream that a proxy holds back until its end': {
    write: (socket, id) => {
      const progress = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
      const all = `: one\n\ndata: ${progress}\n\ndata: ${answerOf(id)}\n\n`;
      socket.end(`${streamHead}${chunk(all)}0\r\n\r\n`);
    },
  },
  'a stream in chunks of one byte': {
    write: (socket, id) => {
      const bytes = Array.from(`event: message\r\ndata: ${answerOf(id)}\r\n\r\n`, (letter) => chunk(letter));
      socket.write(`${streamHead}${bytes.join('')}0\r\n\r\n`);
    },
  },
};

test.for(Object.entries(faults))(
  '%s: the call ends as it should, and the next one is answered',
  async ([, fault], context) => {
    const usual = answerBy(modernHttp);
    let isFirst = true;
    const { client, server } = await httpClient(context, (received, response) => {
      const { message } = received;
      if (message?.method !== 'tools/call' || !isFirst) return usual(received, response);
      isFirst = false;
      const { socket } = response;
      return socket && fault.write(socket, Number(message.id));
    });
    await client.initialize();
    await client.listTools();
    const { timeoutMs = 10_000 } = fault;
    const call = client.callTool('echo', {}, { timeoutMs });
    if (fault.error === undefined) expect(await call).toMatchObject({ content: [{ text: 'whole' }] });
    else expect(await errorOf(call)).toMatchObject(fault.error);
    expect(client.pendingCount).toBe(0);
    expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
    // Nothing was sent a second time.
    expect(server.requests.filter(({ message }) => message?.method === 'tools/call').length).toBe(2);
    await client.close();
    await server.idle();
  },
);

test('a connection that the server closes just as we send is lost: the call is not sent again', async (context) => {
  const usual = answerBy(modernHttp);
  const sockets = new Set<Socket>();
  const { client, server } = await httpClient(context, (received, response) => {
    if (response.socket !== null) sockets.add(response.socket);
    return usual(received, response);
  });
  await client.initialize();
  await client.listTools();
  await vi.waitFor(() => expect(sockets.size).toBe(1));
  const call = errorOf(client.callTool('echo'));
  for (const socket of sockets) socket.resetAndDestroy();
  expect(await call).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'unknown' });
  expect(server.requests.filter(({ message }) => message?.method === 'tools/call')).toEqual([]);
  expect(await client.callTool('echo')).toMatchObject({ content: [{ text: 'echoed' }] });
});

test('a host that no name server knows was not reached', async () => {
  await using client = new McpClient({ url: 'https://no-such-host.invalid/mcp' });
  const error = await errorOf(client.initialize());
  expect(error).toMatchObject({ code: 'MCP_CONNECTION_FAILED', outcome: 'not-sent' });
  expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(error.errno);
});
