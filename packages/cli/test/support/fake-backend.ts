import { McpClientError, type ToolOutcome } from '@coding-agent/extensions';
import type { TraceContent } from '@coding-agent/extensions/trace';
import type { Backend } from '../../src/execute.ts';
import type { AdHocServer } from '../../src/servers/ad-hoc-server.ts';
import { memoryTraces } from './memory-traces.ts';
import { memoryFiles } from './memory-files.ts';
import type { ReportAbout } from '../../src/reports.ts';
import type {
  ConfiguredServer,
  Examination,
  Leftover,
  ListedTool,
  Listing,
  QuarantineEntry,
  Reach,
  Review,
  Session,
  ToolCallOptions,
  WaitOptions,
  Workspace,
} from '../../src/servers/workspace.ts';

/** What the fake servers do; each member has a default that is well. */
export interface FakeOptions {
  readonly workspace?: Partial<Omit<Workspace, 'openSession'>>;
  readonly listings?: readonly Listing[];
  readonly call?: (
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: ToolCallOptions,
  ) => Promise<ToolOutcome>;
  readonly list?: (servers: readonly string[], options: WaitOptions) => Promise<readonly Listing[]>;
  readonly reviews?: readonly Review[];
  /** Servers of which nobody can say what they are. */
  readonly unreviewable?: Readonly<Record<string, Error>>;
  readonly approve?: (review: Review) => boolean;
  readonly examinations?: readonly Examination[];
  readonly quarantine?: QuarantineEntry[];
  /** The ways to servers, by their names. */
  readonly reaches?: Readonly<Record<string, Reach>>;
  readonly notices?: readonly string[];
  readonly left?: readonly Leftover[];
  /** Files that are there already, by name. */
  readonly files?: readonly string[];
  /** What traces hold, by the name of the file. */
  readonly traces?: Readonly<Record<string, TraceContent>>;
  /** Why nothing can be written. */
  readonly unwritable?: Error;
}

export interface FakeBackend extends Backend {
  /** What was asked of it, in order: `list files`, `call files/read {"path":"x"}`, `close`. */
  readonly log: string[];
  readonly commands: AdHocServer[];
  /** What was written, by name. */
  readonly written: ReadonlyMap<string, string>;
  /** What was to be reported. */
  readonly reported: readonly ReportAbout[];
}

export const fingerprint: string = '3f2a9c01d2e4b5a6'.padEnd(64, '0');

export function configured(name: string, more: Partial<ConfiguredServer> = {}): ConfiguredServer {
  return {
    name,
    file: '/srv/project/.mcp.json',
    pointer: `/mcpServers/${name}`,
    line: 3,
    dialect: 'claude-code',
    isEnabled: true,
    command: ['npx', '-y', `${name}-server`],
    transport: 'stdio',
    needsApproval: true,
    ...more,
  };
}

export const readTool: ListedTool = {
  name: 'read_file',
  exposedName: 'files__read_file',
  description: 'Reads a file.\nAll of it.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      lines: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['path'],
    additionalProperties: false,
  },
  permission: 'execute',
  annotations: {},
};

export function ready(server: string, tools: readonly ListedTool[] = [readTool]): Listing {
  const about = {
    serverName: `${server}-server`,
    serverVersion: '1.2.3',
    era: 'legacy',
    revision: '2025-11-25',
    capabilities: ['tools'],
  };
  return { server, state: 'ready', about, tools, rejected: [], timings: { handshakeMs: 12, listMs: 3 } };
}

export function failed(
  server: string,
  error: Error = new McpClientError('MCP_SPAWN_FAILED', 'no such program', { serverName: server, errno: 'ENOENT' }),
): Listing {
  return { server, state: 'failed', error };
}

export function review(server: string, more: Partial<Review> = {}): Review {
  return {
    server,
    status: 'needed',
    fingerprint,
    changes: [],
    executable: '/usr/bin/npx',
    programs: [
      { kind: 'executable', what: '/usr/bin/npx → /usr/lib/npx.js', digest: 'a'.repeat(64) },
      { kind: 'package-manifest', what: 'files-server', digest: 'unknown', text: 'it is not on this machine' },
    ],
    headers: [],
    environment: [
      { name: 'PATH', rule: 'always' },
      { name: 'TOKEN', rule: 'set by the entry' },
    ],
    cwd: '/srv/project',
    sandbox: ['It is not confined.'],
    wishes: [],
    ...more,
  };
}

