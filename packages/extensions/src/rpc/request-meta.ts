import type { JsonObject } from '../wire/message.ts';
import { metaMembers, withProgressToken } from '../wire/meta.ts';

/** The request that a context is for. */
export interface ContextRequest {
  readonly id: number;
  readonly method: string;
  readonly about?: string | undefined;
  readonly runId?: string | undefined;
}

/** What the host adds to the `_meta` of one request, as members (see `wire/meta.ts`); empty for nothing. Does not throw. */
export type ContextOf = (request: ContextRequest) => string;

/** What stands in `_meta` of the requests of one connection, as JSON without braces. */
export class RequestMeta {
  readonly #contextOf: ContextOf | undefined;
  /** Of every request, in the modern era. */
  #members: string | undefined;

  constructor(contextOf: ContextOf | undefined) {
    this.#contextOf = contextOf;
  }

  get isModern(): boolean {
    return this.#members !== undefined;
  }

  becomeModern(meta: JsonObject): void {
    this.#members = metaMembers(meta);
  }

  /** Asks for the context in the modern era alone: in the legacy one these keys mean nothing. */
  of(id: number, { method, about, runId }: Omit<ContextRequest, 'id'>, hasToken: boolean): string {
    const token = hasToken ? id : undefined;
    if (this.#members === undefined) return withProgressToken('', token);
    const context = this.#contextOf?.({ id, method, about, runId }) ?? '';
    return withProgressToken(context === '' ? this.#members : `${this.#members},${context}`, token);
  }
}
