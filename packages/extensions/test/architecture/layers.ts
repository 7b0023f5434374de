/** Who may import whom. The same rule is in the root `.oxlintrc.json`, and a test holds the two together. */

/** A room is a folder of `src`, a door is a file at its top. */
export type Layer = (typeof layers)[number];

/** From left to right: a file imports its own layer and layers to its left. `errors.ts` is left of all. */
export const layers = [
  'base',
  'wire',
  'rpc',
  'stdio',
  'http',
  'protocol',
  'client',
  'connect.ts',
  'mcp-client.ts',
  'adapter',
  'tool-adapter.ts',
  'manager',
  'mcp-manager.ts',
  'trace',
  'trace.ts',
  'opentelemetry',
  'opentelemetry.ts',
  'oauth',
  'oauth.ts',
  'client.ts',
  'index.ts',
] as const;

/** The file that every layer may import, and that imports nothing. */
export const errorsFile = 'errors.ts';

/** What listens, and has entries of its own, since it brings what not everybody wants. */
const seeing = ['trace', 'trace.ts', 'opentelemetry', 'opentelemetry.ts'] as const;

/** The same of who gets tokens. */
const authorizing = ['oauth', 'oauth.ts'] as const;

/** What stands around a client: for those who only give it what it sends. */
const around: readonly Layer[] = [
  'rpc',
  'stdio',
  'protocol',
  'client',
  'connect.ts',
  'mcp-client.ts',
  'adapter',
  'tool-adapter.ts',
  'manager',
  'mcp-manager.ts',
];

/** Layers side by side: they stand in a row above, and do not see each other all the same. */
const apart: Readonly<Partial<Record<Layer, readonly Layer[]>>> = {
  http: ['stdio'],
  protocol: ['stdio', 'http'],
  client: ['stdio', 'http'],
  opentelemetry: ['trace', 'trace.ts'],
  'opentelemetry.ts': ['trace', 'trace.ts'],
  oauth: [...around, ...seeing],
  'oauth.ts': [...around, ...seeing],
  // The entry of who wants the client alone, and nothing that comes with the rest.
  'client.ts': ['adapter', 'tool-adapter.ts', 'manager', 'mcp-manager.ts', ...seeing, ...authorizing],
  'index.ts': [...seeing, ...authorizing],
};

/** Rooms whose files may import `node:*`. Everything else takes bytes and gives bytes. */
const hosts = ['stdio', 'http', 'manager', 'trace'];

/**
 * What may be installed with the package, and where it is used. The client alone needs nothing: whoever imports it pays for
 * nothing else. What each is for: CONTRIBUTING.md, "Dependencies".
 */
export const dependencies: Readonly<Partial<Record<Layer, readonly string[]>>> = {
  adapter: ['re2js'],
  manager: ['jsonc-parser', 'smol-toml', 'yaml', 'zod'],
  trace: ['zod'],
  opentelemetry: ['@opentelemetry/api'],
  oauth: ['@modelcontextprotocol/client'],
};

/** The layer of a file of `src`; undefined when it has no place. `errors.ts` has none, and needs none. */
export function layerOf(path: string): Layer | undefined {
  const [first = '', ...rest] = path.split('/');
  return rest.length < 2
    ? layers.find((layer) => layer === first && layer.endsWith('.ts') === (rest.length === 0))
    : undefined;
}

/** What the files of a layer may import beside their own layer and `errors.ts`. */
export function visibleFrom(layer: Layer): readonly Layer[] {
  return layers.slice(0, layers.indexOf(layer)).filter((other) => apart[layer]?.includes(other) !== true);
}

export function mayImportNode(layer: Layer): boolean {
  return hosts.includes(layer);
}
