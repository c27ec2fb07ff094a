// How effects are probed and done in the simulated world, with the semantics of the real handlers: found again by
// a natural key, harmless to repeat, fenced where a stale owner could do damage. Synchronous, so that the driver can
// stop between "the world did it" and "the engine heard it".

import type { Effect, Kind, Outcome } from '../../src/core/effects.ts';
import { theRepository } from '../support/the-repository.ts';
import type { FailureReason } from '../../src/core/failures/failure.ts';
import type { RanProbe } from '../../src/core/roles/asked-first.ts';
import type { Run } from '../../src/core/run.ts';
import { branchOf } from '../../src/core/ticket/ticket.ts';
import type { Launch } from './agents.ts';
import { shotOf } from '../../src/core/evidence/live-fire.ts';
import { evidenceOf, inspected, integrated, mayStay, measuredAs, movedTarget } from './looks.ts';
import { surveyOf, trialOn, withDocs } from './looks.ts';
import type { Scene } from './scene.ts';
import {
  addCommit,
  processName,
  pullRequestOf,
  pushByHand,
  strikes,
  ticketOf,
  tipOf,
  type World,
} from './world.ts';

export interface Acted {
  readonly outcome: Outcome;
  /** The world is another one than before. */
  readonly changed: boolean;
}

export function isLaunchEffect(effect: Effect): effect is Launch {
  return effect.kind === 'ask' || effect.kind === 'attempt';
}

/** Whether it took hold already. */
export function probe(scene: Scene, run: Run, effect: Effect, recovered: boolean): Outcome | undefined {
  const { world } = scene;
  if (isLaunchEffect(effect)) {
    return recovered && scene.bug !== 'launch-again' ? recoverLaunch(world, run, effect) : undefined;
  }
  switch (effect.kind) {
    case 'reserve':
      return world.reservations.has(run.id) ? done(effect) : undefined;
    case 'check':
    case 'run-probes':
      return recovered ? world.receipts.get(processName(run.id, effect.key)) : undefined;
    case 'push':
      return tipOf(world, effect.input.branch) === effect.input.commit ? done(effect) : undefined;
    case 'open-pull-request': {
      const found = world.pullRequests.find((item) => item.branch === effect.input.branch);
      return found === undefined ? undefined : opened(found.number);
    }
    case 'publish-checks':
      return pullRequestOf(world, effect.input.number).checked.has(effect.input.head)
        ? done(effect)
        : undefined;
    case 'label': {
      const { labels } = pullRequestOf(world, effect.input.number);
      return effect.input.labels.every((name) => labels.has(name)) ? done(effect) : undefined;
    }
    case 'comment-ticket': {
      const { comments } = ticketOf(world, run.source.ref);
      return comments.includes(effect.input.marker) ? done(effect) : undefined;
    }
    case 'transition-ticket':
      return ticketOf(world, run.source.ref).statuses.at(-1) === effect.input.to ? done(effect) : undefined;
    case 'merge': {
      const commit = pullRequestOf(world, effect.input.number).merges[0]?.commit;
      return commit === undefined ? undefined : { type: 'done', kind: 'merge', result: { commit } };
    }
    case 'fetch-ticket':
    case 'survey':
    case 'search':
    case 'integrate':
    case 'commit-docs':
    case 'screen':
    case 'fire':
    case 'compare':
    case 'measure':
    case 'update-pull-request':
    case 'reply':
    case 'request-review':
    case 'inspect':
    case 'land':
    case 'hand-out':
    case 'hand-in':
    case 'discard':
    case 'revert':
    case 'wait-until':
    case 'write-artifacts':
      return undefined;
  }
}

/** A receipt is the outcome of an owner that is gone; without one, what it left running is ended. */
function recoverLaunch(world: World, run: Run, effect: Launch): Outcome {
  const name = processName(run.id, effect.key);
  const receipt = world.receipts.get(name);
  if (receipt !== undefined) return receipt;
  const survived = world.processes.delete(name);
  if (effect.kind !== 'attempt' || !survived || world.random.chance(0.5)) return { type: 'stopped' };
  return { type: 'stopped', saved: savedWork(world, run, effect) };
}

export function savedWork(world: World, run: Run, effect: Effect<'attempt'>): string {
  const content = `saved/${run.id}/${effect.key}`;
  return addCommit(world, content, { defect: 'none', heals: false });
}

type SimpleKind =
  | 'reserve'
  | 'push'
  | 'update-pull-request'
  | 'publish-checks'
  | 'label'
  | 'comment-ticket'
  | 'transition-ticket'
  | 'wait-until'
  | 'write-artifacts'
  | 'reply'
  | 'request-review';

export function done(effect: Effect<SimpleKind>): Outcome {
  return { type: 'done', kind: effect.kind, result: {} };
}

function opened(number: number): Outcome {
  return { type: 'done', kind: 'open-pull-request', result: { number } };
}

