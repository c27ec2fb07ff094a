// A person who answers as the command line tells them to: it refuses what names nothing, and prints the command that does.

/** What the printed command names, as arguments. */
export function seenIn(said: string): readonly string[] {
  const word = / --seen ([0-9a-f]{10})/.exec(said)?.[1];
  return word === undefined ? [] : ['--seen', word];
}
