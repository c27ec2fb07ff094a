// Who may start a run [I4]. A ticket may claim an author; the claim is only ever a reason to refuse.
//   AUTHORS-1. Text a person types is theirs, whatever it says about its author.
//   AUTHORS-2. Bots are refused unless policy lets them in or names them.
//   AUTHORS-3. Where policy names anybody, everybody else is refused.

export interface Authors {
  /** Names of people and bots, and what they are to the repository (OWNER, MEMBER …). Empty: everybody but bots. */
  readonly allow: readonly string[];
  readonly bots: boolean;
}

export interface ClaimedAuthor {
  readonly name: string;
  /** What a tracker knows them by. */
  readonly id?: string;
  readonly association?: string;
  readonly isBot?: boolean;
}

export type AuthorRefusal = 'bot' | 'not-allowed';

export function refusedAuthor(
  { allow, bots }: Authors,
  author: ClaimedAuthor | undefined,
): AuthorRefusal | undefined {
  if (author === undefined || isNamed(allow, author.name) || isNamed(allow, author.id ?? ''))
    return undefined;
  const isBot = author.isBot === true || /\[bot\]$/i.test(author.name);
  if (isBot) return bots ? undefined : 'bot'; // AUTHORS-2
  const isKnown = allow.length === 0 || isNamed(allow, author.association ?? '');
  return isKnown ? undefined : 'not-allowed'; // AUTHORS-3
}

function isNamed(allow: readonly string[], name: string): boolean {
  return allow.some((each) => each.replace(/^@/, '').toLowerCase() === name.toLowerCase());
}
