import type { BrokenDouble } from './broken-double.ts';

/** Mistakes about the two eras. */
export const brokenEraDoubles: readonly BrokenDouble[] = [
  {
    id: 'C-08',
    name: 'the era is not asked for',
    file: 'protocol/negotiate.ts',
    from: "if (options.era === 'legacy') return",
    to: "if (options.era !== 'modern') return",
  },
  {
    id: 'C-08',
    name: 'a modern answer that comes late is lost',
    file: 'protocol/negotiate.ts',
    from: "if (verdict.kind === 'modern' || verdict.kind === 'resend') resolve(verdict);",
    to: '',
  },
  {
    id: 'C-08',
    name: 'one code alone makes a server legacy',
    file: 'protocol/modern-discover.ts',
    from: "const isModern = failure.code === 'MCP_ERROR' && isModernCode(failure.remoteCode);",
    to: 'const isModern = failure.remoteCode !== -32601;',
  },
  {
    id: 'C-08',
    name: 'a status that says nothing of the era makes a server legacy',
    file: 'protocol/modern-discover.ts',
    from: 'if (isOver || isNoEvidence(failure)) return',
    to: 'if (isOver) return',
  },
  {
    id: 'C-08',
    name: 'silence over HTTP makes a server legacy',
    file: 'protocol/negotiate.ts',
    from: 'if (isHttp || (await settlesWithin(',
    to: 'if ((await settlesWithin(',
  },
  {
    id: 'C-08',
    name: 'a process that answered in a modern way is asked by initialize',
    file: 'protocol/modern-discover.ts',
    from: "versions.some(isLegacyRevision) ? { kind: 'legacy', anew: true, error }",
    to: "versions.some(isLegacyRevision) ? { kind: 'legacy', anew: false, error }",
  },
  {
    id: 'C-08',
    name: 'requests do not say of which revision they are',
    file: 'rpc/request-meta.ts',
    from: 'this.#members = metaMembers(meta);',
    to: "this.#members = '';",
  },
  {
    id: 'C-08',
    name: 'the state of a request is taken for text and trimmed',
    file: 'client/input-rounds.ts',
    from: ': { requestState }),',
    to: ': { requestState: requestState.trim() }),',
  },
  {
    id: 'C-09',
    name: 'changes are believed without a subscription',
    file: 'client/subscription.ts',
    from: "isJsonObject(meta) && meta['io.modelcontextprotocol/subscriptionId'] === this.#id",
    to: 'true',
  },
  {
    id: 'C-09',
    name: 'a list from before the stream passes for one from after it',
    file: 'client/subscription.ts',
    from: 'this.#options.onGap(this.#gapUntilNow); // until now nobody told of changes',
    to: '',
  },
];
