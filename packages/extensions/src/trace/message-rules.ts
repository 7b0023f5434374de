import { free, namesIn, type MessageRule } from './message-rule.ts';
import { schemaRule } from './schema-rule.ts';

/**
 * What the protocol knows of its messages, as a list of what may be shown: all that is not in it is somebody's own. Of both
 * eras; a member that only one has says nothing in the other. Source: the schemas of 2025-11-25 and 2026-07-28.
 */

const word = (...words: readonly string[]): MessageRule => ({ scalar: 'word', words });
const name: MessageRule = { scalar: 'name' };
const count: MessageRule = { scalar: 'count' };
const revision: MessageRule = { scalar: 'revision' };
const list = (items: MessageRule): MessageRule => ({ items });

/** Members whose names are known, and whose values are not. */
const known = (names: string): Record<string, MessageRule> =>
  Object.fromEntries(namesIn(names).map((one) => [one, free]));

/** Capabilities and what they may hold: names and flags, in each other. */
const capability: MessageRule = {
  members: {
    ...known('listChanged subscribe form url context tools list cancel'),
    requests: { members: { tools: { members: known('call') }, ...known('sampling elicitation') } },
  },
};
const capabilities: MessageRule = {
  members: Object.fromEntries(
    namesIn('roots sampling elicitation logging completions prompts resources tools tasks')
      .map((one): [string, MessageRule] => [one, capability])
      .concat([
        ['experimental', free],
        ['extensions', free],
      ]),
  ),
};
const program: MessageRule = {
  members: { name, version: name, ...known('title description websiteUrl icons') },
};

const prefix = 'io.modelcontextprotocol/';
const meta: MessageRule = {
  members: {
    progressToken: { scalar: 'progress-token' },
    [`${prefix}protocolVersion`]: revision,
    [`${prefix}clientInfo`]: program,
    [`${prefix}serverInfo`]: program,
    [`${prefix}clientCapabilities`]: capabilities,
    [`${prefix}subscriptionId`]: { scalar: 'subscription-id' },
    ...known(`${prefix}logLevel ${prefix}related-task traceparent tracestate baggage`),
  },
};

const tool: MessageRule = {
  members: {
    name,
    inputSchema: schemaRule,
    outputSchema: schemaRule,
    annotations: { members: known('title readOnlyHint destructiveHint idempotentHint openWorldHint') },
    execution: { members: { taskSupport: word('forbidden', 'optional', 'required') } },
    _meta: meta,
    ...known('title description icons'),
  },
};
const block: MessageRule = {
  members: {
    type: word('text', 'image', 'audio', 'resource', 'resource_link', 'tool_use', 'tool_result'),
    resource: { members: { ...known('uri mimeType text blob'), _meta: meta } },
    annotations: { members: { audience: list(word('user', 'assistant')), ...known('priority lastModified') } },
    _meta: meta,
    ...known('text data mimeType uri name title description size icons'),
  },
};
const role = word('user', 'assistant');
const streams = { members: known('toolsListChanged promptsListChanged resourcesListChanged') };

/** What an answer of a person, a model or a host may hold. */
const answerMembers = {
  action: word('accept', 'decline', 'cancel'),
  role,
  stopReason: word('endTurn', 'stopSequence', 'maxTokens', 'toolUse'),
  content: list(block),
  roots: list({ members: { ...known('uri name'), _meta: meta } }),
  ...known('model'),
};

const questionParams: MessageRule = {
  members: {
    mode: word('form', 'url'),
    requestedSchema: schemaRule,
    messages: list({ members: { role, content: block } }),
    includeContext: word('none', 'thisServer', 'allServers'),
    maxTokens: count,
    tools: list(tool),
    _meta: meta,
    ...known('message url elicitationId systemPrompt modelPreferences temperature stopSequences'),
    ...known('metadata toolChoice'),
  },
};
const method: MessageRule = { scalar: 'method' };

/** Parameters, whatever the method. */
const params: MessageRule = {
  members: {
    protocolVersion: revision,
    capabilities,
    clientInfo: program,
    requestId: { scalar: 'request-id' },
    progressToken: { scalar: 'progress-token' },
    progress: count,
    total: count,
    notifications: { members: { ...streams.members, ...known('resourceSubscriptions') } },
    inputResponses: { others: { members: answerMembers } },
    level: word('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'),
    _meta: meta,
    ...known('name arguments cursor uri reason message data logger requestState task'),
    ...known('ref argument context'),
  },
};

const result: MessageRule = {
  members: {
    ...answerMembers,
    resultType: word('complete', 'input_required', 'task'),
    protocolVersion: revision,
    supportedVersions: list(revision),
    capabilities,
    serverInfo: program,
    tools: list(tool),
    inputRequests: { others: { members: { method, params: questionParams } } },
    ttlMs: count,
    cacheScope: word('public', 'private'),
    _meta: meta,
    ...known('instructions nextCursor structuredContent isError requestState contents messages'),
    ...known('prompts resources resourceTemplates completion description task'),
  },
};

const error: MessageRule = {
  members: {
    code: { scalar: 'code' },
    message: free,
    data: {
      members: {
        supported: list(revision),
        requested: revision,
        requiredCapabilities: capabilities,
        ...known('uri elicitations'),
      },
    },
  },
};

/** One message. */
export const messageRule: MessageRule = {
  members: {
    jsonrpc: word('2.0'),
    id: { scalar: 'id' },
    method,
    params: {
      ...params,
      ofMethod: {
        'tools/call': { members: { ...params.members, name } },
        'sampling/createMessage': questionParams,
        'elicitation/create': questionParams,
      },
    },
    result,
    error,
  },
};
