import { LessonError } from './errors.ts';
import type { Params } from './message.ts';

export interface ToolCaller {
  readonly callTool: (name: string, args: Params) => Promise<unknown>;
}

export interface HostCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Params;
}

export interface HostRecord {
  readonly event: 'allowed' | 'refused';
  readonly server: string;
  readonly tool: string;
}

export interface Host {
  readonly callTool: (call: HostCall) => Promise<unknown>;
}

/** The gate as a chain: each link may only say no. */
export function openHost(options: {
  readonly clients: ReadonlyMap<string, ToolCaller>;
  readonly consent: (call: HostCall) => Promise<boolean>;
  readonly audit: (record: HostRecord) => void;
}): Host {
  return {
    callTool: async (call) => {
      const { server, tool, args } = call;
      const client = options.clients.get(server);
      const said = client === undefined ? false : await options.consent(call).catch(() => false);
      if (client === undefined || !said) {
        options.audit({ event: 'refused', server, tool });
        throw new LessonError('NO_CONSENT', 'nobody said yes');
      }
      options.audit({ event: 'allowed', server, tool });
      return client.callTool(tool, args);
    },
  };
}
