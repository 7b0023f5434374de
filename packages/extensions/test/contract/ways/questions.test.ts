import { questionCases } from './cases/questions.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(questionCases);
