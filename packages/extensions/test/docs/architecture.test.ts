import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveAdapterLimits } from '../../src/adapter/adapter-limits.ts';
import { resolveProtocolOptions } from '../../src/client/client-options.ts';
import { nextState } from '../../src/client/client-state.ts';
import { errorCodes } from '../../src/errors.ts';
import { resolveHttpOptions } from '../../src/http/http-options.ts';
import { defaultRestartPolicy } from '../../src/manager/restart-policy.ts';
import { step } from '../../src/manager/server-transitions.ts';
import { nextChildState, type ChildEvent, type ChildState } from '../../src/stdio/child-state.ts';
import { markVariable, serverEnvironment } from '../../src/stdio/environment.ts';
import { defaultGraces } from '../../src/stdio/shutdown.ts';
import { layerOf, layers, visibleFrom } from '../architecture/layers.ts';
import { readSources } from '../architecture/source.ts';
import { requirements } from '../contract/requirements.ts';
import { codeSpans, fencedBlock, packageFolder, pages, readPage, section, tableRows, transitions } from './markdown.ts';
import { events as serverEvents, slotOf, states as serverStates } from '../manager/support/server-states.ts';
import { clientEvents, clientStates } from '../support/client-states.ts';

const page = readPage('docs/architecture.md');

test('the table of layers says what the rule says, for all layers that exist', () => {
  const existing = new Set([...readSources().keys()].map(layerOf));
  const rule = layers.filter((layer) => existing.has(layer));
  const stated = tableRows(section(page, 'Layers')).map(([layer = '', , sees = '']) => [
    codeSpans(layer)[0],
    codeSpans(sees),
  ]);
  expect(stated).toEqual(rule.map((layer) => [layer, visibleFrom(layer).filter((other) => existing.has(other))]));
});

describe('the state diagrams are those of the code', () => {
  const pid = 7;
  const exit = { exitCode: 0, signal: null } as const;

  test('client', () => {
    const real = moves(clientStates, clientEvents, nextState, ({ name }) => name);
    expect(transitions(fencedBlock(section(page, 'Client'), 'mermaid')).toSorted()).toEqual(real);
  });

  test('child', () => {
    const states: Record<ChildState['kind'], ChildState> = {
      spawning: { kind: 'spawning' },
      running: { kind: 'running', pid },
      stopping: { kind: 'stopping', pid, step: 'stdin-ended' },
      exited: { kind: 'exited', ...exit, step: undefined },
      failed: { kind: 'failed', errno: 'ENOENT' },
    };
    const events: Record<ChildEvent['kind'], ChildEvent> = {
      spawned: { kind: 'spawned', pid },
      step: { kind: 'step', step: 'killed' },
      exit: { kind: 'exit', ...exit },
      error: { kind: 'error', errno: 'ENOENT' },
    };
    const real = moves(states, events, nextChildState, ({ kind }) => kind);
    expect(transitions(fencedBlock(section(page, 'Child'), 'mermaid')).toSorted()).toEqual(real);
  });

  test('managed server', () => {
    const real = Object.values(serverStates).flatMap((state) =>
      Object.values(serverEvents).flatMap((event) => {
        const { name } = step(slotOf(state), event, defaultRestartPolicy).slot.state;
        return name === state.name ? [] : [`${state.name}, ${event.type} → ${name}`];
      }),
    );
    const stated = transitions(fencedBlock(section(page, 'Managed server'), 'mermaid'));
    expect(stated.toSorted()).toEqual([...new Set(real)].toSorted());
  });

  test('a wrong or missing arrow would be seen', () => {
    expect(transitions('  [*] --> a\n  a --> b: x, y\n  b --> b: z')).toEqual(['a, x → b', 'a, y → b', 'b, z → b']);
  });
});

test('the names of the environment are those of the code', () => {
  const rows = tableRows(section(page, 'Environment'));
  const [everywhere = [], windows = []] = rows.map(([, names = '']) => codeSpans(names));
  expect([...everywhere, ...windows].filter((name) => name !== 'LC_*')).toEqual([
    ...stringsOf('base'),
    ...stringsOf('windowsMinimum'),
  ]);
  const host = Object.fromEntries(
    [...everywhere, ...windows, 'LC_ALL', 'HOME', 'HTTP_PROXY'].map((name) => [name, 'x']),
  );
  const seenOn = (platform: NodeJS.Platform): string[] => Object.keys(serverEnvironment({ platform, host }));
  const all = [...everywhere, 'LC_ALL'];
  expect(seenOn('linux').toSorted()).toEqual(all.toSorted());
  expect(seenOn('win32').toSorted()).toEqual([...all, ...windows].toSorted());
  expect(section(page, 'Environment')).toContain(`\`${markVariable}\``);
});

describe.for(pages)('%s', (name) => {
  const text = readPage(name);

  test('links to files and headings that exist', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g), ([, path = '', anchor]) => {
      return { target: path === '' ? name : join(dirname(name), path), anchor };
    });
    expect(links.length).toBeGreaterThan(0);
    for (const { target, anchor } of links) {
      expect(existsSync(join(packageFolder, target)), target).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(target), target).toContain(anchor);
    }
  });

  test('names files, codes, rules and settings that exist', () => {
    const spans = codeSpans(text);
    const files = spans.filter((span) => /^[a-z-]+\/[a-z-]+\.ts$/.test(span));
    expect(files.filter((file) => !readSources().has(file))).toEqual([]);
    const codes = spans.filter((span) => /^(?:MCP_|CLIENT_)[A-Z_]+$/.test(span) && span !== markVariable);
    expect(codes.filter((code) => !errorCodes.some((known) => known === code))).toEqual([]);
    const rules = Array.from(text.matchAll(/\b[ACEMQ]-\d\d\b/g), ([id]) => id);
    expect(rules.filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
    const settings = spans.flatMap(
      (span) => /^(?:limits\.|graces\.)?((?:max|stdin|terminate|kill)[A-Z]\w*)$/.exec(span)?.[1] ?? [],
    );
    const known = {
      ...resolveProtocolOptions({}).limits,
      ...resolveAdapterLimits(),
      ...defaultGraces,
      ...resolveHttpOptions({ url: 'http://127.0.0.1' }, resolveProtocolOptions({}).limits),
      maxTotalTimeoutMs: 0,
      ...defaultRestartPolicy,
      maxProcesses: 0,
      maxFiles: 0,
      maxBytes: 0,
      maxFileBytes: 0,
      maxQueued: 0,
      maxFrameBytes: 0,
    };
    expect(settings.filter((setting) => !Object.hasOwn(known, setting))).toEqual([]);
  });
});

/** Every transition that changes something, sorted: all states times all events. */
function moves<State extends object, Event extends object>(
  states: Record<string, State>,
  events: Record<string, Event>,
  next: (state: State, event: Event) => State,
  nameOfState: (state: State) => string,
): string[] {
  return Object.entries(states)
    .flatMap(([from, state]) =>
      Object.entries(events).flatMap(([name, event]) => {
        const to = next(state, event);
        return to === state ? [] : [`${from}, ${name} → ${nameOfState(to)}`];
      }),
    )
    .toSorted();
}

/** The strings of an array constant in `environment.ts`. */
function stringsOf(constant: string): string[] {
  const source = readSources().get('stdio/environment.ts') ?? '';
  const [, list = ''] = new RegExp(`^const ${constant} = \\[([^\\]]*)\\]`, 'm').exec(source) ?? [];
  return Array.from(list.matchAll(/'([^']+)'/g), ([, text = '']) => text);
}

/** The anchors of the headings of a page, as they are made on the web. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(join(packageFolder, path), 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
