import { messagesIn } from '../wire/codec.ts';
import { isJsonObject, type Incoming } from '../wire/message.ts';

/**
 * What is believed of a message that came for request `id` (undefined: for none, unasked). Over HTTP it is known what an
 * answer is the answer to, so one to another request is a fault, in whatever way it is spoiled or packed: it settles nothing.
 */
export function believed(message: Incoming, id: number | undefined): Incoming {
  switch (message.kind) {
    case 'result':
    case 'error':
      return message.id === id ? message : misplaced(message, id);
    case 'malformed': {
      const { answers, mayAnswer, ...rest } = message;
      if (answers !== undefined && answers !== id) return misplaced(message, id);
      return { ...rest, ...(answers !== undefined && { answers }), ...own(mayAnswer, id) };
    }
    case 'noise': {
      const { mayAnswer, ...rest } = message;
      return { ...rest, ...own(mayAnswer, id) };
    }
    case 'batch': {
      const entries = message.entries.filter((entry) => !answersAnother(entry, id));
      return entries.length === 0 ? misplaced(message, id) : { ...message, entries };
    }
    case 'request':
    case 'notification':
    case 'unanswered':
      return message;
    default:
      return message satisfies never;
  }
}

/**
 * The requests of ours whose answer a message is, or has in it: spoiled, or in an array, as may be. Another one will not come.
 */
export function idsAnswered(message: Incoming): readonly number[] {
  switch (message.kind) {
    case 'result':
    case 'error':
      return [message.id];
    case 'malformed': {
      const { answers, mayAnswer = [] } = message;
      return answers === undefined ? mayAnswer : [answers, ...mayAnswer];
    }
    case 'noise':
      return message.mayAnswer ?? [];
    case 'batch':
      return messagesIn(message.entries, message.bytes).flatMap(idsAnswered);
    case 'request':
    case 'notification':
    case 'unanswered':
      return [];
    default:
      return message satisfies never;
  }
}

function own(mayAnswer: readonly number[] | undefined, id: number | undefined): { mayAnswer?: readonly number[] } {
  return id !== undefined && mayAnswer?.includes(id) === true ? { mayAnswer: [id] } : {};
}

function misplaced({ bytes }: Incoming, id: number | undefined): Incoming {
  const where = id === undefined ? 'what the server says unasked' : `request ${id}`;
  return { kind: 'malformed', why: `an answer to another request on the stream of ${where}`, bytes, sample: '' };
}

function answersAnother(entry: unknown, id: number | undefined): boolean {
  if (!isJsonObject(entry) || entry['method'] !== undefined) return false;
  const { id: answered } = entry;
  if (typeof answered !== 'string' && typeof answered !== 'number') return false;
  return id === undefined || String(answered) !== String(id);
}
