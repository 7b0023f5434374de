export { oauthAuthorization } from './oauth/oauth-authorization.ts';
export type { OAuthAuthorization } from './oauth/oauth-authorization.ts';
export type { OAuthOptions } from './oauth/oauth-options.ts';
export type { HttpAuthorization, HttpChallenge } from './http/authorization.ts';
