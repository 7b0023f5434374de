import type { Clock, Timer } from '../base/clock.ts';
import { createDeferred } from '../base/deferred.ts';
import { guarded } from '../base/guarded.ts';
import type { Diagnostic } from '../rpc/diagnostic.ts';
import type { ProcessEvent } from '../rpc/process-event.ts';
import type { CloseReport, Transport, TransportEnd } from '../rpc/transport.ts';
import { IncomingLines } from '../stdio/incoming-lines.ts';
import type { Encoded } from '../wire/codec.ts';
import type { Incoming } from '../wire/message.ts';
import { factsOf } from './frame-facts.ts';
import type { FaultEffects, FaultyScript } from './replay-faults.ts';
import { ReplayExpectations, type Divergence } from './replay-expectations.ts';
import { ReplayOrder } from './replay-order.ts';
import { ReplayedIds } from './replayed-ids.ts';
import type { ServerLine, ServerStep } from './replay-script.ts';
import { lineBytes } from './replayed-bytes.ts';

export interface ReplayTransportOptions {
  readonly script: FaultyScript;
  /** Which connection of the recording it is, from 1. */
  readonly connection: number;
  /** The client's. */
  readonly clock: Clock;
  readonly maxLineBytes: number;
  readonly maxMessageValues: number;
  readonly isStrict: boolean;
  /** What comes from the server takes as long as it did. */
  readonly keepsTimes: boolean;
  readonly onProcess: ((event: ProcessEvent) => void) | undefined;
  readonly onDivergence: (divergence: Divergence) => void;
}

/**
 * A server that says what it said in a recording, when the client sends what it sent. Everything it does, it does when the
 * client's clock says so, in a turn of its own: two replays of the same client are the same.
 */
export class ReplayTransport implements Transport {
  onMessage: (message: Incoming) => void = () => {};
  onDiagnostic: (diagnostic: Diagnostic) => void = () => {};
  onClose: (end: TransportEnd) => void = () => {};
  readonly #options: ReplayTransportOptions;
  readonly #ids = new ReplayedIds();
  readonly #expectations: ReplayExpectations;
  readonly #order: ReplayOrder;
  readonly #lines: IncomingLines;
  readonly #timers = new Set<Timer>();
  /** What is told as soon as it can be. */
  readonly #ready: ServerStep[] = [];
  readonly #told = createDeferred<void>();
  readonly #untold: Set<ProcessEvent>;
  #ended = false;
  #closing: Promise<CloseReport> | undefined;

