import { expect } from 'vitest';
import { judgeTools } from '../../src/adapter/judge-tools.ts';
import { readTool, type Tool } from '../../src/protocol/tool.ts';
import { verifies } from './verifies.ts';

const object = { type: 'object' };

function read(entry: unknown): Tool {
  const tool = readTool(entry);
  if ('problem' in tool) throw new Error(tool.problem);
  return tool.value;
}

function nested(depth: number): Record<string, unknown> {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let level = 0; level < depth; level += 1) schema = { type: 'object', properties: { in: schema } };
  return schema;
}

function wide(count: number): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, { type: 'string' }])),
  };
}

// google-gemini/gemini-cli#13053, modelcontextprotocol/typescript-sdk#1175, modelcontextprotocol/inspector#1909: one entry lost all.
verifies('A-03', 'of ten tools with five bad ones the good ones work, and each of the others has a reason', () => {
  const entries = [
    { name: 'one', inputSchema: object },
    { name: 'two', inputSchema: wide(10) },
    { name: 'three', inputSchema: object, outputSchema: object },
    { name: 'four', inputSchema: object, description: 'good' },
    { name: 'no-input-schema' },
    { name: 'dangling', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/missing' } } } },
    { name: 'draft-04', inputSchema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' } },
    { name: 'remote', inputSchema: { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } } },
    { name: 'twin', inputSchema: object },
    { name: 'twin', inputSchema: object },
  ];
  const { kept, rejected } = judgeTools(entries.map(read));
  expect(kept.length).toBeGreaterThanOrEqual(7);
  expect(rejected).toEqual(
    Array.from({ length: 2 }, () => ({ toolName: 'twin', reason: 'the server has 2 tools of this name' })),
  );
  const unchecked = kept.flatMap(({ tool, input }) =>
    input.status === 'unchecked' ? [[tool.name, input.reason]] : [],
  );
  expect(unchecked).toEqual([
    ['no-input-schema', 'the server gave no input schema: any object is taken'],
    ['dangling', '/properties/a/$ref: $ref leads to nothing'],
    ['draft-04', expect.stringMatching(/draft-04.* are not checked; known are draft-07, 2019-09, 2020-12/)],
    ['remote', '/properties/a/$ref: $ref leads out of the schema, and nothing is fetched'],
  ]);
  expect(kept.slice(0, 4).every(({ input }) => input.status === 'checked')).toBe(true);
});

verifies(
  'A-03',
  'a missing description is empty, a missing input schema is one of any object; of the wrong kind they are refused',
  () => {
    expect(read({ name: 'a' })).toEqual({ name: 'a', description: '', inputSchema: { type: 'object' } });
    expect(readTool({ name: 'a', inputSchema: 'string' })).toEqual({ problem: 'inputSchema is no object' });
    expect(readTool({ name: 'a', description: 5 })).toEqual({ problem: 'description is no string' });
    const { rejected } = judgeTools([read({ name: 'a', inputSchema: { type: 'string' } })]);
    expect(rejected).toEqual([{ toolName: 'a', reason: 'its input schema is of no object: arguments always are one' }]);
  },
);

verifies('A-03', 'a schema over a limit loses its tool and no other', () => {
  const large = { type: 'object', description: 'x'.repeat(70_000) };
  const tools = [
    { name: 'good', inputSchema: wide(1_000) },
    { name: 'deep', inputSchema: nested(2_000) },
    { name: 'wide', inputSchema: wide(20_000) },
    { name: 'large', inputSchema: large },
    { name: 'also-good', inputSchema: nested(10) },
  ];
  const { kept, rejected } = judgeTools(tools.map(read));
  expect(kept.map(({ tool }) => tool.name)).toEqual(['good', 'also-good']);
  expect(rejected).toEqual([
    { toolName: 'deep', reason: 'its input schema is too large: it is nested deeper than 32 levels' },
    {
      toolName: 'wide',
      reason: expect.stringMatching(/^its input schema is too large: it has more than (65536 bytes|2000 objects)/),
    },
    { toolName: 'large', reason: 'its input schema is too large: it has more than 65536 bytes' },
  ]);
});

verifies('A-03', 'the limits are options', () => {
  const tools = [
    { name: 'a', inputSchema: wide(3) },
    { name: 'b', inputSchema: nested(3) },
  ].map(read);
  const reasons = (limits: Parameters<typeof judgeTools>[1]): string[] => {
    return judgeTools(tools, limits).rejected.map(
      ({ toolName, reason }) => `${toolName}: ${reason.replace(/^.*: it/, 'it')}`,
    );
  };
  expect(reasons({})).toEqual([]);
  expect(reasons({ maxSchemaNodes: 4 })).toEqual([
    'a: it has more than 4 objects and arrays',
    'b: it has more than 4 objects and arrays',
  ]);
  expect(reasons({ maxSchemaDepth: 4 })).toEqual(['b: it is nested deeper than 4 levels']);
  expect(reasons({ maxSchemaBytes: 80 })).toEqual(['a: it has more than 80 bytes', 'b: it has more than 80 bytes']);
  expect(reasons({ maxTools: 1 })).toEqual(['b: the server has more than 1 tools']);
  expect(reasons({ maxListedBytes: 120 })).toEqual(['b: with it the tools of the server have more than 120 bytes']);
});

verifies('A-03', 'an output schema that is too large or of an unknown kind is not used; its tool is', () => {
  const { kept, rejected } = judgeTools([
    read({ name: 'a', outputSchema: nested(2_000) }),
    read({ name: 'b', outputSchema: { $ref: '#/x' } }),
  ]);
  expect(rejected).toEqual([]);
  expect(kept.map(({ output }) => output)).toEqual([
    { status: 'unchecked', reason: 'it is too large: it is nested deeper than 32 levels' },
    { status: 'unchecked', reason: '/$ref: $ref leads to nothing', partly: true },
  ]);
});

verifies('A-03', 'a description that is too long is cut at a character, and says so', () => {
  const [judged] = judgeTools([read({ name: 'a', title: '工'.repeat(50), description: '具'.repeat(50) })], {
    maxDescriptionBytes: 100,
  }).kept;
  expect(judged?.tool.description).toBe(`${'具'.repeat(33)}… (150 bytes)`);
  expect(judged?.tool.title).toBe(`${'工'.repeat(33)}… (150 bytes)`);
});
