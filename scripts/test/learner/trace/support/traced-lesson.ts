import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcePatch } from '../../../../learner/sources.ts';
import type { Checkout } from '../../support/checkout.ts';

const source = 'src/client.ts';
const byId = 'const waiting = this.#waiting.get(id);\n    this.#waiting.delete(id);';
const inOrder =
  'const [first = id] = this.#waiting.keys();\n    const waiting = this.#waiting.get(first);\n    this.#waiting.delete(first);';

/**
 * Gives the lesson of a checkout something to draw: a small client in the solution and in the starter, which the learner may
 * change, a play of two callers, and `fifo`, which gives each answer to the caller who has waited longest.
 */
export function addTrace(checkout: Checkout): void {
  for (const variant of ['solution', 'starter']) {
    cpSync(join(import.meta.dirname, 'lesson'), join(checkout.lesson, variant), { recursive: true });
  }
  const right = checkout.read(join('solution', source));
  const wrong = right.replace(byId, () => inOrder);
  if (wrong === right) throw new Error('the client of the tests has changed: make the mistake anew');
  checkout.write('wrong/fifo.patch', sourcePatch(new Map([[source, right]]), new Map([[source, wrong]])));
  const file = join(checkout.lesson, 'lesson.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { wrong: { id: string }[] };
  const [first] = manifest.wrong;
  const trace = {
    play: 'tests/trace.ts',
    unsafe: 'fifo',
    says: { en: 'Look at the ids.', 'zh-CN': '看 id。' },
    scenes: [{ id: 'swapped', title: { en: 'Swapped', 'zh-CN': '换了顺序' } }],
  };
  writeFileSync(file, JSON.stringify({ ...manifest, wrong: [...manifest.wrong, { ...first, id: 'fifo' }], trace }));
}

/** The learner's client gives each answer to the caller who has waited longest. */
export function matchInOrder(checkout: Checkout): void {
  changeClient(checkout, byId, inOrder);
}

/** Changes the client that the learner has in the starter. */
export function changeClient(checkout: Checkout, from: string, to: string): void {
  checkout.edit(join('starter', source), from, to);
}
