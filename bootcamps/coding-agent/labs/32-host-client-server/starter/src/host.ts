import { NotImplementedError } from './errors.ts';
import type { Params } from './message.ts';

/** All that the host knows of a client. */
interface ToolCaller {
  readonly callTool: (name: string, args: Params) => Promise<unknown>;
}

export interface HostCall {
  /** Which of the host's servers. */
  readonly server: string;
  readonly tool: string;
  readonly args: Params;
}

/** One line of the host's audit: what was asked for, and what became of it. */
export interface HostRecord {
  readonly event: 'allowed' | 'refused';
  readonly server: string;
  readonly tool: string;
}

export interface HostOptions {
  readonly clients: ReadonlyMap<string, ToolCaller>;
  /** Asks the person, or a rule that the person made. */
  readonly consent: (call: HostCall) => Promise<boolean>;
  readonly audit: (record: HostRecord) => void;
}

/**
 * Policy, consent, orchestration: it decides whether a call may be made and through which client.
 * Grown up: packages/extensions/src/adapter/call-policy.ts, packages/extensions/src/mcp-manager.ts
 */
export class Host {
  readonly #options: HostOptions;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  /**
   * Asks for consent, for this call and no other, writes down the answer, and then calls.
   *
   * @throws LessonError `NO_CONSENT`: the client was not touched
   */
  async callTool(call: HostCall): Promise<unknown> {
    const { clients, consent, audit } = this.#options;
    const { server, tool, args } = call;
    const client = clients.get(server);
    const allowed = client !== undefined && (await consent(call));
    // TODO(TODO_CONSENT): without consent
    if (!allowed) {
      throw new NotImplementedError('TODO_CONSENT', [
        '宿主没有得到同意时该做什么',
        'Write what the host does when it has no consent',
      ]);
    }
    audit({ event: 'allowed', server, tool });
    return client.callTool(tool, args);
  }
}

export function openHost(options: HostOptions): Host {
  return new Host(options);
}
