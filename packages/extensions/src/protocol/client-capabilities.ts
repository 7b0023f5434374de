import { isJsonObject, type JsonObject } from '../wire/message.ts';
import { declares } from './capabilities.ts';

const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The first capability that is declared and would not be kept: nothing here tells of changed roots, or knows tasks. */
export function unkeptCapability(capabilities: JsonObject): string | undefined {
  const { extensions } = capabilities;
  if (isJsonObject(extensions) && Object.hasOwn(extensions, tasksExtension)) return `extensions["${tasksExtension}"]`;
  return ['roots.listChanged', 'tasks'].find((capability) => declares(capabilities, capability));
}

/**
 * What a question of the server needs beside its method and was not declared; undefined: it may be asked. Source:
 * client/elicitation, and the schema of sampling, of 2025-11-25 and 2026-07-28.
 */
export function undeclaredFor(method: string, params: JsonObject, capabilities: JsonObject): string | undefined {
  if (method === 'elicitation/create') return undeclaredMode(params['mode'] ?? 'form', capabilities);
  const usesTools = (params['tools'] ?? params['toolChoice'] ?? undefined) !== undefined;
  const isRefused = method === 'sampling/createMessage' && usesTools && !declares(capabilities, 'sampling.tools');
  return isRefused ? 'sampling.tools' : undefined;
}

/** Who declares no mode at all has the mode `form`. */
function undeclaredMode(mode: unknown, capabilities: JsonObject): string | undefined {
  const hasUrl = declares(capabilities, 'elicitation.url');
  if (mode === 'url') return hasUrl ? undefined : 'elicitation.url';
  if (mode !== 'form') return 'that mode of elicitation';
  return declares(capabilities, 'elicitation.form') || !hasUrl ? undefined : 'elicitation.form';
}
