import { printable } from '../wire/printable.ts';

/** Characters of a name that is told. */
const maxLength = 64;

/** A name as most are: nothing in it has to be made printable. */
const plainName = /^[\w./-]{1,64}$/;

/** A name as it is told to whoever watches: bounded and printable, since the server may have chosen it. */
export function toldName(name: string): string {
  return plainName.test(name) ? name : printable(name, maxLength);
}
