/** A call that failed, with what it was called with. */
export interface FailedCall {
  readonly serverName: string;
  readonly tool: string;
  readonly arguments: unknown;
}

/**
 * The arguments of a failed call, as a text for a file of its own; for whoever has to repeat the call, and nobody else. They are in
 * no report. Its first line says that it is private, the rest is JSON. Write it with `writePrivateFile`.
 */
export function failureArtefact({ serverName, tool, arguments: given }: FailedCall): string {
  const head = '// PRIVATE: the arguments of a call, as they were given. Not redacted: do not publish this file.';
  return `${head}\n${json({ serverName, tool, arguments: given })}\n`;
}

function json(call: FailedCall): string {
  try {
    return JSON.stringify(call, undefined, 2);
  } catch {
    const { serverName, tool } = call;
    return JSON.stringify({ serverName, tool, problem: 'the arguments are no JSON' }, undefined, 2);
  }
}
