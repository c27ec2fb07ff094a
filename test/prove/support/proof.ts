// What the proofs have in common: a size, words on stderr, lanes of work with their progress, and one JSON document as the
// last line of stdout.

export type Size = 'ci' | 'full';

/** For `parseArgs`; read with `sizeOf`. */
export const sizeOption = { size: { type: 'string', default: 'ci' } } as const;

export function sizeOf(text: string): Size {
  if (text !== 'ci' && text !== 'full') throw new Error('--size is ci or full');
  return text;
}

/** Whether a fault is planted, where a proof knows just the one. */
export function isPlanted(given: string | undefined, known: string): boolean {
  if (given !== undefined && given !== known) throw new Error(`--plant is ${known}`);
  return given !== undefined;
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The last line: what came of it, and how long it took since then. */
export function report(counts: object, startedMs: number): void {
  const ms = Math.round(performance.now() - startedMs);
  process.stdout.write(`${JSON.stringify({ ...counts, ms })}\n`);
}

const progressEvery = 10;

/** Says now and then, and at the end, how many of all are done. */
export function progressOf(verb: string, total: number): () => void {
  let done = 0;
  return () => {
    done += 1;
    if (done % progressEvery === 0 || done === total) say(`${verb} ${done} of ${total}`);
  };
}

export interface Lanes<T, R> {
  readonly items: readonly T[];
  readonly lanes: number;
  /** `lane` is a number from 0, for what a lane keeps between two items. */
  readonly work: (item: T, lane: number) => Promise<R>;
  /** `done` is how many are, with this one. */
  readonly onDone?: (result: R, done: number) => void;
}

/** A few at a time, each lane taking the next that nobody has; in the order in which they ended. */
export async function inLanes<T, R>({ items, lanes, work, onDone }: Lanes<T, R>): Promise<readonly R[]> {
  const waiting = items.values();
  const results: R[] = [];
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const item of waiting) {
        const result = await work(item, lane);
        results.push(result);
        onDone?.(result, results.length);
      }
    }),
  );
  return results;
}
