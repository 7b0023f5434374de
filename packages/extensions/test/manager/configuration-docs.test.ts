import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownServerSchema } from '../../src/manager/own-schema.ts';
import { readPage, packageFolder } from '../docs/markdown.ts';
import { ownJsonSchema, withTables } from './support/configuration-page.ts';
import { configText, parse, parseFile, serverNamed } from './support/parse.ts';

const page = readPage('docs/configuration.md');

describe('docs/configuration.md and the JSON Schema', () => {
  test('are what the code says: write them with the script `configuration-docs`', () => {
    expect(withTables(page)).toBe(page);
    const schema: unknown = JSON.parse(readFileSync(join(packageFolder, 'docs/server-config.schema.json'), 'utf8'));
    expect(schema).toEqual(JSON.parse(ownJsonSchema()));
  });

  test('the schema is the one that a file of ours names, and refuses what we refuse', () => {
    const { text, file } = configText('own/mcp-servers.jsonc');
    const [, path = ''] = /"\$schema": "([^"]+)"/.exec(text) ?? [];
    expect(join(dirname(file), path)).toBe(join(packageFolder, 'docs/server-config.schema.json'));
    expect(JSON.parse(ownJsonSchema())).toMatchObject({
      additionalProperties: false,
      required: ['mcpServers'],
      properties: { mcpServers: { additionalProperties: { additionalProperties: false } } },
    });
  });

  test('every example of a field is taken, and is what it says', () => {
    for (const [field, schema] of Object.entries(ownServerSchema.shape)) {
      const { description, examples = [] } = schema.meta() as { description?: string; examples?: readonly unknown[] };
      expect(description, field).toMatch(/\.$/);
      expect(examples, field).toHaveLength(1);
      const basis = ['url', 'headers', 'headersFromEnv', 'bearerTokenEnv'].includes(field)
        ? { url: 'https://x.example' }
        : { command: 'x' };
      const { problems, servers } = parse(
        { mcpServers: { a: { ...basis, [field]: examples[0] } } },
        { dialect: 'own' },
      );
      expect([problems, servers.length], field).toEqual([[], 1]);
    }
  });

  test('every field of ours is in the file of ours', () => {
    const { servers } = parseFile('own/mcp-servers.jsonc');
    const text = configText('own/mcp-servers.jsonc').text;
    const unused = Object.keys(ownServerSchema.shape).filter((field) => !text.includes(`"${field}"`));
    expect(unused).toEqual(['type', 'envFile', 'headers']);
    expect(servers).toHaveLength(2);
  });

  test('the example on the page is read without a problem', () => {
    const [, example = ''] = /```jsonc\n([^]*?)```/.exec(page) ?? [];
    const parsed = parse(example);
    expect(parsed.problems).toEqual([]);
    expect(serverNamed(parsed, 'files').source.dialect).toBe('own');
  });
});
