import type { ConfigDiagnostic, ServerConfig } from '@coding-agent/extensions';
import { shownAddress } from './shown-address.ts';
import type { ConfiguredServer } from './workspace.ts';

/** A server for a person: nothing in it is expanded, and no value of a variable or a header. */
export function configuredServer(
  { name, source, server, isEnabled, description }: ServerConfig,
  needsApproval: boolean,
  diagnostics: readonly ConfigDiagnostic[],
): ConfiguredServer {
  const { file, pointer, dialect } = source;
  const place = diagnostics.find((one) => one.serverName === name && one.file === file && one.pointer === pointer);
  return {
    name,
    ...(file === undefined ? {} : { file }),
    pointer,
    ...(place?.line === undefined ? {} : { line: place.line }),
    dialect,
    isEnabled,
    ...(description === undefined ? {} : { description }),
    command: server.kind === 'stdio' ? [server.executable, ...server.args] : [shownAddress(server.url)],
    transport: server.kind,
    needsApproval,
  };
}
