import { undeclaredFor } from '../protocol/client-capabilities.ts';
import { InboundRefusal, type InboundHandler } from '../rpc/inbound-handlers.ts';
import type { JsonObject } from '../wire/message.ts';

type Handlers = Readonly<Record<string, InboundHandler>>;

const invalidParams = -32602;

/** The handlers as a legacy server reaches them: a question that needs what was not declared never comes to the host. */
export function declaredHandlers(handlers: Handlers, capabilities: JsonObject): Handlers {
  const entries = Object.entries(handlers).map(([method, handler]): [string, InboundHandler] => [
    method,
    (params, context) => {
      const missing = undeclaredFor(method, params, capabilities);
      if (missing === undefined) return handler(params, context);
      throw new InboundRefusal({ code: invalidParams, message: `this client did not declare ${missing}` });
    },
  ]);
  return Object.fromEntries(entries);
}
