import type { McpClient, ToolResult } from '@coding-agent/extensions';

export interface Answers {
  /** 6 + 7. */
  readonly sum: string;
  /** What was told while it was calculated. */
  readonly progress: readonly string[];
  /** 1 / 0. */
  readonly quotient: { readonly text: string; readonly isError: boolean };
}

/** The client's work. It does not know which way its server is reached. */
export async function calculate(client: McpClient): Promise<Answers> {
  const progress: string[] = [];
  const sum = await add(client, (message) => progress.push(message));
  const quotient = await client.callTool('calculator', { a: 1, b: 0, op: 'div' });
  return { sum, progress, quotient: { text: textOf(quotient), isError: quotient.isError } };
}

/** How much is 6 + 7? */
export async function add(client: McpClient, onMessage?: (message: string) => unknown): Promise<string> {
  const onProgress =
    onMessage && ((progress: Readonly<Record<string, unknown>>) => onMessage(String(progress['message'])));
  return textOf(await client.callTool('calculator', { a: 6, b: 7, op: 'add' }, { onProgress }));
}

/** A call is taken back as soon as the server has begun with it. Gives its error. */
export function takeBack(client: McpClient): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  return errorOf(client.callTool('wait', {}, { signal, onProgress: () => controller.abort() }));
}

export interface Lost {
  readonly during: unknown;
  readonly after: unknown;
}

/** The server ends in the middle of a call; when it has gone it is called once more. Gives both errors. */
export async function loseServer(client: McpClient, hasGone: () => Promise<unknown>): Promise<Lost> {
  const during = await errorOf(client.callTool('exit'));
  await hasGone(); // a lost connection alone does not say so: another one might still be taken
  return { during, after: await errorOf(add(client)) };
}

/** Undefined: it did not fail. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((block) => (block['type'] === 'text' ? [block['text']] : [])).join('\n');
}
