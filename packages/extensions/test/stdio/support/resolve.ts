import { resolveProtocolOptions } from '../../../src/client/client-options.ts';
import {
  resolveStdioOptions,
  type ResolvedStdioOptions,
  type StdioLimits,
  type StdioOptions,
} from '../../../src/stdio/stdio-options.ts';

/** The options of a transport, with the limits that a client gives it. */
export function resolveStdio(options: StdioOptions, limits: Partial<StdioLimits> = {}): ResolvedStdioOptions {
  return resolveStdioOptions(options, { ...resolveProtocolOptions({}).limits, ...limits });
}
