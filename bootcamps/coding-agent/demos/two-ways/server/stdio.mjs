/** The calculator over stdio: whoever speaks with it has started it. `CALCULATOR_KEY=… node stdio.mjs [--record FILE]` */
import { parseArgs } from 'node:util';
import { log } from '../../support/rpc.mjs';
import { serve } from '../../support/serve.mjs';
import { ownKey } from './key.mjs';
import { methods } from './methods.mjs';
import { recorder } from './record.mjs';

const { values } = parseArgs({ options: { record: { type: 'string' } } });
const record = recorder(values.record);

ownKey(); // a real server opens its database with it; who may speak with this one, the pipe says
serve(methods, { onWire: (direction, line) => record({ kind: direction, line }) });
log('calculator over stdio: ready');
