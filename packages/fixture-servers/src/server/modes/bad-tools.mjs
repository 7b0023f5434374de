/**
 * Lists ten tools beside its usual ones: eight good, one whose input schema is a string, one without a name. Two of the
 * good ones have the same name, one has an output schema that no validator can read.
 *
 * Serves C-09, A-03, Q-01.
 */
/** @type {import('../types.ts').CreateMode} */
export function createMode(server) {
  const inputSchema = { type: 'object' };
  const good = ['a', 'b', 'c', 'd', 'e', 'e'].map((name) => ({ name, description: 'Good.', inputSchema }));
  const more = [
    ...good,
    { name: 'no-schema', description: 'Has no schema.' },
    { name: 'dangling', description: 'Has a broken output schema.', inputSchema, outputSchema: { $ref: '#/nowhere' } },
    { name: 'bad-schema', description: 'Has a schema that is a string.', inputSchema: 'object' },
    { description: 'Has no name.', inputSchema },
  ];
  return {
    answer(answer, { method }) {
      if (method !== 'tools/list' || !('result' in answer)) return server.send(answer);
      const tools = [...more, .../** @type {object[]} */ (answer.result['tools'])];
      return server.send({ ...answer, result: { ...answer.result, tools } });
    },
  };
}
