import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { runCli } from '../../../learner/cli.ts';
import { displayWidth } from '../../../lesson/report/wrap-text.ts';

const scripts = resolve(import.meta.dirname, '..', '..', '..');

/** What one command line said and ended with. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly columns?: number;
  readonly colour?: boolean;
  readonly signal?: AbortSignal;
  readonly now?: Date;
  /** Sees what is written to stderr while the command runs. */
  readonly onErr?: (text: string) => void;
  /** Lines may be as wide as the code or the data in them. */
  readonly wide?: boolean;
}

/** A checkout of its own in a temp folder, with the verifier's good canary as its only lesson. */
export class Checkout {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
  readonly lesson = join(this.root, 'bootcamps', 'words', 'labs', '00-words');
  readonly work = join(this.root, '.lesson');

  constructor() {
    cpSync(join(scripts, 'lesson', 'canaries', '00-words'), this.lesson, { recursive: true });
    for (const variant of ['starter', 'solution']) {
      symlinkSync(join(scripts, 'node_modules'), join(this.lesson, variant, 'node_modules'), 'junction');
    }
  }

  /** Runs a command line in this process. What it says must fit a terminal of 80 columns. */
  async run(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const said = { out: '', err: '' };
    const { columns = 80, colour = false } = options;
    const code = await runCli(words, {
      root: this.root,
      workFolder: this.work,
      cwd: this.root,
      env: options.env ?? { LANG: 'en_US.UTF-8' },
      systemLocale: 'en-US',
      out: { write: (text) => void (said.out += text), columns, colour },
      err: {
        write: (text) => {
          said.err += text;
          options.onErr?.(text);
        },
        columns,
        colour,
      },
      signal: options.signal ?? new AbortController().signal,
      now: () => options.now ?? new Date(),
    });
    if (!options.wide) expect(widest(said.out + said.err), 'columns of the widest line').toBeLessThanOrEqual(columns);
    return { code, ...said };
  }

  /** Another lesson beside the first, like it in all but its id and what comes before it; returns its folder. */
  addLesson(id: string, after: readonly string[]): string {
    const folder = join(this.lesson, '..', id);
    cpSync(this.lesson, folder, { recursive: true, verbatimSymlinks: true });
    const manifest = JSON.parse(this.read('lesson.json')) as object;
    writeFileSync(join(folder, 'lesson.json'), JSON.stringify({ ...manifest, id, after }));
    return folder;
  }

  read(path: string): string {
    return readFileSync(join(this.lesson, path), 'utf8');
  }

  write(path: string, text: string): void {
    const file = join(this.lesson, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Replaces one piece of one file of the lesson. */
  edit(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
    this.write(
      path,
      text.replace(from, () => to),
    );
  }

  /** Makes the starter a copy of the solution, as if the learner had solved it. */
  solve(): void {
    this.write('starter/src/words.ts', this.read('solution/src/words.ts'));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function widest(text: string): number {
  return Math.max(...stripVTControlCharacters(text).split('\n').map(displayWidth));
}
