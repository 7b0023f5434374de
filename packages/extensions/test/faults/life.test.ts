import { proveRows } from './support/prove-rows.ts';
import { lifeRows } from './support/rows/life.ts';

proveRows('life', lifeRows);
