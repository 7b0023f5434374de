import type { PassedVariable } from '../servers/workspace.ts';
import { visibleLine } from './visible.ts';

/** The names of variables, or of headers, that a server gets, grouped by the rule that admits them: `PATH LANG  (always)`. */
export function namesByRule(passed: readonly PassedVariable[]): string[] {
  const byRule = new Map<string, string[]>();
  for (const { name, rule } of passed) byRule.set(rule, [...(byRule.get(rule) ?? []), visibleLine(name)]);
  return [...byRule].map(([rule, names]) => `${names.toSorted().join(' ')}  (${visibleLine(rule)})`);
}
