// Effects that only look: the survey, evidence, integration, and what the forge says about a pull request.

import { hasFailedTrial } from '../../src/core/stages/trial.ts';
import type { Effect, Head, Outcome, Survey } from '../../src/core/effects.ts';
import type { Chained, Joined, Joining } from '../../src/core/onto-branch.ts';
import type { MovedBase, Seen, Trial } from '../../src/core/remarks/seen.ts';
import type { MeasureResult } from '../../src/core/evidence/coverage.ts';
import { theRepository } from '../support/the-repository.ts';
import type { CheckSpec, Evidence } from '../../src/core/evidence/evidence.ts';
import { type ChainCandidate, type Merging, mergingOf } from '../../src/core/tasks/queue.ts';
import type { Run } from '../../src/core/run.ts';
import type { Scene } from './scene.ts';
import { count } from './trace.ts';
import { addCommit, commitOf, pullRequestOf, strikes, tipOf, type World } from './world.ts';

const checkSpecs: readonly CheckSpec[] = [
  { name: 'lint', kind: 'lint', command: 'lint', timeoutMs: 1_000, when: 'task' },
  { name: 'unit', kind: 'test', command: 'unit', timeoutMs: 1_000, when: 'task' },
  { name: 'everything', kind: 'test', command: 'everything', timeoutMs: 1_000, when: 'run' },
];

export function surveyOf(world: World): Survey {
  const noTests = strikes(world, world.swarm.forge.noTests);
  const notReady = strikes(world, world.swarm.forge.notReady);
  return {
    tree: commitOf(world, 'base').tree,
    checks: checkSpecs.filter((spec) => !noTests || spec.kind !== 'test'),
    ...(measures(world)
      ? { coverage: { command: 'measure', reports: ['lcov.info'], timeoutMs: 1_000 } }
      : {}),
    dirty: 'clean',
    problems: notReady ? ['the disk is full'] : [],
    docs: [{ path: 'docs/ARCHITECTURE.md', trust: 'trusted', cites: ['src/'] }],
  };
}

/** In most worlds coverage can be measured; drawn once, so that a survey that is made again finds the same. */
function measures(world: World): boolean {
  return opinionOnce(world, 'measures', 0.3);
}

/** Now and then enough is covered, now and then nobody can tell; a round may gain something. */
export function measuredAs(world: World, run: Run, { input, key }: Effect<'measure'>): MeasureResult {
  if (strikes(world, 0.1)) return { problem: `no-report-${run.id}-${key}` };
  if (input.head !== undefined) {
    const whole = { lines: 100, hit: world.random.between(0, 100) };
    return { before: { tree: input.tree, whole, touched: whole } };
  }
  const hit = strikes(world, 0.5) ? world.random.between(0, 9) : 10;
  const files = world.random.between(1, 3);
  const uncovered = Array.from({ length: files }, (_, at) => ({
    path: `src/${at}.ts`,
    lines: 10,
    hit,
    tests: [`test/${at % 2}.test.ts`],
  }));
  return {
    measured: {
      tree: input.tree,
      lines: 10 * files,
      hit: hit * files,
      uncovered: hit === 10 ? [] : uncovered,
      unmeasured: 0,
      blob: `uncovered-${run.id}-${key}`,
    },
  };
}

/** Whether the program of a command is on this machine: drawn once, and people may install it. */
function isThere(world: World, command: string): boolean {
  return command !== 'lint' || opinionOnce(world, 'programs', world.swarm.forge.programMissing);
}

export function install(world: World): void {
  world.opinions.set('programs', true);
}

