import { LineReader } from './line-reader.mjs';
import { Protocol, toolResult } from './protocol.mjs';
import { fixtureTools } from './tools.mjs';

/** @import { Answer, CreateMode, FixtureTool, Mode, Server, ServerOptions, WireRequest } from './types.ts' */
/** @import { JournalEvent, WireMessage } from '../journal.ts' */

/** Messages above this size are journaled without their params, so that entries stay small. */
const journaledLineLimit = 32 * 1024;

/**
 * One server process: its pipes, its signals, its end.
 *
 * @implements {Server}
 */
export class FixtureProcess {
  options;
  journal;
  ending = false;
  /** @type {readonly FixtureTool[]} */
  tools = fixtureTools;
  /** @type {Mode} */
  #mode = {};
  /** @type {Protocol} */
  #protocol;
  #lines = new LineReader();
  #logged = false;
  #selfKill;
  /** The last answer given to the mode; the next one waits for it. */
  #lastAnswer = Promise.resolve();

  /**
   * @param {ServerOptions} options
   * @param {(event: JournalEvent) => void} journal
   */
  constructor(options, journal) {
    this.options = options;
    this.journal = journal;
    this.#protocol = new Protocol(this, {}, () => {});
    // Armed first. It fires whatever the pipes do, because nothing here blocks the event loop: all reading and writing
    // is asynchronous, except the journal's file. Unref'ed: it must not keep a server alive whose stdin has ended.
    this.#selfKill = setTimeout(() => {
      journal({ event: 'self-kill' });
      process.kill(process.pid, 'SIGKILL');
    }, options.selfKillMs).unref();
  }

  /**
   * Starts serving.
   *
   * @param {CreateMode} createMode
   */
  async run(createMode) {
    const mode = createMode(this);
    this.#mode = mode;
    if (mode.tools) this.tools = [...fixtureTools, ...mode.tools];
    this.#protocol = new Protocol(this, mode, (answer, request) => this.#answer(answer, request));
    this.#handleSignals(); // before it says that it has started: whoever waits for that may send one at once
    this.journal({
      event: 'start',
      pid: process.pid,
      ppid: process.ppid,
      argv: process.argv,
      cwd: process.cwd(),
      env: Object.keys(process.env),
    });
    process.on('exit', (code) => this.journal({ event: 'exit', code }));
    process.stdout.on('error', (error) => {
      this.journal({ event: 'stdout-error', code: /** @type {NodeJS.ErrnoException} */ (error).code ?? error.message });
    });
    await mode.start?.();
    if (!this.ending) this.#readStdin();
  }

  /** @param {WireMessage} message */
  dispatch(message) {
    this.#protocol.receive(message);
  }

  /**
   * @param {string | Uint8Array} data
   * @returns {Promise<boolean>}
   */
  write(data) {
    return new Promise((resolve) => {
      process.stdout.write(data, (error) => resolve(!error));
    });
  }

  /**
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  log(text) {
    // stderr is opened at first use: opening costs time, and most servers say nothing.
    if (!this.#logged) process.stderr.on('error', () => {}); // nobody reads it: not this server's problem
    this.#logged = true;
    return new Promise((resolve) => {
      process.stderr.write(text, (error) => resolve(!error));
    });
  }

  /**
   * @param {number | string} id
   * @param {string} text
   * @returns {Answer}
   */
  textAnswer(id, text) {
    return { jsonrpc: '2.0', id, result: toolResult(this.options.shape, text) };
  }

  /** @param {Answer} answer */
  send(answer) {
    return this.sendText(`${JSON.stringify(answer)}\n`, answer.id);
  }

  /**
   * @param {string} text
   * @param {number | string} id
   */
  sendText(text, id) {
    const written = this.write(text);
    this.journal({ event: 'sent', id });
    return written;
  }

  pause() {
    process.stdin.pause();
  }

  resume() {
    process.stdin.resume();
  }

  stayAlive() {
    this.#selfKill.ref();
  }

  /** @param {{ code: number } | { signal: NodeJS.Signals }} how */
  exit(how) {
    if (this.ending) return;
    this.#end();
    process.stdin.pause();
    // Both come after everything written before, so no output is lost; they come too when a pipe is broken.
    void Promise.all([this.write(''), this.#logged && this.log('')]).then(() => {
      if ('code' in how) process.exit(how.code);
      this.journal({ event: 'exit', signal: how.signal });
      process.kill(process.pid, how.signal);
    });
  }

  #end() {
    this.ending = true;
    this.#protocol.dropDelayed();
  }

  #readStdin() {
    process.stdin.on('data', (/** @type {Buffer} */ bytes) => {
      this.#mode.chunk?.(bytes);
      for (const line of this.#lines.push(bytes)) {
        if (!this.ending) this.#receive(line);
      }
    });
    process.stdin.on('error', () => this.#stdinEnded());
    process.stdin.on('end', () => this.#stdinEnded());
  }

  /** After this nothing keeps the process alive but bytes that stdout has not yet taken: it ends by itself, code 0. */
  #stdinEnded() {
    this.journal({ event: 'stdin-end' });
    if (this.#mode.stdinEnd?.()) this.stayAlive();
    else this.#end();
  }

  /** @param {string} line */
  #receive(line) {
    const message = parse(line);
    if (message === undefined) {
      this.journal({ event: 'received-raw', text: line.slice(0, 1000) });
      return;
    }
    if (line.length <= journaledLineLimit) this.journal({ event: 'received', message });
    else
      this.journal({ event: 'received', message: outline(message), bytes: Buffer.byteLength(line), truncated: true });
    if (!this.#mode.receive?.(message)) this.dispatch(message);
  }

  /**
   * @param {Answer} answer
   * @param {WireRequest} request
   */
  #answer(answer, request) {
    const mode = this.#mode;
    if (mode.answer === undefined) void this.send(answer);
    else this.#lastAnswer = this.#lastAnswer.then(async () => void (await mode.answer?.(answer, request)));
  }

  /** Signals are journaled, then take their usual effect, so that the exit status names them. */
  #handleSignals() {
    for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
      process.on(signal, () => {
        this.journal({ event: 'signal', signal });
        if (this.#mode.signal?.(signal)) return;
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      });
    }
  }
}

/**
 * @param {string} line
 * @returns {WireMessage | undefined} undefined for what is not a JSON object
 */
function parse(line) {
  try {
    const message = JSON.parse(line);
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {WireMessage} message
 * @returns {WireMessage} the same without what makes it big
 */
function outline({ jsonrpc, id, method, params }) {
  const name = params?.['name'];
  return { jsonrpc, ...(id !== undefined && { id }), ...(method && { method }), ...(name ? { params: { name } } : {}) };
}
