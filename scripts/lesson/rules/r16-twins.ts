import { finding, type Rule } from './rule.ts';

export const twinsRule: Rule = {
  code: 'R16',
  name: 'twins',
  says: 'Starter and solution have the same shape: all but src/ is the same byte for byte, and src/ has the same files; starter.patch makes the one from the other, so that a learner can start over; the scripts run the suites, and there is no test file beside them.',
  judge: ({ evidence }) => [
    ...evidence.twins.differing.map((file) =>
      finding(
        file,
        'differs between starter and solution',
        'copy the right one over the other; a test that drifts fails correct work',
      ),
    ),
    ...evidence.twins.unpaired.map((file) =>
      finding(
        file,
        'stands in one of starter and solution only',
        'both have the same files; only their contents differ',
      ),
    ),
    ...evidence.twins.shipped.map((problem) => finding('starter.patch', problem, 'pnpm lesson starter write <lesson>')),
    ...evidence.twins.unrun.map((file) =>
      finding(file, 'is a test file of no suite: it is never run', 'declare it in lesson.json > suites, or remove it'),
    ),
    ...evidence.twins.scripts.map((problem) =>
      finding('package.json > scripts', problem, 'what a learner runs is what is verified'),
    ),
  ],
  summary: () => 'tests and settings are byte-identical',
};
