/**
 * Whether values are checked against a schema before they are used. `unchecked`: the schema asks for something that cannot
 * be checked here in bounded time; the tool works all the same. `rejected`: it is left out.
 */
export type SchemaVerdict =
  | { readonly status: 'checked' }
  | { readonly status: 'unchecked'; readonly reason: string }
  | { readonly status: 'rejected'; readonly reason: string };
