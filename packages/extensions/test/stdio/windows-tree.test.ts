import { expect, it } from 'vitest';
import { WindowsTree } from '../../src/stdio/windows-tree.ts';

it('C-32: on Windows the tree is there for as long as the child is', async () => {
  let running = true;
  const tree = new WindowsTree(500, () => running);
  expect(await tree.look()).toMatchObject([{ pid: 500, alive: true }]);
  expect(await tree.describe(await tree.living())).toEqual([{ pid: 500, command: '(unknown)' }]);
  running = false;
  expect(await tree.living()).toEqual([]);
  expect(() => tree.signal([])).not.toThrow();
});
