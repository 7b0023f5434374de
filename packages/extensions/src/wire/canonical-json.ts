type Task = { readonly text: string } | { readonly value: unknown };

/**
 * JSON with the members of every object in the order of their names (as RFC 8785 has it), so that two values that say the
 * same have one text, whatever order they were written in. Lists keep their order. A member that is `undefined` is left
 * out. Made without recursion: a server may send a schema that is nested as deep as a line is long.
 *
 * Takes what JSON can say: `JSON.parse` made it, or it was checked. Anything else becomes null.
 */
export function canonicalJson(value: unknown): string {
  const texts: string[] = [];
  // The last one is the next one.
  const tasks: Task[] = [{ value }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('text' in task) texts.push(task.text);
    else if (typeof task.value === 'object' && task.value !== null) {
      // One by one: a list may have more entries than a call may have arguments.
      for (const part of partsOf(task.value).toReversed()) tasks.push(part);
    } else texts.push(JSON.stringify(task.value) ?? 'null');
  }
  return texts.join('');
}

function partsOf(value: object): Task[] {
  const isList = Array.isArray(value);
  const parts: Task[] = [{ text: isList ? '[' : '{' }];
  const entries = isList
    ? value.map((entry: unknown) => ['', entry] as const)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => [`${JSON.stringify(name)}:`, member as unknown] as const);
  for (const [index, [name, entry]] of entries.entries()) {
    parts.push({ text: `${index === 0 ? '' : ','}${name}` }, { value: entry });
  }
  parts.push({ text: isList ? ']' : '}' });
  return parts;
}
