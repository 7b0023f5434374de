export { McpClient } from './mcp-client.ts';
export type { HttpClientOptions, McpClientOptions, StdioClientOptions } from './mcp-client.ts';
export type { Clock, Timer } from './base/clock.ts';
export type { ClientListener, EventOrigin, McpClientEvent, RequestEnd } from './client/client-event.ts';
export type { ClientPorts, Connection } from './client/client-ports.ts';
export type { ContextSource, TraceContext, TracedRequest } from './client/trace-context.ts';
export type { NotificationHandler } from './client/notifications.ts';
export type { CallOptions, ListOptions, RequestOptions } from './client/request-options.ts';
export type { ClientLimits, ClientTimeouts, ProtocolOptions } from './client/client-options.ts';
export type { Concurrency } from './client/concurrency.ts';
export type { ClientState } from './client/client-state.ts';
export type { ClientStats } from './client/client-stats.ts';
export { errorCodes, McpClientError, McpProtocolError } from './errors.ts';
export type {
  ArgumentProblem,
  BudgetKind,
  ErrorCode,
  ErrorDetails,
  Failure,
  HandshakeReason,
  RequestOutcome,
} from './errors.ts';
export type { ClientInfo, Handshake, LastWords, LegacyHandshake, ModernHandshake } from './protocol/handshake.ts';
export type { ListLimits, RejectedEntry, Truncation } from './protocol/paginate.ts';
export { legacyRevisions, modernRevisions } from './protocol/revisions.ts';
export type { Era, LegacyRevision, ModernRevision } from './protocol/revisions.ts';
export type { Tool } from './protocol/tool.ts';
export type { ToolList } from './protocol/tool-list.ts';
export type { ContentBlock, ResourceContents, ToolResult } from './protocol/tool-result.ts';
export type { HttpAuthorization, HttpChallenge } from './http/authorization.ts';
export { bearerToken } from './http/bearer-token.ts';
export type { TokenRequest, TokenSource } from './http/bearer-token.ts';
export type { HttpOptions } from './http/http-options.ts';
export type { Diagnostic, DiagnosticKind } from './rpc/diagnostic.ts';
export type { ProcessEvent } from './rpc/process-event.ts';
export { InboundRefusal, type InboundHandler } from './rpc/inbound-handlers.ts';
export type { CloseReport, Survivor, Transport, TransportEnd } from './rpc/transport.ts';
export { homeFolder } from './stdio/home-folder.ts';
export type { Graces } from './stdio/shutdown.ts';
export type { Account, StdioOptions } from './stdio/stdio-options.ts';
export type { Encoded } from './wire/codec.ts';
export type { Incoming, JsonObject, RemoteError, RequestId } from './wire/message.ts';
