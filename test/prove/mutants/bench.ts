// Where mutants are tried: the compiled modules, loaded anew for every mutant so that none inherits what another left in
// a table, and the tests that reach it, one by one until one fails.
//
// Invariants
//   BENCH-1. A module is evaluated at most once for a mutant, as it is in a process of its own.
//   BENCH-2. Without a mutant every test passes, in the order of its file and against it: so any can be run alone.
//   BENCH-3. A mutant that is asked for without end is stuck, whether or not somebody catches what is thrown then.

import { compileFunction } from 'node:vm';
import { Suite } from './suite.ts';
import type { Case } from './suite.ts';
import { asked, told } from './schemata.ts';
import type { Compiled } from './tree.ts';
import { placeOf } from './tree.ts';

/** Nobody asks for a mutant this often in one test, unless they go round in circles. */
const askedMax = 500_000;

export interface TestRun {
  readonly file: string;
  /** Its place in the file. */
  readonly at: number;
  readonly name: string;
  readonly texts: readonly string[];
  readonly ms: number;
  /** The mutants it reaches. */
  readonly reached: readonly number[];
}

export interface Baseline {
  readonly tests: readonly TestRun[];
  /** The mutants that are reached while a test file is loaded: every test of that file may notice. */
  readonly loaded: Readonly<Record<string, readonly number[]>>;
  readonly failed: readonly string[];
}

export interface Planned {
  readonly file: string;
  readonly at: number;
}

export type Tried =
  | { readonly outcome: 'survived' }
  | { readonly outcome: 'killed' | 'stuck'; readonly by: string };

interface Given {
  readonly require: (wanted: string) => unknown;
  readonly exports: object;
  readonly isTried: (number: number) => boolean;
  readonly told: (number: number, value: unknown, other: () => unknown) => unknown;
}

type Load = (given: Given) => void;

class Stuck extends Error {}

export class Bench {
  readonly #modules = new Map<string, Load>();
  readonly #packages: ReadonlyMap<string, object>;
  readonly #tests: readonly string[];
  readonly #leftOut: readonly string[];
  #tried = -1;
  #timesAsked = 0;
  /** While somebody watches: how often each mutant could have made a difference. */
  #differences: Map<number, number> | undefined;

  constructor({ modules, tests, leftOut }: Compiled, packages: ReadonlyMap<string, object>) {
    for (const [name, text] of Object.entries(modules)) this.#modules.set(name, loadOf(name, text));
    this.#packages = packages;
    this.#tests = tests;
    this.#leftOut = leftOut;
  }

  baseline(): Baseline {
    const tests: TestRun[] = [];
    const failed: string[] = [];
    const loaded: Record<string, readonly number[]> = {};
    for (const file of this.#tests) {
      const first = this.#loadWith(file);
      loaded[file] = first.reached;
      for (const [at, one] of first.cases.entries()) {
        if (this.#isLeftOut(one)) continue;
        const { ms, reached, error } = this.#watched(one);
        tests.push({ file, at, name: one.name, texts: one.texts, ms, reached });
        if (error !== undefined) failed.push(`${file}: ${one.name}: ${error}`);
      }
      for (const one of this.#fresh().casesOf(file).toReversed()) {
        const error = this.#isLeftOut(one) ? undefined : thrownBy(one.run);
        if (error !== undefined)
          failed.push(`${file}, from the last test to the first: ${one.name}: ${error}`);
      }
    }
    return { tests, loaded, failed };
  }

  #isLeftOut({ name }: Case): boolean {
    return this.#leftOut.some((words) => name.includes(words));
  }

  try(number: number, plan: readonly Planned[]): Tried {
    this.#tried = number;
    this.#timesAsked = 0;
    const { casesOf } = this.#fresh();
    try {
      for (const { file, at } of plan) {
        const by = this.#failing(file, at, casesOf);
        if (by !== undefined) return { outcome: this.#timesAsked > askedMax ? 'stuck' : 'killed', by };
        this.#timesAsked = 0;
      }
      return { outcome: 'survived' };
    } finally {
      this.#tried = -1;
    }
  }

  /** The name of the test, where it failed. A file that cannot be loaded any more fails, too. */
  #failing(file: string, at: number, casesOf: (file: string) => readonly Case[]): string | undefined {
    let name = `${file} cannot be loaded`;
    try {
      const one = casesOf(file)[at];
      if (one === undefined) return name;
      name = `${file}: ${one.name}`;
      one.run();
      return this.#timesAsked > askedMax ? name : undefined;
    } catch {
      return name;
    }
  }