export function examination(server: string, more: Partial<Examination> = {}): Examination {
  return { ...review(server), status: 'approved', canStart: true, problems: [], ...more };
}

export function outcome(text: string, more: Partial<ToolOutcome> = {}): ToolOutcome {
  return { isError: false, content: [{ type: 'text', text }], text, truncations: [], ...more };
}

export function fakeBackend(options: FakeOptions = {}): FakeBackend {
  const log: string[] = [];
  const commands: AdHocServer[] = [];
  const reported: ReportAbout[] = [];
  const { files: filesPort, written } = memoryFiles(options);
  const files = [{ path: '/srv/project/.mcp.json', kind: 'project', exists: true }] as const;
  const servers = options.workspace?.servers ?? [configured('files')];
  const session = (known: readonly string[]): Session => ({
    list(names, wait) {
      log.push(`list ${names.join(' ')}`);
      if (options.list !== undefined) return options.list(names, wait);
      const listings = options.listings ?? known.map((name) => ready(name));
      return Promise.resolve(listings.filter(({ server }) => names.includes(server)));
    },
    known(names) {
      log.push(`known ${names.join(' ')}`);
      const isOff = (name: string): boolean => servers.find((one) => one.name === name)?.isEnabled === false;
      const unknown = (name: string): Listing => ({ server: name, state: isOff(name) ? 'disabled' : 'not-started' });
      return Promise.resolve(
        names.map((name) => options.listings?.find(({ server }) => server === name) ?? unknown(name)),
      );
    },
    call(server, tool, args, wait) {
      log.push(`call ${server}/${tool} ${JSON.stringify(args)}`);
      return options.call === undefined ? Promise.resolve(outcome('done')) : options.call(tool, args, wait);
    },
    review(server) {
      log.push(`review ${server}`);
      const failure = options.unreviewable?.[server];
      if (failure !== undefined) return Promise.reject(failure);
      return Promise.resolve(
        (options.reviews ?? known.map((name) => review(name))).find((one) => one.server === server) ?? review(server),
      );
    },
    approve(one) {
      log.push(`approve ${one.server} ${one.fingerprint.slice(0, 8)}`);
      return Promise.resolve(
        options.approve?.(one) === false ? { isApproved: false } : { isApproved: true, tools: ['read_file'] },
      );
    },
    revoke(server) {
      log.push(`revoke ${server}`);
      return Promise.resolve(server === 'files');
    },
    examine(server) {
      log.push(`examine ${server}`);
      return Promise.resolve((options.examinations ?? []).find((one) => one.server === server) ?? examination(server));
    },
    reach: (server) => Promise.resolve(options.reaches?.[server]),
    quarantined: () => Promise.resolve(options.quarantine ?? []),
    release(entry) {
      log.push(`release ${entry.server}`);
      return Promise.resolve(true);
    },
    report(about) {
      reported.push(about);
      const what = `${about.server ?? 'nobody'} ${about.failure?.kind ?? 'facts'}`;
      return Promise.resolve({ data: { what }, text: `### report of ${what}\n` });
    },
    notices: () => options.notices ?? [],
    close() {
      log.push('close');
      return Promise.resolve(options.left ?? []);
    },
  });
  const workspace = (): Workspace => ({
    files,
    problems: [],
    decisions: [],
    ...options.workspace,
    servers,
    openSession: () => session(servers.map(({ name }) => name)),
  });
  return {
    log,
    commands,
    written,
    reported,
    openFiles: () => filesPort,
    openTraces: () => memoryTraces(options, log),
    openWorkspace: (_host, config) => {
      if (config.length > 0) log.push(`config ${config.join(' ')}`);
      return Promise.resolve(workspace());
    },
    openCommand: (_host, server) => {
      commands.push(server);
      const {
        file: _,
        line: _line,
        ...entry
      } = configured(server.name, {
        ...('url' in server
          ? { command: [server.url], transport: 'http' as const }
          : { command: server.command, transport: 'stdio' as const }),
        needsApproval: false,
        pointer: '',
      });
      return { files: [], problems: [], decisions: [], servers: [entry], openSession: () => session([server.name]) };
    },
  };
}
