import { shellWord } from './shell-word.ts';

/** What a command that is advised needs, to be about the same server as the one that advises it. */
export interface Advice {
  /** The files that `--config` named. */
  readonly config: readonly string[];
  /** `mcp run`: the server is in no file, so that no other command can be about it. */
  readonly isCommand: boolean;
  /** It is an address, and not a command. */
  readonly isAddress?: boolean;
}

/** Of a configuration that was found where it is looked for. */
export const plainAdvice: Advice = { config: [], isCommand: false };

/** A command line to type: `mcp approve notes --config other.json`. */
export function advised(verb: string, server: string | undefined, { config }: Advice): string {
  const name = server === undefined ? [] : [server === anyServer ? server : shellWord(server)];
  const files = config.flatMap((file) => ['--config', shellWord(file)]);
  return ['mcp', verb, ...name, ...files].join(' ');
}

/** Stands for a name that is not known. */
export const anyServer = '<server>';

/** How to see the tools of a server, and what they take. */
export function seeTools(server: string, advice: Advice): string {
  return advice.isCommand ? 'the same command without --call' : advised('list', server, advice);
}
