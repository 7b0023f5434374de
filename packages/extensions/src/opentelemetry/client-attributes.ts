import type { Attributes } from '@opentelemetry/api';
import type { EventOrigin } from '../client/client-event.ts';
import type { TracedRequest } from '../client/trace-context.ts';
import type { ErrorCode } from '../errors.ts';
import type { ServerValues } from './bounded-values.ts';
import { attributeNames, attributeValues, ownAttributeNames } from './conventions.ts';

/** What is said of one client's requests. Objects are filled, not spread: this is done for every call. */
export class ClientAttributes {
  readonly #values: ServerValues;
  readonly #ofSpans: Attributes;
  readonly #ofMetrics: Attributes;

  constructor({ serverName, instanceId }: EventOrigin, values: ServerValues) {
    const transport = { [attributeNames.transport]: attributeValues.pipe };
    this.#values = values;
    this.#ofSpans = { ...transport, [ownAttributeNames.instanceId]: instanceId };
    if (serverName !== undefined) this.#ofSpans[ownAttributeNames.serverName] = serverName;
    this.#ofMetrics = { ...transport };
    if (values.serverName !== undefined) this.#ofMetrics[ownAttributeNames.serverName] = values.serverName;
  }

  /** The handshake has agreed on a revision of the protocol. */
  agreed(protocolVersion: string): void {
    this.#ofSpans[attributeNames.protocolVersion] = protocolVersion;
    this.#ofMetrics[attributeNames.protocolVersion] = protocolVersion;
  }

  /** Of a request that has an id, or never got one. */
  ofSpan({ method, tool, runId }: Omit<TracedRequest, 'id'>, id: number | undefined): Attributes {
    const attributes = this.#operation(this.#ofSpans, method, tool);
    if (id !== undefined) attributes[attributeNames.requestId] = String(id);
    if (runId !== undefined) attributes[ownAttributeNames.runId] = runId;
    return attributes;
  }

  ofOperation(method: string, tool: string | undefined): Attributes {
    return this.#operation(this.#ofMetrics, method, tool === undefined ? undefined : this.#values.tools.of(tool));
  }

  /** `code`: why it ended. */
  ofSession(code: ErrorCode | undefined): Attributes {
    const attributes = { ...this.#ofMetrics };
    if (code !== undefined && code !== 'CLIENT_CLOSED') attributes[attributeNames.errorType] = code;
    return attributes;
  }

  #operation(all: Attributes, method: string, tool: string | undefined): Attributes {
    const attributes: Attributes = { ...all, [attributeNames.methodName]: method };
    if (tool !== undefined) attributes[attributeNames.toolName] = tool;
    if (method === 'tools/call') attributes[attributeNames.operationName] = attributeValues.executeTool;
    return attributes;
  }
}
