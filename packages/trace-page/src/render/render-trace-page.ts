import { dataElementId, rootElementId, type PageData } from '../page-data.ts';
import type { Language } from '../text/language.ts';
import type { TraceInput } from '../trace-input.ts';
import { boundedTexts } from './bounded-texts.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { embeddedJson } from './embedded-json.ts';
import { pageAssets } from './page-assets.ts';

export interface TracePageOptions {
  /** The language that the page opens in. Default: the first of the reader's browser that it has, or English. */
  readonly language?: Language;
}

/**
 * One HTML file that draws traces: it needs no network and no other file, and opens from disk. Several traces stand side by
 * side. The traces are data for it, never markup, and texts of more than 20,000 characters are cut.
 *
 * @param traces as they were read; none at all makes an empty page
 */
export function renderTracePage(traces: readonly TraceInput[], options: TracePageOptions = {}): string {
  const { script, style } = pageAssets;
  const { language } = options;
  const data: PageData = boundedTexts({
    traces: traces.map(({ title, start, records }) => ({ title, start, records })),
    ...(language === undefined ? {} : { language }),
  });
  return `<!doctype html>
<html lang="${language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(pageAssets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>MCP</title>
<style>${style}</style>
</head>
<body>
<noscript><p>This page draws its data with a script of its own. · 本页面用自带的脚本绘制数据，请允许脚本运行。</p></noscript>
<div id="${rootElementId}"></div>
<script type="application/json" id="${dataElementId}">${embeddedJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}
