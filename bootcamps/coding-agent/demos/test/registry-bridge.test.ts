import { McpClient } from '@coding-agent/extensions';
import { descendantsOf } from '@coding-agent/fixture-servers/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Registry } from '../registry-bridge/registry.ts';
import { runDemo } from './support/run-demo.ts';
import { servers } from './support/raw-server.ts';
import { hasPython } from './support/transcripts.ts';

describe('E-03, A-07: the registry of an agent', () => {
  test('a name is given once, a tool is taken out by whoever put it in, and what nobody has is named', async () => {
    const registry = new Registry();
    const tool = (name: string): Parameters<Registry['register']>[0] => ({
      name,
      description: '',
      inputSchema: { type: 'object' },
      permission: 'read',
      execute: () => Promise.resolve(name),
    });
    const undo = registry.register(tool('a'));
    registry.register(tool('b'));
    expect(() => registry.register(tool('a'))).toThrow('there is a tool a already');
    expect(await registry.call('a', {})).toBe('a');
    undo();
    expect(registry.names).toEqual(['b']);
    await expect(registry.call('a', {})).rejects.toThrow('there is no tool a');
  });

  test('the demo mounts, joins text blocks, throws isError, refreshes, and takes all back', async () => {
    const { exitCode, out } = await runDemo(['registry-bridge']);
    expect(exitCode).toBe(0);
    expect(out).toContain('returns  1. water the plants\n         2. call Ada\n');
    expect(out).toContain('throws   ToolFailedError: there is no note 7;\n         there are 2\n');
    const registries = [...out.matchAll(/^registry ((?:.+\n)(?: {9}.+\n)*)/gm)].map(([, names = '']) =>
      names.split('\n').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
    );
    const first = ['notes__add_note', 'notes__read_notes', 'notes__remove_note'];
    expect(registries).toEqual([['today'], ['today', ...first], ['today', ...first, 'notes__clear_notes'], ['today']]);
  });
});

describe('E-01, E-02: the production client finds nothing to complain of at the servers of the demos', () => {
  const all = (
    [
      ['calculator', 'legacy'],
      ['letters', 'legacy'],
      ['notes', 'legacy'],
      ['modern', 'modern'],
      ['ways', 'modern'],
    ] as const
  ).filter(([name]) => hasPython || name !== 'letters');

  test.for(all)('%s, of the %s era', async ([name, era]) => {
    const complaints: unknown[] = [];
    const client = new McpClient({
      ...servers[name],
      serverName: name,
      timeouts: { handshakeMs: 50_000, probeMs: 25_000 },
      onDiagnostic: (one) => complaints.push(one),
    });
    onTestFinished(() => void client.close());
    await client.initialize();
    expect(client.server?.era).toBe(era);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    await client.close();
    expect(complaints).toEqual([]);
    const [script = ''] = servers[name].args;
    expect(descendantsOf(process.pid).filter(({ command }) => command.includes(script))).toEqual([]);
  });
});
