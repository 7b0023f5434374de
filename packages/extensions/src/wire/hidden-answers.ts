import { isJsonObject } from './message.ts';

/** Objects that are looked at in one line. */
const maxObjects = 16;
/** Our ids stand near the beginning of an answer or near its end: what a server puts first is its own affair. */
const edge = 200;

/**
 * The requests whose answers seem to be in a line that cannot be read as one message: behind a banner, before a log line,
 * glued to another message, cut, or with a NaN in it. They are not believed (a log line may quote anything); but those calls
 * need not wait for their timeout.
 */
export function hiddenAnswers(line: string): number[] {
  if (!line.includes('"jsonrpc"')) return [];
  const ids = objectsIn(line).map(answeredIn);
  return ids.filter((id): id is number => id !== undefined);
}

/** Which request an answer seems to be for; undefined when it is no answer, or nobody can say. */
export function answeredIn(text: string): number | undefined {
  try {
    const message: unknown = JSON.parse(text.length <= 2 * edge ? text : '');
    if (isJsonObject(message)) {
      const isAnswer = message['jsonrpc'] !== undefined && message['method'] === undefined;
      return isAnswer ? Number(message['id'] ?? NaN) : undefined;
    }
  } catch {
    // cut, spoiled, or long: then by what it looks like
  }
  const edges = `${text.slice(0, edge)} ${text.slice(-edge)}`;
  if (!/"jsonrpc"/.test(edges) || /"method"\s*:/.test(edges)) return undefined;
  const [, id] = /"id"\s*:\s*"?(\d{1,15})\b/.exec(edges) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The objects that stand side by side in a line, whatever is between them; the last may be cut. Linear in the line. */
function objectsIn(line: string): string[] {
  const objects: string[] = [];
  let from = line.indexOf('{');
  while (from !== -1 && objects.length < maxObjects) {
    const end = endOfObject(line, from);
    objects.push(line.slice(from, end));
    from = line.indexOf('{', end);
  }
  return objects;
}

function endOfObject(line: string, start: number): number {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') at = endOfString(line, at);
    else if (character === '{') depth += 1;
    else if (character === '}' && (depth -= 1) === 0) return at + 1;
  }
  return line.length;
}

/** Where the string that begins at `start` ends: at its closing quote, or at the end of the text. */
export function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

/** A quote is escaped by an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json[before] === '\\') before -= 1;
  return (at - before) % 2 === 0;
}
