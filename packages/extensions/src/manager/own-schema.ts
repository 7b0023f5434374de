import { z } from 'zod';
import { permissions } from '../adapter/tool-definition.ts';
import { maxTimerMs } from '../base/deadline.ts';
import { shortestMs } from './timeout-units.ts';
import { variableNamePattern } from './variable-name.ts';

/**
 * The shape of our own dialect. Blocks of other dialects are turned into it first, so that everything is checked here once.
 * The JSON Schema and the table of fields in docs/configuration.md are made from it. The texts of the errors go on after
 * the name of the field: "timeoutMs is whole milliseconds".
 */
const text = z
  .string('is a text')
  .regex(/^[^\0]*$/, 'holds no NUL')
  .max(128 * 1024, 'is longer than a system hands on to a program');
const filled = text.min(1, 'is not empty');
const variableName = z
  .string('is the name of a variable')
  .regex(/^[^\0=]+$/, 'is the name of a variable, without = and NUL');
/** Not its value: that would be shown wherever the name is. */
const hostVariable = z
  .string('is the NAME of a variable')
  .regex(
    variableNamePattern,
    'is the NAME of a variable (letters, digits and _), whose value stands in the environment',
  );
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is the name of a header (RFC 9110)');
const glob = filled.max(256, 'has 256 characters at most');
const globs = z.array(glob, 'is a list of names of tools').max(1_000, 'has 1000 entries at most');
const milliseconds = z
  .int('is whole milliseconds')
  .min(shortestMs, `is ${shortestMs} milliseconds or more`)
  .max(maxTimerMs, `is ${maxTimerMs} milliseconds at most`);
const permission = z.enum(permissions, `is one of ${permissions.join(', ')}`);
const paths = z.array(filled, 'is a list of paths');

const count = z.int('is a whole number').min(1, 'is 1 or more');
const limits = z
  .strictObject({
    maxProcesses: count.exactOptional(),
    maxMemoryBytes: count.exactOptional(),
    maxCpuSeconds: count.exactOptional(),
    maxOpenFiles: count.exactOptional(),
  })
  .exactOptional();
const accountId = z
  .int('is a whole number')
  .min(0, 'is 0 or more')
  .max(2 ** 32 - 2, `is ${2 ** 32 - 2} at most`);
const account = z.strictObject({ uid: accountId, gid: accountId }).exactOptional();

const sandbox = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('bubblewrap'),
      limits,
      account,
      readOnly: paths.default([]),
      writable: paths.default([]),
      network: z.boolean('is true or false').default(false),
    }),
    z.strictObject({
      kind: z.literal('template'),
      limits,
      account,
      command: z.array(filled, 'is a list of texts').min(1, 'is not empty'),
    }),
    z.strictObject({ kind: z.literal('plain'), limits, account }),
  ],
  'is { "kind": "bubblewrap", … }, { "kind": "template", "command": […] } or { "kind": "plain", "limits": {…} }',
);

/** A field with what it is for, and an example of it: for the page, the JSON Schema, and the cures of problems. */
function field<T extends z.ZodType>(schema: T, description: string, example: unknown): z.ZodOptional<T> {
  return schema.optional().meta({ description, examples: [example] });
}

