import { finding, type Rule } from './rule.ts';
import { runName } from './run-text.ts';

export const cleanTreeRule: Rule = {
  code: 'R13',
  name: 'clean tree',
  says: 'A run writes into its temp folder only, and the lesson does not change while it is verified.',
  judge: ({ evidence }) => [
    ...evidence.runs.flatMap((run) =>
      run.strayFiles.map((file) => finding(runName(run), `wrote ${file}`, 'write below os.tmpdir() only')),
    ),
    ...evidence.changedFiles.map((file) =>
      finding(
        file,
        'changed while the lesson was verified',
        'verify again when nobody writes there; if a run did it, write below os.tmpdir() only',
      ),
    ),
  ],
  summary: () => 'nothing written outside the temp folders',
};
