import type { Requirement } from './requirement.ts';

/** What reading a configuration promises. */
export const configRequirements = {
  'M-01': {
    behaviour:
      'a configuration in any host’s dialect is read, entry by entry, and enables, trusts and widens nothing silently',
    source: 'google-gemini/gemini-cli#1995, openclaw/openclaw#105784; docs/configuration.md',
  },
} as const satisfies Record<string, Requirement>;
