import { markVariable, serverEnvironment, type EnvironmentSources } from '../stdio/environment.ts';

/**
 * Why a server sees a variable. `base`: every program needs it. `inherited`: the configuration names it. `env-file`, `env`:
 * the configuration sets it. `mark`: the client adds it, to find the server's processes by.
 */
export type EnvironmentRule = 'base' | 'inherited' | 'env-file' | 'env' | 'mark';

/** One variable of a server, by name: the value is for the server alone. */
export interface AdmittedVariable {
  readonly name: string;
  readonly rule: EnvironmentRule;
}

export interface ReportSources extends EnvironmentSources {
  /** What of `env` a file of variables sets. */
  readonly fromFile?: Readonly<Record<string, string>> | undefined;
  /** What of `env` the configuration sets itself, over the file. Default: all of it. */
  readonly set?: Readonly<Record<string, string | null>> | undefined;
}

/** The names that a server will see, each with the rule that admits it, sorted. The values are nowhere in it. */
export function environmentReport(sources: ReportSources): AdmittedVariable[] {
  const { platform, host, env = {}, fromFile = {}, set = env } = sources;
  const fold = platform === 'win32' ? (name: string): string => name.toUpperCase() : (name: string): string => name;
  const foldedKeys = (variables: object): Set<string> => new Set(Object.keys(variables).map(fold));
  const rules: readonly (readonly [EnvironmentRule, ReadonlySet<string>])[] = [
    ['env', foldedKeys(set)],
    ['env-file', foldedKeys(fromFile)],
    ['base', foldedKeys(serverEnvironment({ platform, host }))],
  ];
  const ruleOf = (name: string): EnvironmentRule =>
    rules.find(([, names]) => names.has(fold(name)))?.[0] ?? 'inherited';
  const seen = Object.keys(serverEnvironment(sources)).map((name): AdmittedVariable => ({ name, rule: ruleOf(name) }));
  const mark: AdmittedVariable[] = platform === 'linux' ? [{ name: markVariable, rule: 'mark' }] : [];
  return [...seen, ...mark].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
