import type { LookupAddress } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Reach, ReachStep } from './workspace.ts';

/** How long a step may take, as the client has it. Milliseconds. */
const stepMs = 10_000;

export interface Way {
  readonly url: URL;
  /** As the client has it: where it may not go, nobody goes to look. */
  readonly lookup: LookupFunction;
}

/**
 * The way to a server, step by step: its name, a connection, TLS. Nothing is said to it. Never rejects: where the way ends
 * is what it is asked for.
 */
export async function reachServer({ url, lookup }: Way, signal: AbortSignal): Promise<Reach> {
  const steps: ReachStep[] = [];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  let step: ReachStep['step'] = 'dns';
  let socket: Socket | undefined;
  try {
    const found = await timed('dns', () => resolved(host, lookup, signal), signal);
    if (isIP(host) === 0) steps.push(found);
    step = 'connect';
    const began = performance.now();
    socket = connectPlain({ host, port, lookup });
    await opened(socket, 'connect', signal);
    steps.push({ step, ms: msSince(began), said: `connected to ${socket.remoteAddress} port ${port}` });
    if (!isTls) return { steps };
    step = 'tls';
    const raw = socket;
    steps.push(await timed('tls', () => secured(raw, host, signal), signal));
    return { steps };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { steps, failure: { step, message, cure: cureOf(step, code ?? '') } };
  } finally {
    socket?.destroy();
  }
}

async function resolved(host: string, lookup: LookupFunction, signal: AbortSignal): Promise<string> {
  const addresses = await inTime(
    new Promise<LookupAddress[]>((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => {
        if (error !== null) return reject(error);
        resolve(typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found);
      });
    }),
    signal,
  );
  const [first] = addresses;
  return addresses.length > 1
    ? `${host} has ${addresses.length} addresses, the first is ${first?.address}`
    : `${host} is ${first?.address}`;
}

async function secured(raw: Socket, host: string, signal: AbortSignal): Promise<string> {
  const socket = connectTls({ socket: raw, ...(isIP(host) === 0 && { servername: host }) });
  await opened(socket, 'secureConnect', signal);
  const { subject, valid_to: end } = socket.getPeerCertificate();
  const until = Number.isNaN(Date.parse(end)) ? '' : `, valid until ${new Date(end).toISOString().slice(0, 10)}`;
  return `${socket.getProtocol() ?? 'TLS'}, certificate of ${[subject?.CN].flat()[0] ?? 'nobody'}${until}`;
}

/** Resolves with the event; rejects with the socket's error, in time at the latest. */
function opened(socket: Socket | TLSSocket, event: string, signal: AbortSignal): Promise<void> {
  const seen = new Promise<void>((resolve, reject) => {
    socket.on('error', reject); // also a second one, which nobody would hear
    socket.once(event, () => resolve());
  });
  return inTime(seen, signal);
}

/** What is not there in time, or when nobody waits any more, is not waited for. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(stepMs)]);
  let late: (() => void) | undefined;
  const end = new Promise<never>((_, reject) => {
    late = (): void => {
      const message = signal.aborted ? 'it was given up' : `not within ${stepMs} ms`;
      reject(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
    };
    if (either.aborted) late();
    else either.addEventListener('abort', late, { once: true });
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    if (late !== undefined) either.removeEventListener('abort', late);
  }
}

async function timed(step: ReachStep['step'], work: () => Promise<string>, signal: AbortSignal): Promise<ReachStep> {
  signal.throwIfAborted();
  const began = performance.now();
  const said = await work();
  return { step, ms: msSince(began), said };
}

function msSince(began: number): number {
  return Math.round(performance.now() - began);
}

const cures: Readonly<Record<string, string>> = {
  EADDRNOTALLOWED: 'its entry forbids where its name leads: put the address right, or take "addresses": "public" away',
  ENOTFOUND: 'there is no such name: put the address right, or see whether this machine has a network',
  EAI_AGAIN: 'names cannot be looked up at the moment: see whether this machine has a network',
  ECONNREFUSED: 'nobody listens there: start the server, or put the port right',
  ETIMEDOUT: 'nothing comes back: a firewall may stand between, or the address is another one',
  EHOSTUNREACH: 'there is no way there from this machine: see its network',
  ENETUNREACH: 'there is no way there from this machine: see its network',
  CERT_HAS_EXPIRED: 'its certificate has expired: tell whoever runs the server, and look at the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: put the address right',
};

const distrusted = 'its certificate is signed by nobody known here: NODE_EXTRA_CA_CERTS names a file with who did';

function cureOf(step: ReachStep['step'], code: string): string {
  if (Object.hasOwn(cures, code)) return cures[code] ?? '';
  if (step !== 'tls') return 'put the address right, or see whether this machine has a network';
  const isTrust = /SELF_SIGNED|UNABLE_TO/.test(code);
  return isTrust
    ? distrusted
    : 'see whether TLS is spoken there: if not, the address begins with http, or has another port';
}
