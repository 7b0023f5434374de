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
  'A-01': {
    behaviour:
      'permission is what the configuration says; hints of the server only make it stricter, a policy never looser',
    source: 'MCP 2025-11-25, server/tools, ToolAnnotations: never believed of an untrusted server',
  },
  'A-05': {
    behaviour:
      'a result is an outcome: every block, bounded, with what was left out said; a failure of the tool is no exception',
    source: 'github.com/nicobailon/pi-mcp-adapter/issues/55, github.com/google-gemini/gemini-cli/issues/21053',
  },
  'A-06': {
    behaviour: 'only a tool that the server lists is called, with arguments that fit it; nothing else is sent',
    source: 'MCP 2025-11-25, server/tools, security considerations',
  },
  'A-07': {
    behaviour: 'a registry has all tools of a server or none, follows its list, and is as before when that is undone',
    source: 'github.com/microsoft/aspire/issues/14375',
  },
  'E-03': {
    behaviour: 'in a registry of the simple form a tool gives its text, or throws it',
    source: 'docs/recipes.md',
  },
} as const satisfies Record<string, Requirement>;
