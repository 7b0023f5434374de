import { exitCode } from '../../lesson/exit-codes.ts';
import { ruleTexts, type RuleText } from '../../lesson/rules/rule-list.ts';
import type { Call, Command } from '../command.ts';
import { isRuleCode, ruleReasons } from '../messages/rule-reasons.ts';
import { ruleReasonsZhCn } from '../messages/rule-reasons.zh-cn.ts';
import { CommandProblem } from '../problem.ts';

export const explainCommand: Command = {
  name: 'explain',
  synopsis: 'explain [<rule>]',
  options: {},
  positionals: { least: 0, most: 1 },
  run: (call) => {
    const { page, messages, positionals } = call;
    const all = ruleTexts();
    const [wanted] = positionals;
    if (wanted === undefined) {
      for (const rule of all)
        page.text(messages.label(`${rule.code} ${rule.name}`, saysOf(rule, call)), { hanging: 4 });
      page.blank();
      page.code(messages.explain.more, 0);
      return exitCode.verified;
    }
    const rule = all.find(({ code }) => code === wanted.toUpperCase());
    if (!rule) {
      const known = all.map(({ code }) => code).join(', ');
      throw new CommandProblem(exitCode.usage, messages.explain.unknown(wanted, known));
    }
    writeRule(call, rule);
    return exitCode.verified;
  },
};

function writeRule(call: Call, rule: RuleText): void {
  const { page, messages } = call;
  const reason = reasonOf(rule, call);
  page.text(`${rule.code} ${rule.name}`);
  page.blank();
  page.text(saysOf(rule, call));
  if (!reason) return;
  page.blank();
  page.text(messages.label(messages.explain.why, reason.why));
  page.blank();
  page.text(messages.label(messages.explain.repair, reason.repair));
}

function saysOf(rule: RuleText, { language }: Call): string {
  return language === 'zh-CN' && isRuleCode(rule.code) ? ruleReasonsZhCn[rule.code].says : rule.says;
}

function reasonOf({ code }: RuleText, { language }: Call): { why: string; repair: string } | undefined {
  if (!isRuleCode(code)) return undefined;
  return language === 'zh-CN' ? ruleReasonsZhCn[code] : ruleReasons[code];
}
