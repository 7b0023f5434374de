import type { JsonObject } from '../wire/message.ts';
import { isJsonObject } from '../wire/message.ts';
import { mirroredArguments } from '../wire/mirrored-arguments.ts';
import { optionalObject, optionalString, type Read } from './read.ts';

/**
 * A tool as the server describes it. Everything in it is untrusted: the annotations are hints, the description is text.
 * Schemas are JSON Schema (2020-12 when they do not say), here as they came. Source: schema 2025-11-25, `Tool`.
 */
export interface Tool {
  /** 1 to 256 characters; case-sensitive. */
  readonly name: string;
  readonly title?: string;
  /** Empty when the server gave none. */
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
}

const maxNameLength = 256;

/** Of a tool that came without one: any object. The one object of its kind, so that it can be told from one that a server sent. */
export const missingInputSchema: JsonObject = Object.freeze({ type: 'object' });

/**
 * Reads one entry of `tools/list`. What is missing is filled in (a description, an input schema); what is of the wrong
 * kind is refused: it may mean something that is not understood here. Unknown members are ignored.
 */
export function readTool(entry: unknown): Read<Tool> {
  if (!isJsonObject(entry)) return { problem: 'it is no object' };
  const { name } = entry;
  if (typeof name !== 'string' || name === '') return { problem: 'it has no name' };
  if (name.length > maxNameLength) return { problem: `its name has ${name.length} characters, of ${maxNameLength}` };
  const title = optionalString(entry, 'title');
  if ('problem' in title) return title;
  const description = optionalString(entry, 'description');
  if ('problem' in description) return description;
  const inputSchema = optionalObject(entry, 'inputSchema');
  if ('problem' in inputSchema) return inputSchema;
  const outputSchema = optionalObject(entry, 'outputSchema');
  if ('problem' in outputSchema) return outputSchema;
  const annotations = optionalObject(entry, 'annotations');
  if ('problem' in annotations) return annotations;
  const meta = optionalObject(entry, '_meta');
  if ('problem' in meta) return meta;
  return {
    value: {
      name,
      ...(title.value === undefined ? {} : { title: title.value }),
      description: description.value ?? '',
      inputSchema: inputSchema.value ?? missingInputSchema,
      ...(outputSchema.value === undefined ? {} : { outputSchema: outputSchema.value }),
      ...(annotations.value === undefined ? {} : { annotations: annotations.value }),
      ...(meta.value === undefined ? {} : { _meta: meta.value }),
    },
  };
}

/** As `readTool`; one that names headers for its arguments in a wrong way is refused. Source: 2026-07-28, server/tools. */
export function readMirroringTool(entry: unknown): Read<Tool> {
  const tool = readTool(entry);
  if ('problem' in tool) return tool;
  const mirrored = mirroredArguments(tool.value.inputSchema);
  return 'problem' in mirrored ? mirrored : tool;
}
