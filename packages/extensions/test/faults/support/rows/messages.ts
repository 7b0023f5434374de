import { calling, odd, type FaultRow } from '../row.ts';
import { require } from '../scene.ts';

/** Lines that are JSON and yet no sound message. */
export const messageRows: readonly FaultRow[] = [
  calling({
    fault: 'JSON that is no object (a number, null, a string, an empty array) before the answer',
    server: { mode: 'not-object' },
    ending: 'answered',
    connection: 'goes on',
    check: ({ client }) => require(client.stats().malformed === 4, 'the four lines are not counted'),
  }),
  calling({
    fault: 'an answer given twice',
    server: { mode: 'duplicate-id' },
    ending: 'answered',
    connection: 'goes on',
    async check({ client }) {
      await client.ping();
      require(client.stats().lateAnswers === 1, 'the second answer is not counted');
    },
  }),
  calling({
    fault: 'an answer to an id that was never used',
    server: { mode: 'unknown-id' },
    ending: 'answered',
    connection: 'goes on',
    check: ({ client }) => require(client.stats().unknownAnswers === 1, 'the unknown answer is not counted'),
  }),
  calling({
    fault: 'a result and an error at once',
    server: { mode: 'both' },
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'goes on',
  }),
  calling({
    fault: 'neither a result nor an error',
    server: { mode: 'neither' },
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'goes on',
  }),
  calling({
    fault: 'the id comes back as a string',
    server: { mode: 'string-ids' },
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'goes on',
  }),
  odd({ fault: 'no member jsonrpc', tool: 'no-jsonrpc', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({ fault: 'a result that is null', tool: 'null-result', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({ fault: 'a result that is a string', tool: 'string-result', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({ fault: 'a result whose content is not what it should be', tool: 'bad-content', ending: 'MCP_INVALID_RESULT' }),
  odd({ fault: 'an error that is a string', tool: 'error-is-string', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({ fault: 'an error without a message', tool: 'error-no-message', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({ fault: 'an error whose code is a string', tool: 'error-code-string', ending: 'MCP_PROTOCOL_ERROR' }),
  odd({
    fault: 'an error with the id null: nobody can say whose',
    tool: 'error-id-null',
    timeoutMs: 200,
    ending: 'MCP_TIMEOUT',
  }),
  odd({ fault: 'a result beside an error that is null', tool: 'null-error', ending: 'answered' }),
  odd({ fault: 'an answer whose id is a fraction, then the right one', tool: 'fraction-id', ending: 'answered' }),
  odd({ fault: 'members that nobody knows, and _meta', tool: 'extra-members', ending: 'answered' }),
  odd({
    fault: 'keys named `__proto__` and `constructor`',
    tool: 'prototype-keys',
    ending: 'answered',
    check: () => require(Reflect.get({}, 'polluted') === undefined, 'the prototype of all objects was changed'),
  }),
  odd({ fault: 'a result with 100,000 levels of nesting', tool: 'deep-result', ending: 'answered' }),
  odd({ fault: 'an error whose data has 100,000 levels of nesting', tool: 'deep-error-data', ending: 'MCP_ERROR' }),
  odd({
    fault: 'ten thousand answers that nobody waits for',
    tool: 'answers-for-nobody',
    withinMs: 5_000,
    ending: 'answered',
  }),
  calling({
    fault: 'an array of messages under 2025-06-18, which does not allow it',
    server: { mode: 'batch-answer', revision: '2025-06-18' },
    ending: 'MCP_PROTOCOL_ERROR',
    connection: 'goes on',
  }),
  calling({
    fault: 'an array of messages under 2025-03-26, which allows it',
    server: { mode: 'batch-answer' },
    ending: 'answered',
    connection: 'goes on',
    check: ({ client }) => require(client.stats().notifications === 1, 'the notification in the array is lost'),
  }),
  calling({
    fault: 'requests of the server: a ping with the id of our call, and a method that nobody knows',
    server: { mode: 'server-requests' },
    ending: 'answered',
    connection: 'goes on',
    async check({ client, journal, server }) {
      await client.ping();
      const replies = (server?.received() ?? []).filter(({ method }) => method === undefined);
      require(replies.length === 2 &&
        replies[1]?.error?.code ===
          -32_601, `${journal.length} entries, and the replies are ${JSON.stringify(replies)}`);
    },
  }),
];
