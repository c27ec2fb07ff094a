// Scripts of a package.json as the commands they join. Pure: text in, text out, nothing of it is executed here.
//
// Invariants
//   PARTS-1. A script is taken apart only where its commands, one after the other, do what the script does as long as none fails:
//       joined by `&&` and by nothing else, with nothing in one that reaches into the next (a folder, a variable, a file
//       that is written or read, a shell of its own).
//   PARTS-2. What cannot be told stays whole.

export type Scripts = Readonly<Record<string, string>>;

const nestingMax = 5;
const scriptCharsMax = 4_000;

/** What reaches into the commands behind it. */
const reaching: ReadonlySet<string> = new Set(
  'cd pushd popd export unset set alias source . eval exec exit trap umask read'.split(' '),
);

/** The commands that a script joins; the script itself where it is no such list. */
export function partsOf(script: string): readonly string[] {
  const text = script.trim();
  const parts = joinedBy(text) ?? runInTurn(text);
  return parts === undefined || parts.some((part) => part === '' || reachesOn(part)) ? [text] : parts;
}

/** At `&&`, outside of quotes; undefined where anything else of a shell's grammar is there (PARTS-1). */
function joinedBy(text: string): readonly string[] | undefined {
  if (text.length > scriptCharsMax) return undefined;
  const parts = [''];
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' || /[`\n]/.test(character)) return undefined;
    if (character === '$' && /[({?!#$]/.test(text[at + 1] ?? '') && quote !== "'") return undefined;
    if (quote === '' && text.startsWith('&&', at)) {
      parts.push('');
      at += 1;
      continue;
    }
    if (quote === '' && (/[;&<>(){}#]/.test(character) || text.startsWith('||', at))) {
      // Braces are a group as a word of their own, and a pattern within one.
      if (!/[{}]/.test(character) || /(?:^|\s)[{}](?:\s|$)/.test(text.slice(Math.max(0, at - 1), at + 2)))
        return undefined;
    }
    if (character === quote) quote = '';
    else if (quote === '' && /["']/.test(character)) quote = character;
    parts[parts.length - 1] += character;
  }
  return quote === '' && parts.length > 1 ? parts.map((part) => part.trim()) : undefined;
}

/** `run-s a b`, which is `npm run a && npm run b`; undefined with options and patterns. */
function runInTurn(text: string): readonly string[] | undefined {
  const names = /^(?:run-s|npm-run-all)((?: +[\w.:-]+)+)$/.exec(text)?.[1]?.trim().split(/ +/);
  if (names === undefined || names.some((name) => name.startsWith('-'))) return undefined;
  return names.map((name) => `npm run ${name}`);
}

function reachesOn(part: string): boolean {
  const [first = '', ...rest] = part.split(/\s+/);
  if (/^[A-Za-z_]\w*=/.test(first)) return rest.length === 0 || reachesOn(rest.join(' '));
  return reaching.has(first);
}

/** The script that a command runs and nothing else, such as `check` in `npm run check`. */
export function scriptCalled(part: string, scripts: Scripts): string | undefined {
  const words = part.split(/\s+/).filter((word) => word !== '-s' && word !== '--silent');
  const [program = '', ...rest] = words;
  const called = /^(?:npm|pnpm|yarn|bun)$/.test(program) ? calledBy(program, rest) : undefined;
  return called !== undefined && Object.hasOwn(scripts, called) ? called : undefined;
}

function calledBy(program: string, words: readonly string[]): string | undefined {
  const [first, second, ...more] = words;
  if (first === 'run') return more.length === 0 ? second : undefined;
  if (second !== undefined) return undefined;
  if (program === 'npm') return first === 't' ? 'test' : [first].find((word) => word === 'test');
  return program === 'bun' ? undefined : first;
}

/**
 * The parts of the script `name` that no other check runs, none where the script is a check itself. A part that only calls a
 * script which is such a list itself counts as that one's parts.
 */
export function ownParts(scripts: Scripts, name: string, besides: readonly string[]): readonly string[] {
  if (besides.includes(name)) return [];
  return unfolded(scripts, scripts[name] ?? '', nestingMax).filter((part) => {
    const called = scriptCalled(part, scripts);
    return called === undefined || !besides.includes(called);
  });
}

function unfolded(scripts: Scripts, script: string, depth: number): readonly string[] {
  return partsOf(script).flatMap((part) => {
    const called = scriptCalled(part, scripts);
    if (called === undefined || depth === 0 || hasNeighbours(scripts, called)) return [part];
    const inner = unfolded(scripts, scripts[called] ?? '', depth - 1);
    const onlyCalls = inner.length > 1 && inner.every((one) => scriptCalled(one, scripts) !== undefined);
    return onlyCalls ? inner : [part];
  });
}

function hasNeighbours(scripts: Scripts, name: string): boolean {
  return Object.hasOwn(scripts, `pre${name}`) || Object.hasOwn(scripts, `post${name}`);
}

/** Every script that running this one runs, as far as its text says so. */
export function scriptsBelow(scripts: Scripts, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [name];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const text of [scripts[next], scripts[`pre${next}`], scripts[`post${next}`]]) {
      for (const called of namesIn(text ?? '', scripts)) {
        if (found.has(called)) continue;
        found.add(called);
        waiting.push(called);
      }
    }
  }
  return found;
}

function namesIn(text: string, scripts: Scripts): readonly string[] {
  const calls = text.matchAll(
    /\b(?:npm|pnpm|yarn|bun)((?: +-{1,2}[a-z]+)*(?: +run)?(?: +-{1,2}[a-z]+)*) +([\w.:-]+)/g,
  );
  const called = [...calls].flatMap(([, options = '', name = '']) =>
    // A script of the packages below is not the one of this name here.
    /(?:-r|--recursive|--workspaces?|-w|--filter|-C)\b/.test(options) ? [] : [name],
  );
  const together = [...text.matchAll(/\b(?:run-s|run-p|npm-run-all)((?: +[^\s&|;]+)+)/g)].flatMap(
    ([, words = '']) =>
      words
        .trim()
        .split(/ +/)
        .flatMap((word) => matching(word, scripts)),
  );
  return [...called, ...together].filter((name) => Object.hasOwn(scripts, name));
}

/** `test:*` and `test:**` as npm-run-all reads them. */
function matching(word: string, scripts: Scripts): readonly string[] {
  if (!word.includes('*')) return [word];
  const start = word.slice(0, word.indexOf('*'));
  return Object.keys(scripts).filter((name) => name.startsWith(start));
}
