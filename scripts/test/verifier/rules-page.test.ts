import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleTexts } from '../../lesson/rules/rule-list.ts';
import { ruleExamples } from '../../lesson/rules/rule-examples.ts';
import { rulesPage, rulesPageFile } from '../../learner/rules-page.ts';

test('the page about the rules says what the rules say', () => {
  expect(readFileSync(rulesPageFile, 'utf8'), 'run pnpm --filter @coding-agent/scripts rules-page').toBe(rulesPage());
});

test('every rule but the canaries themselves has an example that it refuses', () => {
  const without = ruleTexts().filter((rule) => rule.refuses.length === 0);
  expect(without.map((rule) => rule.code)).toEqual(['R15']);
});

test('every rule has an example of what it says, and the page shows why it is there and its cure', () => {
  const codes = ruleTexts().map((rule) => rule.code);
  expect(Object.keys(ruleExamples)).toEqual(codes);
  const sections = rulesPage().split(/^## /m).slice(1);
  expect(sections.map((section) => section.slice(0, 3))).toEqual(codes);
  for (const section of sections) expect(section).toMatch(/\*\*Why\.\*\* \S[^]*\*\*Cure\.\*\* \S[^]*✗ FAIL R\d\d/);
});
