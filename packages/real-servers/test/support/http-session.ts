import { McpClient, type HttpClientOptions } from '@coding-agent/extensions';
import { expect, type TestContext } from 'vitest';
import { relayTo, type Passed } from './relay.ts';
import { serve, type ServedProgram } from './served.ts';
import type { Session } from './session.ts';

/** A client of a server over HTTP, and what was heard. */
export interface HttpSession extends Omit<Session, 'processes'> {
  /** What the client sent, seen from outside. */
  readonly passed: readonly Passed[];
  /** Where the server is, without anybody between. */
  readonly server: URL;
}

/** Starts a server and begins the conversation. What a test leaves open is closed after it; no connection may stay. */
export async function openHttpSession(
  context: Pick<TestContext, 'onTestFinished'>,
  program: ServedProgram | URL,
  options: Partial<HttpClientOptions> = {},
): Promise<HttpSession> {
  const server = program instanceof URL ? program : await serve(context, program);
  const { url, passed, connections } = await relayTo(context, server);
  const complaints: HttpSession['complaints'] = [];
  const notifications: HttpSession['notifications'] = [];
  const client = new McpClient({
    url,
    onDiagnostic: (diagnostic) => complaints.push(diagnostic),
    onNotification: (method, params) => notifications.push({ method, params }),
    ...options,
  });
  const close = async (): Promise<void> => {
    expect(await client.close()).toEqual({ survivors: [] });
    await expect.poll(() => connections.size, { timeout: 10_000 }).toBe(0);
  };
  context.onTestFinished(close);
  await client.initialize();
  return { client, complaints, notifications, passed, server, close };
}
