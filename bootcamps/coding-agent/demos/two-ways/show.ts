import { McpClientError } from '@coding-agent/extensions';
import type { Host } from '../support/host.ts';
import { cellWidth, sideBySide } from '../support/side-by-side.ts';
import { columns, printable, wrapJson } from '../support/text.ts';
import { arrows } from '../support/trace.ts';
import { wordsIn } from '../support/words.ts';
import { differingLines } from './differing-line.ts';
import type { Exchange } from './exchange.ts';
import { twoWaysWords, ways, type Way } from './words.ts';
import { methodsIn, passages, steps, type Passage, type Step } from './wire.ts';

/** What both ways have come to. */
export interface Told {
  readonly stdio: Exchange;
  readonly http: Exchange & {
    /** The server still ran when the client was closed. */
    readonly isRunning: boolean;
    readonly exitCode: number | null;
  };
}

/** A part of what is told: each cell belongs beside the one of the other way at the same place. */
interface Part {
  readonly name: Step | 'again' | 'end';
  readonly cells: Readonly<Record<Way, readonly (readonly string[])[]>>;
}

export function show(host: Host, told: Told, isStacked: boolean): void {
  const words = twoWaysWords[host.language];
  for (const line of words.title) host.out(line);
  host.out();
  host.out(words.oneLine);
  for (const line of differingLines()) {
    for (const [at, way] of ways.entries()) print(host, `${way.padEnd(5)} `, (line[at] ?? '').trim());
  }
  const parts = partsOf(host, told, isStacked ? columns : cellWidth);
  if (isStacked) for (const way of ways) showStacked(host, parts, way);
  else showSideBySide(host, parts);
  host.out();
  host.out(words.differences);
  for (const { what, stdio, http } of words.table) {
    host.out(what);
    for (const line of isStacked ? [`  stdio: ${stdio}`, `  HTTP: ${http}`] : sideBySide([`  ${stdio}`], [`  ${http}`]))
      host.out(line);
  }
}

function showSideBySide(host: Host, parts: readonly Part[]): void {
  const words = twoWaysWords[host.language];
  host.out();
  for (const line of sideBySide([words.columns.stdio], [words.columns.http])) host.out(line);
  for (const { name, cells } of parts) {
    host.out();
    host.out(words.steps[name]);
    const count = Math.max(cells.stdio.length, cells.http.length);
    for (let at = 0; at < count; at++) {
      for (const line of sideBySide(cells.stdio[at] ?? [], cells.http[at] ?? [])) host.out(line);
    }
    for (const line of words.remarks[name]) host.out(line);
  }
}

function showStacked(host: Host, parts: readonly Part[], way: Way): void {
  const words = twoWaysWords[host.language];
  host.out();
  host.out(words.columns[way]);
  for (const { name, cells } of parts) {
    host.out();
    host.out(words.steps[name]);
    for (const line of cells[way].flat()) host.out(line);
  }
}

function partsOf(host: Host, told: Told, width: number): Part[] {
  const both = (of: (way: Way) => readonly (readonly string[])[]): Part['cells'] => {
    return { stdio: of('stdio'), http: of('http') };
  };
  const { cut } = wordsIn[host.language];
  const words = twoWaysWords[host.language];
  const wire = { stdio: passages(told.stdio.wire, cut), http: passages(told.http.wire, cut) };
  return [
    ...steps.map((step) => ({
      name: step,
      cells: both((way) => [
        ...wire[way]
          .filter((one) => one.step === step)
          .map((one) => passageText(host, one, told[way].startedMs, width)),
        resultText(host, told[way], step),
      ]),
    })),
    {
      name: 'again',
      cells: both((way) => [
        [
          ...words.again[way],
          ...methodsIn(told[way].wireAgain).map((method) => `${arrows.sent} ${method}`),
          words.sum(printable(told[way].again)),
        ],
      ]),
    },
    { name: 'end', cells: both((way) => [words.end(way, told.http.exitCode)]) },
  ];
}

/** When, which way, what; broken where it is too long. */
function passageText(host: Host, { direction, atMs, lines }: Passage, startedMs: number, width: number): string[] {
  const shared = wordsIn[host.language];
  const ms = String(Math.max(0, Math.round(atMs - startedMs))).padStart(5);
  const what =
    direction === 'closed'
      ? `${arrows.sent} ${twoWaysWords[host.language].closed}`
      : `${arrows[direction]} ${shared[direction]}`;
  return [
    `${ms} ms ${what}`,
    ...lines.flatMap((line) => wrapJson(printable(line), width - 2).map((piece) => `  ${piece}`)),
  ];
}

/** What the client makes of it. */
function resultText({ language }: Host, { answers, takenBack, lost }: Exchange, step: Step): string[] {
  const words = twoWaysWords[language];
  switch (step) {
    case 'sum':
      return [
        ...answers.progress.map((message) => words.progress(printable(message))),
        words.sum(printable(answers.sum)),
      ];
    case 'division':
      return answers.quotient.isError ? [words.toolError(printable(answers.quotient.text))] : ['?'];
    case 'back':
      return errorLines(language, 'this', takenBack);
    case 'gone':
      return [...errorLines(language, 'this', lost.during), ...errorLines(language, 'next', lost.after)];
    case 'begin':
    case 'list':
      return [];
    default:
      return step satisfies never;
  }
}

function errorLines(language: Host['language'], which: 'this' | 'next', error: unknown): string[] {
  const words = twoWaysWords[language];
  if (!(error instanceof McpClientError)) return [words.fails(which, '?')];
  const { code, outcome = '?', errno, exitCode } = error;
  const detail = errno ?? (typeof exitCode === 'number' ? words.exitCode(exitCode) : '');
  return [words.fails(which, code), words.outcome(detail, outcome)];
}

/** A text behind a prefix, indented below it. */
function print({ out }: Host, prefix: string, text: string): void {
  const [first = '', ...rest] = wrapJson(printable(text), columns - prefix.length);
  out(`${prefix}${first}`.trimEnd());
  for (const line of rest) out(`${' '.repeat(prefix.length)}${line}`.trimEnd());
}
