// What stays of a message when it is told again: the same trouble with other numbers, times, hashes, places and quoted
// words is the same trouble. Pure.

const foldings: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z+.-]*:\/\/[^\s"'`<>)]+/g, '<url>'],
  [/\b\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:?\d\d)?)?/g, '<time>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<id>'],
  // The last part of a path tells which file it is; the folders before it are another in every workspace.
  [/(?:\b[a-z]:)?(?:[\w.@+~-]*[/\\])+([\w@+~-]+(?:\.[\w@+~-]+)*)/g, '$1'],
  // An apostrophe inside a word opens nothing.
  [/(?<!\w)(["'`])(?:(?!\1).)+\1(?!\w)/g, '<text>'],
  // A hash has digits and letters in it: otherwise it is a word or a number.
  [/\b(?:sha\d+:|0x)?(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,64}\b/g, '<hash>'],
  [/\b0x[0-9a-f]+\b/g, '<hash>'],
  [/\d+(?:[.,]\d+)*/g, '<n>'],
  [/\s+/g, ' '],
];

export function patternOf(message: string): string {
  return foldings.reduce((text, [what, by]) => text.replaceAll(what, by), message.toLowerCase()).trim();
}
