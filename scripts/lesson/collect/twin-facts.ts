import type { Manifest } from '../manifest/schema.ts';
import type { FileMap } from './variant-files.ts';

export interface TwinFacts {
  /** Files that must be the same in starter and solution and are not, or stand in one of them only. */
  readonly differing: readonly string[];
  /** Source files that stand in one variant only: the shape differs. */
  readonly unpaired: readonly string[];
  /** What is wrong with `starter.patch`, from which `reset` makes the starter anew. */
  readonly shipped: readonly string[];
  /** Package scripts that do not run the suite that the manifest says they run. */
  readonly scripts: readonly string[];
  /** Test files that are no suite: nobody runs them, and a learner finds them. */
  readonly unrun: readonly string[];
}

type Suite = Manifest['suites'][number];

interface Twins {
  readonly starter: FileMap;
  readonly solution: FileMap;
  readonly shipped: readonly string[];
  readonly suites: readonly Suite[];
}

/**
 * Compares starter and solution: everything but `src/` is the same byte for byte (a copied test that drifts fails correct
 * work), apart from the package's name; `src/` has the same files.
 */
export function compareTwins({ starter, solution, shipped, suites }: Twins): TwinFacts {
  const differing: string[] = [];
  const unpaired: string[] = [];
  for (const path of [...new Set([...starter.keys(), ...solution.keys()])].toSorted()) {
    const left = starter.get(path);
    const right = solution.get(path);
    if (path.startsWith('src/')) {
      if (left === undefined || right === undefined) unpaired.push(path);
    } else if (left === undefined || right === undefined) {
      differing.push(`${path} (only in the ${left === undefined ? 'solution' : 'starter'})`);
    } else if (path === 'package.json' ? nameless(left) !== nameless(right) : left !== right) {
      differing.push(path);
    }
  }
  return {
    differing,
    unpaired,
    shipped,
    scripts: suites.flatMap((suite) => scriptProblems(suite, solution)),
    unrun: [...solution.keys()].filter((path) => isTestFile(path) && !suites.some(({ file }) => file === path)),
  };
}

/** By the names that vitest goes by. */
function isTestFile(path: string): boolean {
  return path.startsWith('tests/') && /\.(test|spec)\.[cm]?[jt]sx?$/.test(path);
}

/** A learner runs the suite through this script; what the verifier runs must be the same. */
function scriptProblems({ file, script }: Suite, solution: FileMap): string[] {
  const scripts = /"scripts"\s*:\s*(\{[^}]*\})/.exec(solution.get('package.json') ?? '')?.[1] ?? '{}';
  const command = (JSON.parse(scripts) as Record<string, string>)[script];
  return command === `vitest run ${file}`
    ? []
    : [`"${script}" must be "vitest run ${file}", and is ${JSON.stringify(command)}`];
}

const packageName = /"name"\s*:\s*"[^"]*"/;

/** A package.json without its name: the one thing of it that may differ. */
export function nameless(text: string): string {
  return text.replace(packageName, '"name":""');
}

/** The package.json `text`, with the name that `before` has; without one, that of a starter. */
export function packageNamed(before: string | undefined, text: string): string {
  const name = packageName.exec(before ?? '')?.[0];
  return name === undefined ? text.replace(/-solution"/, '-starter"') : text.replace(packageName, () => name);
}
