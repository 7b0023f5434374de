import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** The permanent name of a test. Titles may be reworded, ids may not. */
    id?: string;
    /** What a test saw beside its verdict; who checks the lesson compares it with `lesson.json`. */
    evidence?: Record<string, number>;
  }
}

/**
 * Tells facts about a test, beside its verdict: what the code under test did before it failed. Facts of one name add up.
 * `lesson.json > tests > starter > evidence` declares what they must be in the starter.
 */
export function reportEvidence({ task }: Pick<TestContext, 'task'>, facts: Readonly<Record<string, number>>): void {
  const evidence: Record<string, number> = { ...task.meta.evidence };
  for (const [name, value] of Object.entries(facts)) evidence[name] = (evidence[name] ?? 0) + value;
  task.meta.evidence = evidence;
}
