import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  attributeNames,
  attributeValues,
  metricNames,
  ownAttributeNames,
} from '../../src/opentelemetry/conventions.ts';

/** Our names, and the constants of the published ones. */
const published = {
  [attributeNames.methodName]: 'ATTR_MCP_METHOD_NAME',
  [attributeNames.protocolVersion]: 'ATTR_MCP_PROTOCOL_VERSION',
  [attributeNames.requestId]: 'ATTR_JSONRPC_REQUEST_ID',
  [attributeNames.statusCode]: 'ATTR_RPC_STATUS_CODE',
  [attributeNames.errorType]: 'ATTR_ERROR_TYPE',
  [attributeNames.transport]: 'ATTR_NETWORK_TRANSPORT',
  [attributeNames.protocolName]: 'ATTR_NETWORK_PROTOCOL_NAME',
  [attributeNames.serverAddress]: 'ATTR_SERVER_ADDRESS',
  [attributeNames.serverPort]: 'ATTR_SERVER_PORT',
  [attributeNames.toolName]: 'ATTR_GEN_AI_TOOL_NAME',
  [attributeNames.operationName]: 'ATTR_GEN_AI_OPERATION_NAME',
  [metricNames.operationDuration]: 'METRIC_MCP_CLIENT_OPERATION_DURATION',
  [metricNames.sessionDuration]: 'METRIC_MCP_CLIENT_SESSION_DURATION',
  [attributeValues.pipe]: 'NETWORK_TRANSPORT_VALUE_PIPE',
  [attributeValues.tcp]: 'NETWORK_TRANSPORT_VALUE_TCP',
  [attributeValues.executeTool]: 'GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL',
  [attributeValues.other]: 'ERROR_TYPE_VALUE_OTHER',
} as const satisfies Readonly<Record<string, keyof typeof conventions>>;

const constants: Readonly<Record<string, unknown>> = { ...conventions };

test('every name is that of the published conventions', () => {
  const stated = Object.fromEntries(Object.entries(published).map(([name, constant]) => [name, constants[constant]]));
  expect(stated).toEqual(Object.fromEntries(Object.keys(published).map((name) => [name, name])));
  const ours = [attributeNames, metricNames, attributeValues].flatMap((names) => Object.values<string>(names));
  // The text of the conventions alone has these.
  expect(ours.filter((name) => !Object.hasOwn(published, name))).toEqual([
    attributeValues.http,
    attributeValues.toolError,
  ]);
});

test('none was renamed: those of MCP have only moved to conventions of their own', () => {
  const notes = deprecationNotes();
  expect(notes.get('ATTR_RPC_RESPONSE_STATUS_CODE')).toMatch(/^Replaced by `rpc.status_code`/); // so that is seen
  const deprecated = Object.values(published).flatMap((constant) => notes.get(constant) ?? []);
  expect(deprecated.filter((note) => !note.startsWith('Moved to the [OpenTelemetry GenAI'))).toEqual([]);
});

test('names of our own are in no namespace of the conventions', () => {
  const namespaces = new Set(
    Object.entries(constants).flatMap(([constant, name]) =>
      constant.startsWith('ATTR_') && typeof name === 'string' ? name.split('.')[0] : [],
    ),
  );
  expect(namespaces).toContain('mcp');
  expect(Object.values(ownAttributeNames).map((name) => name.split('.')[0])).toEqual(
    Object.keys(ownAttributeNames).map(() => 'coding_agent'),
  );
  expect(namespaces).not.toContain('coding_agent');
});

/** What the package says of each of its constants that should not be used any more. */
function deprecationNotes(): Map<string, string> {
  const entry = createRequire(import.meta.url).resolve('@opentelemetry/semantic-conventions');
  const notes = new Map<string, string>();
  for (const part of ['experimental_attributes', 'experimental_metrics', 'stable_attributes', 'stable_metrics']) {
    const text = readFileSync(join(dirname(entry), `${part}.mjs`), 'utf8');
    for (const [, comment = '', constant = ''] of text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*const (\w+) =/g)) {
      const note = /@deprecated (.*)/.exec(comment)?.[1];
      if (note !== undefined) notes.set(constant, note);
    }
  }
  return notes;
}
