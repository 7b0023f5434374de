import { CliError, usageError } from '../cli-error.ts';
import { visibleLine } from '../output/visible.ts';
import { nearest } from './nearest.ts';
import { shellWord } from '../output/shell-word.ts';

/** A tool of a server, by the server's name in the configuration and the tool's own name. */
export interface ToolTarget {
  readonly server: string;
  readonly tool: string;
}

/** What may stand between the two. A name may hold each of them too. */
const separators = /[/.:]/g;

/**
 * Reads `server/tool`, `server.tool` or `server:tool`. Servers are looked for by name, and every place is tried: nothing is
 * guessed (github.com/google-gemini/gemini-cli/issues/21727: a name taken apart at the wrong place borrowed another server's
 * policy).
 *
 * @throws CliError `CLI_USAGE`, `CLI_UNKNOWN_SERVER` with the nearest names, `CLI_AMBIGUOUS` with the candidates
 */
export function parseTarget(text: string, servers: readonly string[]): ToolTarget {
  const splits = [...text.matchAll(separators)].map(({ index }) => ({
    server: text.slice(0, index),
    tool: text.slice(index + 1),
  }));
  const candidates = splits.filter(({ server, tool }) => tool !== '' && servers.includes(server));
  const [found, ...others] = candidates;
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) throw ambiguous(text, candidates);
  if (servers.includes(text)) {
    throw usageError(
      `${visibleLine(text)} is a server, and no tool was named`,
      `see its tools: mcp list ${shellWord(text)}`,
    );
  }
  const first = splits.find(({ server, tool }) => server !== '' && tool !== '');
  if (first === undefined) {
    throw usageError(
      `${visibleLine(text)} names no tool`,
      'write server/tool, for example mcp call files/read_file path=notes.txt',
    );
  }
  throw unknownServer(first.server, servers);
}

/** @throws CliError `CLI_UNKNOWN_SERVER` */
export function requireServer(name: string, servers: readonly string[]): string {
  if (servers.includes(name)) return name;
  throw unknownServer(name, servers);
}

function unknownServer(name: string, servers: readonly string[]): CliError {
  const near = nearest(name, servers);
  const next =
    near.length > 0
      ? `did you mean ${near.map(visibleLine).join(', ')}?`
      : servers.length === 0
        ? 'the configuration has no servers; see where it was looked for: mcp doctor'
        : `there are ${shown(servers)}`;
  return new CliError('CLI_UNKNOWN_SERVER', `there is no server ${visibleLine(name)}`, { next, candidates: near });
}

/** `see`: how to see the tools that there are. */
export function unknownTool({ server, tool }: ToolTarget, tools: readonly string[], see: string): CliError {
  const near = nearest(tool, tools);
  const next =
    near.length > 0
      ? `did you mean ${near.map((name) => `${server}/${visibleLine(name)}`).join(', ')}?`
      : `see what there is: ${see}`;
  const candidates = near.map((name) => `${server}/${name}`);
  return new CliError('CLI_UNKNOWN_TOOL', `${server} has no tool ${visibleLine(tool)}`, { next, candidates });
}

function ambiguous(text: string, targets: readonly ToolTarget[]): CliError {
  const readings = targets.map(({ server, tool }) => `tool ${visibleLine(tool)} of ${visibleLine(server)}`);
  return new CliError('CLI_AMBIGUOUS', `${visibleLine(text)} can be read as ${readings.join(', or ')}`, {
    next: `say which: mcp call --server ${shellWord(targets[0]?.server ?? '')} ${shellWord(targets[0]?.tool ?? '')}`,
    candidates: targets.map(({ server, tool }) => `--server ${server} ${tool}`),
  });
}

function shown(names: readonly string[]): string {
  const some = names.slice(0, 10).map(visibleLine).join(', ');
  return names.length > 10 ? `${some} and ${names.length - 10} more` : some;
}
