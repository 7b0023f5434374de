import { LimitClient } from './limit-client.ts';
import type { Adapter } from './bench-client.ts';

export const adapter: Adapter = { framing: 'newline', create: (server) => new LimitClient(server, true) };
