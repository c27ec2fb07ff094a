// Readers take up what a program prints, piece by piece, and make sense of it at its end. There are two: for programs
// whose whole output is the answer, and for those that tell their story in lines.
//
// Invariant: memory is bounded, however much is printed. An answer and a line are kept up to a limit.

import type { ProcessResult } from '../containment/process.ts';
import type { Session } from '../core/effects.ts';
import type { Dialect, Reading } from './reading.ts';

/** Longer is no answer to any role: the largest plan there may be is a tenth of this. */
export const answerCharsMax = 1_048_576;
/** A longer line is passed over. Lines carry answers in JSON, and what tools have read. */
const lineCharsMax = 8_388_608;

export interface OutputReader {
  /** Takes the next piece of stdout. */
  readonly push: (piece: string) => void;
  /** The session, as soon as it is known. */
  readonly session: () => Session | undefined;
  /** True once going on can only cost time: the program is then ended. */
  readonly hopeless: () => boolean;
  readonly end: (result: ProcessResult) => Reading;
}

/** All of stdout is the answer. `read` finds the cost in it, where there is one to be found. */
export function plainReader(
  read: (stdout: string) => Reading = (stdout) => ({ answer: stdout }),
): OutputReader {
  let kept: string | undefined = '';
  return {
    push: (piece) => {
      if (kept !== undefined) kept = kept.length + piece.length > answerCharsMax ? undefined : kept + piece;
    },
    session: () => undefined,
    hopeless: () => false,
    end: (result) => {
      if (kept !== undefined) return read(kept);
      // The cost may still be in the tail, the answer is not.
      const { usd, tokens } = read(result.stdoutTail);
      return {
        ...(usd === undefined ? {} : { usd }),
        ...(tokens === undefined ? {} : { tokens }),
        ...(result.exit === 0 ? { problem: tooLong } : {}),
      };
    },
  };
}

export const tooLong = {
  reason: 'malformed-answer',
  sentence: `The agent printed more than the ${answerCharsMax} characters an answer may have.`,
} as const;

export interface LineReading {
  /** The session that is gone on with, as it was before. */
  readonly before: Session | undefined;
  readonly wantsSchema: boolean;
  /** Milliseconds since 1970, read once at the end. */
  readonly now: () => number;
}

export function lineReader<Seen extends { readonly session?: Session; readonly hopeless?: true }>(
  dialect: Dialect<Seen>,
  { before, wantsSchema, now }: LineReading,
): OutputReader {
  let seen = dialect.start;
  const lines = new Lines((line) => {
    seen = dialect.see(seen, line);
  });
  return {
    push: (piece) => {
      lines.push(piece);
    },
    session: () => seen.session,
    hopeless: () => seen.hopeless === true,
    end: ({ how, exit, stderrTail }) => {
      lines.end();
      return dialect.conclude(seen, {
        how,
        stderrTail,
        wantsSchema,
        now: now(),
        ...(exit === undefined ? {} : { exit }),
        ...(before === undefined ? {} : { before }),
      });
    },
  };
}

/** Cuts pieces into lines. The last line may lack its end: a program that was cut off may still have said all of it. */
class Lines {
  readonly #onLine: (line: string) => void;
  #parts: string[] = [];
  #chars = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(piece: string): void {
    let at = 0;
    for (let cut = piece.indexOf('\n'); cut !== -1; cut = piece.indexOf('\n', at)) {
      this.#add(piece.slice(at, cut));
      this.end();
      at = cut + 1;
    }
    this.#add(piece.slice(at));
  }

  end(): void {
    const line = this.#chars > lineCharsMax ? '' : this.#parts.join('');
    this.#parts = [];
    this.#chars = 0;
    if (line.trim() !== '') this.#onLine(line);
  }

  #add(part: string): void {
    this.#chars += part.length;
    if (this.#chars > lineCharsMax) this.#parts = [];
    else if (part !== '') this.#parts.push(part);
  }
}
