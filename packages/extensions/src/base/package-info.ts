/** This package, as its manifest has it: a test compares the two. */
export const packageInfo = { name: '@coding-agent/extensions', version: '0.0.0' } as const;
