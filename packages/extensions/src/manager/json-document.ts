import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { maxDepth, tooDeep, type ConfigNode } from './config-node.ts';
import type { Reading } from './config-reading.ts';

/** What to do about the usual mistakes, by the name that the parser gives them. */
const cures: Readonly<Record<string, string>> = {
  InvalidSymbol: 'put texts in double quotes; there are true, false and null beside them',
  PropertyNameExpected: 'put the name in double quotes',
  ValueExpected: 'write a value after the colon',
  ColonExpected: 'write a colon between name and value',
  CommaExpected: 'write a comma between two members',
  CloseBraceExpected: 'close it with }',
  CloseBracketExpected: 'close it with ]',
  EndOfFileExpected: 'take away what follows the last }',
  UnexpectedEndOfString: 'close the text with a double quote on its line',
  InvalidEscapeCharacter: 'write a backslash twice, as in "C:\\\\tools"',
  InvalidCharacter: 'write it as \\u and four hex digits',
};

/** The beginning of what people copy out of the middle of a page: `"name": {`, without the braces around it. */
const fragment = /^\s*"(?:[^"\\\n]|\\.)*"\s*:/;

/** JSON with comments and trailing commas. Repeated members are kept. A fragment, `"name": { … }`, gets its braces. */
export function readJson(text: string): Reading {
  if (!fragment.test(text)) return readWhole(text, 0);
  const reading = readWhole(`{${text}}`, 1);
  return 'root' in reading ? { ...reading, isFragment: true } : reading;
}

/** `shift`: characters before the text that are not the user's. */
function readWhole(text: string, shift: number): Reading {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) {
    const name = printParseErrorCode(first.error);
    const cure = cures[name] ?? 'correct it there';
    return { problem: { message: words(name), cure, offset: first.offset - shift } };
  }
  if (root === undefined) return { problem: { message: 'it is empty', cure: 'write { "mcpServers": {} }' } };
  return { root: nodeOf(root, 0, shift) };
}

/** `CloseBraceExpected` as words. */
function words(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}

function nodeOf(node: Node, depth: number, shift: number): ConfigNode {
  const { children = [] } = node;
  const offset = Math.max(0, node.offset - shift);
  if (depth > maxDepth) return { kind: 'opaque', what: tooDeep, offset };
  switch (node.type) {
    case 'object':
      return {
        kind: 'object',
        offset,
        members: children.flatMap(({ children: [key, value] = [] }) =>
          key && value
            ? [{ key: String(key.value), offset: key.offset - shift, value: nodeOf(value, depth + 1, shift) }]
            : [],
        ),
      };
    case 'array':
      return { kind: 'array', offset, items: children.map((child) => nodeOf(child, depth + 1, shift)) };
    case 'property':
      return { kind: 'opaque', what: 'a member', offset };
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: 'scalar', offset, value: node.value as string | number | boolean | null };
    default:
      return node.type satisfies never;
  }
}
