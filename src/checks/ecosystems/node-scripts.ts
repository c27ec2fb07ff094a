// Which scripts of a package are its checks, and the parts of each.
//
// Invariants
//   NODE-SCRIPTS-1. What one check runs, no other runs again: a script that is a part of another one runs in one of the two places.
//   NODE-SCRIPTS-2. Parts keep the order of their script, and one whose tool nobody here knows runs alone in its place: the next may need what it
//       left.
//   NODE-SCRIPTS-3. What writes is no check: a formatter without its checking form mends what it should have told of.

import type { CiNames } from '../ci-files.ts';
import type { Scripts } from '../scripts/parts.ts';
import { ownParts, partsOf, scriptCalled, scriptsBelow } from '../scripts/parts.ts';
import type { FoundCheck } from './ecosystem.ts';
import type { Manager } from './node-managers.ts';
import { runCommand, takesParts } from './node-managers.ts';

/** Scripts that are this check, the first that is there. What watches, opens a browser or rewrites files is none. */
const candidates = {
  build: ['build'],
  test: ['test', 'test:unit', 'unit', 'test:ci', 'tests', 'test:node', 'test:all'],
  lint: ['lint', 'lint:check', 'check:lint', 'lint:ci', 'eslint'],
  types: [
    'typecheck',
    'type-check',
    'check:types',
    'check-types',
    'check:type',
    'types',
    'types:check',
    'test:types',
    'lint:types',
    'tsc:check',
  ],
  format: [
    'format:check',
    'check:format',
    'fmt:check',
    'prettier:check',
    'format:ci',
    'lint:format',
    'lint:prettier',
  ],
} as const;
type Sort = keyof typeof candidates;
const sorts: readonly Sort[] = ['build', 'test', 'lint', 'types', 'format'];

/** What cannot be had in a box without a screen and a network, and what is no check at all. */
const unfit =
  /watch|e2e|browser|playwright|cypress|integration|bench|perf|fix|update|coverage|debug|dev\b|smoke|fuzz/;

interface Chosen {
  readonly sort: Sort;
  readonly script: string;
}

export function checksOfScripts(scripts: Scripts, manager: Manager, ci: CiNames): readonly FoundCheck[] {
  const ciScripts = new Set(ci.scripts.flatMap((name) => [name, ...scriptsBelow(scripts, name)]));
  const chosen = sorts.flatMap((sort): readonly Chosen[] => {
    const script = scriptFor(sort, scripts, ciScripts);
    return script === undefined ? [] : [{ sort, script }];
  });
  const all = [...chosen, ...judgingAround(scripts, chosen, manager)];
  const alone = withoutRepeated(scripts, all, manager);
  return alone.flatMap((one) => checksOf(one, { scripts, manager, all: alone }));
}

/**
 * What runs before and after the tests and only judges is a check of its own: else a red test would hide what it says, and a waiver
 * of the tests would take it along. Where other checks run all of it there is nothing left.
 */
function judgingAround(scripts: Scripts, chosen: readonly Chosen[], manager: Manager): readonly Chosen[] {
  if (!takesParts(manager)) return [];
  const names = chosen.map((one) => one.script);
  return chosen
    .filter(({ sort }) => sort === 'test')
    .flatMap(({ script }) => [`pre${script}`, `post${script}`])
    .filter((name) => Object.hasOwn(scripts, name) && ownParts(scripts, name, names).length > 0)
    .filter((name) =>
      ownParts(scripts, name, []).every((part) => knownAs(part, scripts, depthMax) === 'lint'),
    )
    .map((script) => ({ sort: 'lint' as const, script }));
}

/** How things are spelled is checked where the people of the repository have it checked for them. */
function scriptFor(sort: Sort, scripts: Scripts, ci: ReadonlySet<string>): string | undefined {
  const usual = candidates[sort].filter(
    (name) => Object.hasOwn(scripts, name) && (sort === 'build' || !onlyWrites(scripts, name)), // NODE-SCRIPTS-3
  );
  if (sort === 'format') return usual.find((name) => ci.has(name));
  const [first] = usual;
  if (first !== undefined || sort !== 'test') return first;
  const named = [...ci].filter((name) => Object.hasOwn(scripts, name) && /^[\w.:-]+$/.test(name));
  return named.find((name) => /^(?:test|unit|spec)/.test(name) && !unfit.test(name));
}

