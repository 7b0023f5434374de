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

/** What a failing handler was told, and whether each of its promises that rejected was taken care of. */
export interface FailingHandler {
  readonly onNotification: (method: string, params: unknown) => Promise<never>;
  readonly seen: readonly unknown[];
  readonly handled: () => boolean[];
}

/** A handler of a host that goes wrong at once for a log message, and a moment later for everything else. */
export function failingHandler(): FailingHandler {
  const seen: unknown[] = [];
  const rejections: Rejection[] = [];
  const onNotification = (method: string, params: unknown): Promise<never> => {
    seen.push([method, params]);
    const error = new Error('a handler of the caller that fails');
    if (method === 'notifications/message') throw error;
    const rejection = new Rejection((_, reject) => reject(error));
    rejections.push(rejection);
    return rejection;
  };
  return { onNotification, seen, handled: () => rejections.map((rejection) => rejection.handled) };
}

/**
 * A promise that rejects and knows whether anybody has taken care of that. It does it quietly: the runner would report a
 * rejection that nobody handles, without the name of a test.
 */
class Rejection extends Promise<never> {
  handled = false;

  constructor(executor: ConstructorParameters<typeof Promise<never>>[0]) {
    super(executor);
    super.then(undefined, () => {});
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to see who calls it is what this class is for
  override then<A = never, B = never>(
    onFulfilled?: ((value: never) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.handled ||= typeof onRejected === 'function';
    return super.then(onFulfilled, onRejected);
  }
}
