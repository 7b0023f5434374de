import { requestCases } from './cases/requests.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(requestCases);
