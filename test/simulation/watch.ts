// The one who watches: reads every append as it happens, compares it with the world and the world with it.
//
// Invariants checked here
//   X1. Epochs of the appends never go down.
//   X2. What the owner holds in memory is the fold of the journal.
//   X3. The hash chain of every stream is valid: each event is hashed again as it comes, and at the end each is still the
//       very one that was looked at.
//   X4. The world does nothing that the journal did not intend before (and so every launch is counted).
//   X5. What the journal says is done is done in the world.
//   X6. At most one pull request a branch, one merge a run, one comment a marker, one reservation a run.
//   X7. A merge has its order for the very head that was merged; a landing follows its merge.
//   X8. A launch happens once for its intent; no two attempts of the owner in charge share a file.
//   X9. A push that takes hold pushes the head the journal knows: nobody moves a branch back. What somebody else pushed
//       is not overwritten.
//   X10. The head of a run passes the checks of its tasks, but for the test that shows a bug nobody mended yet. Where there are no
//       tests and a person waived the program of the only other check, or took that check away, nothing can see that it does not.
//   X11. What is merged was made for the target as it is then.
//   X12. What is merged has evidence of the run itself for its very tree and a reviewer's pass for its very head, and
//       where there are tests, it passes them.

import { allGood } from '../../src/core/evidence/evidence.ts';
import { trialsMax } from '../../src/core/stages/trial.ts';
import { isDeepStrictEqual } from 'node:util';
import { theRepository } from '../support/the-repository.ts';
import type { Effect } from '../../src/core/effects.ts';
import type { RunEvent } from '../../src/core/events.ts';
import { fold } from '../../src/core/evolve/evolve.ts';
import { overlap } from '../../src/core/fence/paths.ts';
import type { Run } from '../../src/core/run.ts';
import { must } from '../../src/core/run.ts';
import { streamOf } from '../../src/engine/runs.ts';
import type { Stored } from '../../src/journal/fake-journal.ts';
import { storedIn } from '../../src/journal/fake-journal.ts';
import { decodeRunEvent } from '../../src/views/events/decode.ts';
import { genesis } from '../../src/journal/chain.ts';
import { follows } from '../../src/journal/verify.ts';
import { approval, enter, type Ledger, openLedger } from './ledger.ts';
import { type Sameness, sameness, samenessOfTwo } from './sameness.ts';
import { insist, type Trace } from './trace.ts';
import { words } from './words.ts';
import { commitOf, isIn, processName, ticketOf, tipOf, type World } from './world.ts';

export class Watch {
  readonly ledgers = new Map<string, Ledger>();
  readonly #world: World;
  readonly #trace: Trace;
  readonly #sameness = sameness();
  /** Of each run, its state in memory and ours. */
  readonly #comparisons = new Map<string, Sameness>();
  /** The events of each stream, as they were when they came. */
  readonly #chains = new Map<string, Stored[]>();
  #epoch = 0;

  /** The store of the world's journal is only read, and at once: nothing may happen between an append and this look. */
  constructor(world: World, trace: Trace) {
    this.#world = world;
    this.#trace = trace;
  }

