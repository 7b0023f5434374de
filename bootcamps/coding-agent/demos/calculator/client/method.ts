/** Layer 3 of 3. The methods of MCP, as functions. It knows requests and answers, and nothing of ids, lines or bytes. */
import { isObject, type JsonObject, type MessageLayer } from './message.ts';

/**
 * Newest first: the first is offered, any of them is taken. 2025-03-26 is missing on purpose: it alone has batches (arrays
 * of messages), and who accepts it must be able to read them.
 */
export const legacyRevisions: readonly string[] = ['2025-11-25', '2025-06-18', '2024-11-05'];

/** A list of more pages than this is taken for one without an end. */
const MAX_PAGES = 200;

export const clientInfo = { name: 'three-layers', version: '1.0.0' } as const;

export interface Tool {
  readonly name: string;
  readonly description: string;
}

export interface ToolResult {
  /** The text blocks of the result, joined by newlines. */
  readonly text: string;
  /** The tool ran, and says that it failed. That is a result, for the model to read; not an exception. */
  readonly isError: boolean;
}

/** What the server said of itself when the connection began. */
export interface ServerDescription {
  readonly name: string;
  readonly revision: string;
  readonly capabilities: JsonObject;
}

/** The server and we have no revision in common. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError';
  readonly offered: readonly string[];

  constructor(offered: readonly string[]) {
    super(`the server speaks ${offered.join(', ')}`);
    this.offered = offered;
  }
}

/** A server's tools, once the connection has begun. */
export class MethodLayer {
  readonly server: ServerDescription;
  readonly #messages: MessageLayer;
  readonly #metadata: JsonObject;

  /** `metadata` goes into `_meta` of every request. Nothing in the legacy era. */
  constructor(messages: MessageLayer, server: ServerDescription, metadata: JsonObject = {}) {
    this.server = server;
    this.#messages = messages;
    this.#metadata = metadata;
  }

  /** All tools, page by page. Empty when the server does not offer any. */
  async listTools(): Promise<Tool[]> {
    if (this.server.capabilities['tools'] === undefined) return [];
    const tools: Tool[] = [];
    const cursors = new Set<unknown>();
    for (let params: JsonObject = {}; ;) {
      const { tools: page, nextCursor } = await this.#request('tools/list', params);
      for (const tool of Array.isArray(page) ? page.filter(isObject) : []) {
        const { name, description } = tool;
        tools.push({ name: String(name), description: typeof description === 'string' ? description : '' });
      }
      // Only a missing cursor ends the list: the empty string is a cursor, too.
      if (nextCursor === undefined || nextCursor === null) return tools;
      if (cursors.has(nextCursor) || cursors.size === MAX_PAGES) throw new Error('the list of tools has no end');
      cursors.add(nextCursor);
      params = { cursor: nextCursor };
    }
  }

  /** Calls a tool. With a progress token, the server may tell how far it is: `notifications/progress`. */
  async callTool(name: string, args: JsonObject, progressToken?: string): Promise<ToolResult> {
    const meta = progressToken === undefined ? {} : { progressToken };
    const { content, isError } = await this.#request('tools/call', { name, arguments: args }, meta);
    const blocks = Array.isArray(content) ? content.filter(isObject) : [];
    const texts = blocks.map(({ type, text }) => (type === 'text' ? String(text) : `[${String(type)}]`));
    return { text: texts.join('\n'), isError: isError === true };
  }

  async #request(method: string, params: JsonObject, meta: JsonObject = {}): Promise<JsonObject> {
    const _meta = { ...this.#metadata, ...meta };
    const hasMeta = Object.keys(_meta).length > 0;
    const result = await this.#messages.request(method, hasMeta ? { ...params, _meta } : params);
    // Of the modern era: a result may be an interim one, which only who declared it can get.
    const { resultType = 'complete' } = result;
    if (Object.keys(this.#metadata).length > 0 && resultType !== 'complete') {
      throw new Error(`this client cannot go on from a result of the type ${JSON.stringify(resultType)}`);
    }
    return result;
  }
}

/** The handshake of the legacy era: a request, its answer, and a notification that says "we may begin". */
export async function initialize(messages: MessageLayer): Promise<MethodLayer> {
  const result = await messages.request(
    'initialize',
    { protocolVersion: legacyRevisions[0], capabilities: {}, clientInfo },
    { isCancellable: false },
  );
  const { protocolVersion, capabilities, serverInfo } = result;
  const revision = String(protocolVersion);
  if (!legacyRevisions.includes(revision)) throw new RevisionError([revision]);
  messages.notify('notifications/initialized');
  return new MethodLayer(messages, {
    name: isObject(serverInfo) ? String(serverInfo['name']) : '',
    revision,
    capabilities: isObject(capabilities) ? capabilities : {},
  });
}
