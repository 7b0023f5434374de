import { adapterRequirements } from './requirements-adapter.ts';
import { configRequirements } from './requirements-config.ts';
import { managerRequirements } from './requirements-manager.ts';
import type { Requirement } from './requirement.ts';

const lifecycle = 'MCP 2025-11-25, basic/lifecycle';
const cancellation = 'MCP 2025-11-25, basic/utilities/cancellation';
const jsonRpc = 'JSON-RPC 2.0';
const stdio = 'MCP 2025-11-25, basic/transports, stdio';

/** What the client promises. Each id has at least one test (`verifies`), and a broken double that this test catches. */
export const requirements = {
  ...adapterRequirements,
  ...configRequirements,
  ...managerRequirements,
  'C-01': {
    behaviour: 'the constructor checks everything and does no I/O; no shell, ever',
    source: 'Node child_process, CVE-2024-27980',
  },
  'C-02': {
    behaviour: 'the environment is an allowlist, and process.env is never written',
    source: 'github.com/vercel/ai/issues/5258',
  },
  'C-03': {
    behaviour: 'the working directory is fixed at construction; a missing one is named',
    source: 'Node child_process: ENOENT for both',
  },
  'C-04': {
    behaviour: 'starting is single-flight, and a client has one life',
    source: 'github.com/QwenLM/qwen-code/issues/3817',
  },
  'C-05': { behaviour: 'start failures are told apart, and a failed handshake leaves no process', source: lifecycle },
  'C-06': { behaviour: 'initialize is explicit and single-flight; nothing else goes before it', source: lifecycle },
  'C-07': {
    behaviour: 'a revision is negotiated from a list, and a refusal names both sides',
    source: `${lifecycle}, version negotiation`,
  },
  'C-08': {
    behaviour: 'the era is found out, on one process where that can be; both are spoken, arrays only under 2025-03-26',
    source: 'MCP 2026-07-28, basic/versioning; MCP 2025-03-26, basic',
  },
  'C-09': { behaviour: 'what was not negotiated is neither sent nor believed', source: `${lifecycle}, operation` },
  'C-10': {
    behaviour: 'ids are increasing integers, never reused, keyed by number',
    source: 'MCP 2025-11-25, basic; JSON-RPC 2.0, 4.1',
  },
  'C-11': {
    behaviour: 'abort, parameters, id, timer and listener, entry, write: in this order',
    source: 'a pending entry for each call that cannot be serialised',
  },
  'C-12': { behaviour: 'exactly one completion, and everything is given back', source: jsonRpc },
  'C-13': {
    behaviour: 'an abort has its own code, a neutral reason on the wire, and no listener afterwards',
    source: cancellation,
  },
  'C-14': {
    behaviour:
      'a timeout cancels on the wire; progress extends it up to a total, and what the host is asked stands still',
    source: `${lifecycle}, timeouts`,
  },
  'C-15': { behaviour: 'a JSON-RPC error fails one call and holds no data in its message', source: `${jsonRpc}, 5.1` },
  'C-16': {
    behaviour: 'what became of a request is said: not sent, or unknown',
    source: 'github.com/QwenLM/qwen-code/issues/5381',
  },
  'C-17': {
    behaviour: 'a full pipe stops the writing; what waits is bounded, and dropped when it has ended',
    source: 'Node stream.Writable, drain',
  },
  'C-18': {
    behaviour: "the server's requests share no id space with ours; unknown ones are refused, ping is answered",
    source: 'MCP 2025-11-25, basic/utilities/ping',
  },
  'C-20': { behaviour: 'lines are cut at 0x0A alone, in linear time, and have a limit', source: stdio },
  'C-21': {
    behaviour: 'a line that is no protocol is counted or fatal, by policy, and delivers nothing',
    source: stdio,
  },
  'C-22': {
    behaviour: 'a malformed answer settles its call at once; what fits nobody is dropped',
    source: `${jsonRpc}, 5`,
  },
  'C-23': { behaviour: 'notifications end no request, and a flood ends the server', source: `${jsonRpc}, 4.1` },
  'C-24': {
    behaviour: 'stderr is always drained, bounded, cut at a character, redacted',
    source: 'github.com/modelcontextprotocol/typescript-sdk/issues/2776',
  },
  'C-25': {
    behaviour: 'tool results are checked and bounded, and cannot pollute',
    source: 'MCP 2025-11-25, server/tools',
  },
  'C-26': {
    behaviour: 'a list is read page by page: cursors are opaque, only a missing one ends it, names keep their case',
    source: 'MCP 2026-07-28, server/utilities/pagination',
  },
  'C-30': {
    behaviour: 'an exit ends every request at once and says how the process died',
    source: 'typescript-sdk issue 2552, kimi-code issue 2109',
  },
  'C-31': { behaviour: 'close is one promise, bounded, and ends the process', source: `${lifecycle}, shutdown` },
  'C-32': {
    behaviour: 'the whole tree of the server is ended',
    source: 'github.com/modelcontextprotocol/typescript-sdk/issues/2023',
  },
  'C-33': {
    behaviour: 'a host that is killed takes its servers along',
    source: 'github.com/ihor-sokoliuk/mcp-searxng/issues/60',
  },
  'C-34': { behaviour: 'after close no timer, listener, handle or process is left', source: 'promise 3 of the design' },
  'C-35': {
    behaviour: 'an error event may come without exit, before it or after it',
    source: 'Node child_process, event error',
  },
  'E-07': {
    behaviour:
      'the right to speak over HTTP: a token that is asked for anew, or OAuth, whose flow is shared, bounded, and told to nobody',
    source: 'MCP 2026-07-28 and 2025-11-25, basic/authorization; RFC 9207; RFC 8414',
  },
  'O-01': {
    behaviour:
      'spans and metrics are those of the published conventions: one for each request, its caller as parent, bounded, harmless',
    source: 'docs/opentelemetry.md',
  },
  'O-02': {
    behaviour:
      'what happens is told from its beginning to its one end, with names, sizes, codes and times, and nothing else',
    source: 'docs/architecture.md',
  },
  'O-04': {
    behaviour: 'a failure can be told in public: what, where, how long and how it ended, and nobody’s data',
    source: 'docs/failure-report.md',
  },
  'O-05': {
    behaviour:
      'a recording shows the protocol and nobody’s data, holds nothing up, and its replay ends each call as it ended',
    source: 'docs/record-and-replay.md',
  },
  'O-06': {
    behaviour:
      'a trace has one writer and is bounded, one bad record costs that record, and what was written can be read again',
    source: 'docs/observability.md',
  },
  'E-05': {
    behaviour:
      'over HTTP a request has the same life: what answers it came for it, it is sent once, no server can hold it, fool it or learn another’s secret, and after close nothing is left',
    source: 'MCP 2026-07-28, basic/transports/streamable-http; MCP 2025-11-25, basic/transports',
  },
  'Q-01': {
    behaviour: 'each fault has a stable code, a time bound, a memory bound, and a living host',
    source: 'docs/fault-matrix.md',
  },
  'Q-02': {
    behaviour: 'the security drill: an endless line, a stderr flood and a pending call',
    source: 'docs/fault-matrix.md',
  },
  'Q-03': {
    behaviour: 'a hundred to ten thousand requests, one answer each, and back to zero',
    source: 'docs/architecture.md',
  },
  'Q-07': {
    behaviour: 'each test of a rule is shown to fail on a broken double',
    source: 'test/contract/broken-doubles.ts',
  },
} as const satisfies Record<string, Requirement>;

export type RequirementId = keyof typeof requirements;
