import { test } from 'vitest';

/** For what Windows has no word for: signals that a process can catch, and exit statuses that name one. */
export const testOnPosix = test.runIf(process.platform !== 'win32');
