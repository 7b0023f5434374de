/** Fields of a server in our own dialect: `own-schema.ts` says what each may hold. */
export type OwnField =
  | 'type'
  | 'command'
  | 'args'
  | 'env'
  | 'inheritEnv'
  | 'envFile'
  | 'cwd'
  | 'url'
  | 'headers'
  | 'headersFromEnv'
  | 'bearerTokenEnv'
  | 'allowInsecure'
  | 'addresses'
  | 'enabled'
  | 'required'
  | 'start'
  | 'idleMs'
  | 'era'
  | 'timeoutMs'
  | 'totalTimeoutMs'
  | 'startTimeoutMs'
  | 'installTimeoutMs'
  | 'tools'
  | 'permission'
  | 'toolPermissions'
  | 'sandbox'
  | 'digest'
  | 'description';

/**
 * The spellings of each field, ours first: it wins when several are there. They are read whatever the dialect is, since
 * blocks are copied from host to host, and most hosts read some that are not their own.
 */
export const fieldAliases: Readonly<Record<OwnField, readonly string[]>> = {
  type: ['type', 'transport', 'transportType'],
  command: ['command', 'cmd', 'executable'],
  args: ['args'],
  env: ['env', 'environment', 'envs'],
  inheritEnv: ['inheritEnv', 'env_vars', 'envPassthrough', 'env_keys'],
  envFile: ['envFile'],
  cwd: ['cwd'],
  url: ['url', 'httpUrl', 'serverUrl', 'baseUrl', 'base_url', 'server_url', 'uri'],
  headers: ['headers', 'http_headers', 'httpHeaders'],
  headersFromEnv: ['headersFromEnv', 'env_http_headers'],
  bearerTokenEnv: ['bearerTokenEnv', 'bearer_token_env_var'],
  allowInsecure: ['allowInsecure'],
  addresses: ['addresses'],
  enabled: ['enabled', 'disabled'],
  required: ['required'],
  start: ['start', 'lifecycle'],
  idleMs: ['idleMs', 'idleTimeoutMs', 'idleTimeout'],
  era: ['era', 'protocolEra', 'protocolVersion', 'versionNegotiation'],
  timeoutMs: ['timeoutMs', 'requestTimeoutMs', 'requestTimeout', 'tool_timeout_sec', 'timeout'],
  totalTimeoutMs: ['totalTimeoutMs'],
  startTimeoutMs: ['startTimeoutMs', 'startup_timeout_ms', 'startup_timeout_sec', 'connectionTimeout'],
  installTimeoutMs: ['installTimeoutMs'],
  tools: [
    'tools',
    'includeTools',
    'excludeTools',
    'enabled_tools',
    'disabled_tools',
    'disabledTools',
    'available_tools',
  ],
  permission: ['permission'],
  toolPermissions: ['toolPermissions'],
  sandbox: ['sandbox'],
  digest: ['digest'],
  description: ['description'],
};

/** Requests for trust. They are shown to whoever approves the server, and change nothing. */
export const wishFields: readonly string[] = [
  'trust',
  'autoApprove',
  'alwaysAllow',
  'default_tools_approval_mode',
  'approval_mode',
];

/** Fields that grant something, and so count in our own dialect only; elsewhere they are wishes. */
export const grantingFields: readonly OwnField[] = ['permission', 'toolPermissions', 'allowInsecure'];

/** Fields of hosts that are known and not honoured, and why. */
export const droppedFields: Readonly<Record<string, string>> = {
  oauth: 'OAuth is set up by the host, by http.authorizationOf of the manager',
  oauth_resource: 'OAuth is set up by the host, by http.authorizationOf of the manager',
  scopes: 'OAuth is set up by the host, by http.authorizationOf of the manager',
  auth: 'OAuth is set up by the host, by http.authorizationOf of the manager',
  authProviderType: 'OAuth is set up by the host, by http.authorizationOf of the manager',
  roots: 'roots are what the host answers, not what a server is configured with',
  dev: 'a server is not watched for changes',
  sandboxEnabled: 'use sandbox',
  headersHelper: 'no command is run to make headers',
  tcp: 'this transport is not part of the protocol',
  gallery: 'it only says where the block is from',
  metadata: 'it only says where the block is from',
  version: 'it only says where the block is from',
  name: 'the name of a server is its key',
  display_name: 'the name of a server is its key',
  displayName: 'the name of a server is its key',
  bundled: 'it only says where the block is from',
  icon: 'nothing is drawn here',
  faviconUrl: 'nothing is drawn here',
};

const fieldOfAlias = new Map(
  Object.entries(fieldAliases).flatMap(([field, names]) => names.map((name) => [name, field as OwnField] as const)),
);

/** The field of ours that a spelling means. */
export function fieldOf(alias: string): OwnField | undefined {
  return fieldOfAlias.get(alias);
}
