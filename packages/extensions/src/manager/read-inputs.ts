import { printable } from '../wire/printable.ts';
import { memberOf, plainOf, pointerOf } from './config-node.ts';
import type { ConfigNotes } from './config-notes.ts';
import type { ServerContainer } from './find-servers.ts';
import { inputSchema } from './own-schema.ts';
import type { ConfigInput, ServerConfig } from './server-config.ts';
import { rulesFor, textsOf } from './server-texts.ts';
import { splitText } from './variable-syntax.ts';

/** Questions of one document. */
const maxInputs = 500;

/** The questions beside a container of servers. A bad one is a problem of its own, and of the servers that refer to it. */
export function readInputs({ parent, pointer }: ServerContainer, notes: ConfigNotes): ConfigInput[] {
  const list = memberOf(parent, 'inputs');
  if (list?.kind !== 'array') return [];
  return list.items.slice(0, maxInputs).flatMap((item, index) => {
    const around = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    const spot = { pointer: around + pointerOf('inputs', index), offset: item.offset };
    const { data, error } = inputSchema.safeParse(plainOf(item));
    if (data === undefined) {
      const [issue] = error.issues;
      const what = `the input ${[index, ...(issue?.path ?? [])].map(String).join('.')} ${issue?.message ?? 'is wrong'}`;
      notes.problem(
        spot,
        undefined,
        printable(what),
        'for example { "id": "key", "type": "promptString", "password": true }',
      );
      return [];
    }
    const { id, description, password, default: preset, options } = data;
    return [
      {
        id,
        ...(description !== undefined && { description }),
        isPassword: password,
        ...(preset !== undefined && { default: preset }),
        ...(options !== undefined && { options }),
      },
    ];
  });
}

/** The questions that the texts of a server refer to: what else is asked is nothing of it. */
export function withInputs(config: ServerConfig, inputs: readonly ConfigInput[]): ServerConfig {
  const { dialect } = config.source;
  const ids = textsOf(config)
    .flatMap((text) => splitText(text.text, rulesFor(text, dialect, 'linux')).pieces)
    .flatMap((piece) => (piece.kind === 'input' ? [piece.id] : []));
  const used = inputs.filter(({ id }) => ids.includes(id));
  return used.length === 0 ? config : { ...config, inputs: used };
}
