import { proveRows } from './support/prove-rows.ts';
import { lineRows } from './support/rows/lines.ts';

proveRows('lines', lineRows);
