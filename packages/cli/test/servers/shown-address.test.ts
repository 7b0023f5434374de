import { expect, test } from 'vitest';
import { shownAddress } from '../../src/servers/shown-address.ts';

test.each([
  ['https://example.com/mcp', 'https://example.com/mcp'],
  ['https://${PLACE}.example.com:8080/mcp', 'https://${PLACE}.example.com:8080/mcp'],
  ['https://user:passw0rd99@example.com/mcp', 'https://…@example.com/mcp'],
  ['https://user:p@ss@example.com/mcp', 'https://…@example.com/mcp'],
  ['https://token@example.com/@scope/mcp', 'https://…@example.com/@scope/mcp'],
  ['HTTPS:\\\\user:pass@example.com', 'HTTPS:\\\\…@example.com'],
  ['https:user:pass@example.com', 'https:…@example.com'],
  ['https://${USER}:${PASS:-hunter2}@example.com/', 'https://…@example.com/'],
  ['${PLACE:-https://user:pass@example.com/mcp}', '${PLACE:-https://…@example.com/mcp}'],
  ['https://example.com/mcp?api_key=LITERAL&team=a#part', 'https://example.com/mcp?api_key=…&team=…'],
  ['https://example.com/mcp?key=${A_KEY}&k=${B:-LITERAL}', 'https://example.com/mcp?key=${A_KEY}&k=…'],
  ['https://example.com/mcp?LITERAL', 'https://example.com/mcp?…'],
  ['https://example.com/mcp?a=b?c=d&empty=&', 'https://example.com/mcp?a=…&empty=&'],
])('%s is shown as %s', (written, shown) => {
  expect(shownAddress(written)).toBe(shown);
});