/** A pure function of the tree and the machine: checked twice, it says the same. */
export function evidenceOf(
  { world, bug, tally }: Scene,
  run: Run,
  effect: Effect<'check'>,
): readonly Evidence[] {
  const { commit, tree, checks } = effect.input;
  const made = bug !== 'evidence-not-made' || effect.subject !== 'run';
  const defect = made ? commitOf(world, commit).defect : 'none';
  const untested = effect.subject === 'run' && !run.checks.some((spec) => spec.kind === 'test');
  const evidence = checks.map((spec): Evidence => {
    const shows = defect === 'task' || (defect === 'run' && spec.when === 'run');
    if (effect.subject === 'reproduction' && spec.kind === 'test') return seenRed(spec, tree);
    const missing = !isThere(world, spec.command);
    if (missing) count(tally, 'program-missing', effect.subject === 'baseline' ? 'base' : 'change');
    return {
      check: spec.name,
      kind: spec.kind,
      tree,
      verdict: shows || missing ? 'FAIL' : 'PASS',
      because: shows || missing ? 'exit' : 'ok',
      ...(shows || missing ? { exit: missing ? 127 : 1 } : {}),
      ms: 1,
      log: `log-${tree}-${spec.name}`,
    };
  });
  const none: Evidence = {
    check: 'tests',
    kind: 'test',
    tree,
    verdict: 'FAIL',
    because: 'no-tests',
    ms: 0,
    log: `log-${tree}`,
  };
  return untested ? [...evidence, none] : evidence;
}

/** The test that shows the bug fails, and its runner names it. */
function seenRed({ name, kind }: CheckSpec, tree: string): Evidence {
  return {
    check: name,
    kind,
    tree,
    verdict: 'FAIL',
    because: 'exit',
    exit: 1,
    ms: 1,
    log: `log-${tree}-${name}`,
    counts: { passed: 3, failed: 1, skipped: 0 },
    fresh: 1,
  };
}

/** What conflicts with the branch itself goes back; what conflicts with another candidate waits for its turn. */
export function integrated(world: World, effect: Effect<'integrate'>): Outcome {
  if ('join' in effect.input) {
    return {
      type: 'done',
      kind: 'integrate',
      result: { chain: [], joined: joined(world, effect.input.join) },
    };
  }
  const chain: ChainCandidate[] = [];
  let conflict: Chained['conflict'];
  for (const merging of mergingOf(effect.input)) {
    if (!strikes(world, world.swarm.forge.integrationConflict)) {
      chain.push(candidate(world, chain.at(-1)?.commit ?? effect.input.onto, merging));
    } else if (chain.length === 0) {
      conflict ??= { task: merging.task, paths: ['src/a.ts'] };
    }
  }
  const result = { chain, ...(conflict === undefined ? {} : { conflict }) };
  return { type: 'done', kind: 'integrate', result };
}

/** One commit with both in it; where they conflict, the others' side stands and ours is done again. */
function joined(world: World, { ours, theirs, isTarget }: Joining): Joined {
  const [onto, other] = isTarget === true ? [ours, theirs] : [theirs, ours];
  const mine = commitOf(world, ours);
  const defect =
    mine.defect === 'none' && strikes(world, world.swarm.forge.redTogether) ? 'run' : mine.defect;
  const commit = addCommit(world, `${onto}*${other}`, { ...mine, defect, onto });
  const { tree } = commitOf(world, commit);
  const conflicts = strikes(world, world.swarm.forge.integrationConflict);
  return conflicts ? { commit, tree, left: { paths: ['src/a.ts'] } } : { commit, tree };
}

/** On top of what it was made on it has the same tree; else the two may be bad together. */
function candidate(world: World, onto: string, { task, commit, parent }: Merging): ChainCandidate {
  const mine = commitOf(world, commit);
  const theirs = commitOf(world, onto);
  const together = parent !== onto && strikes(world, world.swarm.forge.redTogether) ? 'task' : 'none';
  const inherited = mine.heals ? 'none' : theirs.defect;
  const defect = [mine.defect, inherited].find((item) => item !== 'none') ?? together;
  const head = addCommit(world, `${onto}+${commit}`, { defect, heals: false, onto });
  return { task, commit: head, tree: commitOf(world, parent === onto ? commit : head).tree };
}