  /** Called after every append that the store took, before its owner hears of it. */
  appended(stream: string, epoch: number): void {
    insist(epoch >= this.#epoch, 'X1 epochs never go down', `${epoch} after ${this.#epoch}`);
    this.#epoch = epoch;
    const id = stream.slice('run/'.length);
    for (const item of storedIn(this.#world.store, stream, this.ledgers.get(id)?.seq ?? 0)) {
      this.#link(stream, item);
      const event = decodeRunEvent(item.recorded.event);
      this.#trace.say(`  ${id} ${item.seq} ${words(event)}`);
      this.#enter(id, event, item.at);
    }
    this.#headIsGood(id);
  }

  /** X3. */
  #link(stream: string, item: Stored): void {
    const chain = this.#chains.get(stream) ?? [];
    const { event } = item.recorded;
    const holds =
      item.seq === chain.length + 1 &&
      item.type === event.type &&
      follows(stream, chain.at(-1)?.hash ?? genesis, item);
    insist(holds, 'X3 the hash chain is valid', `${stream} ${item.seq}`);
    insist(
      Object.isFrozen(item) && Object.isFrozen(event),
      'X3 what is stored stays',
      `${stream} ${item.seq}`,
    );
    chain.push(item);
    this.#chains.set(stream, chain);
  }

  /** X10. */
  #headIsGood(id: string): void {
    const ledger = this.ledgers.get(id);
    if (ledger === undefined) return;
    const { commit } = theRepository(ledger.run).head;
    const { checks } = ledger.run;
    const isBlind = checks.length === 0 || (ledger.waived && !checks.some(({ kind }) => kind === 'test'));
    const isGreen = isBlind || commitOf(this.#world, commit).defect !== 'task';
    insist(isGreen, 'X10 the run branch is green', `${id} ${commit}`);
  }

  #enter(id: string, event: RunEvent, at: number): void {
    const ledger = this.ledgers.get(id);
    if (event.type === 'run.started') {
      insist(ledger === undefined, 'W2 a run starts once', id);
      this.ledgers.set(id, openLedger(event, at));
      return;
    }
    const known = must(ledger, `run ${id} started before anything happened to it`);
    enter(known, event, at, this.#world.saw);
    this.#confirm(known, event);
  }

  /** X2. */
  compare(id: string, live: Run | undefined): void {
    const compare = this.#comparisons.get(id) ?? samenessOfTwo(this.#sameness);
    this.#comparisons.set(id, compare);
    const different = compare(live, this.ledgers.get(id)?.run);
    if (different === undefined) return;
    insist(false, 'X2 the fold of the journal is the live state', `${id} differs in ${different}`);
  }

  /** X2, X3, from the first event on and without what was found before: whatever else was looked at meanwhile. */
  audit(): void {
    for (const [id, ledger] of this.ledgers) {
      const stream = streamOf(id);
      const stored = storedIn(this.#world.store, stream);
      const chain = this.#chains.get(stream) ?? [];
      const isAsItCame = stored.length === chain.length && stored.every((item, at) => item === chain[at]);
      insist(isAsItCame, 'X3 the hash chain is valid', `${stream} was changed after it was written`);
      const events = stored.map(({ recorded, at }) => ({ event: decodeRunEvent(recorded.event), at }));
      insist(
        isDeepStrictEqual(fold(events), ledger.run),
        'X2 the fold of the journal is the live state',
        `${id} folded from its first event`,
      );
    }
  }

  /** The world has just become another one because of this effect. */
  acted(id: string, effect: Effect): void {
    const ledger = must(this.ledgers.get(id), `run ${id} is in the journal`);
    insist(ledger.begun.has(effect.key), 'X4 nothing happens without an intent', `${id} ${effect.key}`);
    switch (effect.kind) {
      case 'push':
        return this.#pushed(ledger, effect);
      case 'open-pull-request':
        return this.#unique(
          effect.input.branch,
          this.#world.pullRequests.map((item) => item.branch),
        );
      case 'comment-ticket':
        return this.#unique(effect.input.marker, ticketOf(this.#world, ledger.run.source.ref).comments);
      case 'reserve':
        return insist((this.#world.reservations.get(id) ?? 0) <= 1, 'X6 one reservation a run', id);
      case 'merge':
        return this.#merged(ledger);
      case 'land':
        return this.#landing(ledger, effect);
      case 'hand-out':
      case 'hand-in':
      case 'discard':
      case 'revert':
      case 'fetch-ticket':
      case 'survey':
      case 'search':
      case 'run-probes':
      case 'ask':
      case 'attempt':
      case 'check':
      case 'integrate':
      case 'commit-docs':
      case 'screen':
      case 'fire':
      case 'compare':
      case 'measure':
      case 'update-pull-request':
      case 'reply':
      case 'request-review':
      case 'publish-checks':
      case 'label':
      case 'transition-ticket':
      case 'inspect':
      case 'wait-until':
      case 'write-artifacts':
    }
  }

  #unique(name: string, all: readonly string[]): void {
    insist(all.filter((item) => item === name).length === 1, 'X6 nothing exists twice', name);
  }

  /** X9. */
  #pushed(ledger: Ledger, effect: Effect<'push'>): void {
    const head = theRepository(ledger.run).head.commit;
    insist(
      effect.input.commit === head,
      'X9 a push takes hold only for the head in the journal',
      `${effect.input.branch} now at ${effect.input.commit}, head is ${head}`,
    );
    const before = this.#world.branches.get(effect.input.branch)?.at(-2) ?? '';
    const lost = this.#world.strangers.has(before) && !isIn(this.#world, before, effect.input.commit);
    insist(!lost, 'X9 a push overwrites nobody else’s', `${before} on ${effect.input.branch}`);
  }

  /** X6, X7. */
  #merged(ledger: Ledger): void {
    const { run } = ledger;
    const mine = this.#world.pullRequests.filter((item) => item.branch === run.branch);
    const merges = mine.flatMap((item) => item.merges);
    insist(merges.length === 1, 'X6 one merge a run', run.id);
    const head = merges[0]?.head ?? '';
    const onto = merges[0]?.onto ?? theRepository(run).base.commit;
    const { base, pullRequest } = theRepository(run);
    const trial = pullRequest?.trial;
    const isTried =
      trial?.head === head &&
      allGood(trial.evidence ?? []) &&
      (trial.base.commit === onto || trial.count >= trialsMax);
    insist(
      onto === base.commit || isTried,
      'X11 a merge is onto a target that it was checked with',
      `${run.id} ${onto}`,
    );
    const ordered = ledger.orderedHeads.has(head) || ledger.approvals.has(approval('merge', 'merge', head));
    insist(ordered || !run.policy.gates.merge, 'X7 a merge has its order', `${run.id} ${head}`);
    insist(ledger.pushedHeads.has(head), 'X7 a merge is of a head that was delivered', `${run.id} ${head}`);
    this.#vouched(ledger, head);
  }

