import { proveRows } from './support/prove-rows.ts';
import { messageRows } from './support/rows/messages.ts';

proveRows('messages', messageRows);
