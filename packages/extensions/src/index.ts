export * from './client.ts';
export { isInsecure } from './http/addresses.ts';
export { addressLookup } from './manager/address-lookup.ts';
export { parseConfig, type ParsedConfig, type ParseOptions } from './manager/parse-config.ts';
export { readConfigFile, readConfigFiles, type ReadConfigOptions } from './manager/read-config-files.ts';
export {
  expandServer,
  type ExpandedServer,
  type ExpandedStdio,
  type ExpansionContext,
} from './manager/expand-server.ts';
export type { ExpandedHttp } from './manager/expand-http.ts';
export type { EnvironmentSources } from './stdio/environment.ts';
export { environmentReport } from './manager/environment-report.ts';
export type { AdmittedVariable, EnvironmentRule, ReportSources } from './manager/environment-report.ts';
export type { BrokeredSecret, InputPrompt, SecretBroker, SecretRequest } from './manager/secret-broker.ts';
export type { ConfigDiagnostic, ConfigDiagnosticKind, ConfigPlace, ConfigProblem } from './manager/config-problem.ts';
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
export { createToolAdapter } from './tool-adapter.ts';
export type { Mount, ToolAdapter } from './tool-adapter.ts';
export type { AdapterLimits, ArgumentLimits, OutcomeLimits } from './adapter/adapter-limits.ts';
export type { ToolAdapterOptions } from './adapter/adapter-options.ts';
export type { ToolAnnotations } from './adapter/annotations.ts';
export type { Approver, CallPolicy, PolicyCall, PolicyDecision } from './adapter/call-policy.ts';
export type { RejectedTool } from './adapter/judge-tools.ts';
export type { PermissionSettings } from './adapter/permission.ts';
export { ToolFailedError } from './adapter/registry-tool.ts';
export type { RegistryTool, ToolRegistry } from './adapter/registry-tool.ts';
export { rememberApprovals } from './adapter/remembered-approvals.ts';
export type { RememberedApprovalsOptions } from './adapter/remembered-approvals.ts';
export type { SchemaLimits } from './adapter/schema-limits.ts';
export type { SchemaVerdict } from './adapter/schema-verdict.ts';
export type { Spill, SpillContent } from './adapter/spill.ts';
export type { ToolChanges, ToolMember } from './adapter/tool-changes.ts';
export { permissions } from './adapter/tool-definition.ts';
export type { ExecuteOptions, Permission, ToolDefinition } from './adapter/tool-definition.ts';
export type { OutcomeTruncation, ToolOutcome } from './adapter/tool-outcome.ts';
export type { ToolFeed, ToolSource } from './adapter/tool-source.ts';
export { SpillFolder } from './manager/spill-folder.ts';
export type { SpillFolderOptions } from './manager/spill-folder.ts';
export {
  McpManager,
  type ApproveRequest,
  type CheckRequest,
  type ManagerRequest,
  type ReviewRequest,
  type ToolsRequest,
} from './mcp-manager.ts';
export type { AbortCause } from './manager/call-group.ts';
export type { ApprovalReport } from './manager/approve-server.ts';
export type { ServerReview } from './manager/review-server.ts';
export type { Budget, Budgets, Spent } from './manager/budget.ts';
export type { SlimTool } from './manager/catalogue.ts';
export type { HealthReport } from './manager/check-health.ts';
export type { HealthPolicy } from './manager/health.ts';
export type { Holder, Lease } from './manager/leases.ts';
export type { ManagerConfig } from './manager/load-servers.ts';
export type { ManagerPorts } from './manager/managed-entry.ts';
export type { ManagerCloseReport } from './manager/manager-close.ts';
export type { ManagerEvent, McpEvent, McpListener } from './manager/manager-event.ts';
export type { McpManagerOptions } from './manager/manager-options.ts';
export type { ManagerStatus } from './manager/manager-status.ts';
export type { HttpSettings } from './manager/reached-server.ts';
export type { RestartPolicy } from './manager/restart-policy.ts';
export type { ToolReference } from './manager/server-directory.ts';
export type { ManagedClient } from './manager/server-life.ts';
export type { PlannedStart, StartPlan } from './manager/start-plan.ts';
export type { ServerSettings } from './manager/server-settings.ts';
export type { ServerStateName } from './manager/server-state.ts';
export { isVariableName, shownVariable } from './manager/variable-name.ts';
export type { ServerStatus, StatusReason } from './manager/server-status.ts';
export type { ServerTools, ToolsAnswer } from './manager/tools-answer.ts';
