import { resultCases } from './cases/results.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(resultCases);
