import { proveRows } from './support/prove-rows.ts';
import { httpRows } from './support/rows/http.ts';

proveRows('http', httpRows);