/** NODE-SCRIPTS-1. A script that lies deep inside another one, which cannot be taken apart down to it, runs there. */
function withoutRepeated(scripts: Scripts, chosen: readonly Chosen[], manager: Manager): readonly Chosen[] {
  return chosen.filter(({ sort, script }) =>
    chosen.every((other) => {
      if (other.script === script) return other.sort === sort;
      if (sort === 'build' || !scriptsBelow(scripts, other.script).has(script)) return true;
      const parts = takesParts(manager) ? partsAround(scripts, other.script, chosen) : [];
      return parts.some((part) => scriptCalled(part, scripts) === script);
    }),
  );
}

/** The parts of a script, and of what runs before and after it where other checks run all of that. */
function partsAround(scripts: Scripts, script: string, chosen: readonly Chosen[]): readonly string[] {
  const names = chosen.map((one) => one.script);
  const around = [`pre${script}`, `post${script}`]
    .filter((name) => Object.hasOwn(scripts, name) && ownParts(scripts, name, names).length === 0)
    .flatMap((name) => ownParts(scripts, name, []));
  return [...ownParts(scripts, script, []), ...around];
}

interface Among {
  readonly scripts: Scripts;
  readonly manager: Manager;
  readonly all: readonly Chosen[];
}

function checksOf({ sort, script }: Chosen, { scripts, manager, all }: Among): readonly FoundCheck[] {
  const command = runCommand(manager, script);
  const place = sort === 'types' || sort === 'format' ? 'lint' : sort;
  const tool = sort === place ? undefined : sort;
  const whole: FoundCheck = { kind: place, command, ...(tool === undefined ? {} : { tool }) };
  // A build is one thing: what is behind a part of it that failed has nothing to stand on.
  if (place === 'build' || !takesParts(manager)) return [whole];
  const besides = besidesOf({ sort, script }, all, scripts);
  const own = ownParts(scripts, script, besides);
  const isPlain = partsOf(scripts[script] ?? '').length === 1 && !hasCovered(scripts, script, besides);
  if (own.length === 0 || (own.length === 1 && isPlain)) return [whole];
  const known = own.map((text) => knownAs(text, scripts, depthMax));
  const kinds = own.map((text, at) => known[at] ?? byName(text, scripts));
  const testAt = kinds.includes('test') ? -1 : kinds.lastIndexOf(undefined);
  const made = own.map((text, at): FoundCheck => ({
    kind: place === 'lint' ? place : at === testAt ? 'test' : (kinds[at] ?? 'custom'),
    command,
    place,
    tool: own.length === 1 && tool !== undefined ? tool : nameOf(text, scripts),
    ...(own.length > 1 && known.includes(undefined) ? { alone: true } : {}), // NODE-SCRIPTS-2
    script: { name: script, part: at + 1, parts: own.length, text, besides },
  }));
  return made.filter((_, at) => !writes(own[at] ?? '', scripts, depthMax)); // NODE-SCRIPTS-3
}

function onlyWrites(scripts: Scripts, script: string): boolean {
  const parts = ownParts(scripts, script, []);
  return parts.length > 0 && parts.every((part) => writes(part, scripts, depthMax));
}

