import type { Era } from '../../../src/protocol/revisions.ts';
import { verifies } from '../verifies.ts';
import { eras, type ContractCase } from './contract-case.ts';
import { Stage } from './stage.ts';
import { wayNames, ways, type WayName } from './way.ts';

/** One run of a case. */
export interface Run {
  readonly way: WayName;
  readonly era: Era;
}

/** The runs of a case: each of its eras over each way that has it, but for those that it says why it is not run over. */
export function runsOf({ eras: those = eras, not = {} }: ContractCase): readonly Run[] {
  return wayNames
    .filter((way) => not[way] === undefined)
    .flatMap((way) => those.filter((era) => ways[way].eras.includes(era)).map((era) => ({ way, era })));
}

/** Tests of all cases of a table, over all ways. */
export function runOverAllWays(cases: readonly ContractCase[]): void {
  for (const one of cases) {
    for (const { way, era } of runsOf(one)) {
      verifies(one.id, `${one.title} (${era}, over ${way})`, (context) => one.run(new Stage(context, way, era)));
    }
  }
}
