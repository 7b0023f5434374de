import { proveRows } from './support/prove-rows.ts';
import { floodRows } from './support/rows/floods.ts';

proveRows('floods', floodRows);
