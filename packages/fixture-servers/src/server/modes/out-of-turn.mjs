/**
 * Has a tool `later {value, turn}` whose answer waits for the next answer to another request, and goes out just after it
 * (`after`, the default) or just before it (`before`); a cancellation comes too late for it. So the calls alone decide in
 * which order the answers come, and no clock.
 *
 * Serves L-08, O-03.
 */
/** @import { Answer } from '../types.ts' */

/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  /** @type {{ before: Answer[], after: Answer[] }} */
  let held = { before: [], after: [] };
  return {
    tools: [
      {
        name: 'later',
        description: 'Answers with the value it was given, just before or after the next answer to another call.',
        inputSchema: {
          type: 'object',
          properties: { value: { type: 'string' }, turn: { enum: ['before', 'after'] } },
          required: ['value'],
        },
        call(call) {
          const { value, turn = 'after' } = call.args;
          if (typeof value !== 'string') return call.refuse(-32602, 'later needs a value');
          if (turn !== 'before' && turn !== 'after') return call.refuse(-32602, 'turn is before or after');
          held[turn].push(server.textAnswer(call.request.id, value));
        },
      },
    ],
    async answer(answer) {
      const { before, after } = held;
      held = { before: [], after: [] };
      for (const next of [...before, answer, ...after]) await server.send(next);
    },
  };
}
