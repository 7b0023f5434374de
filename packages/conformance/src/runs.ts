/** One scenario of the suite at one revision of the protocol, over one transport of the client. */
export interface Run {
  readonly scenario: string;
  readonly revision: string;
  /** The suite speaks HTTP alone: for `stdio` there is a bridge between. */
  readonly over: 'stdio' | 'http';
  /** Of an extension, which is of no revision: it is run with this one all the same. */
  readonly isExtension?: true;
}

const legacy = '2025-11-25';
const modern = '2026-07-28';

/** Those whose requirements the client has to keep. */
export const revisions = [legacy, modern] as const;

function runsOf(over: Run['over'], revision: string, scenarios: readonly string[]): readonly Run[] {
  return scenarios.map((scenario) => ({ scenario, revision, over }));
}

/** Of both revisions that score them. */
const authorization = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
];

/** New with the modern revision. */
const modernAuthorization = [
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/authorization-server-migration',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
];

/** Of extensions: no person is asked. */
const machineAuthorization = [
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
  'auth/enterprise-managed-authorization',
  'auth/wif-jwt-bearer',
];

/** A server that only knows the revision of 2025-03-26. */
const oldAuthorization = ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'];

/** All that a client over stdio can take, and all over HTTP; baseline.json says why the others are not here. */
export const runs: readonly Run[] = [
  ...runsOf('stdio', legacy, [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'json-schema-2020-12-preservation',
  ]),
  ...runsOf('stdio', modern, [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ]),
  ...runsOf('http', legacy, [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'json-schema-2020-12-preservation',
  ]),
  ...runsOf('http', modern, [
    'tools_call',
    'request-metadata',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
  ]),
  ...runsOf('http', '2025-03-26', oldAuthorization),
  ...runsOf('http', legacy, authorization),
  ...runsOf('http', modern, [...authorization, ...modernAuthorization]),
  ...runsOf('http', modern, machineAuthorization).map((run) => ({ ...run, isExtension: true }) as const),
];

/**
 * Of HTTP, what is looked at with every change: each says something about headers or streams that no other one says. Not
 * `sse-retry`: it measures a time, and a busy machine fails it.
 */
const shortOverHttp: ReadonlySet<string> = new Set([
  `http/${legacy}/tools_call`,
  `http/${legacy}/elicitation-sep1034-client-defaults`,
  `http/${modern}/request-metadata`,
  `http/${modern}/http-standard-headers`,
  `http/${modern}/http-custom-headers`,
  `http/${modern}/auth/scope-step-up`,
]);

/** What runs unless somebody asks for more: less than a minute. */
export const shortRuns: readonly Run[] = runs.filter((run) => run.over === 'stdio' || shortOverHttp.has(runName(run)));

/** Whether a name is meant by a pattern: the name itself, or its beginning and `*`. */
export function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

/** How a run is called on the command line, in the baseline and in reports. */
export function runName({ scenario, revision, over }: Run): string {
  return `${over}/${revision}/${scenario}`;
}
