import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Suite {
  /** What to start with a Node that is new enough. */
  readonly program: string;
  readonly version: string;
}

/** The installed suite. It has no entry that could be imported: it is a program. */
export function locateSuite(): Suite {
  const manifest = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));
  const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    version: string;
    bin: { conformance: string };
  };
  return { program: join(dirname(manifest), bin.conformance), version };
}

/** Of `list --requirements <revision>`: what a client has to pass for it, by the names of the scenarios. */
export function readRequirements(text: string): readonly string[] {
  const lines = text.split('\n');
  const section = lines.slice(lines.findIndex((line) => line.startsWith('Client scenarios')) + 1);
  const end = section.findIndex((line) => line.trim() === '');
  return section.slice(0, end).flatMap((line) => /^\s*- (\S+)$/.exec(line)?.[1] ?? []);
}

/** Of `list --client`: the names of all scenarios. */
export function readScenarioList(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => /^\s*- (\S+) \[/.exec(line)?.[1] ?? []);
}
