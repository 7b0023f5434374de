import { proveRows } from './support/prove-rows.ts';
import { handshakeRows } from './support/rows/handshake.ts';

proveRows('handshake', handshakeRows);
