import { resolve } from 'node:path';
import type { McpClientError } from '../errors.ts';
import { invalidFile } from '../manager/regular-file.ts';
import { LineDecoder } from '../wire/line-decoder.ts';
import type { JsonObject } from '../wire/message.ts';
import { printable } from '../wire/printable.ts';
import { fileChunks } from './file-chunks.ts';
import { requirePath, requireWhole } from './invalid-option.ts';
import { objectIn, problemIn } from './json-line.ts';
import { missingConnections } from './missing-connections.ts';
import { recordingFormat, recordingRecord, recordingStart } from './recording-record.ts';
import type { RecordingRecord, RecordingStart } from './recording-record.ts';

/** A recording as it was read. What stands in it is untrusted. */
export interface Recording {
  readonly start: RecordingStart;
  /** In the order in which it happened. */
  readonly records: readonly RecordingRecord[];
  /** Lines of types that this version does not know, as they are. */
  readonly others: readonly JsonObject[];
  /** The last line was not finished: whoever wrote it was ended. */
  readonly isTorn: boolean;
  /** Connections (from 1) of which nothing is there, although there are later ones: lines were lost, or taken out. 1,000 at most. */
  readonly missingConnections: readonly number[];
}

export interface ReadRecordingOptions {
  /** Bytes of the file, from 1. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const mib = 1024 * 1024;
const knownTypes = new Set<string>(recordingRecord.options.map(({ shape }) => shape.type.value));

/**
 * Reads a recording. An unfinished last line is left out; what a newer version added is not looked at. A replay is worth
 * nothing when something in the middle is missing: so any other line that does not fit is an error.
 *
 * @throws McpClientError `MCP_INVALID_CONFIG`: an option is wrong, or, with `file`, and `line` where one is to blame, it cannot
 *   be read (`errno`), is no regular file, no recording, of a newer format, damaged, or too long; `MCP_ABORTED`
 */
export async function readRecording(path: string, options: ReadRecordingOptions = {}): Promise<Recording> {
  const { maxBytes = 256 * mib, signal } = options;
  requirePath(path);
  requireWhole('maxBytes', maxBytes, 1);
  const file = resolve(path);
  const reading = new Reading(file);
  const decoder = new LineDecoder({ maxLineBytes: maxBytes, onLine: (line) => reading.take(line) });
  let bytes = 0;
  for await (const chunk of fileChunks(file, signal)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw invalidFile(file, `it has more than ${maxBytes} bytes`);
    decoder.push(chunk);
  }
  return reading.recording(decoder.pendingBytes > 0);
}

/** One file, line by line. */
class Reading {
  readonly #file: string;
  readonly #records: RecordingRecord[] = [];
  readonly #others: JsonObject[] = [];
  #start: RecordingStart | undefined;
  #line = 0;

  constructor(file: string) {
    this.#file = file;
  }

  take(line: string): void {
    this.#line += 1;
    if (this.#start === undefined) this.#start = this.#startOf(line);
    else if (line.trim() !== '') this.#takeRecord(line);
  }

  recording(isTorn: boolean): Recording {
    if (this.#start === undefined) throw invalidFile(this.#file, 'it is no recording: it has no first line');
    const records = this.#records;
    return {
      start: this.#start,
      records,
      others: this.#others,
      isTorn,
      missingConnections: missingConnections(records),
    };
  }

  #startOf(line: string): RecordingStart {
    const value = objectIn(line);
    if (value?.['type'] !== 'recording') throw this.#wrong(`it is no recording: it begins with ${printable(line, 60)}`);
    const version = value['formatVersion'];
    if (typeof version === 'number' && version > recordingFormat) {
      throw this.#wrong(`it is of format ${version}, and this version reads ${recordingFormat}: take a newer one`);
    }
    const result = recordingStart.safeParse(value);
    if (!result.success) throw this.#wrong(problemIn(result.error));
    return result.data;
  }

  #takeRecord(line: string): void {
    const value = objectIn(line);
    if (value === undefined) throw this.#wrong('it is no JSON object');
    const { type } = value;
    if (typeof type !== 'string') throw this.#wrong('it has no type');
    if (!knownTypes.has(type)) return void this.#others.push(value);
    const result = recordingRecord.safeParse(value);
    if (!result.success) throw this.#wrong(problemIn(result.error));
    this.#records.push(result.data);
  }

  #wrong(why: string): McpClientError {
    return invalidFile(this.#file, why, { line: this.#line });
  }
}