  constructor(options: ReplayTransportOptions) {
    this.#options = options;
    const { script, clock, maxLineBytes, maxMessageValues, isStrict } = options;
    this.#expectations = new ReplayExpectations(script.client, this.#ids, isStrict);
    const events = script.server.flatMap(({ content }) => (content.type === 'process' ? [content.event] : []));
    this.#untold = new Set([...events, ...script.farewell]);
    this.#order = new ReplayOrder(script, (step) => this.#due(step));
    this.#lines = new IncomingLines({
      maxLineBytes,
      maxMessageValues,
      onMessage: (message) =>
        guarded(
          () => this.onMessage(message),
          () => this.#diagnose('a message could not be handed on'),
        ),
    });
    clock.defer(() => this.#order.seen(undefined));
  }

  /** Lines of the client that the recording has, and that did not come. */
  get unseen(): ReplayExpectations['waiting'] {
    return this.#expectations.waiting;
  }

  send(messages: readonly Encoded[], done: (error?: Error) => void): boolean {
    this.#options.clock.defer(() => {
      if (this.#ended) return void this.#refuse(done);
      done();
      for (const message of messages) this.#heard(String(message));
    });
    return !this.#ended;
  }

  close(): Promise<CloseReport> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** The end is told before that. */
  async #refuse(done: (error: Error) => void): Promise<void> {
    await this.#told.promise;
    done(new Error('the server takes no more messages'));
  }

  async #close(): Promise<CloseReport> {
    this.#end({ code: 'CLIENT_CLOSED', message: 'the connection was closed' });
    await this.#told.promise;
    for (const event of this.#untold) this.#tellProcess(event);
    this.#lines.clear();
    return this.#options.script.killed ? { survivors: [], killed: true } : { survivors: [] };
  }

  #heard(line: string): void {
    if (this.#ended) return;
    const facts = factsOf(line);
    const step = this.#expectations.take(facts);
    if (step !== undefined) {
      this.#ids.pair(step.facts, facts);
      this.#order.seen(step);
      return;
    }
    const { connection, isStrict, onDivergence } = this.#options;
    const divergence = this.#expectations.divergence(facts, connection);
    onDivergence(divergence);
    this.#diagnose(divergence.message);
    if (isStrict) this.#giveUp(divergence.message);
  }

  /** Its turn has come; it may take its time, or wait for another one. */
  #due(step: ServerStep): void {
    if (this.#ended) return;
    const { clock, keepsTimes } = this.#options;
    const { delayMs = 0 } = this.#effectsOf(step);
    const ms = delayMs + (keepsTimes ? Math.round(step.offsetMs) : 0);
    if (ms === 0) {
      this.#ready.push(step);
      if (this.#ready.length === 1) this.#next();
      return;
    }
    const timer = clock.setTimer(ms, () => {
      this.#timers.delete(timer);
      this.#tell(step);
    });
    this.#timers.add(timer);
  }

  /** Each in a turn of its own: what the host does by one is done when the next one comes, as it was with the server. */
  #next(): void {
    this.#options.clock.defer(() => {
      const [step] = this.#ready;
      if (step === undefined) return;
      this.#tell(step);
      this.#ready.shift();
      if (this.#ready.length > 0) this.#next();
    });
  }

  #tell(step: ServerStep): void {
    if (this.#ended) return;
    const { content } = step;
    switch (content.type) {
      case 'line':
        this.#say(content, this.#effectsOf(step));
        this.#order.passed(content);
        break;
      case 'unanswered':
        this.onMessage({
          kind: 'unanswered',
          id: Number(this.#ids.idNow(content.id)),
          failure: content.failure,
          bytes: 0,
        });
        break;
      case 'process':
        this.#tellProcess(content.event);
        break;
      case 'diagnostic':
        this.onDiagnostic(content.diagnostic);
        break;
      case 'end':
        this.#end(content.end);
        break;
      case 'unknown':
        this.#diagnose(content.why);
        this.#giveUp(content.why);
        break;
    }
  }

  #say(content: ServerLine, { drop, times = 1, cut, crash }: FaultEffects): void {
    const bytes = lineBytes(this.#ids.lineNow(content.line), content.invalidUtf8);
    if (crash !== undefined) {
      this.#push(bytes.subarray(0, crash.byte));
      this.#crash(crash);
      return;
    }
    for (let copy = 0; copy < (drop ? 0 : times); copy += 1) {
      this.#push(cut === undefined ? bytes : bytes.subarray(0, cut.byte));
      this.#push(newline);
      if (cut?.rest !== 'next-line') continue;
      this.#push(bytes.subarray(cut.byte));
      this.#push(newline);
    }
  }

  #push(bytes: Buffer): void {
    if (this.#ended || this.#lines.push(bytes)) return;
    const { maxLineBytes } = this.#options;
    this.#end({ code: 'MCP_MESSAGE_TOO_LARGE', message: `a line of the server is longer than ${maxLineBytes} bytes` });
  }

  #crash({ exitCode, signal }: { readonly exitCode: number | null; readonly signal: string | null }): void {
    // It is this end that the process has, and none of the recorded ones.
    for (const event of this.#untold) if (event.type !== 'process-started') this.#untold.delete(event);
    this.#options.onProcess?.({ type: 'process-exited', exitCode, signal });
    const how = signal === null ? `exited with code ${exitCode}` : `was ended by ${signal}`;
    const { lastWords } = this.#options.script;
    this.#end({ code: 'MCP_PROCESS_EXIT', message: `the server ${how}`, exitCode, signal, ...lastWords });
  }

  /** Nobody knows how it would go on. */
  #giveUp(why: string): void {
    const message = `the replay ends: ${why}`;
    this.#end({ code: 'MCP_PROCESS_EXIT', message, exitCode: null, signal: null });
  }

  #end(end: TransportEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#lines.stop();
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    this.#options.clock.defer(() => {
      this.onClose(end);
      this.#told.resolve();
    });
  }

  #tellProcess(event: ProcessEvent): void {
    this.#untold.delete(event);
    this.#options.onProcess?.(event);
  }

  #diagnose(what: string): void {
    this.onDiagnostic({ kind: 'process', message: `the replay: ${what}` });
  }

  #effectsOf({ content }: ServerStep): FaultEffects {
    return (content.type === 'line' && this.#options.script.effects.get(content)) || none;
  }
}

const none: FaultEffects = {};
const newline = Buffer.from('\n');
