import { endingCases } from './cases/endings.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(endingCases);
