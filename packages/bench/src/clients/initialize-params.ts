/** What the clients that know no MCP say first. */
export const initializeParams = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
};
