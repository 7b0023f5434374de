import fc from 'fast-check';
import { lexer } from 'marked';
import { expect, test } from 'vitest';
import { errorFrom } from '../../src/errors.ts';
import { factsReport, failureReport } from '../../src/trace/failure-report.ts';
import { formatFailureReport } from '../../src/trace/format-failure-report.ts';
import { ada, at, reported } from '../support/failure-reports.ts';

const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true, withTypedArray: true });

test('whatever is thrown, and whatever a tool was called with, there is a report', () => {
  fc.assert(
    fc.property(anything, anything, (thrown, given) => {
      const report = failureReport(thrown, { arguments: given, owner: ada, at });
      expect(JSON.parse(JSON.stringify(report))).toEqual(report);
      expect(formatFailureReport(report)).toContain(report.code);
    }),
  );
});

/** Much of what Markdown is made of. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('`', '~', '\n', '\r', '#', '<', '>', '|', '@', '[', ']', '(', ')', ' ', '\t'),
    fc.string(),
  ),
  maxLength: 200,
});

test('whatever a server says, the page has the same parts', () => {
  fc.assert(
    fc.property(text, text, (said, name) => {
      const error = errorFrom({ code: 'MCP_ERROR', message: said, serverName: name, stderrTail: said, method: name });
      const kinds = lexer(formatFailureReport(reported(error, { tool: name, identity: said })))
        .map(({ type }) => type)
        .filter((type) => type !== 'space');
      const stderr = said.trim() === '' ? [] : ['paragraph', 'code'];
      expect(kinds).toEqual(['heading', 'code', ...stderr, 'paragraph']);
      const facts = lexer(formatFailureReport(factsReport({ serverName: name, identity: said, at, owner: ada })));
      expect(facts.filter(({ type }) => type === 'code')).toHaveLength(1);
    }),
  );
});

test('no value of the arguments is told, wherever it is repeated', () => {
  const value = fc.string({ unit: fc.constantFrom('k', 'q', 'z', '"', '\\', '\n', ' '), minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(value, value, fc.string(), (one, two, around) => {
      const given = { one, deep: [{ two }] };
      const said = `${around}${JSON.stringify(given)}${around}${one}${two}`;
      const error = errorFrom({ code: 'MCP_ERROR', message: said, stderrTail: said });
      const { message, stderr } = reported(error, { arguments: given });
      for (const secret of [one, two].filter((word) => word.trim().length >= 8)) {
        expect(message).not.toContain(secret);
        expect(stderr?.text ?? '').not.toContain(secret);
      }
    }),
  );
});
