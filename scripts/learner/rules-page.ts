import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, verdictWord } from '../lesson/exit-codes.ts';
import { repositoryRoot } from '../lesson/repository.ts';
import { ruleExamples } from '../lesson/rules/rule-examples.ts';
import { ruleTexts, type RuleText } from '../lesson/rules/rule-list.ts';
import { isRuleCode, ruleReasons } from './messages/rule-reasons.ts';

/** The page about the rules; made from the rules, their reasons and the canaries, never edited. */
export const rulesPageFile = join(repositoryRoot, 'bootcamps', 'coding-agent', 'RULES.md');

/** The page as text, as it must stand in `rulesPageFile`. */
export function rulesPage(): string {
  const rules = ruleTexts();
  const index = rules.map(({ code, name, says }) => `| [${code} ${name}](#${anchor(code, name)}) | ${cell(says)} |`);
  return `# Rules

What \`pnpm verify:lesson\` asks of a lesson. Made from the rules themselves by \`pnpm --filter @coding-agent/scripts rules-page\`;
do not edit. \`pnpm lesson explain R08\` shows one of them in the terminal, in Chinese too. How a lesson is made is told in
[AUTHORING.md](AUTHORING.md), how a known mistake is made well in [WRONG-SOLUTIONS.md](WRONG-SOLUTIONS.md).

A finding has three lines: where to look, what was declared and what was seen, and what to do next. Several rules often
speak of one fault: begin with the first that fails. Exit codes: ${Object.values(exitCode)
    .map((code) => `${code} ${verdictWord[code]}`)
    .join(' · ')}.

| rule | what it asks |
| ---- | ------------ |
${index.join('\n')}

${rules.map(section).join('\n')}`;
}

function section({ code, name, says, refuses }: RuleText): string {
  const parts = [`## ${code} ${name}`, prose(says)];
  if (isRuleCode(code)) {
    const { why, repair } = ruleReasons[code];
    parts.push(`**Why.** ${prose(why)}`, `**Cure.** ${prose(repair)}`);
    const { canary, where, message, next } = ruleExamples[code];
    const from = canary === undefined ? 'For example' : `For example, of the bad lesson \`${canary}\``;
    parts.push(
      `${from}:`,
      ['```text', `✗ FAIL ${code} ${name}`, `  ${where}`, `    ${message}`, `    next: ${next}`, '```'].join('\n'),
    );
  }
  if (refuses.length > 0) {
    const rows = refuses.map(({ id, why, exit }) => `| \`${id}\` | ${cell(why)} | ${exit} |`);
    parts.push(
      'Bad lessons that it must refuse, each time before a verdict is given:',
      ['| bad lesson | what is wrong with it | exit |', '| --- | --- | --- |', ...rows].join('\n'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

function cell(text: string): string {
  return prose(text).replaceAll('|', '\\|');
}

/** `<code>` is a word here, and no HTML. */
function prose(text: string): string {
  return text.replaceAll('<', '\\<');
}

/** As GitHub makes it of a heading. */
function anchor(code: string, name: string): string {
  return `${code} ${name}`.toLowerCase().replaceAll(' ', '-');
}

if (process.argv[1] === import.meta.filename) writeFileSync(rulesPageFile, rulesPage());
