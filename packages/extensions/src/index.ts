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
export type {
  ConfigInput,
  ConfigSource,
  Dialect,
  HttpServer,
  SandboxConfig,
  ServerConfig,
  ServerTimeouts,
  StdioServer,
} from './manager/server-config.ts';
