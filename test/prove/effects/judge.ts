// What a played case comes to. Nothing twice, nothing lost, and an end that is defined: done where the fault went away; else waited for
// with a time, or told to a person, in a sentence.

import { isGitCall } from './call-name.ts';
import type { Case, FaultName } from './case.ts';
import type { Failure } from './performing.ts';
import type { Counts, Moment, Played } from './play.ts';
import type { Scene } from './scene.ts';

export interface Finding {
  readonly category: 'duplicates' | 'lost' | 'wrong';
  readonly what: string;
}

const limits: readonly FaultName[] = ['429', '403 as a limit'];

/** Writes as the scene makes them where nothing goes wrong. */
export function findingsIn(
  { scene, call, what }: Pick<Case, 'scene' | 'call' | 'what'>,
  played: Played,
  usual: Counts,
): readonly Finding[] {
  const { first, second, again } = played;
  const last = second ?? first;
  const isForEver = 'fault' in what && what.times === 'for ever';
  const isLimit = 'fault' in what && limits.includes(what.fault);
  return [
    ...doubled(scene, played, usual),
    ...[first, ...(second === undefined ? [] : [second])].flatMap(lostIn),
    ...neverDone(last),
    ...(played.hits === 0 && !('kill' in what) ? [wrong(`nobody called ${call.name}`)] : []),
    ...(second !== undefined && !isForEver ? [wrong(`it passed, and this ended as ${first.end.how}`)] : []),
    ...endOf(first, isLimit && !isGitCall(call.name)),
    ...first.end.failures.flatMap((failure) =>
      unfit(failure, { isLimit: isLimit && !isGitCall(call.name), ...played }),
    ),
    ...[first, second, again].flatMap((moment) =>
      moment?.wrong === undefined ? [] : [wrong(`it was believed: ${moment.wrong}`)],
    ),
    ...(played.early === 0 ? [] : [wrong(`${played.early} calls were sent before a limit was over`)]),
    ...notAgain(again),
    ...played.problems.map((problem) => wrong(`the server itself: ${problem}`)),
  ];
}

/** Where nothing goes wrong everything is done at once, and once. */
export function findingsWithout(scene: Scene, played: Played): readonly Finding[] {
  const { first, again } = played;
  return [
    ...doubled(scene, played, played.written),
    ...lostIn(first),
    ...neverDone(first),
    ...first.end.failures.map(({ words }) => wrong(`it failed: ${words}`)),
    ...notAgain(again),
    ...[first, again].flatMap((moment) => (moment?.wrong === undefined ? [] : [wrong(moment.wrong)])),
    ...played.problems.map((problem) => wrong(`the server itself: ${problem}`)),
  ];
}

function notAgain(again: Moment | undefined): readonly Finding[] {
  if (again === undefined || again.end.how === 'done') return [];
  return [lost(`done again, it ended as ${again.end.how}: ${wordsOf(again)}`)];
}

function doubled(scene: Scene, { again, written }: Played, usual: Counts): readonly Finding[] {
  const things = Object.entries(again?.there ?? {})
    .filter(([, count]) => count > 1)
    .map(([name, count]) => `${name}: ${count} times`);
  const writes = Object.entries(written)
    .filter(([name, count]) => count > (usual[name] ?? 0) && scene.again?.[name] === undefined)
    .map(([name, count]) => `${name} was carried out ${count} times`);
  return [...things, ...writes].map((what) => ({ category: 'duplicates', what }));
}

function lostIn({ end, there }: Moment): readonly Finding[] {
  if (end.how !== 'done') return [];
  const missing = Object.entries(there).filter(([, count]) => count === 0);
  return missing.map(([name]) => lost(`it says done, and there is no ${name}`));
}

function neverDone(last: Moment): readonly Finding[] {
  if (last.end.how === 'done') return [];
  const isThere = Object.values(last.there).some((count) => count > 0);
  const what = `nothing is wrong any more, and it ended as ${last.end.how}: ${wordsOf(last)}`;
  return [isThere ? lost(what) : wrong(what)];
}

function wordsOf({ end }: Moment): string {
  return end.failures.map(({ reason, words }) => `${reason} (${words})`).at(-1) ?? '';
}

function endOf({ end }: Moment, isLimit: boolean): readonly Finding[] {
  switch (end.how) {
    case 'done':
      return [];
    case 'waiting':
      return isLimit ? [] : [wrong('it waits for a limit that nobody has set')];
    case 'away':
    case 'asked':
    case 'warned':
      return isLimit ? [wrong(`a limit ended as ${end.how}`)] : [];
    case 'stopped':
    case 'endless':
      return [wrong(`it ended as ${end.how}`)];
  }
}

/** A failure has the class that fits, and a sentence that tells no secret and is no stack of ours. */
function unfit(
  { reason, words, resetsAt }: Failure,
  { isLimit, secrets }: { readonly isLimit: boolean; readonly secrets: readonly string[] },
): readonly Finding[] {
  const fits = isLimit
    ? (reason === 'forge-limited' || reason === 'tracker-limited') && resetsAt !== undefined
    : reason === 'forge-unavailable' || reason === 'tracker-unavailable';
  return [
    ...(fits
      ? []
      : [
          wrong(
            `it failed as ${reason}${isLimit && resetsAt === undefined ? ' without a time' : ''}: ${words}`,
          ),
        ]),
    ...(secrets.some((secret) => words.includes(secret)) ? [wrong('a token is in its words')] : []),
    ...(/\n\s+at /.test(words) || words.trim() === '' ? [wrong(`it has no sentence: ${words}`)] : []),
  ];
}

function wrong(what: string): Finding {
  return { category: 'wrong', what };
}

function lost(what: string): Finding {
  return { category: 'lost', what };
}
