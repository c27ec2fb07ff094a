// The end of a text, without a pattern: a pattern that is held to the end of a text is tried at every place before it, and takes a
// time that grows with the square of what is repeated there.

/** Without any of these characters at its end. */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
