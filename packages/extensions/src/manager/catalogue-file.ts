import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { permissions } from '../adapter/tool-definition.ts';
import { readBounded } from './bounded-file.ts';
import type { CatalogueEntry } from './catalogue.ts';

/** A file that is larger was not written by this package. */
const maxFileBytes = 64 * 1024 * 1024;

const text = z.string().max(65_536);

const verdict = z.discriminatedUnion('status', [
  z.object({ status: z.literal('checked') }),
  z.object({ status: z.literal('unchecked'), reason: text, partly: z.literal(true).exactOptional() }),
  z.object({ status: z.literal('rejected'), reason: text }),
]);

const slimTool = z.object({
  name: text,
  toolName: text,
  description: text,
  permission: z.enum(permissions),
  schemaHash: text,
  verdict,
});

const program = z.object({
  name: z.enum(['executable', 'script', 'package-manifest', 'package-entry']),
  what: text,
  digest: text,
  text: text.exactOptional(),
});

const catalogueEntry = z.object({
  serverName: text,
  identity: text,
  era: z.enum(['legacy', 'modern']),
  protocolVersion: text,
  eraFoundAt: z.iso.datetime().exactOptional(),
  origin: text.exactOptional(),
  tools: z.array(slimTool).max(10_000),
  programs: z.array(program).max(1_000).exactOptional(),
  isCut: z.boolean(),
  listedAt: z.iso.datetime(),
});

const catalogueFile = z.object({ version: z.literal(1), entries: z.array(z.unknown()).max(10_000) });

/**
 * Reads the entries of a catalogue's file. It only spares questions: a file that is missing, damaged or from another version
 * is an empty one, and so is each entry that is not understood.
 */
export async function readCatalogueFile(path: string): Promise<readonly CatalogueEntry[]> {
  try {
    const file = catalogueFile.parse(JSON.parse(await readBounded(path, maxFileBytes)));
    return file.entries.flatMap((entry) => {
      const read = catalogueEntry.safeParse(entry);
      return read.success ? [read.data] : [];
    });
  } catch {
    return [];
  }
}

/** Writes all of them, readable by the user alone, and in one step: who reads meanwhile has the old file or the new one. */
export async function writeCatalogueFile(path: string, entries: readonly CatalogueEntry[]): Promise<void> {
  const fresh = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(fresh, `${JSON.stringify({ version: 1, entries })}\n`, { mode: 0o600, flag: 'wx' });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
