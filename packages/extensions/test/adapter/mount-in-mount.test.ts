import { describe, expect, test } from 'vitest';
import type { Mount } from '../../src/tool-adapter.ts';
import type { RegistryTool, ToolRegistry } from '../../src/adapter/registry-tool.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { adapterBench, listOf, tool } from '../support/tools.ts';

/** A registry that tells somebody of every tool that comes, while it comes. */
class TellingRegistry implements ToolRegistry {
  readonly tools = new Map<string, RegistryTool>();
  onTool: (name: string) => void = () => {};

  register(one: RegistryTool): () => void {
    this.tools.set(one.name, one);
    this.onTool(one.name);
    return () => void this.tools.delete(one.name);
  }

  get names(): readonly string[] {
    return [...this.tools.keys()].toSorted();
  }
}

describe('A-07: who hears of a tool in a registry', () => {
  test('may unmount: nothing is left, also of the tools that were to come', () => {
    const { adapter } = adapterBench([tool('a')]);
    const registry = new TellingRegistry();
    const mount: Mount = adapter.mountToRegistry(registry);
    registry.onTool = (name) => {
      if (name === 'files__b') mount.unmount();
    };
    adapter.refresh(listOf(tool('a'), tool('b'), tool('c')));
    expect([registry.names, mount.names]).toEqual([[], []]);
    adapter.refresh(listOf(tool('d')));
    expect(registry.names).toEqual([]);
  });

  test.each(['files__a', 'files__b'])('may refresh the list: the newest one stays (at %s)', (at) => {
    const { adapter } = adapterBench([tool('a'), tool('b')]);
    const registry = new TellingRegistry();
    registry.onTool = (name) => {
      if (name === at) adapter.refresh(listOf(tool('b', { description: 'Another one.' }), tool('c')));
    };
    const mount = adapter.mountToRegistry(registry);
    expect(registry.names).toEqual(['files__b', 'files__c']);
    expect(registry.tools.get('files__b')?.description).toBe('Another one.');
    expect(mount.names.toSorted()).toEqual(registry.names);
    mount.unmount();
    expect(registry.names).toEqual([]);
  });

  test('may throw what cannot be put into words: that is told, and the list is followed further', async () => {
    const clock = new ManualClock();
    const nothing = Object.create(null) as object;
    const said: string[] = [];
    const onDiagnostic = ({ message }: { readonly message: string }): void => void said.push(message);
    const { adapter } = adapterBench([tool('a')], undefined, { onDiagnostic });
    const registry = new TellingRegistry();
    adapter.mountToRegistry(registry);
    registry.onTool = () => {
      throw nothing;
    };
    adapter.refresh(listOf(tool('a'), tool('b')));
    const stop = adapter.follow(
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- anything may come
      { listTools: () => Promise.reject(nothing), onNotification: () => () => {} },
      { clock },
    );
    await clock.advance(10_000);
    stop();
    expect(said).toEqual([
      'files: the registry kept the tools that it had: it does not say why',
      ...Array<string>(3).fill('files: the list of tools could not be read again: nobody says why'),
    ]);
  });
});
