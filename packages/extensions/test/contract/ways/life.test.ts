import { lifeCases } from './cases/life.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(lifeCases);
