/**
 * Names of the semantic conventions for MCP, and of ours. Written out: the package that has them is large, and its entry for
 * conventions that may change yet is not to be relied on by a library. A test compares them with it.
 * Source: open-telemetry/semantic-conventions-genai 0.1, docs/gen-ai/mcp.md, on semantic-conventions 1.45.
 */
export const attributeNames = {
  methodName: 'mcp.method.name',
  protocolVersion: 'mcp.protocol.version',
  requestId: 'jsonrpc.request.id',
  statusCode: 'rpc.status_code',
  errorType: 'error.type',
  transport: 'network.transport',
  protocolName: 'network.protocol.name',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  toolName: 'gen_ai.tool.name',
  operationName: 'gen_ai.operation.name',
} as const;

/** What the conventions have no name for. A prefix of our own, as they ask for. */
export const ownAttributeNames = {
  serverName: 'coding_agent.mcp.server.name',
  instanceId: 'coding_agent.mcp.client.id',
  runId: 'coding_agent.mcp.run.id',
} as const;

export const metricNames = {
  operationDuration: 'mcp.client.operation.duration',
  sessionDuration: 'mcp.client.session.duration',
} as const;

/** Seconds. */
export const bucketBoundaries: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

export const attributeValues = {
  /** Of `network.transport`, for stdio; */
  pipe: 'pipe',
  /** for HTTP, */
  tcp: 'tcp',
  /** whose `network.protocol.name` is this. */
  http: 'http',
  /** Of `gen_ai.operation.name`, for `tools/call` alone. */
  executeTool: 'execute_tool',
  /** Of `error.type`: the tool ran, and says that it failed. */
  toolError: 'tool_error',
  /** In place of a value, where there are too many different ones. */
  other: '_OTHER',
} as const;
