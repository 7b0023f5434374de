import { namesIn } from './message-rule.ts';

/** Methods that the protocol has: nobody's secret. Source: the schemas of 2025-11-25 and 2026-07-28. */
const methods: ReadonlySet<string> = new Set(
  namesIn(`
    initialize ping server/discover subscriptions/listen tools/list tools/call prompts/list prompts/get resources/list
    resources/templates/list resources/read resources/subscribe resources/unsubscribe completion/complete
    logging/setLevel roots/list sampling/createMessage elicitation/create tasks/get tasks/result tasks/list
    tasks/cancel notifications/initialized notifications/cancelled notifications/progress notifications/message
    notifications/tools/list_changed notifications/prompts/list_changed notifications/resources/list_changed
    notifications/resources/updated notifications/roots/list_changed notifications/tasks/status
    notifications/subscriptions/acknowledged notifications/elicitation/complete
  `),
);

export function isProtocolMethod(method: string): boolean {
  return methods.has(method);
}