/** Documents come last, when every task and the queue were checked: what they break shows in the checks of the whole alone. */
export function withDocs(world: World, { input }: Effect<'commit-docs'>): Head {
  const { defect: before, heals } = commitOf(world, input.onto);
  const names = input.documents.map(({ path, blob }) => `${path}=${blob}`).join();
  const breaks = before === 'none' && strikes(world, world.swarm.forge.redTogether);
  const defect = breaks ? 'run' : before;
  const commit = addCommit(world, `${input.onto}+docs ${names}`, {
    defect,
    heals: heals && !breaks,
    onto: input.onto,
  });
  return { commit, tree: commitOf(world, commit).tree };
}

/** What the forge thinks of a head: drawn when it is first asked; a good opinion may still turn bad. */
export function inspected(world: World, run: Run, number: number): Seen {
  const found = pullRequestOf(world, number);
  const moved = found.state === 'open' ? movedTarget(world, run) : undefined;
  const base = moved === undefined || mayStay(run, moved) ? undefined : moved;
  const merged = found.merges[0];
  const head = merged?.head ?? tipOf(world, found.branch) ?? '';
  return {
    state: found.state,
    head,
    mergeable: found.state === 'open' && opinion(world, `mergeable/${head}`, world.swarm.forge.conflict),
    checks: checksOf(world, head),
    comments: 0,
    ...(merged === undefined ? {} : { mergeCommit: merged.commit }),
    ...(base === undefined ? {} : { base }),
    ...foreignOf(world, run, found.branch, head),
  };
}

/** Somebody else pushed on top of what was pushed. */
function foreignOf(world: World, run: Run, branch: string, head: string): Pick<Seen, 'foreign'> {
  const { head: ours, pushed } = theRepository(run);
  if (head === ours.commit || head === pushed || head === '') return {};
  const before = pushed === undefined ? -1 : (world.branches.get(branch) ?? []).indexOf(pushed);
  const onTop = before < 0 ? {} : { isOnTop: true as const };
  return { foreign: { commit: head, tree: commitOf(world, head).tree, ...onTop } };
}

/** Where the target is, unless the run stands on it. */
export function movedTarget(world: World, run: Run): MovedBase | undefined {
  const { target } = world;
  if (target === theRepository(run).base.commit) return undefined;
  const { tree } = commitOf(world, target);
  // Every other one changed something that was planned.
  const drift = /[02468]$/.test(target) ? { drift: ['src/planned.ts'] } : {};
  return { commit: target, tree, ...drift };
}

/** Nothing of the plan was changed by others, and what merging gave before was not red. */
export function mayStay(run: Run, { drift }: MovedBase): boolean {
  return drift === undefined && !hasFailedTrial(theRepository(run));
}

/** What merging gives; now and then each side is good by itself, and both together are not. */
export function trialOn(world: World, run: Run, base: MovedBase): Trial {
  const { commit: ours } = theRepository(run).head;
  const isRed = strikes(world, world.swarm.forge.redTogether);
  const { defect, heals } = commitOf(world, ours);
  const content = `trial of ${ours} on ${base.commit}`;
  const commit = addCommit(world, content, { defect: isRed ? 'task' : defect, heals, onto: base.commit });
  return { commit, tree: commitOf(world, commit).tree, base };
}

function checksOf(world: World, head: string): Seen['checks'] {
  if (strikes(world, world.swarm.forge.pending)) return 'pending';
  return opinion(world, `green/${head}`, world.swarm.forge.red) ? 'success' : 'failure';
}

/** Drawn when it is first asked, and so for good. */
function opinionOnce(world: World, about: string, wrongRate: number): boolean {
  const before = world.opinions.get(about) ?? !strikes(world, wrongRate);
  world.opinions.set(about, before);
  return before;
}

function opinion(world: World, about: string, wrongRate: number): boolean {
  const before = world.opinions.get(about);
  const good =
    before === undefined ? !strikes(world, wrongRate) : before && !strikes(world, world.swarm.forge.turnsRed);
  world.opinions.set(about, good);
  return good;
}
