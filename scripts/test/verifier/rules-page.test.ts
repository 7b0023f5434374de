import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleTexts } from '../../lesson/rules/rule-list.ts';
import { rulesPage, rulesPageFile } from '../../lesson/rules/rules-page.ts';

test('the page about the rules says what the rules say', () => {
  expect(readFileSync(rulesPageFile, 'utf8'), 'run pnpm --filter @coding-agent/scripts rules-page').toBe(rulesPage());
});

test('every rule but the canaries themselves has an example that it refuses', () => {
  const without = ruleTexts().filter((rule) => rule.refuses.length === 0);
  expect(without.map((rule) => rule.code)).toEqual(['R15']);
});
