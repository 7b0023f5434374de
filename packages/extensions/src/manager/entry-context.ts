import type { ConfigNotes, Spot } from './config-notes.ts';
import type { ConfigNode } from './config-node.ts';
import type { ConfigDiagnostic, ConfigDiagnosticKind } from './config-problem.ts';
import type { ConfigInput, Dialect } from './server-config.ts';

/** One entry of a document while it is read. */
export interface EntryContext {
  readonly name: string;
  readonly pointer: string;
  readonly dialect: Dialect;
  /** Absolute. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly inputs: readonly ConfigInput[];
  readonly isFile: (path: string) => boolean;
  readonly notes: ConfigNotes;
}

/** A member of an entry that was found under one of the spellings of a field. */
export interface Found extends Spot {
  readonly alias: string;
  readonly node: ConfigNode;
}

/** Something that was decided about an entry. */
export function tell(
  context: EntryContext,
  spot: Spot,
  kind: ConfigDiagnosticKind,
  message: string,
  severity: ConfigDiagnostic['severity'] = 'info',
): void {
  context.notes.diagnose(spot, { kind, severity, serverName: context.name, message });
}

/** Why an entry is refused. */
export function refuse(context: EntryContext, spot: Spot, message: string, cure: string): void {
  context.notes.problem(spot, context.name, message, cure);
}
