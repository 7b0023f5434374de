import { appendTo, editManifest, starterOnly, type Canary } from './canary.ts';

const spawnImport = "import { spawn } from 'node:child_process';\n";

/** Bad lessons that harm the machine: they never end, print or take without bound, or leave something behind. */
export const machineCanaries: readonly Canary[] = [
  {
    id: 'endless-loop',
    rules: ['R11'],
    exit: 5,
    why: 'a run that never ends writes no report; that is a time-out, never a failure as declared',
    reruns: starterOnly,
    edit: (lesson) => {
      editManifest(lesson, ({ limits }) => void (limits['runMs'] = 4000));
      appendTo(lesson, 'starter/src/words.ts', 'for (;;);\n');
    },
  },
  {
    id: 'chatterbox',
    rules: ['R11'],
    exit: 5,
    why: 'a run that prints without bound',
    reruns: starterOnly,
    edit: (lesson) =>
      appendTo(
        lesson,
        'starter/src/words.ts',
        "for (let line = 0; line < 200; line += 1) console.log('x'.repeat(2000));\n",
      ),
  },
  {
    id: 'plain-orphan',
    rules: ['R12'],
    exit: 5,
    why: 'a process outlives the test that started it',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) => {
      const source = lesson.get('accepted/reduce/src/words.ts') ?? '';
      const leak = "spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'ignore' }).unref();\n";
      lesson.set('accepted/reduce/src/words.ts', `${spawnImport}${source}${leak}`);
    },
  },
  {
    id: 'hidden-orphan',
    rules: ['R12'],
    exit: 5,
    needsCompleteGuard: true,
    why: 'a process with a session of its own and an empty environment outlives its test',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) => {
      const source = lesson.get('accepted/reduce/src/words.ts') ?? '';
      const leak =
        "spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { detached: true, stdio: 'ignore', env: {} }).unref();\n";
      lesson.set('accepted/reduce/src/words.ts', `${spawnImport}${source}${leak}`);
    },
  },
  {
    id: 'open-port',
    rules: ['R12'],
    exit: 5,
    why: 'a socket still listens when the tests are over',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) => {
      const source = lesson.get('accepted/reduce/src/words.ts') ?? '';
      lesson.set(
        'accepted/reduce/src/words.ts',
        `import { createServer } from 'node:net';\n${source}createServer().listen(0, '127.0.0.1');\n`,
      );
    },
  },
  {
    id: 'stray-file',
    rules: ['R13'],
    exit: 1,
    why: 'a run writes outside its temp folder',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) => {
      const source = lesson.get('accepted/reduce/src/words.ts') ?? '';
      lesson.set(
        'accepted/reduce/src/words.ts',
        `import { writeFileSync } from 'node:fs';\n${source}writeFileSync('stray.txt', 'x');\n`,
      );
    },
  },
  {
    id: 'stray-in-home',
    rules: ['R13'],
    exit: 1,
    why: 'a run that leaves something in the home folder and changes its own source',
    reruns: (variant) => variant.kind === 'accepted',
    edit: (lesson) => {
      const source = lesson.get('accepted/reduce/src/words.ts') ?? '';
      const writes = "writeFileSync(`${process.env['HOME']}/left`, 'x');\nwriteFileSync('src/words.ts', 'x');\n";
      lesson.set('accepted/reduce/src/words.ts', `import { writeFileSync } from 'node:fs';\n${source}${writes}`);
    },
  },
];
