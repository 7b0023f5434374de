import { McpClientError } from '../errors.ts';
import { defaultSchemaLimits, type SchemaLimits } from './schema-limits.ts';

/** How much of a result reaches a model. Whole numbers from 1. */
export interface OutcomeLimits {
  /** Bytes of all text, names and structured content together, as UTF-8. Default 50 KiB. */
  readonly maxTextBytes: number;
  /** Lines of the same. Default 2,000. */
  readonly maxTextLines: number;
  /** One image, sound or file, in bytes of its base64 as it is sent on. Default 5 MiB. */
  readonly maxMediaBytes: number;
  /** All of them. Default 20 MiB. */
  readonly maxTotalMediaBytes: number;
  /** Blocks that are no text. Default 100. */
  readonly maxBlocks: number;
}

/** How large the arguments of a call may be. Whole numbers from 1. */
export interface ArgumentLimits {
  /** Bytes as JSON. Default 1 MiB. */
  readonly maxArgumentBytes: number;
  /** Levels of arrays and objects in each other. Default 64. */
  readonly maxArgumentDepth: number;
}

export interface AdapterLimits extends OutcomeLimits, ArgumentLimits, SchemaLimits {}

const mebibyte = 1024 * 1024;

const defaults: AdapterLimits = {
  ...defaultSchemaLimits,
  maxTextBytes: 50 * 1024,
  maxTextLines: 2_000,
  maxMediaBytes: 5 * mebibyte,
  maxTotalMediaBytes: 20 * mebibyte,
  maxBlocks: 100,
  maxArgumentBytes: mebibyte,
  maxArgumentDepth: 64,
};

/**
 * The limits with every default filled in.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`, naming the limit and what it should be
 */
export function resolveAdapterLimits(given: Partial<AdapterLimits> = {}): AdapterLimits {
  const resolved = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name)) {
      throw invalid(`limits.${name} does not exist; there are ${Object.keys(defaults).join(', ')}`);
    }
    if (value === undefined) continue;
    if (!Number.isSafeInteger(value) || value < 1) throw invalid(`limits.${name} should be a whole number from 1`);
    Reflect.set(resolved, name, value);
  }
  return resolved;
}

function invalid(message: string): McpClientError {
  return new McpClientError('MCP_INVALID_CONFIG', message);
}
