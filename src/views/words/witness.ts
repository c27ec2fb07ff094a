// The head of a run's journal as it is told outside of the home, where nobody who can write to the home can change it, and how it is
// found again in a text. What is written and what is read are one form. Pure.

/** An event by its number and hash; the number is missing where only a hash was given. */
export interface Witness {
  readonly seq?: number;
  readonly hash: string;
}

export function witnessLine({ seq, hash }: Required<Witness>): string {
  return `Journal of this run: event ${seq}, sha256 ${hash}.`;
}

const line = /Journal of this run: event (\d{1,9}), sha256 ([0-9a-f]{64})/;
const alone = /^\s*([0-9a-f]{64})\s*$/;

export function witnessIn(text: string): Witness | undefined {
  const [, seq, hash] = line.exec(text) ?? [];
  if (hash !== undefined) return { seq: Number(seq), hash };
  const [, only] = alone.exec(text) ?? [];
  return only === undefined ? undefined : { hash: only };
}
