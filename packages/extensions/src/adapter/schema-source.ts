import type { JsonObject } from '../wire/message.ts';
import type { CompiledSchema } from './compiled-schema.ts';
import { isSince, type Dialect } from './schema-dialect.ts';
import type { SchemaIndex, Target } from './schema-index.ts';
import { keywordOf } from './schema-keywords.ts';
import type { SchemaLimits } from './schema-limits.ts';

/** What a whole schema has in common. */
export interface SchemaContext {
  readonly dialect: Dialect;
  readonly limits: SchemaLimits;
  readonly index: SchemaIndex;
  /** Makes a part ready, once. Called when a value meets it: what nobody uses costs nothing. */
  readonly compile: (schema: unknown, base: string) => CompiledSchema;
}

/** One schema, and its keywords as far as they are sound and belong to its dialect. */
export class SchemaSource {
  readonly #schema: JsonObject;
  readonly #base: string;
  readonly #context: SchemaContext;

  constructor(schema: JsonObject, base: string, context: SchemaContext) {
    this.#schema = schema;
    this.#base = base;
    this.#context = context;
  }

  get limits(): SchemaLimits {
    return this.#context.limits;
  }

  isSince(dialect: Dialect): boolean {
    return isSince(this.#context.dialect, dialect);
  }

  /** The keyword; undefined when it is missing, unsound, or of another dialect. */
  get(name: string): unknown {
    const value = Object.hasOwn(this.#schema, name) ? this.#schema[name] : undefined;
    return keywordOf(name, this.#context.dialect)?.isSound(value) === true ? value : undefined;
  }

  number(name: string): number | undefined {
    return this.get(name) as number | undefined;
  }

  text(name: string): string | undefined {
    return this.get(name) as string | undefined;
  }

  list(name: string): readonly unknown[] {
    const value = this.get(name);
    return Array.isArray(value) ? value : [];
  }

  map(name: string): ReadonlyMap<string, unknown> {
    return new Map(Object.entries((this.get(name) ?? {}) as JsonObject));
  }

  /** A schema within this one. */
  compile(schema: unknown): CompiledSchema {
    return this.#context.compile(schema, this.#base);
  }

  compileTarget({ schema, base }: Exclude<Target, { readonly problem: string }>): CompiledSchema {
    return this.#context.compile(schema, base);
  }

  resolve(keyword: string, reference: string): Target {
    return this.#context.index.resolve(keyword, reference, this.#base);
  }
}
