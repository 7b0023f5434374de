/** A server that keeps notes in memory. With the first note a tool more appears, and it says that its list changed. */
import { log, RpcError } from '../../support/rpc.mjs';
import { notify, serve } from '../../support/serve.mjs';

/** @import { JsonObject } from '../../support/rpc.mjs' */

/** @type {string[]} */
const notes = [];

const addNote = {
  name: 'add_note',
  description: 'Keeps a note.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const readNotes = { name: 'read_notes', description: 'All notes, each a block.', inputSchema: { type: 'object' } };
const removeNote = {
  name: 'remove_note',
  description: 'Takes a note away, by its number.',
  inputSchema: { type: 'object', properties: { number: { type: 'integer', minimum: 1 } }, required: ['number'] },
};
const clearNotes = { name: 'clear_notes', description: 'Takes all notes away.', inputSchema: { type: 'object' } };

/** @type {Readonly<Record<string, (args: JsonObject) => JsonObject>>} */
const work = {
  add_note: ({ text }) => {
    notes.push(String(text));
    if (notes.length === 1) notify('notifications/tools/list_changed');
    return { content: [block(`note ${notes.length} is kept`)] };
  },
  read_notes: () => ({ content: notes.map((note, at) => block(`${at + 1}. ${note}`)) }),
  remove_note: ({ number }) => {
    const at = Number(number) - 1;
    if (notes[at] === undefined) {
      return { content: [block(`there is no note ${at + 1};`), block(`there are ${notes.length}`)], isError: true };
    }
    notes.splice(at, 1);
    if (notes.length === 0) notify('notifications/tools/list_changed');
    return { content: [block(`note ${at + 1} is gone`)] };
  },
  clear_notes: () => {
    notes.length = 0;
    notify('notifications/tools/list_changed');
    return { content: [block('all notes are gone')] };
  },
};

serve((method, params) => {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'notes', version: '1.0.0' },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: [addNote, readNotes, removeNote, ...(notes.length > 0 ? [clearNotes] : [])] };
    case 'tools/call':
      return call(String(params['name']), /** @type {JsonObject} */ (params['arguments'] ?? {}));
    default:
      throw new RpcError(-32601, `unknown method ${method}`);
  }
});
log('notes: ready');

/**
 * @param {string} name
 * @param {JsonObject} args
 */
function call(name, args) {
  const tool = Object.hasOwn(work, name) ? work[name] : undefined;
  if (tool === undefined) throw new RpcError(-32602, `unknown tool ${JSON.stringify(name)}`);
  return tool(args);
}

/** @param {string} text */
function block(text) {
  return { type: 'text', text };
}
