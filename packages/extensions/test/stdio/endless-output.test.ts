import { isAlive } from '@coding-agent/fixture-servers/testing';
import { describe, expect, it } from 'vitest';
import { startFixture } from './support/recorded.ts';

const mebibyte = 1024 * 1024;

/** How much memory that takes is measured in a process of its own: `test/faults`, the rows of floods and sizes. */
describe('C-24, Q-01, Q-02: what a server writes without end', () => {
  it('in one line ends the connection at the limit', async () => {
    const { server, recorded } = startFixture(
      { mode: 'endless-line' },
      { maxLineBytes: mebibyte, graces: { stdinMs: 100, terminateMs: 100, killMs: 10_000 } },
    );
    await recorded.shakeHands();
    recorded.callTool('echo', { value: 'x' });
    expect(await recorded.end()).toMatchObject({ code: 'MCP_MESSAGE_TOO_LARGE' });
    await recorded.close();
    expect(server.pids().filter(isAlive)).toEqual([]);
    expect(recorded.messages).toHaveLength(1);
  });

  it('on stderr is drained and kept as a tail, and the answer arrives', async () => {
    const { recorded } = startFixture(
      { mode: 'stderr-flood', bytes: 64 * mebibyte, lastWords: 'password=hunter2hunter2' },
      { maxStderrBytes: 4096 },
    );
    await recorded.shakeHands();
    await recorded.ask('tools/call', { name: 'echo', arguments: { value: 'x' } });
    await recorded.until(() => (recorded.transport.stderr.text.includes('password') ? true : undefined), 'stderr');
    const { text, truncated } = recorded.transport.stderr;
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect(text).not.toContain('\ufffd');
    expect(text).not.toContain('hunter2');
    expect(text.trimEnd().endsWith('password=[redacted]')).toBe(true);
  });
});
