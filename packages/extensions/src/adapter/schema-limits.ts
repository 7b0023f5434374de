/**
 * Bounds of what a server may say of its tools. Measured on two slow cores: within them the first check of a value, which
 * prepares its schema, and each slice of a longer one take a few milliseconds.
 */
export interface SchemaLimits {
  /** UTF-8 bytes of one schema. Default 64 KiB: twice the largest that was seen in use. */
  readonly maxSchemaBytes: number;
  /** Objects and arrays of one schema. Default 2,000. */
  readonly maxSchemaNodes: number;
  /** Levels of objects and arrays in each other. Default 32. */
  readonly maxSchemaDepth: number;
  /** References that lead to references, for one value. Default 64. */
  readonly maxRefHops: number;
  /** Entries of all `anyOf`, `oneOf` and `allOf` of one schema. Default 256. */
  readonly maxBranches: number;
  /** Characters of a regular expression. Default 512. */
  readonly maxPatternLength: number;
  /** Regular expressions of one schema. Default 64. */
  readonly maxPatterns: number;
  /** UTF-8 bytes of a description, and of a title; the rest is cut off. Default 16 KiB. */
  readonly maxDescriptionBytes: number;
  /** Tools of one server; the ones after that are left out. Default 1,000. */
  readonly maxTools: number;
  /** UTF-8 bytes of all tools of one server; the ones after that are left out. Default 4 MiB. */
  readonly maxListedBytes: number;
  /** Objects and arrays of all schemas of one server (or eight other values each); the tools after that are left out. Default 100,000. */
  readonly maxListedNodes: number;
  /** What one value may cost to check: about one for each part of it and each part of the schema that it meets. Default 1,000,000. */
  readonly maxCheckSteps: number;
}

export const defaultSchemaLimits: SchemaLimits = {
  maxSchemaBytes: 64 * 1024,
  maxSchemaNodes: 2_000,
  maxSchemaDepth: 32,
  maxRefHops: 64,
  maxBranches: 256,
  maxPatternLength: 512,
  maxPatterns: 64,
  maxDescriptionBytes: 16 * 1024,
  maxTools: 1_000,
  maxListedBytes: 4 * 1024 * 1024,
  maxListedNodes: 100_000,
  maxCheckSteps: 1_000_000,
};
