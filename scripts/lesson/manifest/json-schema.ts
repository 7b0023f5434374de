import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from '../repository.ts';
import { manifestSchema } from './schema.ts';

/** Where editors and other tools find the schema of `lesson.json`; made from the zod schema, never edited. */
export const schemaFile = join(repositoryRoot, 'bootcamps', 'coding-agent', 'lesson.schema.json');

/** The JSON Schema as text, as it must stand in `schemaFile`. */
export function lessonJsonSchema(): string {
  const schema = z.toJSONSchema(manifestSchema, { io: 'input', target: 'draft-2020-12' });
  return `${JSON.stringify({ title: 'lesson.json', ...schema }, null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(schemaFile, lessonJsonSchema());
