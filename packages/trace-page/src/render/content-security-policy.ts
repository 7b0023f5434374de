import { createHash } from 'node:crypto';

/**
 * What a page may do: run this script and use this style, and nothing else. No address is allowed, not even its own; no
 * text can become markup, since no Trusted Types policy exists that could make some.
 */
export function contentSecurityPolicy({ script, style }: { readonly script: string; readonly style: string }): string {
  return [
    `default-src 'none'`,
    `script-src '${hashSource(script)}'`,
    `style-src '${hashSource(style)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

/** A text as a source of Content Security Policy, level 3: its SHA-256 over UTF-8. */
function hashSource(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
