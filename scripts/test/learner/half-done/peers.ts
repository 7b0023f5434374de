import type { HalfDone } from './half-done.ts';

/** Peers of lab 32 as learners have them half-way; the changes are to `src/peer.ts` unless they say otherwise. */
export const halfDonePeers: readonly HalfDone[] = [
  {
    name: 'the guard is there, and the line is still lost',
    after: '01-deadline',
    edits: [],
    mistake: 'id-lost',
  },
  {
    name: 'the guard has a timer of its own, and nobody has looked at the line',
    after: '01-deadline',
    edits: [
      { file: 'src/deadline.ts', from: 'const { clock, method', to: 'const { method' },
      {
        file: 'src/deadline.ts',
        from: 'const stop = clock.start(timeoutMs, () => {',
        to: 'const timer = setTimeout(() => {',
      },
      {
        file: 'src/deadline.ts',
        from: '    });\n    answer.finally(stop)',
        to: '    }, timeoutMs);\n    answer.finally(() => clearTimeout(timer))',
      },
    ],
    mistake: 'own-timer',
  },
  {
    name: 'the guard is as patient as a person',
    after: '02-id',
    edits: [{ from: 'timeoutMs = 2_000', to: 'timeoutMs = 30_000' }],
    mistake: 'patient',
  },
  {
    name: 'the guard tells the caller and nobody else',
    after: '02-id',
    edits: [
      { file: 'src/deadline.ts', from: 'timeoutMs, forget } = options', to: 'timeoutMs } = options' },
      { file: 'src/deadline.ts', from: '      forget();\n', to: '' },
    ],
    mistake: 'timeout-not-forgotten',
  },
  {
    name: 'an answer leaves the timer',
    after: '02-id',
    edits: [
      {
        file: 'src/deadline.ts',
        from: 'answer.finally(stop).then(resolve, reject);',
        to: 'answer.then(resolve, (error: unknown) => (stop(), reject(error)));',
      },
    ],
    mistake: 'timer-kept-after-answer',
  },
  {
    name: 'an error leaves the timer',
    after: '02-id',
    edits: [
      {
        file: 'src/deadline.ts',
        from: 'answer.finally(stop).then(resolve, reject);',
        to: 'answer.then((value) => (stop(), resolve(value)), reject);',
      },
    ],
    mistake: 'timer-kept-after-error',
  },
  {
    name: 'the next id is the number of those who wait',
    after: '02-id',
    edits: [
      { from: '  #lastId = 0;\n', to: '' },
      { from: '++this.#lastId', to: 'this.#waiting.size + 1' },
    ],
    mistake: 'id-by-size',
  },
  {
    name: 'what was not said is sent as empty',
    after: '03-params',
    edits: [
      {
        file: 'src/message.ts',
        from: 'if (params === undefined) return {};',
        to: 'if (params === undefined) return { params: {} };',
      },
    ],
    mistake: 'absent-becomes-empty',
  },
  {
    name: 'a list is an object, too',
    after: '03-params',
    edits: [{ file: 'src/message.ts', from: ' && !Array.isArray(value)', to: '' }],
    mistake: 'list-params',
  },
  {
    name: 'it is registered before it is known whether it can be sent',
    after: '03-params',
    edits: [
      { from: '    const message = messageOf({ id, method, params });\n', to: '' },
      { from: 'this.#transport.send(message);', to: 'this.#transport.send(messageOf({ id, method, params }));' },
    ],
    mistake: 'registered-unsent',
  },
  {
    name: 'an answer that says both is an error',
    after: '04-one-of',
    edits: [
      {
        file: 'src/message.ts',
        from: "if ('result' in message === 'error' in message) {",
        to: "if (!('result' in message) && !('error' in message)) {",
      },
    ],
    mistake: 'error-wins',
  },
  {
    name: 'one bad answer is the end of all',
    after: '04-one-of',
    edits: [
      {
        from: 'waiting.reject(error); // this request alone: the connection is well',
        to: "waiting.reject(error);\n      this.settleAll('the other side breaks the rules');",
      },
    ],
    mistake: 'spoiled-ends-all',
  },
];