  /** X12. */
  #vouched({ run, goodHeads, passedHeads }: Ledger, head: string): void {
    const { defect } = commitOf(this.#world, head);
    insist(goodHeads.has(head), 'X12 a merge has evidence of its own', `${run.id} ${head}`);
    insist(passedHeads.has(head), 'X12 a merge is of a head that the reviewer passed', `${run.id} ${head}`);
    const tested = run.checks.some(({ kind }) => kind === 'test');
    insist(!tested || defect === 'none', 'X12 what is merged passes its checks', `${run.id} ${head}`);
  }

  #landing(ledger: Ledger, effect: Effect<'land'>): void {
    const merged = this.#world.pullRequests.some(
      (item) =>
        item.branch === ledger.run.branch && item.merges.some(({ commit }) => commit === effect.input.commit),
    );
    insist(merged, 'X7 a landing follows its merge', effect.input.commit);
  }

  /** X4, X5, X7, X8. Called when the process exists. */
  launched(id: string, effect: Effect<'ask' | 'attempt'>, owner: { name: string; inCharge: boolean }): void {
    const ledger = must(this.ledgers.get(id), `run ${id} is in the journal`);
    insist(ledger.begun.has(effect.key), 'X4 nothing happens without an intent', `${id} ${effect.key}`);
    const times = this.#world.launches.get(processName(id, effect.key)) ?? 0;
    insist(times === 1, 'X8 a launch happens once for its intent', `${id} ${effect.key}`);
    if (effect.kind !== 'attempt') return;
    const approved = ledger.accepted
      .flatMap((plan) => plan.tasks)
      .filter((task) => task.id === effect.subject);
    const known = approved.length > 0 || ledger.covering.has(effect.subject);
    insist(known, 'W4 an attempt is at a task of an accepted plan', effect.subject);
    if (approved.at(-1)?.destructive === true && ledger.run.policy.gates.destructive) {
      const allowed = [...ledger.approvals].some((item) => item.startsWith(`destructive ${effect.subject} `));
      insist(allowed, 'W4 a destructive task has a person’s leave', effect.subject);
    }
    if (owner.inCharge) this.#disjoint(id, effect, owner.name);
  }

  #disjoint(id: string, effect: Effect<'attempt'>, owner: string): void {
    const own = processName(id, effect.key);
    for (const [name, process] of this.#world.processes) {
      if (name === own || process.owner !== owner || process.run !== id) continue;
      const shared = overlap(process.files, effect.input.fence);
      insist(!shared, 'X8 attempts at work share no file', `${name} and ${own}`);
    }
  }

  /** X5. */
  #confirm(ledger: Ledger, event: RunEvent): void {
    if (!this.#isReal(ledger, event)) insist(false, 'X5 what is recorded is so', words(event));
  }

  #isReal(ledger: Ledger, event: RunEvent): boolean {
    const world = this.#world;
    const branch = ledger.run.branch ?? '';
    const mine = world.pullRequests.filter((item) => item.branch === branch);
    if (event.type === 'effect.ended') return event.how !== 'done' || this.#isDone(ledger, event.key);
    if (event.type === 'branch.pushed') {
      return world.branches.get(event.branch)?.includes(event.commit) === true && tipOf(world, branch) !== '';
    }
    if (event.type === 'pull-request.opened') return mine.some((item) => item.number === event.number);
    if (event.type === 'pull-request.merged') {
      return mine.some((item) => item.merges.some(({ commit }) => commit === event.commit));
    }
    if (event.type === 'change.landed') return world.landed.get(event.landed.branch) === event.landed.commit;
    return event.type !== 'run.completed' || mine.some((item) => item.merges.length === 1);
  }

  #isDone(ledger: Ledger, key: string): boolean {
    const world = this.#world;
    const effect = must(ledger.begun.get(key), `effect ${key} was begun`);
    const { id, source } = ledger.run;
    const request = (number: number) => world.pullRequests.find((item) => item.number === number);
    switch (effect.kind) {
      case 'ask':
      case 'attempt':
        return world.launches.has(processName(id, key));
      case 'reserve':
        return world.reservations.has(id);
      case 'push':
        return world.branches.get(effect.input.branch)?.includes(effect.input.commit) === true;
      case 'publish-checks':
        return request(effect.input.number)?.checked.has(effect.input.head) === true;
      case 'label':
        return effect.input.labels.every((label) => request(effect.input.number)?.labels.has(label) === true);
      case 'comment-ticket':
        return ticketOf(world, source.ref).comments.includes(effect.input.marker);
      case 'transition-ticket':
        return ticketOf(world, source.ref).statuses.includes(effect.input.to);
      case 'write-artifacts':
        return world.artifacts.has(`${id}/${effect.subject}`);
      case 'hand-out':
      case 'hand-in':
      case 'discard':
      case 'revert':
      case 'open-pull-request':
      case 'merge':
      case 'land':
      case 'fetch-ticket':
      case 'search':
      case 'run-probes':
      case 'survey':
      case 'check':
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
      case 'wait-until':
        return true; // told by an event of its own, or nothing to see in the world
    }
  }
}
