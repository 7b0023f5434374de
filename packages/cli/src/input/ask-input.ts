import type { ConfigInput, InputPrompt } from '@coding-agent/extensions';
import type { Progress } from '../output/progress.ts';
import { visibleLine } from '../output/visible.ts';
import type { Questions } from './questions.ts';

/** Wrong answers to one question that are borne with. */
const maxTries = 3;

/** Asks for what a configuration wants to know at the start (`${input:id}`). Without a terminal there is nobody to ask. */
export function inputPrompt(questions: Questions, progress: Progress): InputPrompt {
  return async (input) => {
    if (!questions.canAsk) return undefined;
    const resume = progress.hold();
    try {
      return await answerTo(input, questions);
    } finally {
      resume();
    }
  };
}

async function answerTo(
  {
    serverName,
    id,
    description,
    isPassword,
    options,
    default: otherwise,
  }: ConfigInput & { readonly serverName: string },
  questions: Questions,
): Promise<string | undefined> {
  const choice = options === undefined ? '' : ` (${options.map(visibleLine).join(', ')})`;
  const preset = otherwise === undefined || isPassword ? '' : ` [${visibleLine(otherwise)}]`;
  const question = `${visibleLine(serverName)}: ${visibleLine(description ?? id)}${choice}${preset}: `;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answer = await questions.ask(question, { isHidden: isPassword });
    const given = answer === '' ? otherwise : answer;
    if (given === undefined || options === undefined || options.includes(given)) return given;
  }
  return undefined;
}
