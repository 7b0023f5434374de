import { expect, test } from 'vitest';
import { Page } from '../../../learner/page.ts';
import { messagesIn } from '../../../learner/messages/index.ts';
import type { PlayedClient } from '../../../learner/trace/played-client.ts';
import type { Recording } from '../../../learner/trace/record-play.ts';
import { writeVerdict } from '../../../learner/trace/write-trace.ts';
import { displayWidth } from '../../../lesson/report/wrap-text.ts';
import { languages, type Language } from '../../../lesson/manifest/schema.ts';

type Run = Recording['run'];

const ended: Run = {
  ended: 'exit',
  exitCode: 0,
  signal: null,
  processes: { method: 'pid-namespace', complete: true, left: [] },
  output: '',
  outputBytes: 0,
  peakRssBytes: 0,
  why: '',
};

interface Said {
  readonly id?: string;
  readonly run?: Partial<Run>;
  readonly end?: PlayedClient['story']['end'];
  readonly language?: Language;
}

/** What is said of one client whose callers asked nothing, on a terminal of 60 columns. */
function said({ id = 'mine', run = {}, end = { kind: 'ended' }, language = 'en' }: Said): string {
  let text = '';
  const page = new Page({ write: (part) => void (text += part), columns: 60 });
  const messages = messagesIn[language];
  const client: PlayedClient = {
    id,
    title: messages.trace.mine,
    files: new Map(),
    recording: { entries: [], run: { ...ended, outputBytes: Buffer.byteLength(run.output ?? ''), ...run } },
    story: { callers: [], steps: [], end },
  };
  writeVerdict({ page, messages }, client);
  expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(60);
  return text;
}

test('what the learner’s client printed is shown as its own, in both languages', () => {
  const output = 'sent #2\n\u001b[31mred\u001b[0m at /tmp/lesson-a1/tree/solution/src/client.ts:3\n';
  expect(said({ run: { output } })).toBe('your client printed:\n  │ sent #2\n  │ red at src/client.ts:3\n');
  expect(said({ run: { output }, language: 'zh-CN' })).toContain('你的客户端打印了：\n  │ sent #2\n');
});

test('what the course’s clients printed is not shown', () => {
  expect(said({ id: 'solution', run: { output: 'sent #2\n' } })).toBe('');
});

test('of much output the end is shown, and how much there was', () => {
  const output = Array.from({ length: 5000 }, (_, line) => `line ${line}`).join('\n');
  const text = said({ run: { output, outputBytes: 900_000 } });
  expect(text).toMatch(/^your client printed 900,000 bytes; the end of it, 20 lines:\n {2}│ line 4980\n/);
  expect(text.trimEnd().split('\n')).toHaveLength(21);
  const [, one = ''] = said({ run: { output: '字'.repeat(100_000) } }).split('\n');
  expect(one).toMatch(/^ {2}│ 字+…$/);
});

test('a very long error is cut, and says so, in both languages', () => {
  const end = { kind: 'failed', name: 'E'.repeat(3000), message: 'no '.repeat(3000) } as const;
  const text = said({ end });
  expect(text.length).toBeLessThan(700);
  expect(text).toMatch(/^your client stopped:\s+E+/);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/… \(truncated\) $/);
  expect(said({ end, language: 'zh-CN' })).toMatch(/（已截断）\n$/);
  expect(said({ end: { kind: 'failed', name: 'Error', message: 'short' } })).toBe(
    'your client stopped: Error: short\n',
  );
});

test.for(languages)('it is said why a client did not come to its end, in %s', (language) => {
  const end = { kind: 'stopped' } as const;
  const reasons = (['exit', 'timeout', 'output-limit', 'memory-limit'] as const).map((reason) =>
    said({ end, run: { ended: reason }, language }),
  );
  expect(new Set(reasons).size).toBe(4);
  expect(reasons[1]).toContain('60');
});
