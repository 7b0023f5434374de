import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientPorts } from '../../../src/client/client-ports.ts';
import { openRecording, type RecordingOptions } from '../../../src/trace/open-recording.ts';
import { readRecording, type Recording } from '../../../src/trace/read-recording.ts';

/** Records what a session does, and reads it again; the file is gone afterwards. */
export async function recorded(
  connect: ClientPorts['connect'],
  session: (connect: ClientPorts['connect']) => Promise<void>,
  options: Omit<Partial<RecordingOptions>, 'path'> = {},
): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    const path = join(folder, 'session.mcp-frames.jsonl');
    const recording = await openRecording({ path, ...options });
    await session(recording.wrap(connect));
    await recording.close();
    return await readRecording(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
