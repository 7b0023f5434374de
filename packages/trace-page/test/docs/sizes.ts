/** How large pages are: `pnpm --filter @coding-agent/trace-page sizes`. */
import { renderTracePage } from '@coding-agent/trace-page';
import { manyRequests } from '../support/many-requests.ts';
import { trace } from '../support/trace-builder.ts';

for (const [count, input] of [
  [0, trace([])],
  [10_000, manyRequests(10_000)],
] as const) {
  const bytes = Buffer.byteLength(renderTracePage([input]));
  process.stdout.write(`${count} requests: ${(bytes / 1000).toFixed(0)} kB\n`);
}
