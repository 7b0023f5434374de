import { proveRows } from './support/prove-rows.ts';
import { callRows } from './support/rows/calls.ts';
import { listRows } from './support/rows/lists.ts';

proveRows('calls', [...callRows, ...listRows]);
