import type { Attributes } from '@opentelemetry/api';
import type { EventOrigin } from '../client/client-event.ts';
import type { TracedRequest } from '../client/trace-context.ts';
import type { ErrorCode } from '../errors.ts';
import type { ServerValues } from './bounded-values.ts';
import { attributeNames, attributeValues, ownAttributeNames } from './conventions.ts';

/** What all calls of one tool have in common, or all requests of one method. */
interface Operation {
  readonly spanName: string;
  readonly ofSpan: Attributes;
  readonly ofMetric: Attributes;
}

/** What is said of one client's requests. What many of them have in common is made once: this is asked for every call. */
export class ClientAttributes {
  readonly #values: ServerValues;
  readonly #ofSpans: Attributes;
  readonly #ofMetrics: Attributes;
  /** By tool, as many as have a name of their own in a metric; without one by method. */
  readonly #tools = new Map<string, Operation>();
  readonly #methods = new Map<string, Operation>();

  constructor({ serverName, instanceId, http }: EventOrigin, values: ServerValues) {
    const transport = transportOf(http);
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
    this.#tools.clear();
    this.#methods.clear();
  }

  operation(method: string, tool: string | undefined): Operation {
    const all = tool === undefined ? this.#methods : this.#tools;
    const known = all.get(tool ?? method);
    if (known !== undefined) return known;
    const isAdmitted = tool === undefined || this.#values.tools.admits(tool);
    const operation = {
      spanName: tool !== undefined && isAdmitted ? `${method} ${tool}` : method,
      ofSpan: this.#with(this.#ofSpans, method, tool),
      ofMetric: this.#with(this.#ofMetrics, method, isAdmitted ? tool : attributeValues.other),
    };
    if (isAdmitted) all.set(tool ?? method, operation);
    return operation;
  }

  /** Of a request that has an id, or never got one. */
  ofSpan({ ofSpan }: Operation, id: number | undefined, { runId }: Pick<TracedRequest, 'runId'>): Attributes {
    const attributes = { ...ofSpan };
    if (id !== undefined) attributes[attributeNames.requestId] = String(id);
    if (runId !== undefined) attributes[ownAttributeNames.runId] = runId;
    return attributes;
  }

  /** `code`: why it ended. */
  ofSession(code: ErrorCode | undefined): Attributes {
    const attributes = { ...this.#ofMetrics };
    if (code !== undefined && code !== 'CLIENT_CLOSED') attributes[attributeNames.errorType] = code;
    return attributes;
  }

  #with(shared: Attributes, method: string, tool: string | undefined): Attributes {
    const attributes: Attributes = { ...shared, [attributeNames.methodName]: method };
    if (tool !== undefined) attributes[attributeNames.toolName] = tool;
    if (method === 'tools/call') attributes[attributeNames.operationName] = attributeValues.executeTool;
    return attributes;
  }
}

/** How a server is reached, and where. */
function transportOf(http: EventOrigin['http']): Attributes {
  if (http === undefined) return { [attributeNames.transport]: attributeValues.pipe };
  return {
    [attributeNames.transport]: attributeValues.tcp,
    [attributeNames.protocolName]: attributeValues.http,
    [attributeNames.serverAddress]: http.address,
    [attributeNames.serverPort]: http.port,
  };
}
