import { printable } from '../wire/printable.ts';
import { describe, type ConfigNode } from './config-node.ts';
import type { ConfigNotes } from './config-notes.ts';
import {
  containersOf,
  entriesOf,
  isSwitchedOff,
  otherProjects,
  type FoundEntry,
  type ServerContainer,
} from './find-servers.ts';
import { readEntry } from './read-entry.ts';
import { readInputs, withInputs } from './read-inputs.ts';
import type { ConfigInput, Dialect, ServerConfig } from './server-config.ts';
import { nameProblem } from './server-name.ts';

/** Servers of one document. More are refused: each may become a process. */
const maxServers = 500;

export interface ReadOptions {
  readonly dialect: Dialect;
  readonly folder: string;
  readonly workspaceFolder: string;
  readonly platform: NodeJS.Platform;
  readonly isFile: (path: string) => boolean;
}

/** Reads the servers of a document, each by itself. */
export function readServers(root: ConfigNode, notes: ConfigNotes, options: ReadOptions): ServerConfig[] {
  const { dialect, workspaceFolder } = options;
  const servers = new Map<string, ServerConfig>();
  const containers = containersOf(root, dialect, workspaceFolder);
  for (const pointer of new Set(containers.map((container) => container.pointer))) {
    const place = containers.filter((container) => container.pointer === pointer);
    for (const server of readPlace(place, notes, options)) {
      const { name, source } = server;
      const earlier = servers.get(name);
      if (earlier !== undefined) {
        const message = `it replaces the server of the same name at ${earlier.source.pointer}`;
        notes.diagnose(source, { kind: 'shadowed', severity: 'warning', serverName: name, message });
      }
      servers.set(name, server);
    }
  }
  if (dialect === 'claude-code') {
    for (const project of otherProjects(root, workspaceFolder)) {
      const message = `the servers of ${printable(project)} are for that project, and this one is ${workspaceFolder}`;
      notes.diagnose({ pointer: '/projects' }, { kind: 'skipped', message });
    }
  }
  return [...servers.values()];
}

/** One place of a document; several nodes when its key stands there more than once. */
function readPlace(containers: readonly ServerContainer[], notes: ConfigNotes, options: ReadOptions): ServerConfig[] {
  const entries = containers.flatMap((container) => {
    const { node, pointer } = container;
    if (node.kind === 'scalar' || node.kind === 'opaque') {
      notes.problem(
        { pointer, offset: node.offset },
        undefined,
        `servers are an object, and this is ${describe(node)}`,
        'write { "name": { "command": "…" } }',
      );
    }
    const inputs = readInputs(container, notes);
    return entriesOf(container, options.dialect).map((entry) => ({ container, inputs, entry }));
  });
  const counts = new Map<string | undefined, number>();
  for (const { entry } of entries) counts.set(entry.name, (counts.get(entry.name) ?? 0) + 1);
  return entries.flatMap(({ container, inputs, entry }, index) => {
    const { name, pointer, offset } = entry;
    const refuse = (what: string, cure: string): [] => {
      notes.problem({ pointer, offset }, name === undefined ? undefined : printable(name), what, cure);
      return [];
    };
    if (name === undefined) return refuse('this server has no name', 'add "name" to it');
    const wrong = nameProblem(name);
    if (wrong !== undefined) return refuse(`the name ${wrong}`, 'give the server another name');
    if ((counts.get(name) ?? 0) > 1) {
      return refuse(
        'two servers have this name, and nobody can say which one is meant',
        'give one of them another name',
      );
    }
    if (index >= maxServers) return refuse(`it is one of more than ${maxServers} servers`, 'keep fewer in one file');
    const config = readOne(name, entry, container, { ...options, inputs, notes });
    return config === undefined ? [] : [config];
  });
}

function readOne(
  name: string,
  { node, pointer, offset }: FoundEntry,
  container: ServerContainer,
  options: ReadOptions & { readonly inputs: readonly ConfigInput[]; readonly notes: ConfigNotes },
): ServerConfig | undefined {
  const { dialect, platform, isFile, inputs, notes } = options;
  const folder = container.folder ?? options.folder;
  const config = readEntry(node, { name, pointer, dialect, folder, platform, inputs, isFile, notes });
  if (config === undefined) return undefined;
  if (!config.isEnabled || !isSwitchedOff(name, container, dialect)) return withInputs(config, inputs);
  const message = 'a list beside the servers switches it off';
  notes.diagnose({ pointer, offset }, { kind: 'converted', serverName: name, message });
  return { ...withInputs(config, inputs), isEnabled: false };
}
