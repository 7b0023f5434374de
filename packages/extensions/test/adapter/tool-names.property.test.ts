import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toolName, type ToolKey } from '../../src/adapter/tool-name.ts';
import { ToolNames } from '../../src/adapter/tool-names.ts';

/** Short names of few characters meet often; long ones are cut; the rest is anything. */
const part = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '__', '-', '.', '1', ' '), maxLength: 6 }),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: fc.constantFrom('x', 'y'), minLength: 65, maxLength: 90 })
      .map((end) => 'x'.repeat(70) + end),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const key: fc.Arbitrary<ToolKey> = fc.record({ serverName: part, toolName: part });
const keys = fc.uniqueArray(key, {
  maxLength: 40,
  selector: (tool) => JSON.stringify([tool.serverName, tool.toolName]),
});

const namesOf = (table: ToolNames): Record<string, ToolKey> => Object.fromEntries(table.entries());

test('names are valid, one for each tool, and lead back to it', () => {
  fc.assert(
    fc.property(keys, (tools) => {
      const table = new ToolNames(tools);
      expect(table.size).toBe(tools.length);
      expect(new Set([...table.entries()].map(([name]) => name.toLowerCase())).size).toBe(tools.length);
      for (const tool of tools) {
        const name = table.nameOf(tool.serverName, tool.toolName) ?? '';
        expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
        expect(table.find(name)).toEqual(tool);
      }
    }),
    { numRuns: 500 },
  );
});

test('names do not depend on the order in which servers and tools come', () => {
  const shuffled = keys.chain((tools) =>
    fc.tuple(fc.constant(tools), fc.shuffledSubarray(tools, { minLength: tools.length })),
  );
  fc.assert(
    fc.property(shuffled, ([tools, others]) => {
      expect(namesOf(new ToolNames(others))).toEqual(namesOf(new ToolNames(tools)));
    }),
    { numRuns: 300 },
  );
});

test('names do not depend on what other tools and servers there are', () => {
  // Of servers that differ in nothing but case only one, and of their tools: the two exceptions, told in the tests of A-02.
  const apart = fc.uniqueArray(key, {
    maxLength: 40,
    selector: (tool) => JSON.stringify([tool.serverName, tool.toolName]).toLowerCase(),
  });
  fc.assert(
    fc.property(apart, (tools) => {
      const table = new ToolNames(tools);
      for (const { serverName, toolName: tool } of tools) {
        expect(table.nameOf(serverName, tool)).toBe(toolName(serverName, tool));
      }
    }),
    { numRuns: 300 },
  );
});
