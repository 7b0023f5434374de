import type { Requirement } from './requirement.ts';

/** What the tool adapter promises. */
export const adapterRequirements = {
  'A-02': {
    behaviour: 'a name of a tool is safe for every model, its own, and depends on its server and itself only',
    source: 'github.com/google-gemini/gemini-cli/issues/27981',
  },
  'A-03': {
    behaviour: 'what a server says of its tools has limits, and one bad tool costs no other',
    source: 'github.com/google-gemini/gemini-cli/issues/13053',
  },
  'A-04': {
    behaviour: 'arguments are checked before they are sent, and no schema can hold up the host',
    source: 'github.com/apify/apify-mcp-server/issues/991',
  },
} as const satisfies Record<string, Requirement>;