/** Formatters, and linters that are told to mend; what they are told to check they do not write. */
function writes(part: string, scripts: Scripts, depth: number): boolean {
  const called = nearlyCalled(part, scripts);
  if (called !== undefined && Object.hasOwn(scripts, called) && depth > 0) {
    const inner = partsOf(scripts[called] ?? '');
    return inner.length > 0 && inner.every((one) => writes(one, scripts, depth - 1));
  }
  const words = part.split(/\s+/);
  const program =
    words
      .find((word) => !wrappers.test(word))
      ?.replace(/^.*\//, '')
      .replace(/@.*$/, '') ?? '';
  if (words.some((word) => /^(?:--write|--fix|--apply|--apply-unsafe|--fix-dry-run=false)$/.test(word))) {
    return linters.test(program);
  }
  if (program === 'prettier' && words.includes('-w')) return true;
  const isCheck = words.some((word) => /^(?:--check|-c|--list-different|-l|check|ci|lint)$/.test(word));
  return /^(?:oxfmt|dprint)$/.test(program) && !isCheck;
}

/** NODE-SCRIPTS-1. The other checks, and what those that come behind it run as a part of their own. */
function besidesOf(one: Chosen, all: readonly Chosen[], scripts: Scripts): readonly string[] {
  const others = all.filter(({ script }) => script !== one.script);
  const behind = others.filter(({ sort }) => sorts.indexOf(sort) > sorts.indexOf(one.sort));
  const parts = behind.flatMap(({ script }) => ownParts(scripts, script, []));
  const called = parts.flatMap((part) => scriptCalled(part, scripts) ?? []);
  return [...new Set([...others.map(({ script }) => script), ...called])];
}

/** Whether what runs before or after it is run by other checks alone. */
function hasCovered(scripts: Scripts, script: string, besides: readonly string[]): boolean {
  return [`pre${script}`, `post${script}`].some(
    (name) => Object.hasOwn(scripts, name) && ownParts(scripts, name, besides).length === 0,
  );
}

const depthMax = 4;
const wrappers =
  /^(?:npx|pnpx|bunx|cross-env|cross-env-shell|dotenv|c8|nyc|env|exec|--?[\w-]+(?:=\S*)?|[A-Za-z_]\w*=\S*)$/;
const testers =
  /^(?:mocha|_mocha|jest|vitest|ava|tape|tap|borp|uvu|jasmine|karma|playwright|cypress|qunit|lab|nodeunit|vows|testem|zuul|aegir|tstyche)$/;
const linters =
  /^(?:eslint|oxlint|biome|prettier|oxfmt|standard|xo|tslint|stylelint|semistandard|markdownlint(?:-cli2?)?|remark|knip|publint|attw|dprint|jshint|jscs|ls-lint|cspell|depcheck|dependency-cruiser|depcruise|madge|size-limit|tsd|dtslint|flow|svelte-check|installed-check|editorconfig-checker|ls-engines)$/;

/** Whether a part only judges, and how; what may leave something behind that the next needs is neither. */
function knownAs(part: string, scripts: Scripts, depth: number): 'test' | 'lint' | undefined {
  const called = nearlyCalled(part, scripts);
  if (called !== undefined && Object.hasOwn(scripts, called) && depth > 0) {
    const inner = partsOf(scripts[called] ?? '').map((one) => knownAs(one, scripts, depth - 1));
    return inner.every((one) => one === inner[0]) ? inner[0] : undefined;
  }
  const words = part.split(/\s+/);
  const at = words.findIndex((word) => !wrappers.test(word));
  const program = words[at]?.replace(/^.*\//, '').replace(/@.*$/, '') ?? '';
  if (testers.test(program) || /^(?:node|bun|deno)$/.test(program)) {
    return testers.test(program) || words.some((word) => /^(?:--test|test)$/.test(word)) ? 'test' : undefined;
  }
  if (linters.test(program)) return 'lint';
  return /^(?:tsc|vue-tsc|tsgo)$/.test(program) && words.includes('--noEmit') ? 'lint' : undefined;
}

/** What the name of a script says that a part runs, here or in the packages below. */
function byName(part: string, scripts: Scripts): 'test' | 'lint' | undefined {
  const called = nearlyCalled(part, scripts) ?? '';
  if (/^(?:build|dev|prepare|generate|gen)\b/.test(called)) return undefined;
  if (/types?\b|dts|tsc|lint|format|prettier|style/.test(called)) return 'lint';
  return /^(?:test|unit|spec)/.test(called) ? 'test' : undefined;
}

/** The script that a part runs, whatever it tells it or where. */
function nearlyCalled(part: string, scripts: Scripts): string | undefined {
  const words = part.split(/\s+/).filter((word) => !word.startsWith('-') && word !== 'run');
  const [program = '', name] = words;
  if (!/^(?:npm|pnpm|yarn|bun)$/.test(program) || name === undefined) return undefined;
  return Object.hasOwn(scripts, name) || /\s-(?:r|-recursive|-workspaces)\b/.test(part) ? name : undefined;
}

/** To tell parts apart: the script that one calls, or its program. */
function nameOf(part: string, scripts: Scripts): string {
  const called = nearlyCalled(part, scripts);
  if (called !== undefined) return called.replace(/^(?:test|lint|check)[:.-]/, '');
  const words = part.split(/\s+/).filter((word) => !wrappers.test(word));
  const [program = part, second = ''] = words;
  const name = /^(?:node|bun|deno|npm|pnpm|yarn|sh|bash)$/.test(program) && second !== '' ? second : program;
  return name.replace(/^.*\//, '').replace(/\.\w+$/, '');
}
