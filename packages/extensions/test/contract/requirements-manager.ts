import type { Requirement } from './requirement.ts';

/** What the manager promises. */
export const managerRequirements = {} as const satisfies Record<string, Requirement>;
