import type { Requirement } from './requirement.ts';

/** What the tool adapter promises. */
export const adapterRequirements = {} as const satisfies Record<string, Requirement>;
