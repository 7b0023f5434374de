/** Makes the JSON Schema of our own dialect, and the tables of docs/configuration.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ownJsonSchema, withTables } from './configuration-page.ts';

const docs = new URL('../../../docs/', import.meta.url);
const page = new URL('configuration.md', docs);
writeFileSync(page, withTables(readFileSync(page, 'utf8')));
writeFileSync(new URL('server-config.schema.json', docs), ownJsonSchema());
