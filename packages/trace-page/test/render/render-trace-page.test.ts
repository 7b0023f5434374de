import { createHash } from 'node:crypto';
import { renderTracePage } from '@coding-agent/trace-page';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundedTexts, longestText } from '../../src/render/bounded-texts.ts';
import { embeddedJson } from '../../src/render/embedded-json.ts';
import { allOutcomesTrace } from '../support/all-outcomes.ts';
import { hostileTexts, hostileTrace } from '../support/hostile-trace.ts';
import { trace } from '../support/trace-builder.ts';

/** The parts of a page, found as a browser finds them: a script ends at the first `</script`, whatever is in it. */
function partsOf(html: string): {
  readonly policy: string;
  readonly style: string;
  readonly data: string;
  readonly script: string;
} {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? '';
  const style = /<style>([^]*?)<\/style/i.exec(html)?.[1] ?? '';
  const scripts = Array.from(html.matchAll(/<script([^>]*)>([^]*?)<\/script/gi), ([, , text = '']) => text);
  expect(scripts).toHaveLength(2);
  return { policy, style, data: scripts[0] ?? '', script: scripts[1] ?? '' };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page', () => {
  test('allows exactly the script and the style that are in it', () => {
    const { policy, style, script } = partsOf(renderTracePage([allOutcomesTrace]));
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `require-trusted-types-for 'script'`,
      `trusted-types 'none'`,
    ]);
    expect(script.length).toBeGreaterThan(10_000);
    expect(style.length).toBeGreaterThan(3000);
  });

  test('needs no other file and no address', () => {
    const html = renderTracePage([]);
    expect(html).not.toMatch(/\b(?:src|href|action)\s*=\s*["']?(?!#)\w/i);
    expect(html).not.toMatch(/@import|url\((?!#)|https?:\/\/(?!www\.w3\.org\/)/);
  });

  test('is the same for the same traces', () => {
    expect(renderTracePage([allOutcomesTrace])).toBe(renderTracePage([allOutcomesTrace]));
  });

  test('says its language, and carries it only if it was given', () => {
    const chinese = renderTracePage([], { language: 'zh-CN' });
    expect(chinese).toContain('<html lang="zh-CN">');
    expect(JSON.parse(partsOf(chinese).data)).toEqual({ traces: [], language: 'zh-CN' });
    expect(JSON.parse(partsOf(renderTracePage([])).data)).toEqual({ traces: [] });
  });

  test('has all of a trace in it, as data', () => {
    const data = JSON.parse(partsOf(renderTracePage([allOutcomesTrace])).data) as unknown;
    expect(data).toEqual({ traces: [JSON.parse(JSON.stringify(allOutcomesTrace))] });
  });
});

describe('what a trace says', () => {
  test('ends no element and begins none', () => {
    const html = renderTracePage([hostileTrace()]);
    const { data } = partsOf(html);
    expect(data).not.toMatch(/[<>&\u2028\u2029\0]/);
    for (const text of hostileTexts.filter((each) => each.includes('<'))) expect(html).not.toContain(text);
  });

  test('comes through unchanged, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const embedded = embeddedJson({ value, text });
        expect(embedded).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      }),
    );
  });

  test('is cut where it is too long, and only there', () => {
    const bounded = boundedTexts({ short: 'x', exact: 'y'.repeat(longestText), long: ['z'.repeat(longestText + 1)] });
    expect(bounded.short).toBe('x');
    expect(bounded.exact).toHaveLength(longestText);
    expect(bounded.long[0]).toBe(`${'z'.repeat(longestText)}… (${longestText + 1} characters)`);
  });

  test('stays small on a page, however large it is', () => {
    const message = '<'.repeat(10 * 1024 * 1024);
    const html = renderTracePage([trace([{ type: 'diagnostic', at: 0, message }])]);
    expect(html.length).toBeLessThan(300_000);
  });
});
