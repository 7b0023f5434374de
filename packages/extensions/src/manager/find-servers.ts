import { isAbsolute } from 'node:path';
import { memberOf, nodeAt, pointerOf, stringOf, stringsOf, type ConfigNode } from './config-node.ts';
import { dialects } from './dialects.ts';
import type { Dialect } from './server-config.ts';

/** An entry of a document, before it is looked at. */
export interface FoundEntry {
  readonly name: string | undefined;
  readonly node: ConfigNode;
  readonly pointer: string;
  /** Of the name. */
  readonly offset: number | undefined;
}

/** A place in a document that holds servers. */
export interface ServerContainer {
  readonly node: ConfigNode;
  readonly pointer: string;
  /** What is around it, and may hold inputs and lists of names. */
  readonly parent: ConfigNode;
  /** Another folder than the document's: that of a project. */
  readonly folder?: string;
}

/**
 * Where the servers of a document are, in the order in which later ones win. A key that stands there twice is two places:
 * nothing is lost by it. Claude Code keeps those of each project in one file; only the project at hand counts.
 */
export function containersOf(root: ConfigNode, dialect: Dialect, workspaceFolder: string): ServerContainer[] {
  const { containers } = dialects[dialect];
  const found = containers.map((path) => placesAt({ node: root, pointer: '', parent: root }, path));
  const shared = found.find((places) => places.length > 0) ?? [];
  if (dialect !== 'claude-code') return shared;
  const projects = placesAt({ node: root, pointer: '', parent: root }, ['projects', workspaceFolder]);
  return [
    ...shared,
    ...projects.flatMap((project) =>
      placesAt(project, ['mcpServers']).map((place) =>
        isAbsolute(workspaceFolder) ? { ...place, folder: workspaceFolder } : place,
      ),
    ),
  ];
}

function placesAt(from: ServerContainer, path: readonly string[]): ServerContainer[] {
  const [key, ...rest] = path;
  if (key === undefined) return [from];
  const { node, pointer } = from;
  const members = node.kind === 'object' ? node.members.filter((member) => member.key === key) : [];
  return members.flatMap(({ value }) =>
    placesAt({ node: value, pointer: pointer + pointerOf(key), parent: node }, rest),
  );
}

/** The entries of a container: a map by name, or a list whose entries say their names. */
export function entriesOf({ node, pointer }: ServerContainer, dialect: Dialect): FoundEntry[] {
  if (node.kind === 'array') {
    return node.items.map((item, index) => {
      const name = stringOf(memberOf(item, 'name'));
      return { name, node: item, pointer: pointer + pointerOf(index), offset: item.offset };
    });
  }
  if (node.kind !== 'object') return [];
  const isWhole = dialect === 'bare';
  return node.members
    .filter(({ key }) => !(isWhole && key === '$schema'))
    .map(({ key, value, offset }) => ({ name: key, node: value, pointer: pointer + pointerOf(key), offset }));
}

/** Whether a list beside the container switches a server off. */
export function isSwitchedOff(name: string, { parent }: ServerContainer, dialect: Dialect): boolean {
  const { disabledBy = [], allowedBy } = dialects[dialect];
  if (disabledBy.some((path) => stringsOf(nodeAt(parent, path)).includes(name))) return true;
  const allowed = allowedBy === undefined ? undefined : nodeAt(parent, allowedBy);
  return allowed?.kind === 'array' && !stringsOf(allowed).includes(name);
}

/** Projects of Claude Code that have servers and are not the one at hand. */
export function otherProjects(root: ConfigNode, workspaceFolder: string): string[] {
  const projects = memberOf(root, 'projects');
  if (projects?.kind !== 'object') return [];
  return projects.members.flatMap(({ key, value }) => {
    const servers = memberOf(value, 'mcpServers');
    const isOther = key !== workspaceFolder && servers?.kind === 'object' && servers.members.length > 0;
    return isOther ? [key] : [];
  });
}
