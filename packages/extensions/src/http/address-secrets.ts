import { isSecretOption } from '../base/secret-option.ts';

/** Shorter values are words: `1` or `full` would make holes in every text. */
const minValue = 8;

/**
 * What of an address is nobody's business, as it is written and as it is meant: the password, and the values of its parameters,
 * short ones where the name says so (`key=`, `api_key=`). A text that is no address has none.
 */
export function addressSecrets(address: string | URL): string[] {
  if (!URL.canParse(String(address))) return [];
  const { username, password, search } = new URL(address);
  const user = password === '' ? [] : [...forms(password), `${username}:${password}`];
  return [...user, ...search.slice(1).split('&').flatMap(parameterSecrets)];
}

function parameterSecrets(parameter: string): string[] {
  const [name = '', ...rest] = parameter.split('=');
  const value = rest.join('=');
  const isSecret = value.length >= minValue || isSecretOption(`--${name}`) || /(?:^|[-_.])key$/i.test(name);
  return value === '' || !isSecret ? [] : forms(value);
}

function forms(text: string): string[] {
  // As URLSearchParams reads it, which throws for nothing.
  const meant = new URLSearchParams(`x=${text}`).get('x') ?? text;
  return meant === text ? [text] : [text, meant];
}
