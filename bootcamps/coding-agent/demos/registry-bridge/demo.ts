import { createToolAdapter, McpClient, type RegistryTool, type ToolChanges } from '@coding-agent/extensions';
import { fileURLToPath } from 'node:url';
import { exitCodes, type Demo, type Host } from '../support/host.ts';
import { readOptions } from '../support/options.ts';
import { columns, displayWidth, printable, wrapJson } from '../support/text.ts';
import { errorText, wordsIn } from '../support/words.ts';
import { Registry } from './registry.ts';
import { bridgeWords } from './words.ts';

/** A server that changes its list says so at once; this is for one that does not. */
const CHANGE_DEADLINE_MS = 30_000;

/** E-03, A-07: a server's tools in the registry of an agent. */
export const registryBridgeDemo: Demo = async (host) => {
  const words = bridgeWords[host.language];
  if (readOptions(host.words, { flags: ['help'] }).flags.has('help')) {
    host.out(words.help);
    return exitCodes.ok;
  }
  const client = new McpClient({
    executable: process.execPath,
    args: [fileURLToPath(new URL('server/notes.mjs', import.meta.url))],
    serverName: 'notes',
  });
  const leave = (): void => void client.close();
  host.signal.addEventListener('abort', leave, { once: true });
  if (host.signal.aborted) leave();
  try {
    await client.initialize();
    return (await bridge(host, client)) ? exitCodes.ok : exitCodes.failed;
  } catch (error) {
    if (!host.signal.aborted) host.err(errorText(wordsIn[host.language], error));
    return exitCodes.failed;
  } finally {
    await client.close();
    host.out(words.ended);
    host.signal.removeEventListener('abort', leave);
  }
};

/** True when all of it went as it should. */
async function bridge(host: Host, client: McpClient): Promise<boolean> {
  const words = bridgeWords[host.language];
  const registry = new Registry();
  host.out(words.title);
  begin(host, words.own);
  registry.register(today(words.ownTool));
  show(host, registry);

  begin(host, words.mounted);
  const adapter = createToolAdapter({
    serverName: 'notes',
    source: client,
    list: await client.listTools(),
    // Said by the configuration, never by the server. Without both, each call would be asked about.
    permission: 'write',
    policy: () => ({ decision: 'allow' }),
  });
  const mount = adapter.mountToRegistry(registry);
  const stopFollowing = adapter.follow(client);
  show(host, registry);

  begin(host, words.joined);
  const change = nextChange(adapter.onChange.bind(adapter), host.signal);
  await attempt(host, registry, 'notes__add_note', { text: 'water the plants' });
  await attempt(host, registry, 'notes__add_note', { text: 'call Ada' });
  const read = await attempt(host, registry, 'notes__read_notes', {});

  begin(host, words.failed);
  const failed = await attempt(host, registry, 'notes__remove_note', { number: 7 });

  begin(host, words.checked);
  const unchecked = await attempt(host, registry, 'notes__remove_note', { number: 'seven' });

  const { added = [] } = (await change) ?? {};
  begin(host, added.length === 0 ? words.lateChange : words.changed(printable(added.join(' '))));
  show(host, registry);

  begin(host, words.undone);
  mount.unmount();
  stopFollowing();
  show(host, registry);

  begin(host, words.gone);
  const gone = await attempt(host, registry, 'notes__read_notes', {});
  host.out();
  const haveFailed = [failed, unchecked, gone].every((text) => text === undefined);
  return haveFailed && read?.split('\n').length === 2 && added.length === 1 && registry.names.length === 1;
}

/** Undefined: it did not come in time, or the demo is to end. */
function nextChange(
  onChange: (listener: (changes: ToolChanges) => unknown) => () => void,
  signal: AbortSignal,
): Promise<ToolChanges | undefined> {
  return new Promise((resolve) => {
    const done = (changes?: ToolChanges): void => {
      clearTimeout(timer);
      forget();
      resolve(changes);
    };
    const timer = setTimeout(done, CHANGE_DEADLINE_MS);
    const forget = onChange(done);
    signal.addEventListener('abort', () => done(), { once: true });
  });
}

function today(description: string): RegistryTool {
  return {
    name: 'today',
    description,
    inputSchema: { type: 'object' },
    permission: 'read',
    execute: () => Promise.resolve(new Date().toDateString()),
  };
}

/** Calls a tool of the registry and shows what comes. Undefined when it threw. */
async function attempt(
  host: Host,
  registry: Registry,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const words = bridgeWords[host.language];
  host.out(words.called(`${name} ${JSON.stringify(args)}`));
  try {
    const text = await registry.call(name, args);
    print(host, words.returned, text);
    return text;
  } catch (error) {
    print(host, words.threw(error instanceof Error ? error.name : 'unknown'), wordsIn[host.language].error(error));
    return undefined;
  }
}

function begin({ out }: Host, heading: string): void {
  out();
  out(heading);
}

function show(host: Host, registry: Registry): void {
  print(host, bridgeWords[host.language].registry, registry.names.join('\n'));
}

/** A text of any content behind a prefix, indented below it. */
function print({ out }: Host, prefix: string, text: string): void {
  const indent = ' '.repeat(Math.min(displayWidth(prefix), 9));
  const [first = '', ...rest] = text.split('\n').flatMap((line, at) => {
    const taken = at === 0 ? displayWidth(prefix) : indent.length;
    return wrapJson(printable(line), columns - taken);
  });
  out(`${prefix}${first}`.trimEnd());
  for (const line of rest) out(`${indent}${line}`.trimEnd());
}
