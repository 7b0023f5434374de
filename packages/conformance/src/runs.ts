/** One scenario of the suite at one revision of the protocol. */
export interface Run {
  readonly scenario: string;
  readonly revision: string;
}

const legacy = '2025-11-25';
const modern = '2026-07-28';

/** All that a client over stdio can take; baseline.json says why the others are not here. */
export const runs: readonly Run[] = [
  { scenario: 'initialize', revision: legacy },
  { scenario: 'tools_call', revision: legacy },
  { scenario: 'elicitation-sep1034-client-defaults', revision: legacy },
  { scenario: 'json-schema-2020-12-preservation', revision: legacy },
  { scenario: 'tools_call', revision: modern },
  { scenario: 'request-metadata', revision: modern },
  { scenario: 'sep-2322-client-request-state', revision: modern },
  { scenario: 'json-schema-ref-no-deref', revision: modern },
  { scenario: 'json-schema-2020-12-preservation', revision: modern },
];

/** How a run is called on the command line, in the baseline and in reports. */
export function runName({ scenario, revision }: Run): string {
  return `${revision}/${scenario}`;
}
