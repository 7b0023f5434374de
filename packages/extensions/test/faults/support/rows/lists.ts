import type { FixtureOptions } from '@coding-agent/fixture-servers';
import type { McpClientOptions, ToolList, Truncation } from '../../../../src/index.ts';
import type { FaultRow } from '../row.ts';
import { require } from '../scene.ts';

/** Lists without an end, and bad entries in good ones. */
export const listRows: readonly FaultRow[] = [
  listing('the same cursor for ever', { mode: 'stuck-cursor' }, { truncated: 'repeated-cursor' }),
  listing('two cursors in turn, for ever', { mode: 'circling-cursors' }, { truncated: 'repeated-cursor' }),
  listing(
    'fresh cursors for ever',
    { mode: 'stuck-cursor', fresh: true },
    { truncated: 'too-many-pages', options: { limits: { maxPages: 64 } } },
  ),
  listing('the second page is refused', { mode: 'page-refused' }, { truncated: 'page-failed' }),
  listing('two bad tools among fourteen', { mode: 'bad-tools' }, { truncated: false, rejected: 2, tools: 12 }),
];

interface Expected {
  readonly truncated: false | Truncation;
  readonly rejected?: number;
  readonly tools?: number;
  readonly options?: Partial<McpClientOptions>;
}

function listing(fault: string, server: FixtureOptions, { options, ...expected }: Expected): FaultRow {
  return {
    fault,
    done: 'listTools',
    server,
    options: { ...options, allowUnlistedTools: true },
    ending: 'answered',
    due: 'its cause',
    connection: 'goes on',
    async meet(scene) {
      const begin = Date.now();
      const settled = await scene.settle(scene.client.listTools());
      const met = scene.met(settled, scene.causeOf(settled, begin));
      const { tools, rejected, truncated } = settled.value as ToolList;
      require(truncated === expected.truncated, `the list was cut: ${truncated}`);
      require(rejected.length === (expected.rejected ?? 0), `${rejected.length} were rejected`);
      require(tools.length >= (expected.tools ?? 4), `${tools.length} tools are left`);
      require((await scene.call('echo', { value: 'x' })).content.length === 1, 'the others cannot be called');
      return met;
    },
  };
}
