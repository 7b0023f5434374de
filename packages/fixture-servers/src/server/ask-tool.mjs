/** @import { FixtureTool, ToolCall } from './types.ts' */
import { isObject, metaKey, metaOf } from './modern-meta.mjs';

/** What the server remembers of a round; what it must get back is the key. */
/** @typedef {{ id: number | string; round: number; args: string; answers: readonly unknown[] }} Round */

/**
 * A tool that asks for input in `rounds` rounds (default 1), and answers with all it was told. Strict: the state comes back
 * as it was given, under a new id, with the same arguments, and with the answer of this round alone. Source: 2026-07-28,
 * basic/patterns/mrtr.
 *
 * @returns {FixtureTool}
 */
export function askTool() {
  /** @type {Map<unknown, Round>} */
  const asked = new Map();
  return {
    name: 'ask',
    description: 'Asks for input, in one round or more.',
    inputSchema: { type: 'object', properties: { rounds: { type: 'integer', minimum: 1 } } },
    call(call) {
      const { requestState, inputResponses } = call.request.params ?? {};
      const clientCapabilities = metaOf(call.request.params)[metaKey('clientCapabilities')];
      if (!isObject(clientCapabilities) || clientCapabilities['elicitation'] === undefined) {
        const data = { requiredCapabilities: { elicitation: { form: {} } } };
        return call.refuse(-32021, 'ask needs elicitation', data);
      }
      if (requestState === undefined && inputResponses === undefined) return ask(call, 1, []);
      const last = asked.get(requestState);
      const problem = last === undefined ? 'this state was not given' : problemOf(call, last);
      if (last === undefined || problem !== undefined) return call.refuse(-32602, problem ?? '');
      asked.delete(requestState);
      const answers = [...last.answers, responseOf(call, last.round)];
      if (last.round >= Number(call.args['rounds'] ?? 1)) call.text(JSON.stringify(answers));
      else ask(call, last.round + 1, answers);
    },
  };

  /**
   * @param {ToolCall} call
   * @param {number} round
   * @param {readonly unknown[]} answers
   */
  function ask(call, round, answers) {
    const { id } = call.request;
    // Characters that a careless reader or writer of JSON would change.
    const requestState = ` {"round": ${round}, "of": ${id}}\t\u2028\u00e9\\ue9 \ud83d\ude42\u0000 `;
    asked.set(requestState, { id, round, args: JSON.stringify(call.args), answers });
    const requestedSchema = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] };
    const params = { mode: 'form', message: `Round ${round}?`, requestedSchema };
    const inputRequests = { [`round-${round}`]: { method: 'elicitation/create', params } };
    call.result({ resultType: 'input_required', inputRequests, requestState });
  }
}

/**
 * @param {ToolCall} call
 * @param {Round} last
 * @returns {string | undefined} what is wrong with the retry
 */
function problemOf(call, { id, round, args }) {
  if (call.request.id === id) return 'a retry needs an id of its own';
  if (JSON.stringify(call.args) !== args) return 'the arguments of a retry are those of the call';
  const { inputResponses } = call.request.params ?? {};
  const keys = isObject(inputResponses) ? Object.keys(inputResponses).join() : '';
  if (keys !== `round-${round}`) return `the responses are for ${keys || 'nothing'}, and round-${round} was asked`;
  return isObject(responseOf(call, round)) ? undefined : 'a response must be an object';
}

/**
 * @param {ToolCall} call
 * @param {number} round
 * @returns {unknown}
 */
function responseOf(call, round) {
  const { inputResponses } = call.request.params ?? {};
  return isObject(inputResponses) ? inputResponses[`round-${round}`] : undefined;
}