/** One server. */
export const ownServerSchema = z.strictObject({
  type: field(
    z.enum(['stdio', 'http', 'sse'], 'is stdio, http or sse'),
    'How it is reached. Without it: `stdio` if there is a `command`, else `http`.',
    'stdio',
  ),
  command: field(filled, 'A program, by path or by a name on PATH. Never the command line of a shell.', 'npx'),
  args: field(z.array(text, 'is a list of texts'), 'Its arguments; they arrive as they are.', ['-y', 'some-server']),
  env: field(
    z.record(variableName, text.nullable(), 'is an object of texts'),
    'Variables to set; `null` takes one away.',
    { LOG_LEVEL: 'info' },
  ),
  inheritEnv: field(
    z.array(variableName, 'is a list of names'),
    'Names of variables of the host that it may see, beside what every program needs.',
    ['HOME'],
  ),
  envFile: field(
    filled,
    'A file of variables, read at the start; `env` wins over it. From the folder of this file.',
    '.env',
  ),
  cwd: field(filled, 'Where it works, from the folder of this file. Default: that folder. It is no sandbox.', '.'),
  url: field(filled, 'Where it is reached: http or https.', 'https://example.com/mcp'),
  headers: field(z.record(headerName, text, 'is an object of texts'), 'Headers of each request; each is a secret.', {
    'X-Team': '${TEAM}',
  }),
  headersFromEnv: field(
    z.record(headerName, hostVariable, 'is an object of names'),
    'Headers whose values are variables of the host, by their names.',
    { 'X-Api-Key': 'EXAMPLE_API_KEY' },
  ),
  bearerTokenEnv: field(
    hostVariable,
    'The NAME of the variable of the host that holds the bearer token.',
    'EXAMPLE_TOKEN',
  ),
  allowInsecure: field(
    z.boolean('is true or false'),
    'Plain `http:` to another machine: everybody between reads and changes what is said. Default `false`.',
    true,
  ),
  addresses: field(
    z.enum(['any', 'public'], 'is any or public'),
    'Where its name may lead. `public`: to nothing of this machine or of an internal network. Default `any`.',
    'public',
  ),
  enabled: field(z.boolean('is true or false'), 'Default `true`. What is disabled is never started.', false),
  required: field(z.boolean('is true or false'), "The manager's start fails without it. Default `false`.", true),
  start: field(
    z.enum(['lazy', 'prewarm'], 'is lazy or prewarm'),
    '`lazy` (default): when a tool of it is called. `prewarm`: with the manager.',
    'prewarm',
  ),
  idleMs: field(
    z.union([milliseconds, z.literal('never')], `is whole milliseconds from ${shortestMs}, or "never"`),
    'It is stopped when it was not used for so long; `"never"`: it is not.',
    600_000,
  ),
  era: field(
    z.enum(['auto', 'legacy', 'modern'], 'is auto, legacy or modern'),
    'How the conversation begins. Default `auto`: it is found out.',
    'legacy',
  ),
  timeoutMs: field(milliseconds, 'A call without an answer or progress.', 60_000),
  totalTimeoutMs: field(milliseconds, 'A call in all, whatever its progress.', 600_000),
  startTimeoutMs: field(milliseconds, 'From the start of the process to the end of the handshake.', 30_000),
  installTimeoutMs: field(milliseconds, 'Fetching the package of `npx`, `uvx` and their like.', 120_000),
  tools: field(
    z.strictObject({ include: globs.optional(), exclude: globs.optional() }, 'is { "include": […], "exclude": […] }'),
    "Which tools are offered: globs over the server's own names; `exclude` wins.",
    { exclude: ['delete_*'] },
  ),
  permission: field(
    permission,
    'The most that its tools may do. Nothing said: `execute`, and every call is asked about.',
    'read',
  ),
  toolPermissions: field(
    z.record(filled, permission, 'is an object of permissions'),
    'The same for single tools, by their own names.',
    { write_file: 'write' },
  ),
  sandbox: field(sandbox, 'What stands between it and the machine: a launcher, limits, an account (docs/trust.md).', {
    kind: 'bubblewrap',
    readOnly: ['${workspaceFolder}'],
    writable: [],
    network: false,
  }),
  digest: field(
    z.string('is a text').regex(/^[0-9a-f]{64}$/, 'is a SHA-256 in 64 hex digits, lower case'),
    'SHA-256 of the executable; another one is not started.',
    '0'.repeat(64),
  ),
  description: field(text, 'For people.', 'Files of the project'),
});

export type OwnServer = z.infer<typeof ownServerSchema>;

/** A question to a person, as VS Code has it and we have it. */
export const inputSchema = z.object({
  id: filled,
  type: z.enum(['promptString', 'pickString'], 'is promptString or pickString').default('promptString'),
  description: text.optional(),
  password: z.boolean('is true or false').default(false),
  default: text.optional(),
  options: z.array(text, 'is a list of texts').optional(),
});

/** A file of our own dialect. */
export const ownFileSchema = z.strictObject({
  $schema: z.string().optional(),
  mcpServers: z.record(z.string().min(1).max(200), ownServerSchema).meta({ description: 'Servers by their names.' }),
  inputs: z.array(inputSchema).optional().meta({ description: 'Questions for `${input:id}`.' }),
});
