/**
 * Whether values are checked against a schema before they are used. `unchecked`: the schema asks for something that cannot
 * be checked here in bounded time; the tool works all the same. `rejected`: it is left out. Reasons are for people.
 */
export type SchemaVerdict =
  | { readonly status: 'checked' }
  /** `partly`: it is about a part of the schema only; what the rest of it refuses is refused. */
  | { readonly status: 'unchecked'; readonly reason: string; readonly partly?: true }
  | { readonly status: 'rejected'; readonly reason: string };
