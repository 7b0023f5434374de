import type { Rule } from './rule.ts';
import { acceptedRule } from './r07-accepted.ts';
import { cleanTreeRule } from './r13-clean-tree.ts';
import { filledInRule } from './r18-filled-in.ts';
import { inventoryRule } from './r03-inventory.ts';
import { killMatrixRule } from './r09-kill-matrix.ts';
import { limitsRule } from './r11-limits.ts';
import { lintRule } from './r02-lint.ts';
import { orderRule } from './r10-order.ts';
import { processesRule } from './r12-processes.ts';
import { solutionRule } from './r04-solution.ts';
import { starterRule } from './r05-starter.ts';
import { stepsRule } from './r17-steps.ts';
import { teachesRule } from './r06-teaches.ts';
import { textsRule } from './r14-texts.ts';
import { twinsRule } from './r16-twins.ts';
import { wrongRule } from './r08-wrong.ts';

/** The rules that judge evidence. R01 (the manifest can be read) and R15 (the canaries) come from `judge.ts` itself. */
export const rules: readonly Rule[] = [
  filledInRule, // first: while a lesson is being filled in, this says what to do next
  lintRule,
  inventoryRule,
  solutionRule,
  starterRule,
  teachesRule,
  acceptedRule,
  wrongRule,
  killMatrixRule,
  orderRule,
  limitsRule,
  processesRule,
  cleanTreeRule,
  textsRule,
  twinsRule,
  stepsRule,
];
