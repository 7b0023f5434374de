import { trace } from './trace.ts';

/** Every text of the commands in English; its shape is the shape that each other language must have. */
export const en = {
  none: 'none',
  usage: 'usage',
  next: 'next',
  label: (name: string, text: string): string => `${name}: ${text}`,
  tests: (green: number, all: number): string => `${green} of ${all} green`,
  standing: { green: 'green', red: 'red', gap: 'to write', unstable: 'unstable', 'not-run': 'not run' },

  help: {
    intro: 'Commands for the lessons. Everything works offline; nothing is sent anywhere.',
    learner: 'For learners',
    author: 'For authors and CI',
    lesson: '<lesson> is a number or an id: 33, 33-mcp-lite',
    language: '--lang en|zh-CN chooses the language; otherwise the locale does.',
    exits:
      'exit status: 0 done · 1 something fails · 2 wrong command line · 3 could not tell · 5 a limit, or processes left · 130 interrupted',
  },
  about: {
    list: 'the path: all lessons in their order, how far you are, and what is next',
    test: "run the lab's tests as they are; --homework runs the homework's",
    watch: 'run the tests again at each change',
    check:
      'run the tests on your code (the homework when the lab is green, or with --all) and name the mistake that it looks like',
    hint: 'open one more hint of a test (of the first failing one when none is named)',
    trace:
      'see what an unsafe client and the solution make of the same answers (--mine: your code too), here and as a page',
    diff: 'compare your code with the solution, once the lab is green',
    reset: 'put the starter back as the course ships it; a copy of yours is kept',
    progress: 'what you have done; --export and --import carry it to another machine',
    explain: 'what a rule of the verifier asks for, why, and how to repair',
    plan: 'the lessons to verify, as a matrix for GitHub Actions',
    wrong: 'edit: work tree of a known-wrong solution · write: make its patch from it',
    step: 'edit: work tree of a step on the road · write: make its patch from it',
    starter:
      'check starter.patch, from which reset knows the shipped starter · write: make it, and copy tests and settings from the solution',
    new: 'a new lesson to fill in',
    help: 'this text',
  },

  problem: {
    noCommand: (name: string): string => `there is no command "${name}"`,
    noOption: (option: string): string => `there is no option "${option}"`,
    needsValue: (option: string): string => `${option} needs a value`,
    takesNoValue: (option: string): string => `${option} takes no value`,
    badLanguage: (text: string): string => `--lang takes en or zh-CN, not "${text}"`,
    tooManyWords: (word: string): string => `"${word}" is one word too many`,
    missingWords: 'something is missing after the command',
    whichLesson: (known: string): string => `which lesson? There are: ${known}`,
    noLesson: (name: string, known: string): string => `there is no lesson "${name}". There are: ${known}`,
    brokenManifest: (id: string, what: string): string => `lesson.json of ${id} cannot be used: ${what}`,
    noTest: (name: string, known: string): string => `there is no test "${name}". There are: ${known}`,
    notInstalled: 'the packages of the lesson are not installed: run "pnpm install" in the repository first',
    noSource: (folder: string): string => `there is no src/ folder in ${folder}`,
    getItBack: (command: string): string =>
      `("${command}" gives the shipped one back and keeps a copy of what is there)`,
    noScript: (script: string): string => `the starter's package.json has no script "${script}" that runs vitest`,
    noFile: (file: string, known: string): string => `there is no src/${file}. There are: ${known}`,
    cannotRead: (file: string, why: string): string => `${file} cannot be read: ${why}`,
    cannotWrite: (file: string, why: string): string => `${file} cannot be written: ${why}`,
    fileMissing: (file: string): string => `${file} cannot be read: there is no such file`,
    noFileNamed: 'no file was named',
    noRegularFile: (file: string): string => `${file} cannot be read: it is a folder, a pipe or a device, not a file.`,
    tooLarge: (file: string, most: number): string =>
      `${file} cannot be read: it is larger than ${most} MiB, which no progress is.`,
    moveAway: 'Move it away to begin anew.',
    makeUsable: 'Make it and its folder readable and writable, or move away what lies in its place.',
    nameAnother: 'Name another file, or make this one writable.',
    leadsNowhere: (link: string): string =>
      `${link} is a link that leads nowhere. Make what it leads to, or remove the link.`,
    tooManyFiles: (folder: string, most: number): string =>
      `${folder} holds more than ${most} files and folders: does a link in it lead out of it? Remove that link.`,
    newerProgress: (file: string, theirs: string, ours: number): string =>
      `${file} has format version ${theirs}; these commands know version ${ours} only. It was left as it is. Take the course's newer commands (git pull, then pnpm install), or move the file away to begin anew.`,
    notProgress: (file: string): string => `${file} is not a progress file of these lessons`,
    unexpected: (what: string): string => `this should not have happened: ${what}`,
    outputLost: (why: string): string => `the output was lost: ${why}`,
    refused: (why: string): string => `the system refused: ${why}`,
    interrupted: 'interrupted: nothing is left running',
  },

  list: {
    neverChecked: 'not checked yet',
    resetSince: 'the starter was reset since that check: it was about your code from before',
    lab: 'lab',
    after: 'after',
    beforeDone: (id: string): string => `${id} (done)`,
    beforeOpen: (id: string): string => `${id} (not done yet)`,
    inPreparation: (id: string): string => `${id} (in preparation)`,
    start: (number: string): string => `pnpm lesson test ${number}   (see what fails)`,
    homework: (number: string): string => `pnpm lesson check ${number}   (the homework is next)`,
    done: 'done: everything is green',
    noLessons: 'there is no lesson here',
  },

  check: {
    running: 'running the tests on a copy of your code …',
    runningMore: 'several mistakes look like this: running the homework too, to tell them apart …',
    other: (folder: string): string => `checked: ${folder} (another folder: not remembered as your progress)`,
    types: 'The compiler complains:',
    more: (count: number): string => `… and ${count} more`,
    notLoaded: 'Your code could not be loaded, so no test ran:',
    hook: 'The tests could not be prepared:',
    crashed: 'The test process ended before its tests did (does the code end it? Did something kill it?):',
    late: 'An error came outside of any test; somewhere nobody waits for a promise:',
    runTimeout: (seconds: number): string =>
      `The run did not end within ${seconds} s and was stopped: look for a loop without an end, or for work that nothing stops.`,
    overLimit: 'The run was stopped:',
    infra: 'It could not be told how your code does:',
    left: 'Processes were still alive after the tests (they have been ended now). Close what you start, and wait until it is gone:',
    listening: 'A socket was still listening after the tests; this lesson needs none:',
    homework: 'homework',
    homeworkBroken: 'none of its tests came to an end; why is said below',
    homeworkLater: 'it comes after the lab (--all runs it now)',
    unstable: (ids: string): string =>
      `Unstable: ${ids}. The same code was run twice with different results: it depends on chance.`,
    looksLike: 'This looks like a known mistake:',
    mayBe: 'This may be a known mistake:',
    further: 'Further on, when that is repaired:',
    later: (ids: string): string => `Not explained by this: ${ids}. Repair the first, then check again.`,
    seenIn: (ids: string): string => `seen in: ${ids}`,
    nothingWritten: (place: string): string =>
      `Nothing is wrong yet: the tests stop at what is still to be written (${place}).`,
    stillToWrite: (place: string): string => `Tests marked "to write" stop at ${place}: no mistake, only not done yet.`,
    unknown: (ids: string): string =>
      `No known mistake explains: ${ids}. Begin with what the first of them says above.`,
    step: (title: string): string => `On the road: ${title}`,
    labGreen: 'The lab is done: all its tests are green. The homework is next.',
    allGreen: 'Everything is green.',
    compare: (command: string): string => `${command}   compares your code with the solution`,
    again: (command: string): string => `then: ${command}`,
  },

  trace,

  hint: {
    rung: (rung: number, of: number): string => `hint ${rung} of ${of}`,
    left: (count: number): string =>
      count === 1
        ? 'One more hint is left. Try it yourself first.'
        : `${count} more hints are left. Try it yourself first.`,
    last: 'That was the last hint.',
    allOpen: 'All hints of this test are open already; this is the last one again (--all shows all).',
    noHints: (id: string): string => `there are no hints for "${id}"`,
    badRung: (text: string, most: number): string => `--rung takes a number from 1 to ${most}, not "${text}"`,
    oneOf: 'say --rung or --all, not both',
    otherLanguage: 'This hint exists in the other language only.',
    allGreen: 'All tests were green in the last check. Name a test to read its hints.',
    first: (id: string): string => `No test was named: this is the first one that is not green, ${id}.`,
  },

  diff: {
    same: 'There is no difference.',
    notYet: (green: number, all: number): string =>
      `The solution is worth most after your own: ${green} of ${all} tests of the lab were green in the last check.`,
    check: 'When all are green, check and come back:',
    spoil: 'To look now all the same:',
  },

  reset: {
    notSaved: (folder: string, why: string): string =>
      `no copy of your code could be kept in ${folder} (${why}), so nothing was changed`,
    unknown: (why: string): string => `the shipped starter is not known (${why}), so nothing was changed`,
    noPatch: 'there is no starter.patch',
    same: 'Nothing to do: the starter is as it was shipped.',
    saved: 'Your code was copied to:',
    done: (files: number): string =>
      files === 1
        ? '1 file of starter/src is as shipped again.'
        : `${files} files of starter/src are as shipped again.`,
    back: 'To take a file back, copy it from there.',
    history: 'The results of your last check stay in your progress as history. To see where the starter is now:',
  },

  progress: {
    empty: 'No check so far. Begin with:',
    lastCheck: (when: string): string => `last check: ${when} UTC`,
    opened: (count: number): string => `hints opened: ${count}`,
    changed: 'asks for something else now, check again',
    newTest: 'new or not checked yet',
    dropped: (ids: string): string => `no longer part of the lesson: ${ids}`,
    newVersion: (from: string, to: string): string => `The lesson went from ${from} to ${to} since your last check.`,
    exported: (file: string): string => `Progress was written to ${file}.`,
    imported: (file: string): string => `Progress was taken over from ${file}; the later word about each test counts.`,
    file: (file: string): string => `kept in ${file}`,
    setAside: (file: string, copy: string): string =>
      `${file} is damaged and could not be used. It lies in ${copy} now; progress begins anew.`,
    notKept: (why: string): string => `Your progress could not be kept: ${why}`,
  },

  explain: {
    unknown: (code: string, known: string): string => `there is no rule "${code}". There are: ${known}`,
    why: 'Why',
    repair: 'How to repair',
    more: 'pnpm lesson explain <rule> says why, and how to repair',
  },

  plan: {
    badShard: (text: string): string => `--shard takes i/n with 1 ≤ i ≤ n, not "${text}"`,
    noRef: (ref: string, why: string): string => `git cannot tell what changed since "${ref}": ${why}`,
  },

  tree: {
    badAction: (text: string): string => `say "edit" or "write", not "${text}"`,
    noId: (text: string): string => `an id is lower-case words joined by "-", not "${text}"`,
    exists: (folder: string): string => `there is a work tree already: ${folder}. Write it, or delete it.`,
    noTree: (command: string): string => `there is no work tree yet: ${command}`,
    stale: (file: string): string => `${file} does not apply any more: delete it and begin anew`,
    thenWrite: 'Then make the patch:',
    same: 'nothing was changed in the work tree: there is nothing to write',
    written: (file: string, lines: number): string => `Written: ${file} (${lines} changed lines).`,
    declare: (list: string, id: string): string => `lesson.json > ${list} does not name "${id}" yet.`,
  },

  wrong: {
    fresh: 'There is no patch yet: this is the solution. Make the mistake in:',
    applied: 'The solution with the patch applied. Edit it in:',
    fuzzy: 'The solution has changed since the patch was made; it was applied as well as possible. Look at it in:',
    tryIt: 'See which tests catch it:',
  },

  step: {
    fresh: 'There is no patch yet: this is where the step before ends. Take the step in:',
    applied: 'The code after this step. Edit it in:',
    fuzzy: 'What lies before this step has changed; the patch was applied as well as possible. Look at it in:',
    tryIt: 'See which tests are green now:',
    next: 'The next step builds on this one; look whether it still fits:',
    earlier: (file: string, command: string): string =>
      `${file}, which comes before, does not apply any more. Repair it first: ${command}`,
  },

  starter: {
    badAction: (text: string): string => `say "check" or "write", not "${text}"`,
    same: 'starter.patch makes the starter from the solution: reset can be trusted.',
    differs: (what: string): string => `starter.patch does not make the starter: ${what}`,
    written: (file: string): string => `Written: ${file}.`,
    copied: (files: string): string => `Copied from the solution: ${files}.`,
    kept: 'What stood there instead is kept in:',
    unpaired: (files: string): string =>
      `Only the starter has ${files}. Both variants have the same files (R16): remove it, or give it to the solution, and write again.`,
  },

  new: {
    badName: (text: string): string => `a lesson is named like 34-subagents, not "${text}"`,
    exists: (folder: string): string => `${folder} exists already`,
    taken: (number: string, other: string): string => `number ${number} is taken by ${other}: choose another number`,
    noBootcamp: 'there is no bootcamp folder to put it in',
    made: 'Made, and it runs; but nobody has written it yet:',
    install: 'First let the packages of the lesson be linked:',
    guide: 'The ten steps, in one file:',
    todo: 'What to fill in next is said by:',
  },
};
