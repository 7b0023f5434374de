import type { RunRecord, TestRecord } from '../evidence.ts';

/** `wrong fifo-matching` or `solution, run 3 (shuffled, seed 17)`: how reports name a run. */
export function runName(run: RunRecord): string {
  const { kind, id } = run.variant;
  const name = kind === id ? kind : `${kind} ${id}`;
  const order = run.order.kind === 'shuffled' ? `shuffled, seed ${run.order.seed}` : `${run.order.kind} order`;
  return kind === 'solution' || kind === 'starter' ? `${name}, run ${run.attempt} (${order})` : name;
}

/** `fail NotImplementedError TODO_X "first line"`: what a test did, in one line. */
export function seen(test: TestRecord | undefined): string {
  if (!test) return 'not reported';
  if (test.state === 'pass' || test.state === 'skipped') return test.state;
  const errors = test.errors.map((error) => {
    const line = (error.message.split('\n').find((text) => text.trim()) ?? '').slice(0, 160);
    return [error.name, error.code, JSON.stringify(line)].filter(Boolean).join(' ');
  });
  return `${test.state} ${errors.join(' + ')}`;
}

export function testOf(run: RunRecord, id: string): TestRecord | undefined {
  return run.tests.find((test) => test.id === id);
}
