export { abortListeners } from './abort-listeners.ts';
export type { ProcessInfo } from './process-info.ts';
export { descendantsOf, isAlive, listProcesses, processState } from './process-table.ts';
export { watchResources, type ResourceWatch } from './resource-watch.ts';
export { settlesWithin } from './settles-within.ts';
export { waitUntilGone } from './wait-until-gone.ts';
