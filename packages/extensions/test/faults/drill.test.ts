import { proveRows } from './support/prove-rows.ts';
import { drillRows } from './support/rows/floods.ts';

proveRows('drill', drillRows);
