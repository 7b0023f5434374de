import { redact } from '../base/redact.ts';
import { printable } from '../wire/printable.ts';

/** Members of requests and answers of OAuth whose values are secret. */
const secretName = /(?:token|secret|code|verifier|assertion|password)$/;

/** Characters of somebody else's words that are shown. */
const shown = 240;

/** Everything secret that one flow has to do with. None of it is in an error. */
export class FlowSecrets {
  readonly #values = new Set<string>();

  /** Members of a form or of a JSON object. */
  addMembers(members: Iterable<readonly [name: string, value: unknown]>): void {
    for (const [name, value] of members)
      if (typeof value === 'string' && secretName.test(name)) this.#values.add(value);
  }

  /** The value of an `Authorization` header: what follows the scheme, and the password in it. */
  addHeader(value: string): void {
    const [scheme = '', credentials = ''] = value.split(' ', 2);
    this.#values.add(credentials);
    if (!/^basic$/i.test(scheme)) return;
    const text = Buffer.from(credentials, 'base64').toString();
    this.#values.add(decoded(text.slice(text.indexOf(':') + 1)));
  }

  /** What somebody said, without anything secret, in one printable line. */
  shown(words: string): string {
    return printable(redact(words.slice(0, 16 * shown), { values: [...this.#values], truncated: false }).trim(), shown);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
