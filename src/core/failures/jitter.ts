// Jitter: waits that would all end together are drawn apart. What struck many runs at once, a server that is down or a
// network that is gone, would otherwise be struck by all of them at once when they try again.
//
//   JITTER-1. A wait is drawn from names, not from chance: the same run waits as long when it is decided again.
//   JITTER-2. It is never off by more than a fifth, and never made of nothing.

const share = 0.2;
const hashes = 2 ** 32;

/** `names` say whose wait it is: the run and the effect. */
export function spreadOut(waitMs: number, ...names: readonly string[]): number {
  const place = hashOf(names.join(' ')) / hashes; // from 0 to 1
  return Math.round(waitMs * (1 + share * (2 * place - 1)));
}

/** FNV-1a, with a last stir because names that differ in their last sign alone would lie side by side. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
