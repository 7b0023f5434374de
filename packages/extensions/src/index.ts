export * from './client.ts';
export { parseConfig, type ParsedConfig, type ParseOptions } from './manager/parse-config.ts';
export { readConfigFile, readConfigFiles, type ReadConfigOptions } from './manager/read-config-files.ts';
export {
  expandServer,
  type ExpandedServer,
  type ExpandedStdio,
  type ExpansionContext,
} from './manager/expand-server.ts';
export type { ExpandedHttp } from './manager/expand-http.ts';
export type { AdmittedVariable, EnvironmentRule } from './manager/environment-report.ts';
export type { BrokeredSecret, InputPrompt, SecretBroker, SecretRequest } from './manager/secret-broker.ts';
export type { ConfigDiagnostic, ConfigDiagnosticKind, ConfigPlace, ConfigProblem } from './manager/config-problem.ts';
export type { Permission } from './adapter/tool-definition.ts';
export { createApprovals, openApprovalFile } from './manager/approval-stores.ts';
export { checkApproval, definitionHash, findApproval } from './manager/approvals.ts';
export type { Approval, ApprovalCheck, ApprovalStore, Change, CurrentServer } from './manager/approvals.ts';
export type { FoundExecutable } from './manager/find-executable.ts';
export { FileDigests, type FileDigest, type FileDigestsOptions } from './manager/file-digests.ts';
export { identify } from './manager/identity.ts';
export type { IdentityContext, IdentityPart, PlannedLaunch, ServerIdentity } from './manager/identity.ts';
export { createQuarantine, openQuarantineFile } from './manager/quarantine.ts';
export type { Quarantine, QuarantineStore } from './manager/quarantine.ts';
export { describeSandbox } from './manager/sandbox-description.ts';
export { sandboxed } from './manager/sandbox.ts';
export type { FindLauncher, SandboxContext, SandboxedCommand, SandboxedLaunch } from './manager/sandbox.ts';
export type {
  ConfigInput,
  Confinement,
  ConfigSource,
  Dialect,
  HttpServer,
  ResourceLimits,
  SandboxConfig,
  ServerConfig,
  ServerTimeouts,
  StdioServer,
} from './manager/server-config.ts';
