import { listCases } from './cases/lists.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(listCases);