/** Everything but launches and waits, which take time and are driven by the owner. */
export type Deed = Exclude<Effect, Launch | Effect<'wait-until'>>;

export function act(scene: Scene, run: Run, effect: Deed): Acted {
  const { world } = scene;
  switch (effect.kind) {
    case 'fetch-ticket':
    case 'survey':
    case 'search':
    case 'run-probes':
    case 'check':
    case 'integrate':
    case 'commit-docs':
    case 'screen':
    case 'fire':
    case 'compare':
    case 'measure':
    case 'inspect':
      return { outcome: look(scene, run, effect), changed: false };
    case 'reserve':
      world.reservations.set(run.id, (world.reservations.get(run.id) ?? 0) + 1);
      return { outcome: done(effect), changed: true };
    case 'push':
      return push(scene, run, effect);
    case 'open-pull-request':
      return openPullRequest(scene, effect);
    case 'update-pull-request':
    case 'reply':
    case 'request-review':
      return { outcome: done(effect), changed: false };
    case 'publish-checks':
      return added(effect, pullRequestOf(world, effect.input.number).checked, [effect.input.head]);
    case 'label':
      return added(effect, pullRequestOf(world, effect.input.number).labels, effect.input.labels);
    case 'comment-ticket':
      return comment(scene, run, effect);
    case 'transition-ticket':
      ticketOf(world, run.source.ref).statuses.push(effect.input.to);
      return { outcome: done(effect), changed: true };
    case 'merge':
      return merge(scene, run, effect);
    case 'land':
      return land(scene, effect);
    case 'hand-out':
      return {
        outcome: { type: 'done', kind: 'hand-out', result: { workspace: effect.key } },
        changed: false,
      };
    case 'hand-in':
    case 'discard':
    case 'revert':
      throw new Error(`nobody in this world asks for ${effect.kind}`);
    case 'write-artifacts':
      return added(effect, world.artifacts, [`${run.id}/${effect.subject}`]);
  }
}

type Look = Effect<
  | 'fetch-ticket'
  | 'survey'
  | 'search'
  | 'run-probes'
  | 'check'
  | 'integrate'
  | 'commit-docs'
  | 'screen'
  | 'fire'
  | 'compare'
  | 'measure'
  | 'inspect'
>;

function look(scene: Scene, run: Run, effect: Look): Outcome {
  const { world } = scene;
  switch (effect.kind) {
    case 'fetch-ticket': {
      const ticket = {
        id: run.source.ref,
        title: 'fix the thing',
        type: 'bugfix',
        workType: 'fix',
        blob: `ticket-${run.id}`,
        criteria: ['AC1'],
        screening: 'CLEAN',
        rules: [],
      } as const;
      return { type: 'done', kind: 'fetch-ticket', result: { ticket, branch: branchOf(ticket) } };
    }
    case 'survey':
      return { type: 'done', kind: 'survey', result: surveyOf(world) };
    case 'search': {
      const failed = strikes(world, 0.3) ? 1 : 0;
      const result = { results: `found-${effect.key}`, found: 3 - failed, failed };
      return { type: 'done', kind: 'search', result };
    }
    case 'run-probes': {
      const ran = effect.input.probes.map(({ name }) => ranAs(world, name, effect.input.timeMs));
      const outcome: Outcome = {
        type: 'done',
        kind: 'run-probes',
        result: { told: `told-${effect.key}`, ran },
      };
      world.receipts.set(processName(run.id, effect.key), outcome);
      return outcome;
    }
    case 'check': {
      const result = { evidence: evidenceOf(scene, run, effect) };
      const outcome: Outcome = { type: 'done', kind: 'check', result };
      world.receipts.set(processName(run.id, effect.key), outcome);
      return outcome;
    }
    case 'integrate':
      return integrated(world, effect);
    case 'commit-docs':
      return { type: 'done', kind: 'commit-docs', result: withDocs(world, effect) };
    case 'screen': {
      const found = strikes(world, world.swarm.forge.secret);
      const result = { verdict: found ? 'BLOCKED' : 'CLEAN', rules: found ? ['key'] : [] } as const;
      return { type: 'done', kind: 'screen', result };
    }
    case 'fire': {
      const { tree } = effect.input;
      return { type: 'done', kind: 'fire', result: { shot: shotOf(effect.subject), tree, ms: 9 } };
    }
    case 'compare':
      return { type: 'done', kind: 'compare', result: { tree: effect.input.tree } };
    case 'measure':
      return { type: 'done', kind: 'measure', result: measuredAs(world, run, effect) };
    case 'inspect':
      return { type: 'done', kind: 'inspect', result: inspected(world, run, effect.input.number) };
  }
}

