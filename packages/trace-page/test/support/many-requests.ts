import type { TraceRecord } from '@coding-agent/extensions/trace';
import type { TraceInput } from '../../src/trace-input.ts';
import { request, server, trace } from './trace-builder.ts';

const tools = ['read', 'search', 'write', 'list', 'patch'] as const;

/** Numbers that look like chance and are the same each time: from 0 up to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    // A linear congruential generator with the constants of Numerical Recipes.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A busy run: requests overlap, a few of them end badly. */
export function manyRequests(count: number, seed = 7): TraceInput {
  const next = numbers(seed);
  const records = Array.from({ length: count }, (_, place): TraceRecord => {
    const at = place * 3 + next() * 4;
    const state = (['timed-out', 'aborted', 'refused'] as const)[Math.floor(next() * 40)] ?? 'fulfilled';
    return request({
      at,
      id: place + 1,
      tool: tools[Math.floor(next() * tools.length)],
      runId: `run-${1 + Math.floor(place / 500)}`,
      state,
      sentAt: at + next() * 2,
      durationMs: 4 + next() ** 4 * 400,
      requestBytes: 80 + Math.floor(next() * 400),
      answerBytes: state === 'fulfilled' ? 100 + Math.floor(next() * 9000) : undefined,
      ...(state === 'timed-out' ? { code: 'MCP_TIMEOUT' } : {}),
    });
  });
  const lastAt = count * 3 + 500;
  return trace(
    [
      { type: 'process', at: 0, ...server, event: 'started', pid: 77 },
      { type: 'state', at: 0, ...server, state: 'ready' },
      ...records,
      { type: 'process', at: lastAt, ...server, event: 'exited', exitCode: 0, signal: null },
      { type: 'state', at: lastAt, ...server, state: 'closed' },
    ],
    `${count} requests`,
  );
}
