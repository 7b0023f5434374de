import { guarded } from '../base/guarded.ts';
import type { McpListener } from '../manager/manager-event.ts';

/** One listener that tells several, in order. One that throws, or rejects, keeps nothing from the others. */
export function combineListeners(...listeners: readonly McpListener[]): McpListener {
  return (event, origin) => {
    for (const listener of listeners) guarded(() => listener(event, origin));
  };
}
