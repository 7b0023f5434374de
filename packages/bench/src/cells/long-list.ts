import { startCpuClock } from './cpu.ts';
import type { Measure } from './cell-context.ts';

const tools = 500;

/** A list of 500 tools with output schemas, twice. */
export const measure: Measure = async (context) => {
  const client = context.create(await context.load(), '--tools', String(tools));
  await client.connect();
  const list = async (): Promise<number> => {
    const start = performance.now();
    const listed = await client.list();
    const ms = performance.now() - start;
    if (listed.tools.length !== tools) throw new Error(`${listed.tools.length} tools were listed instead of ${tools}`);
    return ms;
  };
  const cpu = startCpuClock();
  const firstMs = await list();
  const firstCpuMs = cpu() / 1000;
  const secondMs = await list();
  await client.close();
  return { firstMs, firstCpuMs, secondMs };
};
