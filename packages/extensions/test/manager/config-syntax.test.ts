import { describe, expect, test } from 'vitest';
import { refusalOf } from './support/expand.ts';
import { parse } from './support/parse.ts';

describe('M-01: what is no JSON, TOML or YAML', () => {
  const secret = 'hunter2hunter2';

  test.for([
    ['a.json', `{"mcpServers": {"a": {"env": {"K": ${secret}}}}}`],
    ['a.json', `{"mcpServers": {"a": {"env": {"K": "${secret}}}}}`],
    ['a.json', `{"mcpServers": {"a": {"env": {"K": "\\${secret}"}}}}`],
    ['a.toml', `[mcp_servers.a.env]\nK = ${secret}`],
    ['a.toml', `[mcp_servers.a.env]\nK = "${secret}`],
    ['a.toml', `[mcp_servers.a.env]\nK = "x" ${secret}`],
    ['a.toml', `[mcp_servers.a.env]\nK = "\\U${secret}"`],
    ['a.yaml', `K: |${secret}`],
    ['a.yaml', `K: >- ${secret}`],
    ['a.yaml', `K: "x" ${secret}`],
    ['a.yaml', `K: [x] ${secret}`],
    ['a.yaml', `K: "\\U${secret}"`],
    ['a.yaml', `K: "\\x${secret}"`],
    ['a.yaml', `K: !${secret}! x`],
    ['a.yaml', `K: !x!${secret} y`],
    ['a.yaml', `K: !<${secret} x`],
    ['a.yaml', `K: &${secret} *${secret}`],
    ['a.yaml', `K: x\n]${secret}`],
    ['a.yaml', `K: x\n  ${secret}: {y`],
    ['a.yaml', `%TAG ${secret}\n---\nK: x`],
  ] as const)('is told with its place and a cure, and without a word of it: %s %s', async ([file, text]) => {
    const error = await refusalOf((async () => parse(text, { file: `/srv/shop/${file}` }))());
    expect(error).toMatchObject({ code: 'MCP_INVALID_CONFIG', line: expect.any(Number), column: expect.any(Number) });
    expect(error.message).toMatch(/: it is no (?:JSON|TOML|YAML): .+; .+/s);
    for (let at = 0; at + 5 <= secret.length; at += 1) expect(error.message).not.toContain(secret.slice(at, at + 5));
  });
});
