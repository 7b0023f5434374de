import { getEventListeners } from 'node:events';
import { describe, expect } from 'vitest';
import { createToolAdapter } from '../../src/tool-adapter.ts';
import type { PolicyCall, PolicyDecision } from '../../src/adapter/call-policy.ts';
import { rememberApprovals } from '../../src/adapter/remembered-approvals.ts';
import type { ToolAdapterOptions } from '../../src/adapter/adapter-options.ts';
import { errorOf } from '../support/peer.ts';
import { adapterBench, listOf, tool } from '../support/tools.ts';
import { verifies } from './verifies.ts';

const harmless = { readOnlyHint: true };

/** How a call of a tool with these hints ends: made, or the code of the error. */
async function endOf(annotations: object, options: Partial<ToolAdapterOptions>): Promise<string> {
  const { adapter, calls } = adapterBench(
    [tool('write_file', { annotations: { ...annotations } })],
    undefined,
    options,
  );
  const end = await adapter.tools[0]?.execute({}).then(
    () => 'made',
    (error: { code: string }) => error.code,
  );
  // Never both: what is refused is not sent.
  expect(calls).toHaveLength(end === 'made' ? 1 : 0);
  return end ?? 'no tool';
}

describe('permission', () => {
  verifies(
    'A-01',
    'a tool becomes a definition: names, texts and schema of the server, permission of the configuration',
    () => {
      const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
      const annotations = { title: 'Reads', readOnlyHint: true, openWorldHint: 'yes', permission: 'read' };
      const { adapter } = adapterBench([tool('read_file', { inputSchema, annotations })], undefined, {
        permission: 'write',
      });
      const [definition] = adapter.tools;
      expect(definition).toEqual({
        name: 'files__read_file',
        serverName: 'files',
        toolName: 'read_file',
        title: 'Reads',
        description: 'The tool read_file.',
        inputSchema,
        permission: 'write',
        annotations: { title: 'Reads', readOnlyHint: true },
        verdict: { status: 'checked' },
        execute: expect.any(Function),
      });
      expect(adapter.find('files__read_file')).toBe(definition);
    },
  );

  verifies(
    'A-01',
    'permission is that of the tool, else that of the server, else execute; never what the server says',
    () => {
      const annotations = { readOnlyHint: true, permission: 'read' };
      const tools = ['a', 'constructor', '__proto__'].map((name) => tool(name, { annotations }));
      const permissionsWith = (options: Partial<ToolAdapterOptions>): unknown[] =>
        adapterBench(tools, undefined, { permission: undefined, ...options }).adapter.tools.map(
          ({ permission }) => permission,
        );
      expect(permissionsWith({})).toEqual(['execute', 'execute', 'execute']);
      expect(permissionsWith({ permission: 'read' })).toEqual(['read', 'read', 'read']);
      expect(permissionsWith({ permission: 'read', toolPermissions: { a: 'write' } })).toEqual([
        'write',
        'read',
        'read',
      ]);
    },
  );

  const allow = (): PolicyDecision => ({ decision: 'allow' });
  const ask = (): PolicyDecision => ({ decision: 'ask' });
  const deny = (): PolicyDecision => ({ decision: 'deny', reason: 'not today' });
  const asks = 'MCP_APPROVAL_REQUIRED';

  verifies('A-01', 'the stricter of configuration, hints and policy decides: the whole table', async () => {
    const table = [
      // configuration, hints of the server → without a policy, and when it allows, asks, denies
      [undefined, {}, asks, asks, asks],
      [undefined, harmless, asks, asks, asks],
      ['read', harmless, 'made', 'made', asks],
      ['read', {}, asks, asks, asks],
      ['read', { readOnlyHint: false }, asks, asks, asks],
      ['read', { readOnlyHint: 'true' }, asks, asks, asks],
      ['read', { ...harmless, destructiveHint: true }, asks, asks, asks],
      ['write', {}, asks, 'made', asks],
      ['write', harmless, asks, 'made', asks],
      ['write', { destructiveHint: true }, asks, asks, asks],
      ['execute', {}, asks, 'made', asks],
      ['execute', harmless, asks, 'made', asks],
      ['execute', { destructiveHint: true }, asks, asks, asks],
    ] as const;
    for (const [permission, hints, alone, allowed, asked] of table) {
      const row = JSON.stringify([permission, hints]);
      expect(await endOf(hints, { permission, policy: undefined }), `${row} alone`).toBe(alone);
      expect(await endOf(hints, { permission, policy: allow }), `${row} allow`).toBe(allowed);
      expect(await endOf(hints, { permission, policy: ask }), `${row} ask`).toBe(asked);
      expect(await endOf(hints, { permission, policy: deny }), `${row} deny`).toBe('MCP_DENIED');
    }
  });

  verifies('A-01', 'a policy or an approver that throws, rejects, or answers nonsense has denied', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const nonsense = [undefined, null, true, 'allow', {}, { decision: 'ALLOW' }, [{ decision: 'allow' }]] as unknown[];
    const policies = [fail, () => Promise.reject(new Error('broken')), ...nonsense.map((answer) => () => answer)];
    for (const policy of policies) {
      expect(await endOf({}, { policy: policy as never }), String(policy)).toBe('MCP_DENIED');
    }
    const answers = [false, undefined, 1, 'yes', {}, { decision: 'allow' }].map((answer) => () => answer);
    for (const approver of [fail, () => Promise.reject(new Error('broken')), ...answers]) {
      expect(await endOf({}, { permission: undefined, approver: approver as never })).toBe('MCP_DENIED');
    }
    expect(await endOf({}, { identity: fail })).toBe('MCP_DENIED');
    expect(await endOf({}, { permission: undefined, approver: () => true })).toBe('made');
    expect(await endOf({}, { permission: undefined, approver: async () => true, policy: deny })).toBe('MCP_DENIED');
  });

  verifies('A-01', 'the reason of a refusal is said, and no argument', async () => {
    const { adapter } = adapterBench([tool('a')], undefined, { policy: deny });
    const error = await errorOf(adapter.tools[0]?.execute({ secret: 'hunter2' }) ?? Promise.resolve());
    expect(error).toMatchObject({ code: 'MCP_DENIED', outcome: 'not-sent', serverName: 'files', method: 'tools/call' });
    expect(error.message).toContain('not today');
    expect(error.message).not.toContain('hunter2');
  });

  verifies('A-01', 'policy and approver see one frozen copy, and that is what is sent', async () => {
    const seen: PolicyCall[] = [];
    const args = { path: '/tmp/a', list: [{ deep: 1 }] };
    const { adapter, calls } = adapterBench([tool('a')], undefined, {
      identity: () => 'sha256:1',
      policy: (call) => {
        seen.push(call);
        args.path = '/etc/passwd'; // whoever holds the object changes it while the call is considered
        args.list[0] = { deep: 2 };
        return { decision: 'ask', reason: 'because' };
      },
      approver: (call, reason) => {
        seen.push(call);
        return reason === 'because';
      },
    });
    await adapter.tools[0]?.execute(args, { runId: 'run-1' });
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual({
      serverName: 'files',
      toolName: 'a',
      name: 'files__a',
      identity: 'sha256:1',
      permission: 'execute',
      isStated: true,
      annotations: {},
      args: { path: '/tmp/a', list: [{ deep: 1 }] },
      argumentsHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      runId: 'run-1',
    });
    expect(calls[0]?.args).toBe(seen[1]?.args);
    const list = Object.values(seen[0]?.args ?? {}).find(Array.isArray);
    expect(() => Object.assign(list?.[0] ?? {}, { deep: 3 })).toThrow(TypeError);
    expect(() => Object.assign(seen[0] ?? {}, { permission: 'read' })).toThrow(TypeError);
    expect(calls[0]?.args).toEqual({ path: '/tmp/a', list: [{ deep: 1 }] });
    expect(calls[0]?.options.runId).toBe('run-1');
  });

  verifies('A-01', 'a policy that changes what it was shown has failed, and nothing is sent', async () => {
    const { adapter, calls } = adapterBench([tool('a')], undefined, {
      policy: (call) => {
        (call.args as { path: string }).path = '/etc/passwd';
        return { decision: 'allow' };
      },
    });
    expect(await errorOf(adapter.tools[0]?.execute({ path: 'a' }) ?? Promise.resolve())).toMatchObject({
      code: 'MCP_DENIED',
    });
    expect(calls).toEqual([]);
  });

  verifies('A-01', 'an abort ends the call while a person thinks; their late yes sends nothing', async () => {
    const controller = new AbortController();
    let say: (yes: boolean) => void = () => {};
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { adapter, calls } = adapterBench([tool('a')], undefined, {
      permission: undefined,
      approver: () => {
        asked();
        return new Promise<boolean>((resolve) => (say = resolve));
      },
    });
    const ended = errorOf(adapter.tools[0]?.execute({}, { signal: controller.signal }) ?? Promise.resolve());
    await isAsked;
    controller.abort('enough');
    expect(await ended).toMatchObject({ code: 'MCP_ABORTED', outcome: 'not-sent', abortReason: 'enough' });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    say(true);
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
  });

  verifies(
    'A-01',
    'a yes is about the tool that it was given for: one that changed meanwhile is not called',
    async () => {
      const changed = listOf(tool('a', { description: 'Deletes everything.' }));
      const { adapter, calls } = adapterBench([tool('a')], undefined, {
        permission: undefined,
        approver: () => {
          adapter.refresh(changed);
          return true;
        },
      });
      const error = await errorOf(adapter.tools[0]?.execute({}) ?? Promise.resolve());
      expect(error).toMatchObject({
        code: 'MCP_APPROVAL_REQUIRED',
        outcome: 'not-sent',
        changes: ['its description is another one'],
      });
      expect(calls).toEqual([]);
    },
  );

  verifies('A-01', 'a yes is about the server that it was given for', async () => {
    let identity = 'one';
    const approver = (): boolean => {
      identity = 'two';
      return true;
    };
    const options = { permission: undefined, identity: () => identity, approver };
    const { adapter, calls } = adapterBench([tool('a')], undefined, options);
    expect(await errorOf(adapter.tools[0]?.execute({}) ?? Promise.resolve())).toMatchObject({
      code: 'MCP_APPROVAL_REQUIRED',
      outcome: 'not-sent',
      changes: ['its server is another one'],
    });
    expect(calls).toEqual([]);
    await adapter.tools[0]?.execute({}); // now it was asked about as what it is
    expect(calls).toHaveLength(1);
  });

  verifies('A-01', 'what the configuration says nothing about is asked each time, also by who remembers', async () => {
    let asked = 0;
    const approver = rememberApprovals(() => {
      asked += 1;
      return true;
    });
    for (const [permission, times] of [
      [undefined, 2],
      ['write', 1],
    ] as const) {
      asked = 0;
      const { adapter } = adapterBench([tool('a')], undefined, {
        permission,
        policy: undefined,
        approver,
        identity: 'i',
      });
      await adapter.tools[0]?.execute({ a: 1, b: 2 });
      await adapter.tools[0]?.execute({ b: 2, a: 1 });
      expect(asked, String(permission)).toBe(times);
    }
  });

  verifies('A-01', 'an option that is misspelt or of the wrong kind is refused, by name', () => {
    const source = { callTool: async () => ({ content: [], isError: false }) };
    const fine = { serverName: 'files', source, list: listOf() };
    for (const [option, value] of [
      ['aprover', () => true],
      ['permission', 'reed'],
      ['toolPermissions', { a: 'all' }],
      ['policy', 'allow'],
      ['limits', { maxTextBytes: 0 }],
      ['limits', { maxTextByte: 1 }],
      ['onMismatch', 'ignore'],
      ['identity', 7],
      ['serverName', ''],
      ['source', {}],
      ['list', [tool('a')]],
    ] as const) {
      expect(() => createToolAdapter(Object.assign({ ...fine }, { [option]: value })), option).toThrow(
        expect.objectContaining({ code: 'MCP_INVALID_CONFIG', message: expect.stringContaining(option) }),
      );
    }
    expect(createToolAdapter(fine).tools).toEqual([]);
  });
});
