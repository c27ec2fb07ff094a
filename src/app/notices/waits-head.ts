// The line that says that somebody is waited for: the same wherever it is said. Pure.

import { list } from '../../views/words/words.ts';

/** `gates` by their names. */
export function waitsHead(
  gates: readonly string[],
  { id, title }: { readonly id: string; readonly title: string },
): string {
  return `Slipway waits for you: ${list(gates.map((name) => `the ${name}`))} of ${id} (${title})`;
}
