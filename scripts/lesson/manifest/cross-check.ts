import type { ManifestProblem } from './load.ts';
import type { Manifest } from './schema.ts';

/** What a schema cannot say: names are unique, and whatever is named exists in the same file. */
export function crossCheck(manifest: Manifest): ManifestProblem[] {
  const problems: ManifestProblem[] = [];
  const add = (where: string, what: string): void => void problems.push({ where, what });

  const unique = (where: string, ids: readonly string[]): void => {
    const seen = new Set<string>();
    ids.forEach((id, index) => {
      if (seen.has(id)) add(`${where}[${index}]`, `"${id}" is declared twice`);
      seen.add(id);
    });
  };
  unique(
    'suites',
    manifest.suites.map((suite) => suite.id),
  );
  unique(
    'gaps',
    manifest.gaps.map((gap) => gap.code),
  );
  unique(
    'tests',
    manifest.tests.map((test) => test.id),
  );
  unique(
    'steps',
    manifest.steps.map((step) => step.id),
  );
  unique(
    'accepted',
    manifest.accepted.map((entry) => entry.id),
  );
  unique(
    'wrong',
    manifest.wrong.map((entry) => entry.id),
  );

  unique('after', manifest.after);
  manifest.after.forEach((id, index) => {
    if (id.slice(0, 2) >= manifest.id.slice(0, 2))
      add(`after[${index}]`, `"${id}" does not come before ${manifest.id}`);
  });

  const suites = new Set(manifest.suites.map((suite) => suite.id));
  const gaps = new Set(manifest.gaps.map((gap) => gap.code));
  const tests = new Set(manifest.tests.map((test) => test.id));
  const known = (where: string, id: string): void => {
    if (!tests.has(id)) add(where, `there is no test "${id}" (declared: ${[...tests].join(', ')})`);
  };

  manifest.tests.forEach((test, index) => {
    if (!suites.has(test.suite)) add(`tests[${index}].suite`, `there is no suite "${test.suite}"`);
    if (test.starter.state === 'fail' && !gaps.has(test.starter.gap)) {
      add(`tests[${index}].starter.gap`, `there is no gap "${test.starter.gap}"`);
    }
  });
  for (const suite of suites) {
    if (!manifest.tests.some((test) => test.suite === suite)) add('suites', `suite "${suite}" has no test`);
  }
  for (const gap of gaps) {
    const used = manifest.tests.some((test) => test.starter.state === 'fail' && test.starter.gap === gap);
    if (!used) add('gaps', `no test meets the gap "${gap}"`);
  }

  const firstSuite = manifest.suites[0]?.id;
  let before: readonly string[] = [];
  manifest.steps.forEach((step, index) => {
    const where = `steps[${index}].passes`;
    for (const id of step.passes) {
      known(where, id);
      const test = manifest.tests.find((candidate) => candidate.id === id);
      if (test && test.suite !== firstSuite) add(where, `"${id}" is not in the first suite`);
    }
    for (const id of before) if (!step.passes.includes(id)) add(where, `"${id}" was green one step earlier`);
    if (step.passes.length <= before.length) add(where, 'a step must turn at least one more test green');
    before = step.passes;
  });

  manifest.wrong.forEach((entry, index) => {
    const where = `wrong[${index}]`;
    known(`${where}.hint`, entry.hint);
    entry.mustFail.forEach((must, position) => known(`${where}.mustFail[${position}].test`, must.test));
    entry.mayFail.forEach((id, position) => known(`${where}.mayFail[${position}]`, id));
    for (const must of entry.mustFail) {
      if (entry.mayFail.includes(must.test)) add(`${where}.mayFail`, `"${must.test}" is in mustFail already`);
    }
  });

  const { trace } = manifest;
  if (trace) {
    unique(
      'trace.scenes',
      trace.scenes.map((scene) => scene.id),
    );
    if (!manifest.wrong.some((entry) => entry.id === trace.unsafe))
      add('trace.unsafe', `there is no known-wrong solution "${trace.unsafe}"`);
  }

  const { minSignatures, why } = manifest.killMatrix;
  if (minSignatures < 12 && !why) add('killMatrix.why', `say why ${minSignatures} signatures are enough here`);
  return problems;
}
