// What people write to Slipway in a comment: `/slipway` and what it should do, at the very beginning.
//
//   SLASH-1. Only the first line says what is asked for. A comment that begins with anything else is a comment.
//   SLASH-2. An approval names the hash of what was seen; one that names nothing approves nothing.

export type SlashCommand =
  | { readonly do: 'run'; readonly again: boolean }
  | { readonly do: 'revise'; readonly words: string; readonly seen?: string }
  | { readonly do: 'stop' }
  | { readonly do: 'approve'; readonly seen: string }
  /** It was meant for us, and nobody knows what it means. */
  | { readonly do: 'unknown' };

const seenPattern = /^[0-9a-f]{10,64}$/;

/** Undefined for a comment that is none of our business. */
export function slashCommandIn(text: string): SlashCommand | undefined {
  const found = /^\s*\/slipway(?=\s|$)([^\n]*)/.exec(text);
  if (found === null) return undefined; // SLASH-1
  const [all, said = ''] = found;
  const line = said.trim();
  const [word = '', ...rest] = line.split(/\s+/);
  switch (word.toLowerCase()) {
    case 'run':
      return rest.every((each) => each === '--again') ? { do: 'run', again: rest.length > 0 } : unknown;
    case 'stop':
      return rest.length === 0 ? { do: 'stop' } : unknown;
    case 'approve': {
      const [seen = ''] = rest;
      return rest.length === 1 && seenPattern.test(seen) ? { do: 'approve', seen } : unknown; // SLASH-2
    }
    case 'revise':
      return revision(line.slice(word.length), text.slice(all.length));
    default:
      return unknown;
  }
}

const unknown: SlashCommand = { do: 'unknown' };

function revision(line: string, below: string): SlashCommand {
  const [, seen] = /^\s+([0-9a-f]{10,64})(?=\s|$)/.exec(line) ?? [undefined, undefined];
  const rest = seen === undefined ? line : line.slice(line.indexOf(seen) + seen.length);
  const words = `${rest.trim()}\n${below.trim()}`.trim();
  if (words === '') return unknown;
  return { do: 'revise', words, ...(seen === undefined ? {} : { seen }) };
}
