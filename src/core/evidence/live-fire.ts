// Live fire [E9]: runs beside the checks that say whether those could have failed. A check that could not have failed is no
// evidence. What each shot finds is told by the comparison, as what weakens a check is, and opens the same gate.
//   LIVE-FIRE-1. Verdicts, counts and coverage never come from a shot: it adds findings, and takes nothing away.
//   LIVE-FIRE-2. A test of the base that fails on the new code stops the run, unless the plan announced that very test, gave leave to
//       touch its file, or a person lets it pass. One that does not start there is not comparable: named, and no reason to stop.
//   LIVE-FIRE-3. A new test proves something where it is red without the change, by its name. What does not load there is asked by
//       mutants of the changed lines instead.

import type { CheckSpec, Evidence } from './evidence.ts';
import type { TamperFinding } from './tamper.ts';
import { tamperKinds } from './tamper.ts';
import { covers } from '../fence/paths.ts';

/**
 * old-tests: tests of the base, on the new code. new-tests: new and changed tests, on the old code. canary: a test that fails, which has
 * to be seen failing.
 */
export const shots = ['old-tests', 'new-tests', 'canary'] as const;

export type Shot = (typeof shots)[number];

/** The subject of an effect is its shot. */
export function shotOf(subject: string): Shot {
  return shots.find((shot) => shot === subject) ?? 'canary';
}

/** A test of the base that the ticket rightly makes fail, by the word of the plan. */
export interface Announced {
  readonly file: string;
  /** As its runner prints it, or its title. */
  readonly test: string;
}

/** What a change is for, as far as its tests are concerned. */
export const planKinds = ['behaviour', 'refactoring', 'types', 'documents'] as const;

export type PlanKind = (typeof planKinds)[number];

export interface FireInput {
  readonly from: string;
  readonly to: string;
  readonly tree: string;
  readonly checks: readonly CheckSpec[];
  /** What the checks said of the base, and of this head. */
  readonly against: readonly Evidence[];
  readonly now: readonly Evidence[];
  readonly grants: readonly string[];
  readonly announced: readonly Announced[];
  /** A test was seen red before the change and green with it, or none has to be. */
  readonly proven?: true;
}

export interface Fired {
  readonly shot: Shot;
  /** For another tree it says nothing. */
  readonly tree: string;
  /** Findings as `findingsText` writes them: a blob. Not there where nothing is to be said against the change. */
  readonly findings?: string;
  /** What it came to, in lines for people: a blob. Not there where nothing had to be run. */
  readonly told?: string;
  readonly ms: number;
}

/** LIVE-FIRE-2. Names of tests as they ended on the new code, against those that passed before. */
export interface OldTests {
  /** Passed at the base, and fail by their name. */
  readonly red: readonly string[];
  /** Passed at the base, and were not started. */
  readonly unstarted: readonly string[];
}

export function oldTestsOn(
  before: readonly string[],
  now: {
    readonly passed: readonly string[];
    readonly failed: readonly string[];
    readonly skipped: readonly string[];
  },
): OldTests {
  const failed = new Set(now.failed);
  const there = new Set([...now.passed, ...now.failed]);
  return {
    red: before.filter((name) => failed.has(name)),
    unstarted: before.filter((name) => !there.has(name)),
  };
}

/**
 * LIVE-FIRE-2. Which files the plan announced a test of this name in: a name alone would speak for every file that has one like it.
 */
export function announcedIn(name: string, announced: readonly Announced[]): readonly string[] {
  return [...new Set(announced.filter(({ test }) => isTitle(test, name)).map(({ file }) => file))];
}

/** Whether the plan gave leave to touch this file, or announced a test of it. */
export function isSpoken(
  file: string,
  { grants, announced }: Pick<FireInput, 'grants' | 'announced'>,
): boolean {
  return covers(grants, file) || announced.some((one) => one.file === file);
}

/** As a runner prints it, or a title with the suites around it or without them. */
function isTitle(said: string, name: string): boolean {
  const [title, printed] = [partsOf(said), partsOf(name)];
  if (title.join(' ') === printed.join(' ')) return title.length > 0;
  const shared = Math.min(title.length, printed.length);
  return shared > 0 && title.slice(-shared).join('\n') === printed.slice(-shared).join('\n');
}

/** The suites and the title; without a package or a class that a runner puts around it, and without values a test is given. */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/^\S+ (?=Test\S*$)/, '')
    .replace(/^(\w+) \([\w.]+\)$/, '$1')
    .replace(/(::\w+)\[.*\]$/, '$1')
    .split(/ > | › |::/)
    .map(plain)
    .filter((part) => part !== '');
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One line each, kept as a blob; survives redaction, which changes words and never the shape. */
export function findingsText(findings: readonly TamperFinding[]): string {
  return findings
    .map(({ kind, file, line, words }) => `${[kind, file, line ?? '', words].map(oneField).join('\t')}\n`)
    .join('');
}

function oneField(value: string | number): string {
  return String(value).replaceAll(/\s+/g, ' ');
}

/** Total: lines that are no finding are none. */
export function findingsIn(text: string): readonly TamperFinding[] {
  return text.split('\n').flatMap((one) => {
    const [name, file, line, words] = one.split('\t', 4);
    const kind = tamperKinds.find((each) => each === name);
    if (kind === undefined || file === undefined || words === undefined) return [];
    return [{ kind, file, ...(line === '' ? {} : { line: Number(line) }), words }];
  });
}
