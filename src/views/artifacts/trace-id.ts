// A UUID for a run, made from its id: readers of gate events and traces expect one, and the same run has the same on
// every machine. It is of version 8, the one whose bits are the maker's own; it identifies, it does not protect.

const seeds = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b] as const;
const prime = 0x01000193;

export function traceIdOf(run: string): string {
  const hex = seeds.map((seed) => mixed(run, seed).toString(16).padStart(8, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** 16 letters that are the same for the same text, for programs that match what they saw before. */
export function fingerprintOf(text: string): string {
  return [seeds[0], seeds[2]].map((seed) => mixed(text, seed).toString(16).padStart(8, '0')).join('');
}

/** FNV-1a over the characters, from a seed, with a last stir so that close ids do not give close numbers. */
function mixed(text: string, seed: number): number {
  let hash = seed;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), prime);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
