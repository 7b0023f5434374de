import type { Requirement } from './requirement.ts';

/** What reading a configuration promises. */
export const configRequirements = {} as const satisfies Record<string, Requirement>;
