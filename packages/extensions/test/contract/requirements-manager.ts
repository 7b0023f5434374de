import type { Requirement } from './requirement.ts';

/** What the manager promises. */
export const managerRequirements = {
  'M-02': {
    behaviour:
      'what is not selected is not started; what was listed is known without a start; leases share one process, and idle it is none',
    source: 'github.com/openai/codex/issues/18881',
  },
  'M-03': {
    behaviour:
      'restarts have a back-off by reason, and an end; counters go by proven health; quarantine is of what a server is, its configuration and its bytes, and a pinned digest holds',
    source: 'github.com/can1357/oh-my-pi/issues/1596',
  },
  'M-04': {
    behaviour: 'nothing pending is replayed; tools are of a slot and survive restarts; starts are single-flight',
    source: 'github.com/QwenLM/qwen-code/issues/5381 and 3817',
  },
  'M-05': {
    behaviour: 'an answer is proof of life; a health check harms nobody; a dead server is replaced by a new process',
    source: 'github.com/NousResearch/hermes-agent/issues/97245',
  },
  'M-06': {
    behaviour:
      'an end cascades: calls with its reason, then servers side by side, within one deadline, behind nothing; it starts nothing',
    source: 'github.com/CherryHQ/cherry-studio/issues/16242',
  },
  'M-07': {
    behaviour:
      'an approval is of what was approved: any change asks again and says what it is; no secret is kept, and what was lent is given back when the server is gone',
    source: 'CVE-2025-54136; github.com/gridctl/gridctl/issues/287',
  },
  'M-08': {
    behaviour: 'one slow, broken or hostile server never blocks the others',
    source: 'github.com/mastra-ai/mastra/issues/13521',
  },
  'M-09': {
    behaviour:
      'a server is started behind what its configuration asks for, or not at all, and its tree ends through it',
    source: 'promise 2 of the design',
  },
  'M-10': {
    behaviour: 'what a run may spend is bounded, and what ends by that says so',
    source: 'a decision of this project: the budget of an agent is tied to it',
  },
} as const satisfies Record<string, Requirement>;
