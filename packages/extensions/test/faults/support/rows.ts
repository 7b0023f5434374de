import type { FaultRow } from './row.ts';
import { callRows } from './rows/calls.ts';
import { drillRows, floodRows } from './rows/floods.ts';
import { handshakeRows } from './rows/handshake.ts';
import { httpRows } from './rows/http.ts';
import { lifeRows } from './rows/life.ts';
import { lineRows } from './rows/lines.ts';
import { listRows } from './rows/lists.ts';
import { messageRows } from './rows/messages.ts';
import { sizeRows } from './rows/sizes.ts';

/** The whole table, in the sections of the page `docs/fault-matrix.md`. */
export const sections: readonly { readonly title: string; readonly rows: readonly FaultRow[] }[] = [
  { title: 'Messages', rows: messageRows },
  { title: 'Lines', rows: lineRows },
  { title: 'Sizes', rows: sizeRows },
  { title: 'Floods', rows: floodRows },
  { title: 'The life of the process', rows: lifeRows },
  { title: 'The handshake', rows: handshakeRows },
  { title: 'Calls', rows: callRows },
  { title: 'Lists', rows: listRows },
  { title: 'The drill', rows: drillRows },
  { title: 'Over HTTP', rows: httpRows },
];

export const rows: readonly FaultRow[] = sections.flatMap((section) => section.rows);
