import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { ruleTexts } from './rule-list.ts';

/** The page about the rules; made from the rules and the canaries, never edited. */
export const rulesPageFile = join(repositoryRoot, 'bootcamps', 'coding-agent', 'RULES.md');

/** The page as text, as it must stand in `rulesPageFile`. */
export function rulesPage(): string {
  const sections = ruleTexts().map(({ code, name, says, refuses }) => {
    const examples = refuses.map(({ id, why }) => `- \`${id}\`: ${why}`).join('\n');
    return `## ${code} ${name}\n\n${says}\n${examples ? `\nBad lessons that it must refuse, each time before a verdict is given:\n\n${examples}\n` : ''}`;
  });
  return `# Rules

What \`pnpm verify:lesson\` asks of a lesson. Made from the rules themselves by \`pnpm --filter @coding-agent/scripts rules-page\`;
do not edit. \`pnpm lesson explain R08\` shows one of them in the terminal.

${sections.join('\n')}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(rulesPageFile, rulesPage());
