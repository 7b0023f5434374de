import type { ConfigDocument } from './config-document.ts';
import type { ConfigDiagnostic, ConfigDiagnosticKind, ConfigPlace, ConfigProblem } from './config-problem.ts';

/** Where something stands: a pointer, and the offset of the text if the format gives one. */
export interface Spot {
  readonly pointer: string;
  readonly offset?: number | undefined;
}

/** Notes of each kind that are kept of one document: a hostile one could have any number. */
const maxNotes = 1_000;

/** What is said about one document, with its places. */
export class ConfigNotes {
  readonly #document: ConfigDocument;
  readonly #file: string | undefined;
  readonly problems: ConfigProblem[] = [];
  readonly diagnostics: ConfigDiagnostic[] = [];
  /** All problems, also those that are not kept. */
  problemCount = 0;

  constructor(document: ConfigDocument, file: string | undefined) {
    this.#document = document;
    this.#file = file;
  }

  /** What each place has in common. */
  get source(): { readonly file?: string } {
    return this.#file === undefined ? {} : { file: this.#file };
  }

  problem(spot: Spot, serverName: string | undefined, message: string, cure: string): void {
    this.problemCount += 1;
    if (this.problems.length >= maxNotes) return;
    this.problems.push({ ...this.#place(spot), ...(serverName !== undefined && { serverName }), message, cure });
  }

  diagnose(
    spot: Spot,
    what: {
      readonly kind: ConfigDiagnosticKind;
      readonly severity?: ConfigDiagnostic['severity'];
      readonly serverName?: string | undefined;
      readonly message: string;
    },
  ): void {
    const { kind, severity = 'info', serverName, message } = what;
    if (this.diagnostics.length >= maxNotes && severity !== 'ask') return;
    const named = serverName === undefined ? {} : { serverName };
    this.diagnostics.push({ ...this.#place(spot), kind, severity, ...named, message });
  }

  #place({ pointer, offset }: Spot): ConfigPlace {
    return { ...this.source, pointer, ...this.#document.positionOf(offset) };
  }
}
