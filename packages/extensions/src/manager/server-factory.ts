import { unlessAborted } from '../adapter/until-aborted.ts';
import { defined } from '../base/defined.ts';
import type { ActiveCalls } from './active-calls.ts';
import type { CallOwner } from './call-group.ts';
import { defaultHealthPolicy } from './health.ts';
import type { ManagedEntry, Shared } from './managed-entry.ts';
import { ManagedServer } from './managed-server.ts';
import { defaultRestartPolicy } from './restart-policy.ts';
import type { ServerConfig } from './server-config.ts';
import { settingsOf } from './server-settings.ts';
import { Starts } from './server-starts.ts';
import { describeState } from './server-status.ts';
import { SlotTools } from './slot-tools.ts';
import { StartGate } from './start-gate.ts';
import { toolFilter, unknownToolNames } from './tool-filter.ts';

/** Puts one server together. Starts nothing. */
export function createEntry(config: ServerConfig, shared: Shared): ManagedEntry {
  const { options, ports } = shared;
  const { approvals, needsApproval = () => true } = options;
  const settings = settingsOf(config, options.timeouts ?? {});
  const gate = new StartGate({
    serverName: config.name,
    approvals: approvals === 'not-needed' || !needsApproval(config) ? undefined : approvals,
    quarantine: shared.quarantine,
    wallTime: ports.wallTime,
  });
  const plan = ports.planOf(config);
  const spill = options.results?.spill && abortable(options.results.spill, shared.calls);
  const starts = new Starts({ config, settings, gate, plan, shared });
  const isInstalling = (): boolean => starts.isInstalling && server.state.name === 'starting';
  const server: ManagedServer = new ManagedServer({
    name: config.name,
    isEnabled: config.isEnabled,
    settings,
    clock: ports.clock,
    random: ports.random,
    policy: { ...defaultRestartPolicy, ...defined(options.restart ?? {}) },
    health: { ...defaultHealthPolicy, ...defined(options.health ?? {}) },
    calls: shared.calls,
    ledger: shared.ledger,
    newLife: (hooks) => starts.newLife(hooks),
    isQuarantined: async () => gate.isQuarantined(await plan.identify()),
    addQuarantine: (entry) =>
      gate.addQuarantine(entry).catch(() => starts.diagnose('the quarantine could not be written down')),
    tools: (source) =>
      new SlotTools({
        serverName: config.name,
        source: {
          callTool: (...call) => source.callTool(...call),
          requirePayable: (args, runId) => shared.ledger.requirePayable(runId, config.name, args),
        },
        includes: toolFilter(config.tools),
        permission: config.permission,
        toolPermissions: config.toolPermissions,
        policy: options.policy && abortable(options.policy, shared.calls),
        approver: options.approver && abortable(options.approver, shared.calls),
        identity: () => server.about?.identity.hash,
        onDiagnostic: ({ message }) => starts.diagnose(message),
        ...options.results,
        spill: spill && (async (content) => spill(content)),
      }),
    admitTool: (identity, toolName, hash) => gate.admitTool(identity, toolName, hash),
    isClosed: shared.isClosed,
    isHeld: () => shared.leases.isHeld(config.name),
    isInstalling,
    onState: (state) => {
      const { reason } = describeState(state, server.lastFailure, ports.clock);
      const { name: serverName } = config;
      const event = { type: 'server-state', serverName, state: state.name, generation: server.generation } as const;
      shared.tell(reason === undefined ? event : { ...event, reason });
    },
    onListed: (about, isNews) => {
      starts.came(about, server);
      const { listed } = server.tools;
      if (isNews && listed !== undefined) for (const words of unknownToolNames(config, listed)) starts.notice(words);
      shared.onListed(config.name, isNews);
    },
    onFailed: (life, failure) => starts.failed(life, failure),
    onClosed: ({ survivors }) => {
      starts.closed();
      shared.tell({ type: 'server-closed', serverName: config.name, survivors });
    },
    onDiagnostic: (message) => starts.diagnose(message),
  });
  return { config, settings, server, gate, plan, isInstalling };
}

/** Who is asked about a call may take long: meanwhile the call can be aborted as any other (M-06). */
function abortable<Asked extends Partial<CallOwner>, Rest extends readonly unknown[], T>(
  ask: (about: Asked, ...rest: Rest) => T | Promise<T>,
  calls: ActiveCalls,
): (about: Asked, ...rest: Rest) => T | Promise<T> {
  return (call, ...rest) => {
    const { serverName = '', runId } = call;
    return calls.run({ serverName, runId }, undefined, (signal) => unlessAborted(ask(call, ...rest), signal));
  };
}
