import type { OtherRecord } from '../model/records.ts';
import type { Format } from './format.ts';
import { shownText } from './shown-text.ts';
import type { EventWords } from './strings.ts';

/** What an event says, in words of one language. What is the trace's in it can be shown as it is. */
export function eventWords(record: OtherRecord, words: EventWords, format: Format): string {
  switch (record.type) {
    case 'process':
      return processWords(record, words);
    case 'connection': {
      const { serverInfo, protocolVersion, era, capabilities } = record;
      const server = shownText(`${serverInfo.name} ${serverInfo.version}`, 80);
      const done = words.connection({ server, version: shownText(protocolVersion, 40), era });
      return capabilities.length === 0 ? done : done + words.capabilities(shownText(capabilities.join(', ')));
    }
    case 'state':
      return words.state(record.state) + codeOf(record.code);
    case 'server-state': {
      const said = record.message === undefined ? '' : `: ${shownText(record.message, 400)}`;
      return (
        words.serverState({ state: record.state, generation: `${record.generation}` }) + codeOf(record.code) + said
      );
    }
    case 'stderr':
      return (
        words.stderr({ bytes: format.bytes(record.bytes), chunks: record.chunks }) +
        (record.truncated === true ? words.stderrTruncated : '')
      );
    case 'stray-answer':
      return record.isLate ? words.lateAnswer(`#${record.id}`) : words.unknownAnswer(`#${record.id}`);
    case 'notification': {
      const told = record.direction === 'to-server' ? words.toServer : words.fromServer;
      return `${told(shownText(record.method))}, ${format.bytes(record.bytes)}`;
    }
    case 'server-request':
      return `${words.serverRequest(shownText(record.method))}, ${format.bytes(record.bytes)}`;
    case 'diagnostic':
      return `${record.kind === undefined ? '' : `${shownText(record.kind, 60)}: `}${shownText(record.message, 400)}`;
    case 'gone':
      return record.survivors === 0 ? words.gone : words.survivors(record.survivors);
    case 'failure':
      return `${shownText(record.code, 60)}: ${shownText(record.message, 400)}`;
    case 'dropped':
      return words.dropped(record.count);
  }
}

function processWords(record: Extract<OtherRecord, { type: 'process' }>, words: EventWords): string {
  switch (record.event) {
    case 'started':
      return words.processStarted(`${record.pid ?? '?'}`);
    case 'stdin-ended':
      return words.stdinEnded;
    case 'terminated':
      return words.terminated;
    case 'killed':
      return words.killed;
    case 'exited': {
      const { exitCode, signal } = record;
      const how = [
        typeof exitCode === 'number' ? words.exitCode(`${exitCode}`) : '',
        typeof signal === 'string' ? words.signal(shownText(signal, 30)) : '',
      ];
      return words.exited(how.join(''));
    }
    case 'failed':
      return words.spawnFailed(shownText(record.errno ?? '', 30));
  }
}

function codeOf(code: string | undefined): string {
  return code === undefined ? '' : ` · ${shownText(code, 60)}`;
}
