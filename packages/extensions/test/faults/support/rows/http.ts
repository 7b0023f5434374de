import { McpClientError } from '../../../../src/index.ts';
import { calling, shakingHands, type FaultRow } from '../row.ts';
import { require, type Scene } from '../scene.ts';

const mebibyte = 2 ** 20;
const maxAnswer = 32 * mebibyte;
/** What may be under way to the server, and one message more that is being made. */
const maxUnderWay = (64 + 16) * mebibyte;

/** What a server that is reached, or what stands before it, does wrong. */
export const httpRows: readonly FaultRow[] = [
  shakingHands({
    fault: 'nobody listens at the address',
    server: { url: 'http://127.0.0.1:1/mcp' },
    ending: 'MCP_CONNECTION_FAILED',
    withinMs: 5_000, // the first one over HTTP in its host: what that is made of is read now
    connection: 'ends',
    check: (_, error) =>
      require(isOf(error, { outcome: 'not-sent', errno: 'ECONNREFUSED' }), 'it is not said that nothing was sent'),
  }),
  ...[
    ['a reset before the head of the answer', 'reset-before-head'],
    ['a reset in the body of the answer', 'reset-in-body'],
    ['a reset in an event', 'reset-in-event'],
    ['a size of a chunk that is no number', 'bad-chunk'],
    ['a body that is shorter than its length', 'short-body'],
    ['a head without an end', 'endless-head'],
    ['a stream that ends with the answer to another request', 'of-another'],
  ].map(([fault = '', http = '']) => reached({ fault, http, ending: 'MCP_CONNECTION_FAILED', check: sentOnce(http) })),
  ...[
    ['half a head, then silence', 'half-a-head'],
    ['half an event, then silence', 'half-an-event'],
    ['silence over HTTP', 'silent'],
  ].map(([fault = '', http = '']) => reached({ fault, http, timeoutMs: 200, ending: 'MCP_TIMEOUT' })),
  ...[
    ['an answer of HTTP 1.0 without a length', 'http-1.0'],
    ['an answer given twice over HTTP', 'twice'],
    ['a stream that never ends, after its answer', 'never-ended'],
    ['a stream that a proxy holds back until its end', 'held-back'],
  ].map(([fault = '', http = '']) => reached({ fault, http, ending: 'answered' })),
  ...[
    ['a page of HTML instead of the answer', 'page'],
    ['202 instead of the answer', 'taken'],
    ['an answer that is packed, though nobody asked for that', 'packed'],
  ].map(([fault = '', http = '']) => reached({ fault, http, ending: 'MCP_PROTOCOL_ERROR' })),
  reached({
    fault: '429, and to be asked again in three thousand years',
    http: 'busy',
    ending: 'MCP_HTTP_ERROR',
    check: waitsAtMost('busy', 429),
  }),
  reached({
    fault: '503, and to be asked again in the year 9999',
    http: 'down',
    ending: 'MCP_HTTP_ERROR',
    check: waitsAtMost('down', 503),
  }),
  reached({ fault: 'a redirect to another origin', http: 'elsewhere', ending: 'MCP_HTTP_ERROR' }),
  reached({
    fault: 'a session that the server has forgotten',
    http: 'forgotten',
    era: 'legacy',
    ending: 'MCP_SESSION_EXPIRED',
    connection: 'ends',
    check: sentOnce('forgotten'),
  }),
  ...[
    ['a body without an end', 'endless-body'],
    ['an event without an end, in one line', 'endless-event'],
    ['an event without an end, in many lines', 'endless-lines'],
  ].map(([fault = '', http = '']) =>
    reached({
      fault,
      http,
      ending: 'MCP_MESSAGE_TOO_LARGE',
      withinMs: 5_000,
      limitBytes: maxAnswer,
    }),
  ),
  reached({
    fault: 'a body without an end, and a limit of 1 MiB',
    http: 'endless-body',
    options: { limits: { maxLineBytes: mebibyte } },
    ending: 'MCP_MESSAGE_TOO_LARGE',
    limitBytes: mebibyte,
  }),
  reached({
    fault: 'a refusal whose words have no end',
    http: 'endless-refusal',
    ending: 'MCP_HTTP_ERROR',
    limitBytes: mebibyte,
  }),
  reached({
    fault: 'comments without an end',
    http: 'endless-comments',
    ending: 'MCP_PROTOCOL_ERROR',
    withinMs: 5_000,
    connection: 'ends',
    limitBytes: 4 * mebibyte,
  }),
  reached({
    fault: 'notifications without an end, over HTTP',
    http: 'endless-notifications',
    ending: 'MCP_PROTOCOL_ERROR',
    withinMs: 5_000,
    connection: 'ends',
    limitBytes: 4 * mebibyte,
  }),
  {
    fault: '10 MiB to a server over HTTP that reads nothing of it',
    done: 'a call',
    server: { http: 'modern' },
    options: { headers: { 'X-Fault': 'reads-nothing' } },
    ending: 'MCP_TIMEOUT',
    due: 'the deadline',
    withinMs: 5_000, // the message is made before the client begins to count
    connection: 'goes on',
    limitBytes: maxUnderWay,
    prepare: () => ({ value: Buffer.alloc(10 * mebibyte, 'v').toString('latin1') }),
    async meet(scene, args) {
      const begin = Date.now();
      const settled = await scene.settle(scene.call('echo', args, { timeoutMs: 500 }));
      return scene.met(settled, begin + 500);
    },
  },
  {
    fault: 'a server that is silent when its session is ended',
    done: 'close',
    server: { http: 'legacy' },
    ending: 'CLIENT_CLOSED',
    due: 'its cause',
    connection: 'ends',
    async meet(scene) {
      const call = scene.settle(scene.call('echo', { fault: 'silent-at-the-end' }));
      for (let turns = 0; (await scene.http?.met('silent-at-the-end')) !== 1; turns += 1) {
        require(turns < 1_000, 'the call does not come');
      }
      const begin = Date.now();
      void scene.client.close();
      return scene.met(await call, begin);
    },
  },
];

type ReachedRow = Omit<Parameters<typeof calling>[0], 'server' | 'connection' | 'args'> & {
  /** The name of the fault in `http-fault-server.mjs`. */
  readonly http: string;
  readonly era?: 'modern' | 'legacy';
  readonly connection?: FaultRow['connection'];
};

/** A call to a server that is reached. Mostly what fails fails alone. */
function reached({ http, era = 'modern', ...row }: ReachedRow): FaultRow {
  return calling({
    connection: 'goes on',
    shared: row.limitBytes === undefined && row.options === undefined && row.connection === undefined,
    ...row,
    server: { http: era },
    args: { value: 'right', fault: http },
  });
}

/** Nothing that may have run is sent again. */
function sentOnce(fault: string): (scene: Scene) => Promise<void> {
  return async ({ http }) => {
    const met = await http?.met(fault);
    require(met === 1, `the call was sent ${met} times`);
  };
}

/** What the server wants is told as a time that a timer can wait. */
function waitsAtMost(fault: string, httpStatus: number): (scene: Scene) => Promise<void> {
  return async (scene) => {
    const { error } = await scene.settle(scene.call('echo', { fault }));
    const isTold = isOf(error, { httpStatus, retryAfterMs: 2 ** 31 - 1 });
    require(isTold, 'the time is not told, or is longer than a timer can wait');
  };
}

function isOf(error: unknown, details: Readonly<Record<string, unknown>>): boolean {
  if (!(error instanceof McpClientError)) return false;
  return Object.entries(details).every(([name, value]) => Reflect.get(error, name) === value);
}
