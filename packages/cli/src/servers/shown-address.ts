/** Nothing but the name of a variable, which is put in later. */
const reference = /^(?:\$\{[^{}:]+\}|\$\{env:[^{}:]+\}|\{env:[^{}:]+\})$/;

/**
 * An address as it is written in an entry, for people: without a user and a password, and of its parameters the names alone.
 * It need not be an address yet, since variables are put in later.
 */
export function shownAddress(written: string): string {
  const [place = '', ...rest] = (written.split('#')[0] ?? '').split('?');
  const shown = place.replace(/(:[\\/]*)[^\\/]*@/g, '$1…@');
  return rest.length === 0 ? shown : `${shown}?${rest.join('?').split('&').map(shownParameter).join('&')}`;
}

function shownParameter(parameter: string): string {
  const [name = '', ...rest] = parameter.split('=');
  const value = rest.join('=');
  // What stands there without a name may be the secret itself.
  if (rest.length === 0) return reference.test(name) || name === '' ? name : '…';
  return `${name}=${value === '' || reference.test(value) ? value : '…'}`;
}
