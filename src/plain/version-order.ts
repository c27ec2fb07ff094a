// How versions of programs compare.

/** By the three numbers; what follows them is not looked at. */
export function isOlder(version: string, than: string): boolean {
  const [mine, others] = [numbersOf(version), numbersOf(than)];
  const at = mine.findIndex((number, index) => number !== others[index]);
  return at !== -1 && (mine[at] ?? 0) < (others[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return version
    .split(/[-+]/, 1)
    .join('')
    .split('.')
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
}
