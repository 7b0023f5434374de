import type { FixtureOptions, WireMessage } from '../../src/index.ts';
import { RawChild } from './raw-child.ts';

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** A fixture server that is spoken to in the modern way. */
export class ModernChild extends RawChild {
  #id = 0;

  constructor(options: FixtureOptions = { mode: 'modern' }) {
    super(options);
  }

  /** The id of the last request that `ask` sent. */
  get lastId(): number {
    return this.#id;
  }

  /** Sends a request with the metadata of the era, and waits for its answer. */
  async ask(method: string, params: Record<string, unknown> = {}): Promise<WireMessage> {
    this.#id += 1;
    this.say({ id: this.#id, method, params: { _meta: modernMeta, ...params } });
    return this.answerTo(this.#id);
  }

  /** `ask` for the result of a tool. */
  async tool(
    name: string,
    args: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
  ): Promise<WireMessage> {
    return this.ask('tools/call', { name, arguments: args, ...more });
  }
}