  readonly #isTried = (number: number): boolean => {
    if (this.#differences !== undefined) this.#count(number, 1);
    if (number !== this.#tried) return false;
    this.#timesAsked += 1;
    if (this.#timesAsked > askedMax) throw new Stuck('it is asked for without end');
    return true;
  };

  /** Counted as a difference when it was asked for; taken back where what the mutant gives is the same. */
  readonly #told = (number: number, value: unknown, other: () => unknown): unknown => {
    const differences = this.#differences;
    if (differences === undefined) return value;
    // What the mutant does is not looked into: it would be watched again, and again in there.
    this.#differences = undefined;
    const isSame = givesSame(value, other);
    this.#differences = differences;
    if (isSame) this.#count(number, -1);
    return value;
  };

  #count(number: number, by: 1 | -1): void {
    this.#differences?.set(number, (this.#differences.get(number) ?? 0) + by);
  }

  #reachedBy<T>(work: () => T): { readonly result: T; readonly reached: readonly number[] } {
    const differences = new Map<number, number>();
    this.#differences = differences;
    const result = work();
    this.#differences = undefined;
    return { result, reached: [...differences].filter(([, times]) => times > 0).map(([number]) => number) };
  }

  #loadWith(file: string): { readonly cases: readonly Case[]; readonly reached: readonly number[] } {
    const { result, reached } = this.#reachedBy(() => this.#fresh().casesOf(file));
    return { cases: result, reached };
  }

  #watched(one: Case): { readonly ms: number; readonly reached: readonly number[]; readonly error?: string } {
    const startedMs = performance.now();
    const { result: error, reached } = this.#reachedBy(() => thrownBy(one.run));
    return { ms: performance.now() - startedMs, reached, ...(error === undefined ? {} : { error }) };
  }

  /** Modules as they are in a new process: none is loaded yet. */
  #fresh(): { readonly casesOf: (file: string) => readonly Case[] } {
    const loaded = new Map<string, object>();
    const suites = new Map<string, Suite>();
    let suite = new Suite();
    const load = (name: string): object => {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const evaluate = this.#modules.get(name);
      if (evaluate === undefined) throw new Error(`there is no module ${name}`);
      const exports = {};
      loaded.set(name, exports);
      evaluate({
        require: (wanted) => (wanted.startsWith('.') ? load(placeOf(name, wanted)) : provided(wanted)),
        exports,
        isTried: this.#isTried,
        told: this.#told,
      });
      return exports;
    };
    const provided = (wanted: string): object => {
      const given = this.#packages.get(wanted);
      if (given === undefined) throw new Error(`there is no package ${wanted}`);
      return wanted === 'vitest' ? { ...given, test: suite.test, describe: suite.describe } : given;
    };
    const casesOf = (file: string): readonly Case[] => {
      const known = suites.get(file);
      if (known !== undefined) return known.cases;
      suite = new Suite();
      suites.set(file, suite);
      load(file);
      return suite.cases;
    };
    return { casesOf };
  }
}

function loadOf(filename: string, text: string): Load {
  const evaluate = compileFunction(text, ['require', 'exports', asked, told], { filename });
  return (given) => void evaluate(given.require, given.exports, given.isTried, given.told);
}

/** Whether nobody can tell the two apart; of two things that are not plain values, nobody knows. */
function givesSame(value: unknown, other: () => unknown): boolean {
  try {
    return Object.is(value, other());
  } catch {
    return false;
  }
}

/** What was thrown, in words. */
function thrownBy(run: () => unknown): string | undefined {
  try {
    if (run() instanceof Promise)
      return 'this test is asynchronous, and only those that are not can be tried here';
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
