import type { Failure } from '../errors.ts';
import type { JsonLimits } from '../wire/json-value.ts';
import { isJsonObject, type JsonObject } from '../wire/message.ts';

/**
 * The server's capability that each request of ours needs (`a.b`: a member of a capability). Not `completion/complete`: the
 * oldest revision has it, and no capability for it. Source: 2025-11-25, lifecycle; 2026-07-28, the same names.
 */
const neededByRequest: Readonly<Record<string, string>> = {
  'logging/setLevel': 'logging',
  'prompts/get': 'prompts',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources.subscribe',
  'resources/templates/list': 'resources',
  'resources/unsubscribe': 'resources.subscribe',
  'tools/list': 'tools',
  'tools/call': 'tools',
};

/** The server's capability without which a notification of its is not believed. Progress and cancellation need none. */
const neededByNotification: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'tools.listChanged',
  'notifications/prompts/list_changed': 'prompts.listChanged',
  'notifications/resources/list_changed': 'resources.listChanged',
  'notifications/resources/updated': 'resources.subscribe',
  'notifications/message': 'logging',
};

/** What either side may declare: it is kept for the life of a connection. */
export const capabilityLimits: JsonLimits = { maxDepth: 32, maxBytes: 64 * 1024 };

/** The requests that this server cannot serve, each with the capability that is missing for it. */
export function missingForRequests(capabilities: JsonObject): ReadonlyMap<string, string> {
  const methods = Object.keys(neededByRequest).map((method) => [
    method,
    missing(neededByRequest, method, capabilities),
  ]);
  return new Map(methods.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Of a request that the server cannot serve, for lack of this capability. */
export function missingCapability(capability: string, method: string): Failure {
  const message = `the server does not offer ${capability}, which ${method} needs`;
  return { code: 'MCP_CAPABILITY_MISSING', message };
}

/** The capability that is missing to believe this notification, if one is. */
export function missingForNotification(method: string, capabilities: JsonObject): string | undefined {
  return missing(neededByNotification, method, capabilities);
}

function missing(table: Readonly<Record<string, string>>, method: string, has: JsonObject): string | undefined {
  const needed = Object.hasOwn(table, method) ? table[method] : undefined;
  return needed === undefined || declares(has, needed) ? undefined : needed;
}

/** Whether a capability (`a.b`: a member of one) is declared. */
export function declares(capabilities: JsonObject, capability: string): boolean {
  let value: unknown = capabilities;
  for (const key of capability.split('.')) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value !== undefined && value !== null && value !== false;
}
