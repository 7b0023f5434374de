import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnIds, columns, usedColumns } from '../../src/model/columns.ts';
import { filterChoices } from '../../src/model/filter-choices.ts';
import { emptyFilter, isFiltering, matcher, type Filter } from '../../src/model/filter.ts';
import { loadTraces } from '../../src/model/load-traces.ts';
import { pageSlice } from '../../src/model/page-slice.ts';
import { nextSort, sorterOf } from '../../src/model/sort.ts';
import { request, trace } from '../support/trace-builder.ts';

const { requests } = loadTraces([
  trace([
    request({ id: 1, at: 0, tool: 'read', runId: 'a', durationMs: 30 }),
    request({ id: 2, at: 1, tool: 'Search', runId: 'b', durationMs: 10, state: 'refused', code: 'MCP_ERROR' }),
    request({ id: 10, at: 2, method: 'tools/list', tool: undefined, durationMs: 20 }),
    request({ id: 3, at: 3, state: 'pending', durationMs: undefined, serverName: 'other', instanceId: 'o' }),
  ]),
]);

const idsOf = (filter: Partial<Filter>): (number | undefined)[] =>
  requests.filter(matcher({ ...emptyFilter, ...filter })).map(({ record }) => record.id);

const methodAndTool = ({ record: { method, tool } }: (typeof requests)[number]): object[] => [
  { method },
  { method, tool },
];

describe('a filter', () => {
  test('finds words in any case and any order, all of them', () => {
    expect(idsOf({ text: 'search' })).toEqual([2]);
    expect(idsOf({ text: 'READ  files' })).toEqual([1]);
    expect(idsOf({ text: 'mcp_error refused' })).toEqual([2]);
    expect(idsOf({ text: 'read nothing' })).toEqual([]);
  });

  test('is by outcome, server, method, tool and run, and all of them together', () => {
    expect(idsOf({ outcome: 'pending' })).toEqual([3]);
    expect(idsOf({ server: 'files' })).toEqual([1, 2, 10]);
    expect(idsOf({ method: 'tools/list' })).toEqual([10]);
    expect(idsOf({ method: 'tools/call', tool: 'read' })).toEqual([1, 3]);
    expect(idsOf({ method: 'tools/call', tool: 'read', runId: 'a' })).toEqual([1]);
  });

  test('that is empty lets all through, and says that it is', () => {
    expect(idsOf({})).toHaveLength(4);
    expect(isFiltering(emptyFilter)).toBe(false);
    expect(isFiltering({ text: '', trace: 0 })).toBe(true);
  });

  test('can be set to what there is', () => {
    expect(filterChoices(requests)(emptyFilter)).toEqual({
      servers: { listed: ['files', 'other'], more: 0 },
      names: {
        listed: [
          { method: 'tools/call' },
          { method: 'tools/call', tool: 'Search' },
          { method: 'tools/call', tool: 'read' },
          { method: 'tools/list' },
        ],
        more: 0,
      },
      runIds: { listed: ['a', 'b'], more: 0 },
    });
  });

  describe('of a trace with very many names', () => {
    const many = Array.from({ length: 5000 }, (_, id) => request({ id, method: `m${id}`, tool: 't', runId: `r${id}` }));
    const { requests: rows } = loadTraces([trace(many)]);
    const choices = filterChoices(rows);

    test('has lists that are bounded, and says how many more there are', () => {
      const { servers, names, runIds } = choices(emptyFilter);
      expect([servers.listed.length, names.listed.length, runIds.listed.length]).toEqual([1, 200, 200]);
      expect([servers.more, names.more, runIds.more]).toEqual([0, 9800, 4800]);
    });

    test('has those that the text finds, so that each can be reached', () => {
      const { names, runIds } = choices({ text: 'M498' });
      const found = rows.filter(({ record }) => record.method.startsWith('m498'));
      expect(found).toHaveLength(11);
      expect(names).toEqual({ listed: found.flatMap(methodAndTool), more: 10_000 - 22 });
      expect(runIds).toEqual({ listed: found.map(({ record }) => record.runId), more: 5000 - 11 });
    });

    test('keeps what is chosen in its list, whatever the text finds', () => {
      const { names, runIds } = choices({ text: 'm4999', method: 'm4321', tool: 't', runId: 'r4000' });
      expect(names.listed).toEqual([
        { method: 'm4321', tool: 't' },
        { method: 'm4999' },
        { method: 'm4999', tool: 't' },
      ]);
      expect(runIds.listed).toEqual(['r4000', 'r4999']);
      const { names: unfound } = choices({ text: '', method: 'm4321' });
      expect([unfound.listed[0], unfound.listed.length, unfound.more]).toEqual([{ method: 'm4321' }, 200, 9800]);
    });

    test('leaves a short list whole, whatever the text finds', () => {
      expect(choices({ text: 'nothing' }).servers).toEqual({ listed: ['files'], more: 0 });
    });
  });
});

describe('sorting', () => {
  const sorted = (column: Parameters<typeof nextSort>[1], descending = false): (number | undefined)[] =>
    sorterOf(requests)({ column, descending }).map(({ record }) => record.id);

  test('numbers by size, texts as people do, and rows without a value last', () => {
    expect(sorted('id')).toEqual([1, 2, 3, 10]);
    expect(sorted('duration')).toEqual([2, 10, 1, 3]);
    expect(sorted('duration', true)).toEqual([1, 10, 2, 3]);
    expect(sorted('tool')).toEqual([1, 3, 2, 10]);
    expect(sorted('tool', true)).toEqual([2, 1, 3, 10]);
  });

  test('by any column gives all rows, in order, either way', () => {
    const sort = sorterOf(requests);
    fc.assert(
      fc.property(fc.constantFrom(...columnIds), fc.boolean(), (column, descending) => {
        const rows = sort({ column, descending });
        expect(new Set(rows)).toEqual(new Set(requests));
        const numbers = rows.map(columns[column]).filter((value) => typeof value === 'number');
        expect(numbers).toEqual(numbers.toSorted((one, other) => (descending ? other - one : one - other)));
      }),
    );
  });

  test('a second click turns the order, another column begins anew', () => {
    const once = nextSort({ column: 'start', descending: false }, 'tool');
    expect(once).toEqual({ column: 'tool', descending: false });
    expect(nextSort(once, 'tool')).toEqual({ column: 'tool', descending: true });
    expect(nextSort(nextSort(once, 'tool'), 'tool')).toEqual(once);
  });

  test('a column that nobody fills is not shown', () => {
    expect(usedColumns(requests, 1)).not.toContain('progress');
    expect(usedColumns(requests, 1)).not.toContain('trace');
    expect(usedColumns(requests, 2)).toContain('trace');
  });
});

describe('a page', () => {
  test('is a part of all, in order, and all pages together are all', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 200 }), (count, size) => {
        const all = Array.from({ length: count }, (_, place) => place);
        const { pageCount } = pageSlice(all, 0, size);
        expect(Array.from({ length: pageCount }, (_, page) => pageSlice(all, page, size).items).flat()).toEqual(all);
      }),
    );
  });

  test('that is not there is the nearest one', () => {
    expect(pageSlice([1, 2, 3], 9, 2)).toEqual({ items: [3], page: 1, pageCount: 2, first: 2, total: 3 });
    expect(pageSlice([], -1, 2)).toEqual({ items: [], page: 0, pageCount: 1, first: 0, total: 0 });
  });
});
