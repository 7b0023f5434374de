import { createHook } from 'node:async_hooks';
import type { TestContext } from 'vitest';

/** The warnings about too many listeners that Node gives while the test runs. */
export function listenerWarnings(context: TestContext): readonly string[] {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error): void => {
    if (name === 'MaxListenersExceededWarning') warnings.push(message);
  };
  process.on('warning', onWarning);
  context.onTestFinished(() => void process.off('warning', onWarning));
  return warnings;
}

/** Counts how often a process was started, or tried to be, whoever did it and however short it lived. */
export function countStarts(): { readonly count: () => number; readonly stop: () => void } {
  let starts = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'PROCESSWRAP') starts += 1;
    },
  }).enable();
  return { count: () => starts, stop: () => void hook.disable() };
}
