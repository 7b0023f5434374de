import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { readCatalogueFile, writeCatalogueFile } from './catalogue-file.ts';

/** Keeps a catalogue in its file, if it has one: read once, written after changes, one writing at a time. */
export class CatalogueKeeper {
  readonly #catalogue: Catalogue;
  readonly #path: string | undefined;
  readonly #onProblem: (message: string) => void;
  #reading: Promise<void> | undefined;
  #writing: Promise<void> | undefined;
  #isStale = false;

  constructor(catalogue: Catalogue, path: string | undefined, onProblem: (message: string) => void) {
    this.#catalogue = catalogue;
    this.#path = path;
    this.#onProblem = onProblem;
  }

  /** Settles when what was kept is in the catalogue. Never rejects. */
  known(): Promise<void> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** Something in it is another now. */
  changed(): void {
    if (this.#path === undefined) return;
    this.#isStale = true;
    this.#writing ??= this.#write(this.#path);
  }

  /** Settles when all that changed is in the file. Never rejects. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  async #read(): Promise<void> {
    if (this.#path === undefined) return;
    const seen: readonly CatalogueEntry[] = this.#catalogue.entries();
    for (const entry of await readCatalogueFile(this.#path)) this.#catalogue.record(entry);
    // What was seen meanwhile is newer.
    for (const entry of seen) this.#catalogue.record(entry);
  }

  async #write(path: string): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await writeCatalogueFile(path, this.#catalogue.entries());
      } catch {
        this.#onProblem('the catalogue could not be written');
      }
    }
    this.#writing = undefined;
  }
}
