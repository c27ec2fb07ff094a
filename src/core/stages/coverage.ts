// Coverage: which of the changed lines tests execute, and rounds of tests for the others until there is a reason to stop.
// The tasks of a round go the way of all tasks, and their commits through evaluation and review, before they are pushed.
// What is measured is the repository the run was started in.
//   STAGES-COVERAGE-1. Falling short of the target is told and holds nobody up, unless policy asks for a waiver.
//   STAGES-COVERAGE-2. Whoever stopped before the target goes on to measure, but not to ask testers again.
//   STAGES-COVERAGE-3. Tests for different files are written side by side: no two tasks of a round share a test file.
//   STAGES-COVERAGE-4. What tests execute at the base is measured once a base, beside the change and never before it: it is told,
//       decides nothing, and where it cannot be measured nobody waits.

import { capFor } from '../budget/budget.ts';
import type { CoverageStop, Measured, RoundTask, Uncovered } from '../evidence/coverage.ts';
import { coverageOf, percentOf } from '../evidence/coverage.ts';
import type { Effect, Kinds, NamedBlob, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { overlap } from '../fence/paths.ts';
import type { CoveragePolicy } from '../policy.ts';
import { isRoundLeft } from '../pipeline/rounds.ts';
import type { Run } from '../run.ts';
import { must, startedIn } from '../run.ts';
import type { Stage, StageName } from '../pipeline/stage.ts';
import { settledCourtesy } from './completion.ts';
import { visitLine } from './lines.ts';
import { isWaived } from './waiver.ts';

export const coverage: Stage = {
  wanted: (run) => {
    if (run.visit.skipped !== undefined) return [];
    const before = measurementBefore(run);
    if (stoppedHere(run) !== undefined) return before.length > 0 ? before : telling(run);
    return [...(measuredHere(run) === undefined ? measurement(run) : []), ...before];
  },

  interpret: (_run, effect, outcome) => {
    if (outcome.kind !== 'measure') return [];
    if (isOfBase(effect)) return basedOn(effect, outcome.result);
    if ('measured' in outcome.result) {
      return [{ type: 'coverage.measured', measured: outcome.result.measured }];
    }
    const detail = 'problem' in outcome.result ? { detail: outcome.result.problem } : {};
    return [{ type: 'coverage.stopped', because: 'not-measured', ...detail }];
  },

  follows: (run) => {
    const because = stopFor(run);
    return because === undefined ? [] : [{ type: 'coverage.stopped', because }];
  },

  gates: (run) =>
    lacksWaiver(run)
      ? [{ kind: 'waiver', subject: 'coverage', digest: waiverDigest(run), ...lastWords(run) }]
      : [],
};

function measurement(run: Run): readonly Want[] {
  const { coverageSpec: spec } = run;
  if (spec === undefined) return []; // only until that is recorded
  const { base, head } = startedIn(run);
  const tree = must(head.tree, 'a change with a pull request has a tree');
  const input = { commit: head.commit, tree, base: base.commit, spec };
  return [{ kind: 'measure', subject: 'change', line: measureLine(run), input }];
}

const baseSubject = 'base';

function isOfBase(effect: Effect): effect is Effect<'measure'> {
  return effect.kind === 'measure' && effect.subject === baseSubject;
}

/** STAGES-COVERAGE-4. */
function measurementBefore(run: Run): readonly Want[] {
  const { coverageSpec: spec, policy } = run;
  const { base, head } = startedIn(run);
  const line = visitLine(run, `measure/${baseSubject}`);
  if (spec === undefined || policy.coverage?.before !== true || isSkipped(run)) return [];
  if (coverageOf(run).before?.tree === base.tree || run.visit.warned.includes(line)) return [];
  const tree = must(base.tree, 'the base was surveyed');
  const input = { commit: base.commit, tree, base: base.commit, spec, head: head.commit };
  return [{ kind: 'measure', subject: baseSubject, line, input }];
}

function basedOn({ input }: Effect<'measure'>, result: Kinds['measure']['result']): readonly RunEvent[] {
  const before =
    'before' in result
      ? result.before
      : { tree: input.tree, ...('problem' in result ? { problem: result.problem } : {}) };
  return [{ type: 'coverage.based', before }];
}

/** Whoever reads the pull request hears how much is covered, and why nobody asks for more. */
function telling(run: Run): readonly Want[] {
  const { head, pullRequest } = startedIn(run);
  const { number } = must(pullRequest, 'a pull request exists once completion is left');
  const line = visitLine(run, 'update-pull-request');
  const update = {
    kind: 'update-pull-request' as const,
    subject: 'pull-request',
    line,
    input: { number, head: head.commit },
  };
  return settledCourtesy(run, update) ? [] : [update];
}

function measureLine(run: Run): string {
  return visitLine(run, 'measure');
}

function measuredHere(run: Run): Measured | undefined {
  const last = coverageOf(run).measured.at(-1);
  return last?.visit === run.visit.n ? last : undefined;
}

function stoppedHere(run: Run): CoverageStop | undefined {
  const { stopped } = coverageOf(run);
  return stopped?.visit === run.visit.n ? stopped.because : undefined;
}

/** What belongs to entering the stage: where nothing can or shall be measured, that is recorded. */
export function skippedCoverage(run: Run): readonly RunEvent[] {
  const policy = policyOf(run);
  if (policy === undefined) return skipped('policy sets no coverage target');
  if (isSkipped(run)) return skipped('a person wants none');
  return run.coverageSpec === undefined && !policy.require
    ? skipped('no coverage command is configured or found')
    : [];
}

function skipped(because: string): readonly RunEvent[] {
  return [{ type: 'stage.skipped', stage: 'coverage', because }];
}

function policyOf({ policy }: Run): CoveragePolicy | undefined {
  return policy.coverage?.enabled === true ? policy.coverage : undefined;
}

/** Nobody has to be asked again about these; a person's own word is the last one. */
const reached: readonly CoverageStop[] = ['target-reached', 'nothing-to-cover', 'skipped'];

/** Why nothing more is done, once that can be said; undefined while a round is due. */
function stopFor(run: Run): CoverageStop | undefined {
  const policy = policyOf(run);
  if (policy === undefined || run.visit.skipped !== undefined || stoppedHere(run) !== undefined)
    return undefined;
  if (isSkipped(run)) return 'skipped';
  if (run.coverageSpec === undefined) return 'no-command';
  if (run.visit.warned.includes(measureLine(run))) return 'not-measured';
  const now = measuredHere(run);
  return now === undefined ? undefined : verdictOn(run, policy, now);
}

function verdictOn(run: Run, policy: CoveragePolicy, now: Measured): CoverageStop | undefined {
  if (now.lines === 0 && now.unmeasured === 0) return 'nothing-to-cover';
  if (percentOf(now) >= policy.target && now.unmeasured === 0) return 'target-reached';
  const { stopped, round, measured } = coverageOf(run);
  if (stopped !== undefined && !reached.includes(stopped.because)) return stopped.because; // STAGES-COVERAGE-2
  const before = measured.at(-2);
  if (round !== undefined && before !== undefined && !hasGained(policy, before, now)) return 'no-gain';
  if (!isRoundLeft(run, 'coverage')) return 'rounds-used';
  if (roomFor(run) < 1) return 'budget';
  return now.uncovered.length === 0 ? 'nothing-added' : undefined;
}

/** A file the report lists now and did not before is a gain, whatever that makes of the percentage. */
function hasGained({ gain }: CoveragePolicy, before: Measured, now: Measured): boolean {
  return now.unmeasured < before.unmeasured || percentOf(now) - percentOf(before) >= gain;
}

export function isRoundDue(run: Run): boolean {
  return (
    measuredHere(run) !== undefined && stoppedHere(run) === undefined && measurementBefore(run).length === 0
  );
}

function isSkipped(run: Run): boolean {
  return coverageOf(run).skipped !== undefined;
}

const workStages: readonly StageName[] = ['implementation', 'evaluation', 'review'];

/** A person wants no more of a round that is under way; what is being delivered already is delivered. */
export function isRoundUnwanted(run: Run): boolean {
  return inRound(run) && isSkipped(run) && workStages.includes(run.visit.stage);
}

export function inRound(run: Run): boolean {
  return coverageOf(run).round !== undefined;
}

const tasksMax = 5;
const filesPerTaskMax = 10;

/** How many testers can be paid for, and the reviewer after them: nobody is asked for more money to cover more. */
function roomFor(run: Run): number {
  if (capFor(run, run.budget, ['stage/implementation']) !== undefined) return 0;
  return Math.min(tasksMax, run.budget.launches - run.spend.launches - 1);
}

/** STAGES-COVERAGE-3: files whose tests would be in one file go to one task; the worst come first. */
export function plannedRound(run: Run): readonly RunEvent[] {
  const { uncovered } = must(measuredHere(run), 'a round follows a measurement');
  const groups: Uncovered[][] = [];
  for (const file of uncovered) {
    const group = groups.find((one) => one.some(({ tests }) => overlap(tests, file.tests)));
    if (group === undefined) groups.push([file]);
    else group.push(file);
  }
  const disjoint = groups.filter(
    (group, at) => !groups.slice(0, at).some((other) => overlap(testsOf(other), testsOf(group))),
  );
  const tasks = disjoint.slice(0, roomFor(run)).map((group, at) => taskFor(run, group, at + 1));
  return [{ type: 'coverage.planned', tasks }];
}

function testsOf(group: readonly Uncovered[]): readonly string[] {
  return group.flatMap(({ tests }) => tests);
}

function taskFor(run: Run, group: readonly Uncovered[], n: number): RoundTask {
  const files = group.slice(0, filesPerTaskMax);
  const sources = files.map(({ path }) => path);
  return {
    task: {
      id: freeId(run, `coverage-${run.rounds.coverage + 1}-${n}`),
      title: `Tests for ${namesOf(sources)}`,
      files: [],
      tests: [...new Set(testsOf(files))],
      dependsOn: [],
      executor: 'tester',
      verification: [],
      criteria: [],
      destructive: false,
    },
    sources,
  };
}

const namesMax = 3;

function namesOf(sources: readonly string[]): string {
  const left = sources.length - namesMax;
  return `${sources.slice(0, namesMax).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

/** A planner may have called a task of its own like this. */
function freeId(run: Run, wanted: string): string {
  return run.tasks.some(({ task }) => task.id === wanted) ? freeId(run, `${wanted}-x`) : wanted;
}

/** What the testers are told. */
export function coverageWords(run: Run): readonly NamedBlob[] {
  const { blob } = must(measuredHere(run), 'a round follows a measurement');
  return [{ name: 'changed lines that no test executes', blob }];
}

export function nothingNew(): readonly RunEvent[] {
  return [{ type: 'coverage.stopped', because: 'nothing-added' }];
}

/** What the round brought was not good: the run goes back to what its pull request holds. */
export function leftOut(run: Run): readonly RunEvent[] {
  const { before } = must(coverageOf(run).round, 'only a round is left out');
  const because = isSkipped(run) ? 'skipped' : 'left-out';
  return [{ type: 'coverage.stopped', because, back: before.head }];
}

/** STAGES-COVERAGE-1. */
export function isCoverageSettled(run: Run): boolean {
  if (run.visit.skipped !== undefined) return true;
  if (stoppedHere(run) === undefined || measurementBefore(run).length > 0) return false;
  return telling(run).length === 0 && !lacksWaiver(run);
}

function lacksWaiver(run: Run): boolean {
  const because = stoppedHere(run);
  if (because === undefined || reached.includes(because) || policyOf(run)?.require !== true) return false;
  return !isWaived(run, waiverDigest(run));
}

function waiverDigest(run: Run): string {
  return `coverage.${startedIn(run).head.commit}`;
}

/** What is not executed, where that was measured at all. */
function lastWords(run: Run): { readonly blob?: string } {
  const last = coverageOf(run).measured.at(-1);
  return last === undefined ? {} : { blob: last.blob };
}
