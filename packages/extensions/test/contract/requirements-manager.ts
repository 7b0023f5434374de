import type { Requirement } from './requirement.ts';

/** What the manager promises. */
export const managerRequirements = {
  'M-03': {
    behaviour:
      'restarts have a back-off and an end; quarantine is of what a server is, its configuration and its bytes, and a pinned digest holds',
    source: 'github.com/can1357/oh-my-pi/issues/1596',
  },
  'M-07': {
    behaviour: 'an approval is of what was approved: any change asks again and says what it is; no secret is kept',
    source: 'CVE-2025-54136; github.com/gridctl/gridctl/issues/287',
  },
  'M-09': {
    behaviour:
      'a server is started behind what its configuration asks for, or not at all, and its tree ends through it',
    source: 'promise 2 of the design',
  },
} as const satisfies Record<string, Requirement>;
