import { defined } from '../base/defined.ts';
import { refuse, tell, type EntryContext } from './entry-context.ts';
import { printable } from '../wire/printable.ts';
import type { Spot } from './config-notes.ts';
import { writtenAuthorization } from './header-variables.ts';
import type { OwnField } from './field-aliases.ts';
import type { OwnForm } from './own-form.ts';
import type { OwnServer } from './own-schema.ts';
import type { HttpServer, SandboxConfig, ServerConfig, StdioServer } from './server-config.ts';

/** Fields that only one kind of server has. */
const onlyStdio: readonly OwnField[] = ['command', 'args', 'env', 'inheritEnv', 'envFile', 'cwd', 'sandbox', 'digest'];
const onlyHttp: readonly OwnField[] = [
  'url',
  'headers',
  'headersFromEnv',
  'bearerTokenEnv',
  'allowInsecure',
  'addresses',
];

/** Hosts where a bare `url` once meant the older transport. */
const sseByDefault: readonly string[] = ['cline', 'gemini-cli'];

/** Puts a checked entry together, with every default. Undefined when it is neither started nor reached. */
export function serverConfigOf(
  own: OwnServer,
  form: OwnForm,
  context: EntryContext,
  entry: Spot,
): ServerConfig | undefined {
  const server = serverOf(own, form, context, entry);
  if (server === undefined) return undefined;
  const { name, pointer, dialect, folder } = context;
  const { timeoutMs, totalTimeoutMs, startTimeoutMs, installTimeoutMs, idleMs, tools = {}, sandbox } = own;
  const { permission, toolPermissions = {}, digest, description } = own;
  const timeouts = {
    ...(installTimeoutMs !== undefined && { installMs: installTimeoutMs }),
    ...(startTimeoutMs !== undefined && { startMs: startTimeoutMs }),
    ...(timeoutMs !== undefined && { callMs: timeoutMs }),
    ...(totalTimeoutMs !== undefined && { totalMs: totalTimeoutMs }),
  };
  return {
    name,
    source: { ...context.notes.source, pointer, dialect, folder },
    server,
    isEnabled: own.enabled ?? true,
    isRequired: own.required ?? false,
    start: own.start ?? 'lazy',
    ...(idleMs !== undefined && { idleMs: idleMs === 'never' ? Infinity : idleMs }),
    era: own.era ?? 'auto',
    timeouts,
    tools: { ...(tools.include !== undefined && { include: tools.include }), exclude: tools.exclude ?? [] },
    ...(permission !== undefined && { permission }),
    toolPermissions,
    wishes: form.wishes,
    ...(sandbox !== undefined && server.kind === 'stdio' && { sandbox: sandbox satisfies SandboxConfig }),
    ...(digest !== undefined && server.kind === 'stdio' && { digest }),
    ...(description !== undefined && { description }),
  };
}

function serverOf(
  own: OwnServer,
  form: OwnForm,
  context: EntryContext,
  entry: Spot,
): StdioServer | HttpServer | undefined {
  const { type, command, url } = own;
  const kind = type ?? (command !== undefined ? 'stdio' : 'http');
  if (kind === 'stdio' ? command === undefined : url === undefined) {
    const what =
      type === undefined
        ? 'there is neither a command nor a url'
        : `the type is ${type}, without a ${kind === 'stdio' ? 'command' : 'url'}`;
    refuse(
      context,
      entry,
      what,
      'name what to start ("command": "npx", "args": […]) or where it is ("url": "https://…")',
    );
    return undefined;
  }
  for (const field of kind === 'stdio' ? onlyHttp : onlyStdio) {
    const found = form.spots.get(field);
    const why = `${found?.alias} is left out: this server is ${kind === 'stdio' ? 'started' : 'reached by its url'}`;
    if (found !== undefined && own[field] !== undefined) tell(context, found, 'dropped', why, 'warning');
  }
  if (kind === 'stdio') {
    const { args = [], cwd, env = {}, inheritEnv = [], envFile } = own;
    return {
      kind: 'stdio',
      executable: command ?? '',
      args,
      ...(cwd !== undefined && { cwd }),
      env,
      inheritEnv,
      ...(envFile !== undefined && { envFile }),
    };
  }
  const found = form.spots.get('url');
  if (type === undefined && found?.alias === 'url' && sseByDefault.includes(context.dialect)) {
    tell(
      context,
      found,
      'converted',
      'a url without a type is of Streamable HTTP here: HTTP+SSE, which it once meant, is tried after that',
    );
  }
  const kindFound = form.spots.get('type');
  if (type === 'sse' && kindFound !== undefined) {
    const message = 'sse, the transport of 2024-11-05, is tried last: the server is asked over Streamable HTTP first';
    tell(context, kindFound, 'converted', message, 'warning');
  }
  const { headers = {}, headersFromEnv = {}, allowInsecure, addresses } = own;
  const bearerTokenEnv = tokenVariable(own, form, context);
  return {
    kind: 'http',
    url: url ?? '',
    headers,
    headersFromEnv,
    ...(bearerTokenEnv !== undefined && { bearerTokenEnv }),
    ...defined({ allowInsecure, addresses }),
  };
}

/** The variable of the token, unless the header is written out: that wins, and nobody asks for the variable. */
function tokenVariable(own: OwnServer, form: OwnForm, context: EntryContext): string | undefined {
  const written = writtenAuthorization(own);
  const found = form.spots.get('bearerTokenEnv');
  if (own.bearerTokenEnv === undefined || written === undefined) return own.bearerTokenEnv;
  if (found !== undefined) {
    tell(context, found, 'dropped', `${found.alias} is left out: ${printable(written)} says it already`, 'warning');
  }
  return undefined;
}
