import { defined } from '../base/defined.ts';
import { packageInfo } from '../base/package-info.ts';
import { errorCodes, type RequestOutcome } from '../errors.ts';
import { addressSecrets } from '../http/address-secrets.ts';
import type { Handshake } from '../protocol/handshake.ts';
import { phaseOf, type FailurePhase } from './failure-phase.ts';
import { isProtocolMethod } from './protocol-methods.ts';
import { PublicText, thisOwner, type Owner } from './public-text.ts';
import { thrownChain, type Thrown } from './thrown.ts';

/** What is known beside the error. */
export interface FailureContext {
  /** The host's name of the server, where the error does not say it. */
  readonly serverName?: string | undefined;
  /** Which client it was: `instanceId` of its events. */
  readonly instanceId?: string | undefined;
  /** Who the server says that it is, and how it is talked to: `server` of a client. */
  readonly handshake?: Pick<Handshake, 'era' | 'protocolVersion' | 'serverInfo'> | undefined;
  /** SHA-256 of what is started: `identity` of a manager's status, `hash` of `identify`. */
  readonly identity?: string | undefined;
  /** Where the server is reached: origin and path are told, and nothing else of it. */
  readonly url?: string | URL | undefined;
  /** Of the request, where the error does not say it. */
  readonly method?: string | undefined;
  readonly requestId?: number | undefined;
  readonly tool?: string | undefined;
  /** Default: found out from the error, see `FailurePhase`. */
  readonly phase?: FailurePhase | undefined;
  readonly durationMs?: number | undefined;
  /**
   * What the tool was called with. It is never a part of the report: given here, the texts in it are taken out wherever the
   * server or an error repeats them.
   */
  readonly arguments?: unknown;
  /** Values that are secret because of where they come from, for example set by a configuration. */
  readonly secrets?: readonly string[] | undefined;
  /** When it failed. Default: now. */
  readonly at?: Date | undefined;
  /** Whose names and home folder are taken out. Default: those of this process. */
  readonly owner?: Owner | undefined;
}

/** What is known of a server and of this machine, without a failure. Plain JSON. */
export interface FactsReport {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly server?: {
    /** The host's name of it. */
    readonly name?: string;
    readonly instanceId?: string;
    /** What it says that it is: untrusted. */
    readonly claims?: { readonly name: string; readonly version: string };
    /** SHA-256 of what is started. */
    readonly identity?: string;
    /** Where it is reached: origin and path. */
    readonly address?: string;
    readonly era?: string;
    readonly protocolVersion?: string;
  };
  readonly host: {
    readonly package: string;
    readonly version: string;
    readonly node: string;
    readonly platform: string;
    readonly arch: string;
  };
}

/** A failure as it may be published: plain JSON, bounded. Texts of the server are in it, redacted: untrusted. */
export interface FailureReport extends FactsReport {
  /** One of `errorCodes`; the code of another error, or the name of its class; `TOOL_FAILED`, `UNKNOWN`. */
  readonly code: string;
  readonly message: string;
  readonly phase: FailurePhase;
  /** Missing where there is an answer, and of a handshake. */
  readonly outcome?: RequestOutcome;
  readonly request?: {
    readonly method?: string;
    readonly tool?: string;
    readonly id?: number;
    /** Whole milliseconds. */
    readonly durationMs?: number;
    readonly timeout?: 'idle' | 'total';
    readonly timeoutMs?: number;
    /** The JSON-RPC code that the server sent. */
    readonly remoteCode?: number;
    /** The status of its answer. */
    readonly httpStatus?: number;
  };
  readonly process?: {
    readonly exitCode?: number | null;
    readonly signal?: string | null;
    readonly errno?: string;
  };
  /** The last lines that the server wrote to stderr. */
  readonly stderr?: { readonly text: string; readonly truncated: boolean };
  /** The error's cause, the cause of that; five at most. */
  readonly causes: readonly { readonly code: string; readonly message: string }[];
}

const maxName = 128;
const maxMessage = 1_000;
const maxCause = 300;
const stderrBounds = { lines: 20, length: 200 };

/**
 * What may be told in public about a failure (O-04). Nothing in it are arguments, results, data of an error or values of the
 * environment; its texts went through a net for credentials, and are without home folders and names of people and machines.
 * Takes whatever was thrown, also what is no error of this package, and never throws itself.
 */
