import { notificationCases } from './cases/notifications.ts';
import { runOverAllWays } from './run-over-all-ways.ts';

runOverAllWays(notificationCases);
