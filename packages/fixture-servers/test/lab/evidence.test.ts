import { expect, test } from 'vitest';
import { reportEvidence } from '../../src/lab/index.ts';

test('facts of one name add up, others stand beside them', ({ task }) => {
  reportEvidence({ task }, { serversStarted: 1, leftRunning: 0 });
  reportEvidence({ task }, { serversStarted: 1, words: 3 });
  expect(task.meta.evidence).toEqual({ serversStarted: 2, leftRunning: 0, words: 3 });
});
