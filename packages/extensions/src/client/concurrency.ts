/** How many calls may be under way at once: a server that serves one at a time is not a fault. */
export interface Concurrency {
  /** Of every tool that is not named. Default: no limit. */
  readonly perTool?: number;
  readonly tools?: Readonly<Record<string, number>>;
}

/** The lane that a call of this tool waits in; undefined without a limit. */
export function laneOf(
  tool: string,
  { perTool, tools = {} }: Concurrency,
): { readonly name: string; readonly limit: number } | undefined {
  const limit = Object.hasOwn(tools, tool) ? tools[tool] : perTool;
  return limit === undefined ? undefined : { name: tool, limit };
}
