import type { InboundHandler, McpClientOptions } from '@coding-agent/extensions';

/** What a host declares that answers all that a server may ask. */
export const capabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** Its answers, where a test has none of its own. */
const handlers: Readonly<Record<string, InboundHandler>> = {
  'roots/list': () => ({ roots: [{ uri: 'file:///srv/root', name: 'the root' }] }),
  'sampling/createMessage': () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'sampled' } }),
  'elicitation/create': ({ message }) => ({
    action: 'accept',
    content: String(message).startsWith('What size') ? { size: 'large' } : { sure: true },
  }),
};

export const answering: Partial<McpClientOptions> = { capabilities, handlers };

/** As `answering`, with one answer of its own to elicitations. */
export function eliciting(handler: InboundHandler): Partial<McpClientOptions> {
  return { capabilities, handlers: { ...handlers, 'elicitation/create': handler } };
}
