import { spawnSync } from 'node:child_process';
import { exitCode } from '../../lesson/exit-codes.ts';
import { findLessons } from '../../lesson/repository.ts';
import { textFlag, type Call, type Command } from '../command.ts';
import { lessonsToVerify } from '../lessons-to-verify.ts';
import { CommandProblem } from '../problem.ts';

export const planCommand: Command = {
  name: 'plan',
  synopsis: 'plan [--shard <i>/<n>] [--changed-since <ref>]',
  options: { shard: { type: 'string' }, 'changed-since': { type: 'string' } },
  positionals: { least: 0, most: 0 },
  run: (call) => {
    const { context } = call;
    const shard = readShard(call);
    const ref = textFlag(call, 'changed-since');
    const all = findLessons(context.root);
    const chosen = ref === undefined ? all : lessonsToVerify(all, context.root, changedFiles(call, ref));
    const include = chosen
      .filter((_, index) => index % shard.of === shard.index)
      .map((lesson) => ({ lesson: lesson.id }));
    context.out.write(`${JSON.stringify({ include })}\n`);
    return exitCode.verified;
  },
};

function readShard(call: Call): { readonly index: number; readonly of: number } {
  const text = textFlag(call, 'shard');
  if (text === undefined) return { index: 0, of: 1 };
  const match = /^(\d{1,4})\/(\d{1,4})$/.exec(text);
  const [part, of] = [Number(match?.[1]), Number(match?.[2])];
  if (!(part >= 1 && part <= of)) throw new CommandProblem(exitCode.usage, call.messages.plan.badShard(text));
  return { index: part - 1, of };
}

/** Files that differ from where this branch left `ref`, those not yet committed or added too. */
function changedFiles(call: Call, ref: string): string[] {
  const git = (...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: call.context.root, encoding: 'utf8' });
    if (status === 0) return stdout;
    const why = error?.message ?? stderr.trim().split('\n')[0] ?? '';
    throw new CommandProblem(exitCode.couldNotTell, call.messages.plan.noRef(ref, why));
  };
  const base = git('merge-base', '--end-of-options', ref, 'HEAD').trim();
  // -z: a name with blanks or other letters than ASCII is not quoted
  const changed = git('diff', '--name-only', '--no-renames', '-z', base);
  const added = git('ls-files', '--others', '--exclude-standard', '-z');
  return `${changed}${added}`.split('\0').filter(Boolean);
}
