// What a coverage report says, whatever its format: which lines of which file were executed. A report was written by
// code of the change itself, so that it is as untrusted as any text from outside, and everything here is bounded.
//   HITS-1. A line that several records speak of was executed if one of them says so.
//   HITS-2. More than the limits is not half a report but none: nobody could tell what the missing half says.

/** Lines by number; true where the line was executed. */
export type Lines = ReadonlyMap<number, boolean>;

export interface ReportedFile {
  /** As the report spells it. */
  readonly path: string;
  readonly lines: Lines;
}

/** What a reader found, before anybody asked which files of the tree that is. */
export interface RawReport {
  readonly files: readonly ReportedFile[];
  /** Folders that paths may start from, as the report spells them. */
  readonly sources: readonly string[];
}

/** Undefined where the text is no report of the reader's format. */
export type ReportReader = (text: string) => RawReport | 'too-large' | undefined;

const filesMax = 50_000;
const linesMax = 5_000_000;
const lineMax = 1_000_000;
const pathCharsMax = 4_096;

/** Collects hits while a report is read. */
export class Hits {
  readonly #files = new Map<string, Map<number, boolean>>();
  #lines = 0;
  #isFull = false;

  /** A file that is named, even where no line of it is. */
  open(path: string): void {
    if (path === '' || path.length > pathCharsMax || this.#files.has(path)) return;
    if (this.#files.size >= filesMax) this.#isFull = true; // HITS-2
    else this.#files.set(path, new Map());
  }

  add(path: string, line: number, isHit: boolean): void {
    const lines = this.#files.get(path);
    if (lines === undefined || !Number.isSafeInteger(line) || line < 1 || line > lineMax) return;
    const before = lines.get(line);
    if (before === undefined && (this.#lines += 1) > linesMax) this.#isFull = true; // HITS-2
    if (!this.#isFull) lines.set(line, isHit || before === true); // HITS-1
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  report(sources: readonly string[] = []): RawReport | 'too-large' {
    if (this.#isFull) return 'too-large';
    return { files: [...this.#files].map(([path, lines]) => ({ path, lines })), sources };
  }
}

/** The lines of a text one after the other, without a list of all of them. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    yield text.slice(start, stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop);
    start = stop + 1;
  }
}
