import { RpcError } from '../calculator/client/message.ts';
import { exitCodes, type Demo, type Host } from '../support/host.ts';
import { readOptions } from '../support/options.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { columns, padTo } from '../support/text.ts';
import { errorText, wordsIn } from '../support/words.ts';
import { eras } from './client/connect.ts';
import { exchange, serverKinds, steps, type Exchange, type ServerKind } from './exchange.ts';
import { conversations, wireText } from './side-by-side.ts';
import { twoErasWords } from './words.ts';

/** E-02: both eras side by side, and every kind of client at every kind of server. */
export const twoErasDemo: Demo = async (host) => {
  const words = twoErasWords[host.language];
  const { flags } = readOptions(host.words, { flags: ['help', 'stacked'] });
  if (flags.has('help')) {
    host.out(words.help);
    return exitCodes.ok;
  }
  const all: Exchange[] = [];
  for (const client of eras) {
    for (const server of serverKinds) {
      if (!host.signal.aborted) all.push(await exchange(client, server, host.signal));
    }
  }
  if (host.signal.aborted) return exitCodes.failed;

  for (const line of words.title) host.out(line);
  const [legacy, modern] = serverKinds.map((kind) => find(all, kind, kind));
  if (legacy === undefined || modern === undefined) return exitCodes.failed;
  if (flags.has('stacked')) [legacy, modern].forEach((one) => printStacked(host, one));
  else printSideBySide(host, legacy, modern);

  host.out();
  for (const line of words.others) host.out(line);
  for (const one of all.filter(({ client, server }) => client !== server)) printMeeting(host, one);
  host.out();
  printTable(host, all);
  return all.every(isAsExpected) ? exitCodes.ok : exitCodes.failed;
};

/** Only a client that knows one era alone fails at a server that knows the other alone. */
function isAsExpected({ client, server, outcome }: Exchange): boolean {
  if (client !== 'auto' && client !== server) return outcome.kind === 'fails' && outcome.error instanceof RpcError;
  return outcome.kind === 'works' && outcome.era === server && outcome.sum === '13';
}

function find(all: readonly Exchange[], client: Exchange['client'], server: ServerKind): Exchange | undefined {
  return all.find((one) => one.client === client && one.server === server);
}

function printSideBySide(host: Host, left: Exchange, right: Exchange): void {
  const words = twoErasWords[host.language];
  const shared = wordsIn[host.language];
  host.out();
  for (const line of sideBySide([columnTitle(host, left)], [columnTitle(host, right)])) host.out(line);
  for (const step of steps) {
    host.out();
    host.out(words.steps[step]);
    const [one, other] = [left, right].map(({ wire }) => wire.filter((line) => line.step === step));
    for (const line of conversations(one ?? [], other ?? [], shared)) host.out(line);
    for (const line of words.remarks[step]) host.out(line);
  }
  host.out();
  host.out(words.steps.end);
  for (const line of sideBySide(endText(host, left), endText(host, right))) host.out(line);
  for (const line of words.remarks.end) host.out(line);
}

function printStacked(host: Host, one: Exchange): void {
  const words = twoErasWords[host.language];
  host.out();
  host.out(columnTitle(host, one));
  for (const step of steps) {
    host.out();
    host.out(words.steps[step]);
    for (const line of one.wire.filter((wire) => wire.step === step)) {
      for (const text of wireText(line, wordsIn[host.language], columns)) host.out(text);
    }
  }
  host.out();
  host.out(words.steps.end);
  for (const line of endText(host, one)) host.out(line);
}

/** How a client and a server begin, and what comes of it. */
function printMeeting(host: Host, { client, server, wire, outcome }: Exchange): void {
  const words = twoErasWords[host.language];
  const shared = wordsIn[host.language];
  host.out();
  host.out(words.pair(words.clients[client], words.servers[server]));
  for (const line of wire.filter(({ step }) => step === 'begin')) {
    for (const text of wireText(line, shared, columns)) host.out(text);
  }
  host.out(
    outcome.kind === 'works'
      ? words.works(outcome.revision, outcome.sum)
      : words.fails(errorText(shared, outcome.error)),
  );
  for (const line of words.meanings[`${client} ${server}`] ?? []) host.out(line);
}

function printTable(host: Host, all: readonly Exchange[]): void {
  const words = twoErasWords[host.language];
  const row = (...cells: readonly string[]): void =>
    host.out(
      cells
        .map((cell) => padTo(cell, 24))
        .join('')
        .trimEnd(),
    );
  host.out(words.table);
  row(words.corner, ...serverKinds.map((kind) => words.servers[kind]));
  for (const client of eras) {
    row(words.clients[client], ...serverKinds.map((kind) => cellOf(host, find(all, client, kind))));
  }
}

function cellOf(host: Host, one: Exchange | undefined): string {
  const words = twoErasWords[host.language];
  if (one?.outcome.kind === 'works') return words.worksShort(one.outcome.revision);
  const error = one?.outcome.error;
  return words.failsShort(error instanceof RpcError ? String(error.code) : '?');
}

function columnTitle({ language }: Host, { server, outcome }: Exchange): string {
  return twoErasWords[language].column(server, outcome.kind === 'works' ? outcome.revision : '?');
}

function endText({ language }: Host, { endings }: Exchange): string[] {
  return endings.flatMap((ending) => (ending === undefined ? [] : [`■ ${wordsIn[language].ending(ending)}`]));
}
