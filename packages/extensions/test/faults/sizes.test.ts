import { proveRows } from './support/prove-rows.ts';
import { sizeRows } from './support/rows/sizes.ts';

proveRows('sizes', sizeRows);
