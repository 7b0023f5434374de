import type { OAuthClientProvider } from '@modelcontextprotocol/client';

/** The provider of the host, with some members in front of its own. */
export function watchedProvider(
  provider: OAuthClientProvider,
  watched: Partial<OAuthClientProvider>,
): OAuthClientProvider {
  // Not an object that inherits: private members of a class are those of the very object.
  return new Proxy(watched as OAuthClientProvider, {
    get: (_, name) => {
      if (Object.hasOwn(watched, name)) return Reflect.get(watched, name) as unknown;
      const value: unknown = Reflect.get(provider, name, provider);
      return typeof value === 'function' ? (value.bind(provider) as unknown) : value;
    },
  });
}
