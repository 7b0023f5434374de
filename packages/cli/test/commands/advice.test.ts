import { McpClientError } from '@coding-agent/extensions';
import { expect, test } from 'vitest';
import { examination } from '../support/fake-backend.ts';
import { runInMemory } from '../support/run-in-memory.ts';

const named = ['--config', 'other.json'];
const needed = new McpClientError('MCP_APPROVAL_REQUIRED', 'never approved', { serverName: 'files' });
const handshake = new McpClientError('MCP_HANDSHAKE_FAILED', 'it ended', { serverName: 'files', outcome: 'unknown' });

test('commands that are advised name the files that --config named', async () => {
  const listings = [{ server: 'files', state: 'failed', error: needed }] as const;
  const list = await runInMemory(['list', ...named], { listings });
  expect(list.out).toContain('→ look at it and say yes: mcp approve files --config other.json\n');
  const call = await runInMemory(['call', 'files/read_file', 'path=x', ...named, '--json'], { listings });
  expect(call.document()).toMatchObject({
    error: { next: expect.stringContaining('mcp approve files --config other.json') },
  });
  const doctor = await runInMemory(['doctor', ...named], {
    examinations: [examination('files', { status: 'needed' })],
  });
  expect(doctor.out).toContain('needed: mcp approve files --config other.json\n');
});

test('of several files all are named, quoted for the shell', async () => {
  const listings = [{ server: 'files', state: 'failed', error: needed }] as const;
  const { out } = await runInMemory(['list', ...named, '--config', 'my own.json'], { listings });
  expect(out).toContain("mcp approve files --config other.json --config 'my own.json'\n");
});

test('after a handshake that failed nobody is told that a call may have been executed', async () => {
  const listings = [{ server: 'files', state: 'failed', error: handshake }] as const;
  const { err } = await runInMemory(['call', 'files/read_file', 'path=x'], { listings });
  expect(err).toContain('it ended');
  expect(err).not.toContain('may have been executed');
  const { document } = await runInMemory(['call', 'files/read_file', 'path=x', '--json'], { listings });
  expect(document()).not.toHaveProperty('error.outcome');
});
