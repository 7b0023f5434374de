import { open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packageInfo } from '../base/package-info.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { resolveProtocolOptions } from '../client/client-options.ts';
import type { ClientPorts } from '../client/client-ports.ts';
import { wayTo } from '../connect.ts';
import type { McpClientError } from '../errors.ts';
import type { McpClientOptions } from '../mcp-client.ts';
import { fileError } from './file-error.ts';
import { invalidOption, requirePath, requireWhole } from './invalid-option.ts';
import { launchSecrets } from './launch-secrets.ts';
import { RecordedConnection } from './recorded-connection.ts';
import { RecordingNotes } from './recording-notes.ts';
import { encode, RecordingQueue } from './recording-queue.ts';
import { recordingFormat, type RecordingStart } from './recording-record.ts';

export interface RecordingOptions {
  /** The file, which must not be there; `*.mcp-frames.jsonl` says what it is. */
  readonly path: string;
  /**
   * `mask` (default): of everything that is no protocol nothing but its length is written, so that the file can be shown to
   * anybody. `keep`: it is written as it is, but for what looks like a credential or is one of `secrets`: not to be shown
   * to anybody who should not see it.
   */
  readonly content?: 'mask' | 'keep' | undefined;
  /** What is secret because of where it comes from. `connectTo` adds what the server is started with: see `launchSecrets`. */
  readonly secrets?: readonly string[] | undefined;
  /** Bytes of the file, from 4,096. What comes then is left out. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** Bytes of one line, from 256; of a longer one nothing is kept, and the replay ends there. Default 1 MiB. */
  readonly maxFrameBytes?: number | undefined;
  /** Bytes that may wait to be written; what comes then is left out, and counted. From 4,096; default 16 MiB. */
  readonly maxQueuedBytes?: number | undefined;
  /** The client's. Default: the system's, as the client's is. */
  readonly clock?: Clock | undefined;
  /** Told once, when the file cannot be written any more. May throw; nothing breaks by it. */
  readonly onError?: ((error: McpClientError) => unknown) | undefined;
}

/** What became of a recording. */
export interface RecordingReport {
  /** Absolute. */
  readonly path: string;
  readonly records: number;
  readonly bytes: number;
  /** Records that were left out: too much waited, the file was full, or could not be written. */
  readonly dropped: number;
}

/** A session that is being written down. For one client: its second connection is that of a server that is started anew. */
export interface SessionRecording extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** The way to the server of these options, for the ports of a client that is made with them. */
  connectTo(options: McpClientOptions): ClientPorts['connect'];
  /** The same for any other way to a server. */
  wrap(connect: ClientPorts['connect']): ClientPorts['connect'];
  /** These are secret too, from now on. */
  protect(secrets: readonly string[]): void;
  /** Resolves when everything so far is in the file, or was left out. Never rejects. */
  flush(): Promise<void>;
  /** The same, and nothing is written any more; close the client first. Idempotent, never rejects. */
  close(): Promise<RecordingReport>;
}

/**
 * Begins to record what goes over the connections of one client: each line in both directions, what happens to the process,
 * the end. It never makes the protocol wait: lines are made safe and written beside it. The file is for its owner alone
 * (0600). See `docs/record-and-replay.md`.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG` with `file`: an option is wrong, or the file is there, or cannot be made (`errno`)
 */
export async function openRecording(options: RecordingOptions): Promise<SessionRecording> {
  const { content = 'mask', maxBytes = 64 * mib, maxFrameBytes = mib, maxQueuedBytes = 16 * mib } = options;
  requirePath(options.path);
  if (content !== 'mask' && content !== 'keep') throw invalidOption('content should be mask or keep');
  requireWhole('maxBytes', maxBytes, 4_096);
  requireWhole('maxFrameBytes', maxFrameBytes, 256);
  requireWhole('maxQueuedBytes', maxQueuedBytes, 4_096);
  const path = resolve(options.path);
  const start: RecordingStart = {
    type: 'recording',
    formatVersion: recordingFormat,
    startedAt: new Date().toISOString(),
    producer: packageInfo,
    content: content === 'mask' ? 'masked' : 'kept',
  };
  const firstLine = encode(start);
  const file = await begin(path, firstLine).catch((error: unknown) => {
    throw fileError(path, 'the recording cannot be written', error);
  });
  const { secrets = [], clock = systemClock } = options;
  const began = clock.now();
  const now = (): number => Math.round((clock.now() - began) * 1_000) / 1_000;
  const queue = new RecordingQueue({
    file: { append: (text) => file.appendFile(text, 'latin1'), close: () => file.close().catch(() => {}) },
    maxQueuedBytes,
    maxBytes,
    begunBytes: firstLine.length,
    now,
    onError: (error) => options.onError?.(fileError(path, 'the recording cannot be written any more', error)),
  });
  const notes = new RecordingNotes({ queue, content, maxFrameBytes, now, secrets });
  const wrap = (connect: ClientPorts['connect']): ClientPorts['connect'] => recorded(connect, notes, false);
  const recording: SessionRecording = {
    path,
    wrap,
    connectTo: (client) => {
      const { ports } = wayTo(client, resolveProtocolOptions(client).limits);
      notes.protect(launchSecrets(client));
      return recorded(ports.connect, notes, 'url' in client);
    },
    protect: (values) => notes.protect(values),
    flush: () => queue.flush(),
    close: async () => {
      await queue.close();
      return { path, records: queue.records, bytes: queue.writtenBytes, dropped: queue.dropped };
    },
    [Symbol.asyncDispose]: async () => void (await recording.close()),
  };
  return recording;
}

const mib = 1024 * 1024;

function recorded(connect: ClientPorts['connect'], notes: RecordingNotes, isHttp: boolean): ClientPorts['connect'] {
  return (onProcess, onLine, isOlder) => {
    const mine = notes.connection(isHttp);
    let inner: ReturnType<ClientPorts['connect']> | undefined;
    const transport = new RecordedConnection(mine, (onLineOfMine) => {
      inner = connect(
        (event) => {
          mine.process(event);
          onProcess?.(event);
        },
        (line, bytes) => {
          onLineOfMine(line, bytes);
          onLine?.(line, bytes);
        },
        isOlder,
      );
      return inner;
    });
    return { transport, lastWords: () => inner?.lastWords() ?? {}, isHttp: inner?.isHttp === true };
  };
}

/** Makes the file and writes its first line. */
async function begin(path: string, firstLine: string): Promise<FileHandle> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.appendFile(firstLine, 'latin1');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}