export function failureReport(error: unknown, context: FailureContext = {}): FailureReport {
  const chain = thrownChain(error);
  const [first, ...causes] = chain;
  const publicText = textFor(context);
  const told = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : publicText.line(text, maxName);
  const { method = context.method, serverName = context.serverName, requestId = context.requestId } = first;
  const phase = context.phase ?? phaseOf(chain, method);
  const stderr = lastWords(chain);
  const exit = chain.find(({ exitCode, signal }) => exitCode !== undefined || signal !== undefined);
  return {
    ...factsOf({ ...context, serverName }, publicText),
    code: codeFor(first, publicText),
    message: publicText.line(first.message, maxMessage),
    phase,
    ...defined({
      // A handshake does nothing: whatever became of it, nothing was executed.
      outcome: phase === 'handshake' ? undefined : first.outcome,
      request: filled({
        method: method !== undefined && isProtocolMethod(method) ? method : told(method),
        tool: told(context.tool),
        id: requestId,
        durationMs: wholeMs(context.durationMs),
        timeout: first.timeout,
        timeoutMs: chain.find(({ timeoutMs }) => timeoutMs !== undefined)?.timeoutMs,
        remoteCode: chain.find(({ remoteCode }) => remoteCode !== undefined)?.remoteCode,
        httpStatus: chain.find(({ httpStatus }) => httpStatus !== undefined)?.httpStatus,
      }),
      process: filled({
        exitCode: exit?.exitCode,
        signal: exit?.signal,
        errno: chain.find(({ errno }) => errno !== undefined)?.errno,
      }),
      stderr:
        stderr === undefined
          ? undefined
          : publicText.lastLines(stderr.stderrTail, { ...stderrBounds, truncated: stderr.stderrTruncated === true }),
    }),
    causes: causes.map((cause) => ({
      code: codeFor(cause, publicText),
      message: publicText.line(cause.message, maxCause),
    })),
  };
}

/** The facts alone, where nothing failed, or nobody knows what. */
export function factsReport(context: FailureContext = {}): FactsReport {
  return factsOf(context, textFor(context));
}

function textFor({ secrets = [], url = '', arguments: given, owner = thisOwner() }: FailureContext): PublicText {
  return new PublicText({ secrets: [...secrets, ...addressSecrets(url)], given, owner });
}

function factsOf(
  { serverName, instanceId, handshake, identity, url, at = new Date() }: FailureContext,
  publicText: PublicText,
): FactsReport {
  const told = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : publicText.line(text, maxName);
  const { name, version } = handshake?.serverInfo ?? {};
  const server = filled({
    name: told(serverName),
    instanceId: told(instanceId),
    claims:
      name === undefined || version === undefined
        ? undefined
        : { name: told(name) ?? '', version: told(version) ?? '' },
    identity: told(identity),
    address: told(addressOf(url)),
    era: told(handshake?.era),
    protocolVersion: told(handshake?.protocolVersion),
  });
  return {
    at: (Number.isNaN(at.getTime()) ? new Date() : at).toISOString(),
    ...(server === undefined ? {} : { server }),
    host: {
      package: packageInfo.name,
      version: packageInfo.version,
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
    },
  };
}

/** Without what is behind the path, where tokens are, and without a password. */
function addressOf(url: string | URL | undefined): string | undefined {
  if (url === undefined || !URL.canParse(String(url))) return undefined;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const ours: ReadonlySet<string> = new Set(errorCodes);

/** Ours are nobody's secret, also where a variable is set to a word of one (`LOG_LEVEL=ERROR`). Others are texts like any. */
function codeFor({ code }: Thrown, publicText: PublicText): string {
  return ours.has(code) || publicText.line(code, maxName) === code ? code : 'UNKNOWN';
}

function lastWords(chain: readonly Thrown[]): (Thrown & { readonly stderrTail: string }) | undefined {
  return chain.find((one): one is Thrown & { readonly stderrTail: string } => (one.stderrTail ?? '').trim() !== '');
}

/** The members that have a value; nothing where there is none. */
function filled<T extends object>(values: T): ReturnType<typeof defined<T>> | undefined {
  const known = defined(values);
  return Object.keys(known).length === 0 ? undefined : known;
}

function wholeMs(durationMs: number | undefined): number | undefined {
  return durationMs !== undefined && durationMs >= 0 && Number.isFinite(durationMs)
    ? Math.round(durationMs)
    : undefined;
}
