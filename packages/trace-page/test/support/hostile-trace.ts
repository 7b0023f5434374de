import type { TraceRecord } from '@coding-agent/extensions/trace';
import type { TraceInput } from '../../src/trace-input.ts';
import { request, server, trace } from './trace-builder.ts';

/** Texts that a server could send to whoever looks at its trace. */
export const hostileTexts: readonly string[] = [
  '</script><script>alert(1)</script>',
  '<!--<script>alert(2)//',
  '<img src=x onerror=alert(3)>',
  '"><svg onload=alert(4)>',
  "javascript:alert('5')",
  '<a href="javascript:alert(6)">read</a>',
  '<iframe src="http://127.0.0.1:9/x"></iframe>',
  '<style>*{display:none!important}</style>',
  '<base href="http://127.0.0.1:9/">',
  '<meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  '{{constructor.constructor("alert(7)")()}}',
  '\u0000nul\u0007bell\u001b[31mred',
  '\u202Eevil\u2066turned\u2069',
  '\u2028line\u2029paragraph',
  'e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308'.repeat(40),
  '\u{1F469}\u200D\u{1F4BB}\uFE0F\u200B\u200B',
  '\uD800 half a character',
  'W'.repeat(4000),
  '字'.repeat(4000),
  '\uFDFD'.repeat(300),
  '__proto__',
  'constructor',
  'toString',
  'a b\tc\nd',
  '',
];

/** All of them in every place that has a text, numbers that are as large as numbers can be, and a message of 10 MB. */
export function hostileTrace(): TraceInput {
  const records = hostileTexts.flatMap((text, place): TraceRecord[] => {
    const at = place * 5;
    const origin = { serverName: text, instanceId: `${text}-${place}` };
    return [
      { type: 'process', at, ...origin, event: 'failed', errno: text },
      { type: 'process', at, ...origin, event: 'exited', exitCode: null, signal: text },
      {
        type: 'connection',
        at,
        ...origin,
        era: 'modern',
        protocolVersion: text,
        serverInfo: { name: text, version: text },
        capabilities: [text, text],
      },
      request({
        at,
        ...origin,
        id: place,
        method: text,
        tool: text,
        runId: text,
        code: text,
        durationMs: 3 + (place % 7),
      }),
      request({ at: at + 1, id: 100 + place, method: text, tool: text, state: 'failed', code: text }),
      { type: 'state', at, ...origin, state: 'closing', code: text },
      { type: 'notification', at, ...origin, direction: 'from-server', method: text, bytes: 1 },
      { type: 'server-request', at, ...origin, method: text, bytes: 1 },
      { type: 'diagnostic', at, ...origin, kind: text, message: text },
      { type: 'server-state', at, serverName: text, state: 'quarantined', generation: 1, code: text, message: text },
      {
        type: 'failure',
        at: at + 1,
        ...server,
        id: 100 + place,
        code: text,
        message: text,
        method: text,
        phase: text,
        signal: text,
        stderr: { text: `${text}\n`.repeat(20), truncated: true },
      },
    ];
  });
  const numbers: readonly TraceRecord[] = [
    request({ at: -1e308, id: 500, durationMs: 1e308 }),
    request({ at: 1e308, id: 501, sentAt: -1e308, durationMs: 0, requestBytes: Number.MAX_SAFE_INTEGER }),
    request({
      at: 7,
      id: Number.MAX_SAFE_INTEGER,
      progress: { count: Number.MAX_SAFE_INTEGER, at: [-1e308, 1e308, 7] },
    }),
    { type: 'stray-answer', at: 9, ...server, id: -0.5, isLate: true },
    { type: 'dropped', at: 10, count: Number.MAX_SAFE_INTEGER },
    { type: 'diagnostic', at: 11, message: `${'x'.repeat(5 * 1024 * 1024)}${'</script>'.repeat(600_000)}` },
  ];
  return trace([...records, ...numbers], hostileTexts.join(' '));
}
