export { fixtureServer, type FixtureServer } from './fixture-server.ts';
export { fixtureModes, type FixtureMode } from './fixture-modes.ts';
export type { FixtureOptions, FixtureShape, SplitAt } from './fixture-options.ts';
export type { JournalEntry, JournalEvent, WireMessage } from './journal.ts';