/** A script goes well, fails, runs out of time, or its setup does and it does not run. */
function ranAs(world: World, name: string, timeMs: number): RanProbe {
  if (strikes(world, 0.2)) return { name, because: 'timeout', ms: timeMs };
  if (strikes(world, 0.1)) return { name, because: 'not-run', ms: 0 };
  return strikes(world, 0.3)
    ? { name, because: 'exit', exit: 1, ms: 9 }
    : { name, because: 'ok', exit: 0, ms: 9 };
}

function failed(reason: FailureReason): Acted {
  return { outcome: { type: 'failed', reason }, changed: false };
}

function added(effect: Effect<SimpleKind>, set: Set<string>, items: readonly string[]): Acted {
  const missing = items.filter((item) => !set.has(item));
  for (const item of missing) set.add(item);
  return { outcome: done(effect), changed: missing.length > 0 };
}

/** With a lease: only onto what the journal says was pushed last. */
function push({ world, bug }: Scene, run: Run, effect: Effect<'push'>): Acted {
  const { branch, commit } = effect.input;
  const tip = tipOf(world, branch);
  if (tip === commit) return { outcome: done(effect), changed: false };
  if (tip !== theRepository(run).pushed && bug !== 'push-without-lease') return failed('ref-moved');
  world.branches.set(branch, [...(world.branches.get(branch) ?? []), commit]);
  return { outcome: done(effect), changed: true };
}

/** The forge itself refuses a second one of the same branch. */
function openPullRequest({ world, bug }: Scene, effect: Effect<'open-pull-request'>): Acted {
  const { branch } = effect.input;
  const found = world.pullRequests.find((item) => item.branch === branch);
  if (found !== undefined && bug !== 'no-probe') return { outcome: opened(found.number), changed: false };
  const number = world.pullRequests.length + 1;
  world.pullRequests.push({
    number,
    branch,
    state: 'open',
    labels: new Set(),
    checked: new Set(),
    merges: [],
  });
  return { outcome: opened(number), changed: true };
}

function comment({ world, bug }: Scene, run: Run, effect: Effect<'comment-ticket'>): Acted {
  const { comments } = ticketOf(world, run.source.ref);
  const { marker } = effect.input;
  if (comments.includes(marker) && bug !== 'no-probe') return { outcome: done(effect), changed: false };
  comments.push(marker);
  return { outcome: done(effect), changed: true };
}

/** Names the head it means; another head is refused. */
function merge({ world, bug }: Scene, run: Run, effect: Effect<'merge'>): Acted {
  const found = pullRequestOf(world, effect.input.number);
  if (found.state === 'open' && strikes(world, world.swarm.forge.pushedAtMerge)) {
    pushByHand(world, found.branch);
  }
  const tip = tipOf(world, found.branch) ?? '';
  const before = found.merges[0];
  if (before !== undefined) {
    const outcome: Outcome = { type: 'done', kind: 'merge', result: { commit: before.commit } };
    return { outcome, changed: false };
  }
  if (found.state !== 'open') return failed('forge-refused');
  if (tip !== effect.input.head && bug !== 'merge-without-head') return failed('ref-moved');
  const moved = movedTarget(world, run);
  if (moved !== undefined && !mayStay(run, moved))
    return { outcome: { type: 'done', kind: 'merge', result: { moved } }, changed: false };
  const { onto: checked, isLast } = effect.input;
  if (moved !== undefined && moved.commit !== checked && isLast !== true) {
    const trial = trialOn(world, run, moved);
    return { outcome: { type: 'done', kind: 'merge', result: { trial } }, changed: false };
  }
  const commit = addCommit(world, `merge/${found.branch}/${tip}`, { defect: 'none', heals: false });
  found.merges.push({ head: tip, commit, onto: world.target });
  found.state = 'merged';
  return { outcome: { type: 'done', kind: 'merge', result: { commit } }, changed: true };
}

function land({ world }: Scene, effect: Effect<'land'>): Acted {
  const { how, branch, target, commit } = effect.input;
  if (strikes(world, world.swarm.forge.landingRefused)) return failed('ref-moved');
  const name = how === 'branch' ? branch : `${target} (${branch})`;
  const changed = world.landed.get(name) !== commit;
  world.landed.set(name, commit);
  return { outcome: { type: 'done', kind: 'land', result: { branch: name, commit } }, changed };
}

/** What the caller is told when nobody answers, whether or not it was done. */
export function unanswered(kind: Kind): Outcome {
  const reasons: Partial<Record<Kind, FailureReason>> = {
    'fetch-ticket': 'tracker-unavailable',
    'comment-ticket': 'tracker-unavailable',
    'transition-ticket': 'tracker-unavailable',
    push: 'forge-unavailable',
    'open-pull-request': 'forge-unavailable',
    'update-pull-request': 'forge-unavailable',
    'publish-checks': 'forge-unavailable',
    label: 'forge-unavailable',
    inspect: 'forge-unavailable',
    merge: 'forge-unavailable',
    integrate: 'git',
    'commit-docs': 'git',
  };
  return { type: 'failed', reason: reasons[kind] ?? 'io' };
}
