import type { Recording } from '../../../src/trace/read-recording.ts';
import type { RecordingRecord, RecordOf } from '../../../src/trace/recording-record.ts';

type Said = readonly [from: 'client' | 'server', message: object] | RecordingRecord;

/** A recording by hand: who said what, a millisecond after each other, on the first connection. */
export function writtenRecording(...said: readonly Said[]): Recording {
  const records = said.map((one, at): RecordingRecord => {
    if (!isPair(one)) return one;
    const [from, message] = one;
    return { type: 'frame', at, connection: 1, from, message, bytes: Buffer.byteLength(JSON.stringify(message)) };
  });
  return {
    start: {
      type: 'recording',
      formatVersion: 1,
      startedAt: '2026-12-01T06:00:00.000Z',
      producer: { name: 'a test', version: '1' },
      content: 'kept',
    },
    records,
    others: [],
    isTorn: false,
    missingConnections: [],
  };
}

/** A request of the client. */
export const asks = (id: number, method: string, params: object = {}): Said => [
  'client',
  { jsonrpc: '2.0', id, method, params },
];
export const calls = (id: number, name: string, meta?: object): Said =>
  asks(id, 'tools/call', meta === undefined ? { name } : { name, _meta: meta });
/** A notification. */
export const tells = (from: 'client' | 'server', method: string, params: object = {}): Said => [
  from,
  { jsonrpc: '2.0', method, params },
];
/** The server answers. */
export const answers = (id: number | string, result: object): Said => ['server', { jsonrpc: '2.0', id, result }];
/** The server answers a call with a text. */
export const says = (id: number, text: string): Said => answers(id, { content: [{ type: 'text', text }] });

const server = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };

/** What every session begins with: 1 is `initialize`, 2 the list; the calls come from 3 on. */
export const beginning: readonly Said[] = [
  asks(1, 'initialize'),
  answers(1, server),
  tells('client', 'notifications/initialized'),
  asks(2, 'tools/list'),
  answers(2, { tools: [{ name: 'a' }, { name: 'b' }] }),
];

export const exits: RecordOf<'end'> = {
  type: 'end',
  at: 100,
  connection: 1,
  code: 'MCP_PROCESS_EXIT',
  message: 'the server exited with code 7',
  exitCode: 7,
  signal: null,
  stderr: { text: 'out of luck', truncated: false },
};

function isPair(said: Said): said is Extract<Said, readonly unknown[]> {
  return Array.isArray(said);
}
