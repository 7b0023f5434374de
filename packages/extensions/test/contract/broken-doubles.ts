import type { RequirementId } from './requirements.ts';

/**
 * A client with one mistake, made by replacing a piece of its source. Each is shown to fail on a test of its own rule:
 * so a test that lets it pass is no test.
 */
export interface BrokenDouble {
  readonly id: RequirementId;
  /** What the mistake is. */
  readonly name: string;
  /** Below src/. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

export const brokenDoubles: readonly BrokenDouble[] = [
  {
    id: 'C-01',
    name: 'timeouts are not checked',
    file: 'client/client-options.ts',
    from: 'if (!isFine(value)) throw',
    to: 'if (false) throw',
  },
  {
    id: 'C-04',
    name: 'every caller starts a server',
    file: 'mcp-client.ts',
    from: 'this.#attempt ??= new SharedAttempt',
    to: 'this.#attempt = new SharedAttempt',
  },
  {
    id: 'C-06',
    name: 'calls go out before the handshake is done',
    file: 'mcp-client.ts',
    from: "if (this.#state.name === 'ready' && this.#peer",
    to: 'if (this.#peer',
  },
  {
    id: 'C-06',
    name: 'the signal of one caller ends the handshake of all',
    file: 'base/shared-attempt.ts',
    from: 'if (this.#waiting === 0 && !this.#settled)',
    to: 'if (!this.#settled)',
  },
  {
    id: 'C-07',
    name: 'any revision is hoped for',
    file: 'protocol/legacy-handshake.ts',
    from: 'if (!isLegacyRevision(protocolVersion)) throw unsupported([protocolVersion]);',
    to: '',
  },
  {
    id: 'C-08',
    name: 'arrays of messages are taken apart under every revision',
    file: 'rpc/peer.ts',
    from: 'if (!this.acceptsBatches || entries.length > maxBatch)',
    to: 'if (entries.length > maxBatch)',
  },
  {
    id: 'C-09',
    name: 'notifications are believed without their capability',
    file: 'client/notifications.ts',
    from: 'if (missing !== undefined) {',
    to: 'if (false) {',
  },
  {
    id: 'C-10',
    name: 'the string "1" is taken for 1',
    file: 'wire/codec.ts',
    from: "if (typeof id !== 'number') {",
    to: "if (typeof id === 'string') return { kind: 'result', id: Number(id), result: result as JsonObject, bytes };\n  if (typeof id !== 'number') {",
  },
  {
    id: 'C-10',
    name: 'an id is used again after its request has ended',
    file: 'rpc/peer.ts',
    from: 'const id = this.#nextId;',
    to: 'const id = this.#pending.size + 1;',
  },
  {
    id: 'C-11',
    name: 'parameters are sent without a look',
    file: 'wire/json-value.ts',
    from: 'if (!walk.visit(value, 0)) return',
    to: 'if (false) return',
  },
  {
    id: 'C-12',
    name: 'the map entry stays after the settlement',
    file: 'rpc/pending-requests.ts',
    from: 'this.#requests.delete(id); // the commit',
    to: '',
  },
  {
    id: 'C-12',
    name: 'the timer stays when nobody waits any more',
    file: 'rpc/pending-requests.ts',
    from: 'if (this.#requests.size === 0) this.#disarm();',
    to: '',
  },
  {
    id: 'C-13',
    name: 'the abort listener stays after the request has ended',
    file: 'rpc/pending-requests.ts',
    from: 'if (entry.signal !== undefined) unwatchAbort(entry.signal, entry);',
    to: '',
  },
  {
    id: 'C-13',
    name: 'an abort looks like a timeout',
    file: 'rpc/pending-requests.ts',
    from: "code: 'MCP_ABORTED',",
    to: "code: 'MCP_TIMEOUT',",
  },
  {
    id: 'C-14',
    name: 'the server is not told of a timeout',
    file: 'rpc/peer.ts',
    from: 'if (!request.sent || !request.cancellable || this.#end) return;',
    to: 'return;',
  },
  {
    id: 'C-14',
    name: 'progress extends nothing',
    file: 'rpc/pending-requests.ts',
    from: 'entry.extend(this.#clock.now());',
    to: '{}',
  },
  {
    id: 'C-15',
    name: 'the message of an error holds its data',
    file: 'rpc/remote-failure.ts',
    from: 'const words = printable(message, maxMessageLength);',
    to: 'const words = message + JSON.stringify(data);',
  },
  {
    id: 'C-16',
    name: 'what was never sent passes for unknown',
    file: 'rpc/pending-requests.ts',
    from: "this.sent && failure.code !== 'MCP_SPAWN_FAILED' ? 'unknown' : 'not-sent'",
    to: "'unknown'",
  },
  {
    id: 'C-17',
    name: 'a full pipe is written to',
    file: 'rpc/send-queue.ts',
    from: 'if (!goesOn && !write.done) this.#full = write;',
    to: '',
  },
  {
    id: 'C-17',
    name: 'a request that has ended is sent all the same',
    file: 'rpc/send-queue.ts',
    from: 'const item = request.sent ? undefined : this.#items.get(request);',
    to: 'const item = undefined as Item | undefined;',
  },
  {
    id: 'C-18',
    name: 'a request of the server answers ours with the same id',
    file: 'rpc/peer.ts',
    from: 'this.counters.serverRequests += 1;',
    to: 'this.counters.serverRequests += 1; this.#pending.fulfil(Number(message.id), { id: 1, result: {}, bytes: 0 });',
  },
  {
    id: 'C-20',
    name: 'each chunk is decoded by itself',
    file: 'wire/line-decoder.ts',
    from: 'if (this.#over) return false;',
    to: 'if (this.#over) return false;\n    chunk = Buffer.from(chunk.toString());',
  },
  {
    id: 'C-20',
    name: 'a line has no limit',
    file: 'wire/line-decoder.ts',
    from: 'if (this.#lineBytes > this.#options.maxLineBytes) return this.#giveUp();',
    to: '',
  },
  {
    id: 'C-21',
    name: 'an answer behind a banner is believed',
    file: 'wire/codec.ts',
    from: 'return noise(line, bytes);',
    to: 'const at = line.indexOf(\'{"jsonrpc"\'); return at > 0 ? decodeLine(line.slice(at), bytes, limits) : noise(line, bytes);',
  },
  {
    id: 'C-21',
    name: 'tolerance has no end',
    file: 'rpc/stray-messages.ts',
    from: 'if (!this.#noise.take(message.bytes))',
    to: 'if (false)',
  },
  {
    id: 'C-22',
    name: 'a malformed answer leaves its call waiting',
    file: 'rpc/stray-messages.ts',
    from: 'if (malformed && message.answers !== undefined) pending.fail(message.answers, failure);',
    to: 'if (false) {}',
  },
  {
    id: 'C-23',
    name: 'a flood has no end',
    file: 'rpc/peer.ts',
    from: 'if (this.#notifications.take(bytes)) return true;',
    to: 'return true;',
  },
  {
    id: 'C-23',
    name: 'a handler that throws ends the reader',
    file: 'base/guarded.ts',
    from: '} catch {\n    failed();',
    to: '} catch (error) {\n    throw error;',
  },
  {
    id: 'C-25',
    name: 'content is handed on as it came',
    file: 'protocol/tool-result.ts',
    from: "if (typeof block === 'string') return",
    to: 'if (false) return',
  },
  {
    id: 'C-02',
    name: 'the server sees the whole environment',
    file: 'stdio/environment.ts',
    from: "if (named.has(key) || key.startsWith('LC_'))",
    to: 'if (true)',
  },
  {
    id: 'C-03',
    name: 'the working directory is not the configured one',
    file: 'stdio/stdio-transport.ts',
    from: 'cwd: options.cwd,',
    to: 'cwd: process.cwd(),',
  },
  {
    id: 'C-05',
    name: 'a failed handshake leaves its server behind',
    file: 'mcp-client.ts',
    from: "void this.#shut({ code: 'CLIENT_CLOSED', message: 'the handshake failed', cause: error });",
    to: '',
  },
  {
    id: 'C-24',
    name: 'the end of stderr is shown as it came',
    file: 'stdio/stdio-transport.ts',
    from: 'text: this.#redact(this.#stderr.text(), truncated)',
    to: 'text: this.#stderr.text()',
  },
  {
    id: 'C-30',
    name: 'the end of the process is waited for at its pipes',
    file: 'stdio/child.ts',
    from: "child.once('exit', (exitCode, signal) => {",
    to: "child.once('close', (exitCode, signal) => {",
  },
  {
    id: 'C-31',
    name: 'close does not wait for the process',
    file: 'rpc/peer.ts',
    from: 'return this.#transport.close();',
    to: 'void this.#transport.close(); return Promise.resolve({ survivors: [] });',
  },
  {
    id: 'C-32',
    name: 'the process is ended, and its helpers are not',
    file: 'stdio/process-tree.ts',
    from: 'for (const { pid, pgid } of found ?? []) if (pgid !== rootPid) system.signal(pid, signal);',
    to: '',
  },
  {
    id: 'C-33',
    name: 'nobody ends the servers of a host that was killed',
    file: 'stdio/reaper.ts',
    from: 'const line = `+ ${mark} ${pid} ${start}\\n`;',
    to: 'const line = `- ${mark}\\n`;',
  },
  {
    id: 'C-34',
    name: 'a timer is left behind',
    file: 'base/deadline.ts',
    from: 'timer.cancel();',
    to: '',
  },
  {
    id: 'C-35',
    name: 'a start that fails is waited for as an exit',
    file: 'stdio/child.ts',
    from: "if (this.#state.kind === 'failed') this.#exit.resolve({ kind: 'failed', cause });",
    to: '',
  },
];
