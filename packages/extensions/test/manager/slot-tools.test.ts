import { expect, test } from 'vitest';
import { definitionHash } from '../../src/manager/definition-hash.ts';
import { SlotTools } from '../../src/manager/slot-tools.ts';
import type { ToolList } from '../../src/protocol/tool-list.ts';
import { listOf, tool } from '../support/tools.ts';

function slotTools(): SlotTools {
  const source = { callTool: () => Promise.reject(new Error('not called')) };
  return new SlotTools({ serverName: 'files', source, limits: { maxTools: 20 } });
}

/** A list of which the server keeps the rest to itself. */
function cut(...names: readonly string[]): ToolList {
  return { ...listOf(...names.map((name) => tool(name))), truncated: 'too-many-entries' };
}

test('a list that was cut takes nothing away of what is offered', () => {
  const tools = slotTools();
  tools.publish(listOf(tool('a'), tool('b')));
  tools.publish(cut('c'));
  expect(tools.tools.map(({ toolName }) => toolName)).toEqual(['c', 'a', 'b']);
  expect(Object.fromEntries(tools.hashes)).toEqual(
    Object.fromEntries(['a', 'b', 'c'].map((name) => [name, definitionHash(tool(name))])),
  );
});

test('lists that are cut, and name others each time, do not add up', () => {
  const tools = slotTools();
  for (let round = 0; round < 10; round += 1) {
    tools.publish(cut(...Array.from({ length: 20 }, (_, index) => `t${round}-${index}`)));
  }
  expect(tools.tools).toHaveLength(20);
  expect([...tools.hashes.keys()].toSorted()).toEqual(tools.tools.map(({ toolName }) => toolName).toSorted());
});
