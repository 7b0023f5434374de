/** @import { FixtureTool } from './types.ts' */
/** @import { ChangeStreams } from './change-streams.mjs' */
import { askTool } from './ask-tool.mjs';
import { metaOf } from './modern-meta.mjs';

/**
 * The tools of the modern servers beside the usual ones, and which of all tools are on the list now.
 *
 * @param {ChangeStreams} streams
 * @returns {{ tools: readonly FixtureTool[]; list: (all: readonly FixtureTool[]) => readonly FixtureTool[] }}
 */
export function modernTools(streams) {
  let isAdded = false;
  /** @type {FixtureTool} */
  const added = {
    name: 'added',
    description: 'Is on the list after a change only.',
    inputSchema: { type: 'object' },
    call: (call) => (isAdded ? call.text('added') : call.refuse(-32602, 'unknown tool "added"')),
  };
  /** @type {FixtureTool} */
  const changeTools = {
    name: 'change-tools',
    description: 'Puts the tool `added` on the list, or takes it away, and tells who listens before it answers.',
    inputSchema: { type: 'object' },
    call(call) {
      isAdded = !isAdded;
      streams.toolsChanged();
      call.text(isAdded ? 'added' : 'removed');
    },
  };
  /** @type {FixtureTool} */
  const endStreams = {
    name: 'end-streams',
    description: 'Ends every stream of changes: by its result, or by a cancellation.',
    inputSchema: { type: 'object', properties: { by: { enum: ['result', 'cancelled'] } } },
    call(call) {
      const { by = 'result' } = call.args;
      if (by !== 'result' && by !== 'cancelled') return call.refuse(-32602, 'by is "result" or "cancelled"');
      streams.end(by);
      call.text(by);
    },
  };
  return {
    tools: [askTool(), progress, changeTools, endStreams, added],
    list: (all) => all.filter((tool) => tool !== added || isAdded),
  };
}

/** @type {FixtureTool} */
const progress = {
  name: 'progress',
  description: 'Tells of its progress in steps, if the request has a token for that, and answers.',
  inputSchema: { type: 'object', properties: { steps: { type: 'integer', minimum: 0 } } },
  call(call, server) {
    const steps = Number(call.args['steps'] ?? 3);
    const { progressToken } = metaOf(call.request.params);
    const told = progressToken === undefined ? 0 : steps;
    for (let step = 1; step <= told; step++) {
      const params = { progressToken, progress: step, total: steps };
      void server.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n`);
    }
    call.text(`${steps} steps`);
  },
};
