// Words of agents and tickets, before they are published where a forge does what some words say. What they tell stays; what they
// would set off does not. Pure.
//   DISARMED-1. Nobody's words but Slipway's own close a ticket, keep checks from running, or make a reader's browser load something.

/** `#7`, `GH-7`, `owner/name#7` or an address, after a word that closes. */
const closing =
  /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(\s*:?\s+|\s*:)(?:https?:\/\/([\w.-]+(?:\/[\w.-]+){2}\/(?:issues|pull)\/\d+)|([\w.-]+\/[\w.-]+)?(?:#|GH-)(\d+))/gi;

const skipping =
  /\[\s*((?:skip|no)[ -](?:ci|cd|actions?|builds?|checks?|tests?|travis|netlify|vercel|azp|appveyor|circleci|github)|(?:ci|cd|actions?|builds?|checks?|travis|azp|appveyor|circleci|github)[ -]skip)\s*\]/gi;

export function disarmed(text: string): string {
  const said = text
    .replaceAll(closing, (_, verb: string, between: string, address?: string, name?: string, id?: string) =>
      [verb, between, address ?? `${name === undefined ? '' : `${name} `}issue ${id ?? ''}`].join(''),
    )
    .replaceAll(skipping, '($1)')
    .replaceAll(/\*{3}(NO_CI)\*{3}/gi, '$1')
    .replaceAll(/\b(skip-checks)\s*:\s*(true)\b/gi, '$1 ($2)');
  return outsideCode(said, withoutPictures);
}

const loading =
  /<(?=\/?(?:img|image|picture|source|video|audio|track|svg|iframe|object|embed|link|style)\b)/gi;

function withoutPictures(text: string): string {
  return text.replaceAll(/!(?=\[)/g, '').replaceAll(loading, '&lt;');
}

/** Code in a line is shown as it is; what only looks like code is not. */
function outsideCode(text: string, change: (piece: string) => string): string {
  const code = /(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g;
  let done = '';
  let from = 0;
  for (const found of text.matchAll(code)) {
    done += change(text.slice(from, found.index)) + found[0];
    from = found.index + found[0].length;
  }
  return done + change(text.slice(from));
}
