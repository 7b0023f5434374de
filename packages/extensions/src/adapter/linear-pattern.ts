import { RE2JS } from 're2js';
import { printable } from '../wire/printable.ts';
import type { CheckRun } from './check-run.ts';
import { translate } from './regular-expression.ts';
import type { Truth } from './truth.ts';

const maxProgramSize = 2_000;
/**
 * One match cannot be interrupted. It takes the time of its text times its program: at worst 0.3 µs for each character and
 * each instruction, that is 30 ms.
 */
const maxWork = 100_000;
/** Characters for a pattern that never has two ways to go on, or so few that all their combinations are soon known. */
const maxSimpleLength = 200_000;
const maxSimpleProgram = 12;
const workPerStep = 20;

/** What keeps a pattern from being checked; undefined for nothing that can be seen without compiling it. */
export function patternProblem(source: string, maxLength: number): string | undefined {
  if (source.length > maxLength) return `the pattern has ${source.length} characters, of ${maxLength}`;
  const translated = translate(source);
  if ('problem' in translated) return `the pattern ${translated.problem}, which is not checked`;
  return translated.size > maxProgramSize ? 'the pattern repeats too much to be checked' : undefined;
}

type Compiled =
  { readonly matcher: RE2JS; readonly size: number; readonly isSimple: boolean } | { readonly problem: string };

/**
 * A `pattern` of a schema, matched in time that grows with the text only: by RE2, which does not backtrack.
 * github.com/apify/apify-mcp-server/issues/991: with the engine of the language, 91 bytes of a schema took 12.7 s.
 */
export class LinearPattern {
  readonly #source: string;
  readonly #maxLength: number;
  #compiled: Compiled | undefined;
  #text: string | undefined;

  constructor(source: string, maxLength: number) {
    this.#source = source;
    this.#maxLength = maxLength;
  }

  /** For messages. */
  get text(): string {
    return (this.#text ??= printable(this.#source, 80));
  }

  /** Whether it is found in the text. */
  test(text: string, run: CheckRun): Truth {
    this.#compiled ??= this.#compile(run);
    if ('problem' in this.#compiled) return run.inDoubt(this.#compiled.problem);
    const { matcher, size, isSimple } = this.#compiled;
    const work = text.length * size;
    if (work > maxWork && !(isSimple && text.length <= maxSimpleLength)) {
      return run.inDoubt(`a text of ${text.length} characters is too long for the pattern`);
    }
    run.spend(1 + Math.ceil(Math.min(work, maxWork) / workPerStep));
    return matcher.test(text) ? 'yes' : 'no';
  }

  #compile(run: CheckRun): Compiled {
    const problem = patternProblem(this.#source, this.#maxLength);
    if (problem !== undefined) return { problem };
    const translated = translate(this.#source);
    if ('problem' in translated) return translated;
    // At worst 10 µs for each instruction.
    run.spend(compileSteps + 2 * translated.size);
    try {
      const matcher = RE2JS.compile(translated.re2);
      const isSimple = matcher.re2().onepass !== null || matcher.programSize() <= maxSimpleProgram;
      return { matcher, size: translated.size, isSimple };
    } catch {
      return { problem: `the pattern ${this.text} is not understood` };
    }
  }
}

const compileSteps = 500;
