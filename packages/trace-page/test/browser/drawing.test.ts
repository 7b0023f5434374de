import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderTracePage } from '@coding-agent/trace-page';
import type { Page } from 'playwright-core';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { doCross, drawnArrows, tableRows, type DrawnArrow } from '../support/read-page.ts';
import { isBrowserMissing, TestBrowser, type OpenedPage } from '../support/test-browser.ts';

describe.skipIf(isBrowserMissing)('a run in which everything happens', () => {
  let browser: TestBrowser;
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    browser = await TestBrowser.start();
    opened = await browser.open(renderTracePage([allOutcomesTrace], { language: 'en' }));
    ({ page } = opened);
  });
  afterAll(() => browser.close());

  const firstLife = async (): Promise<DrawnArrow[]> => {
    const arrows = await drawnArrows(page);
    // What is below the restart is the second life, in which ids begin again.
    const restart = arrows.findLast(({ kind, id }) => kind === 'call' && id === '0')?.y1 ?? 0;
    return arrows.filter(({ y2 }) => y2 < restart);
  };
  const ofKind = (arrows: readonly DrawnArrow[], kind: string): string[] =>
    arrows.filter((arrow) => arrow.kind === kind).map(({ id }) => id);

  test('the table says every request and how it ended', async () => {
    const rows = await tableRows(page);
    expect(rows.map(({ id, tool, outcome, code }) => `${id} ${tool} ${outcome} ${code}`.trim())).toEqual([
      '0  Result',
      '1 search Result',
      '2 read Result',
      '3 read Result',
      '4 write Tool error',
      '5 wrote Error MCP_ERROR',
      '6 slow Timeout MCP_TIMEOUT',
      '7 slow Aborted MCP_ABORTED',
      '8 crash Failed MCP_PROCESS_EXIT',
      '– read Not sent CLIENT_CLOSED',
      '0  Result',
      '1 read Result',
      '2 watch Pending',
    ]);
    expect(rows[1]).toMatchObject({
      start: '50.0',
      duration: '90.0',
      progress: '3',
      run: 'run-a',
      requestBytes: '120',
    });
    expect(rows[8]).toMatchObject({ queued: '20.0', answerBytes: '–' });
  });

  test('every request goes from the host to the client, and to the server if it was sent', async () => {
    const arrows = await firstLife();
    expect(ofKind(arrows, 'call')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '']);
    expect(ofKind(arrows, 'request')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(
      arrows.filter(({ kind }) => kind === 'call').every(({ from, to }) => from === 'host' && to === 'client'),
    ).toBe(true);
    expect(
      arrows.filter(({ kind }) => kind === 'request').every(({ from, to }) => from === 'client' && to === 'server'),
    ).toBe(true);
  });

  test('only answers come from the server, in the order in which they came', async () => {
    const arrows = await firstLife();
    const answers = arrows.filter(({ kind }) => kind === 'answer');
    // Not: 6 (timeout), 7 (aborted), 8 (the process exited).
    expect(answers.map(({ id }) => id)).toEqual(['0', '3', '2', '1', '4', '5']);
    expect(answers.every(({ from, to, x1, x2 }) => from === 'server' && to === 'client' && x2 < x1)).toBe(true);
    expect(ofKind(arrows, 'end')).toEqual(['0', '3', '2', '1', '4', '5', '7', '6', '8']);
  });

  test('lines of answers cross where answers came out of order, and nowhere else', async () => {
    const answers = (await firstLife()).filter(({ kind }) => kind === 'answer');
    const crossings = answers.flatMap((one, place) =>
      answers
        .slice(place + 1)
        .flatMap((other) => (doCross(one, other) ? [[one.id, other.id].toSorted().join(' and ')] : [])),
    );
    expect(crossings.toSorted()).toEqual(['1 and 2', '1 and 3', '2 and 3']);
    const name = await page.locator('svg.sequence').getAttribute('aria-label');
    expect(name).toContain('13 requests; 2 answers came out of order');
  });

  test('a late answer begins where its request arrived, one to an unknown id does not; both end in a cross', async () => {
    const arrows = await firstLife();
    const late = arrows.find(({ kind }) => kind === 'late-answer');
    const unknown = arrows.find(({ kind }) => kind === 'unknown-answer');
    const request = arrows.find(({ kind, id }) => kind === 'request' && id === '6');
    expect(late).toMatchObject({ id: '6', from: 'server', to: 'client', y1: request?.y2 });
    expect(unknown).toMatchObject({ id: '99', from: 'server', to: 'client' });
    expect(unknown?.y1).toBe(unknown?.y2);
    const timeout = arrows.find(({ kind, id }) => kind === 'end' && id === '6');
    expect(late?.y2).toBeGreaterThan(timeout?.y1 ?? Infinity);
    expect(await page.locator('svg.sequence .arrow .cross').count()).toBe(2);
  });

  test('notifications and what the server asks have lines of their own', async () => {
    const talk = (await firstLife()).filter(({ kind }) => kind === 'notification' || kind === 'server-request');
    expect(talk.map(({ kind, from, to }) => `${kind}: ${from} to ${to}`)).toEqual([
      'notification: client to server',
      'notification: server to client',
      'server-request: server to client',
      'notification: client to server',
      'notification: client to server',
    ]);
  });

  test('progress is ticks between a request and its answer, in both drawings', async () => {
    const answer = (await firstLife()).find(({ kind, id }) => kind === 'answer' && id === '1');
    const heights = await page
      .locator('svg.sequence [data-tick="1"]')
      .evaluateAll((ticks) => ticks.map((tick) => Number(tick.getAttribute('y1')) + 4));
    expect(heights).toHaveLength(3);
    for (const y of heights) {
      expect(y).toBeGreaterThan(answer?.y1 ?? Infinity);
      expect(y).toBeLessThan(answer?.y2 ?? 0);
    }
    expect(await page.locator('svg.timeline [data-tick="1"]').count()).toBe(3);
  });

  test('every outcome has its own sign, beside its colour', async () => {
    const signs = await page
      .locator('svg.timeline .request .sign')
      .evaluateAll((paths) =>
        paths.map((path) => [
          (path as SVGElement).dataset['sign'],
          path.getAttribute('d'),
          getComputedStyle(path).fill,
        ]),
      );
    const shapes = new Map(signs.map(([sign, shape]) => [sign, shape]));
    const colours = new Map(signs.map(([sign, , colour]) => [sign, colour]));
    expect(shapes.size).toBe(8);
    expect(new Set(shapes.values()).size).toBe(8);
    expect(new Set(colours.values()).size).toBe(8);
  });

  test('a bar begins where its request does, and one that waits has no end', async () => {
    const bars = await page.locator('svg.timeline .request').evaluateAll((groups) =>
      groups.map((group) => ({
        id: (group as SVGElement).dataset['id'],
        outcome: (group as SVGElement).dataset['outcome'],
        isOpen: (group as SVGElement).dataset['open'] === 'true',
        x: Number(group.querySelector('.queue')?.getAttribute('x')),
        queue: Number(group.querySelector('.queue')?.getAttribute('width')),
        width: Number(group.querySelector('.bar')?.getAttribute('width') ?? 0),
      })),
    );
    const starts = bars.map(({ x }) => x);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    expect(bars.filter(({ isOpen }) => isOpen).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['2 pending']);
    const [one, two] = [bars[1], bars[2]];
    expect((one?.width ?? 0) / (two?.width ?? 1)).toBeCloseTo(90 / 49, 1);
    const crash = bars[8];
    expect((crash?.queue ?? 0) / (crash?.width ?? 1)).toBeCloseTo(1, 1);
  });

  test('the lives show starts, the steps of a shutdown, exits and what is left', async () => {
    const steps = await page
      .locator('svg.life [data-life]')
      .evaluateAll((rows) =>
        rows.map((row) => [
          (row as SVGElement).dataset['life'],
          ...Array.from(row.querySelectorAll<SVGElement>('[data-step]'), ({ dataset }) => dataset['step']),
        ]),
      );
    expect(steps).toEqual([
      ['managed'],
      ['client', 'started', 'exited', 'gone'],
      ['client', 'started', 'stdin-ended', 'terminated', 'killed', 'exited', 'gone'],
    ]);
    const phases = await page
      .locator('svg.life [data-life="managed"] [data-phase]')
      .evaluateAll((rects) => rects.map((rect) => (rect as SVGElement).dataset['phase']));
    expect(phases).toEqual(['starting', 'ready', 'backoff', 'starting', 'ready', 'stopping']);
    const words = await page.locator('.life-steps').last().locator('li').allTextContents();
    expect(words.join('\n')).toMatch(
      /stdin ended[^]*terminate[^]*killed[^]*SIGKILL[^]*1 process that could not be ended/,
    );
  });

  test('events stand in their list: sizes of stderr, diagnostics, failures with the last words', async () => {
    const events = page.locator('.events tbody tr');
    expect(await events.count()).toBe(allOutcomesTrace.records.filter(({ type }) => type !== 'request').length);
    expect(await page.locator('.events [data-event="stderr"] .what').textContent()).toContain('312 B');
    expect(await page.locator('.events [data-event="diagnostic"] .what').textContent()).toContain('unknown-response');
    expect(await page.locator('.events [data-event="dropped"] .what').textContent()).toContain('2 records are missing');
    const failure = page.locator('.events [data-event="failure"]');
    await failure.locator('summary').click();
    expect(await failure.locator('pre').textContent()).toContain('panic: index is broken');
  });

  test('the summary has the numbers', async () => {
    const numbers = await page
      .locator('.numbers [data-number]')
      .evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((row) => [(row as HTMLElement).dataset['number'], row.querySelector('td')?.textContent]),
        ),
      );
    expect(numbers).toMatchObject({
      requests: '13',
      fulfilled: '6',
      'tool-error': '1',
      'not-sent': '1',
      pending: '1',
      p50Ms: '32.0 ms',
      p99Ms: '90.0 ms',
      overtaken: '2',
      lateAnswers: '1',
      unknownAnswers: '1',
      stderrBytes: '312 B',
      exits: '2',
      terminations: '2',
      survivors: '1',
      dropped: '2',
    });
  });

  test('nothing of it is a fault', async () => {
    expect(await opened.watch.faults()).toEqual([]);
  });
});
