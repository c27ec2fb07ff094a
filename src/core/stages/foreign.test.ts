// Somebody else pushes to the branch of a pull request: nothing of theirs or ours is lost, and the run goes on on top.

import { describe, expect, test } from 'vitest';

import type { Driver, Script } from '../../../test/support/core.ts';
import { aRemark, drive, dueNow, failing, saying, seenAs } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Foreign, Seen } from '../remarks/seen.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import { isLookedAt, joinedEvents } from '../tasks/joining.ts';

const theirs: Foreign = { commit: 'theirs', tree: 'tree theirs', isOnTop: true };
const target = { commit: 'm2', tree: 'tree m2' };

const look = (driver: Driver, change: Partial<Seen> = {}): void => {
  driver.perform('inspect', undefined, seenAs(change)(driver.run()));
};

/** What the next effect of this kind is asked, once it is due. */
const nextInput = (driver: Driver, kind: 'integrate' | 'push' | 'check'): unknown => {
  driver.go((run) => dueNow(run).some((due) => due.startsWith(`${kind} `)));
  return driver.begin(kind).input;
};

const delivered = (driver: Driver) => theRepository(driver.run());

const followed = (change: Partial<Foreign> = {}): Driver => {
  const driver = drive().to('triage');
  look(driver, { head: theirs.commit, foreign: { ...theirs, ...change } });
  return driver;
};

describe('what somebody else pushed on top of what was pushed', () => {
  test('is the head of the run from then on, and is checked and reviewed like all of it', () => {
    const driver = followed();
    expect(driver.run()).toMatchObject({ visit: { stage: 'evaluation' }, rounds: { pushes: 1 } });
    expect(delivered(driver)).toMatchObject({ head: { commit: 'theirs' }, pushed: 'theirs' });
    expect(nextInput(driver, 'check')).toMatchObject({ commit: 'theirs', tree: 'tree theirs' });
  });

  test('is never pushed over: what comes after it is pushed from there', () => {
    const driver = followed().go((run) => run.visit.stage === 'merge');
    const pushes = driver.events().filter(({ type }) => type === 'branch.pushed');
    expect(pushes).toHaveLength(1);
    expect(driver.go().run().ended).toBe('completed');
    const merged = driver.events().findLast(({ type }) => type === 'pull-request.merged');
    expect(merged).toBeDefined();
  });

  test('stays in the branch when the target moves later, which is merged in (JOINING-1)', () => {
    const driver = followed().to('triage');
    look(driver, { base: target });
    expect(nextInput(driver, 'integrate')).toEqual({
      onto: 'theirs',
      tasks: [],
      join: { base: 'c0', ours: 'theirs', theirs: 'm2', isTarget: true },
    });
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(delivered(driver)).toMatchObject({
      head: { commit: 'theirs and m2' },
      base: { branch: 'trunk', commit: 'm2' },
      joining: undefined,
    });
    expect(driver.run().replay).toEqual([]);
  });

  test('with the target merged into it is told from that target', () => {
    const driver = followed({ base: target });
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(delivered(driver)).toMatchObject({
      base: { branch: 'trunk', commit: 'm2' },
      head: { commit: 'theirs' },
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('ends the asking of the person at the gate, who is asked again about the new head', () => {
    const driver = drive().to('merge');
    driver.go((run) => openGates(run).length > 0);
    const [before] = openGates(driver.run());
    const foreign = seenAs({ head: theirs.commit, foreign: theirs })(driver.run());
    if (foreign.type !== 'done' || foreign.kind !== 'inspect') throw new Error('a look has an answer');
    driver.send({ type: 'pull-request.see', found: foreign.result });
    expect(openGates(driver.run())).toEqual([]);
    driver.go((run) => openGates(run).length > 0);
    expect(before?.digest).not.toBe('theirs');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'merge', digest: 'theirs' }]);
  });
});

/** The person asks for changes; when they are done, the push finds somebody else's commit. */
const overtaken = (base: Pick<Foreign, 'base'> = {}): Driver => {
  let isTheirs = false;
  const script: Script = (effect, run) => {
    const { pushed } = theRepository(run);
    if (effect.kind === 'push' && pushed !== undefined && !isTheirs) {
      isTheirs = true;
      return failing('ref-moved');
    }
    const { pullRequest } = theRepository(run);
    return effect.kind === 'inspect' && isTheirs && pullRequest?.isShared !== true
      ? seenAs({ head: theirs.commit, foreign: { ...theirs, ...base } })(run)
      : undefined;
  };
  let asked = false;
  return drive({
    script,
    person: (gate) => {
      if (gate.kind !== 'merge' || asked) return undefined;
      asked = true;
      return saying('revise', 'shorter');
    },
  });
};

describe('a push of theirs while the run was at work', () => {
  test.each([
    [{}, 'c0'],
    [{ base: target }, 'm2'],
  ])('is followed, and both become one commit that has both: %j', (base, from) => {
    const driver = overtaken(base).go((run) => theRepository(run).pushed === theirs.commit);
    const { pushed: before } = theRepository(driver.run());
    const ours = delivered(driver).head.commit;
    expect(before).toBe('theirs');
    expect(delivered(driver)).toMatchObject({ base: { branch: 'trunk', commit: from } });
    const was = driver.events().find(({ type }) => type === 'branch.pushed');
    const commit = was?.type === 'branch.pushed' ? was.commit : '';
    expect(nextInput(driver, 'integrate')).toEqual({
      onto: ours,
      tasks: [],
      join: { base: commit, ours, theirs: 'theirs' },
    });
    driver.go((run) => theRepository(run).joining === undefined);
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(nextInput(driver, 'push')).toMatchObject({ commit: `${ours} and theirs` });
  });

  test('is one that nobody is asked about again once the run is merged', () => {
    const driver = overtaken().go();
    expect([driver.run().blocked, driver.run().ended]).toEqual([undefined, 'completed']);
  });

  test('does not use up the rounds of triage, so that one order to go on is enough', () => {
    const driver = overtaken().go();
    expect(driver.run().rounds).toMatchObject({ triage: 1, pushes: 1 });
  });
});

/** What others did and what was done here touch one place of a file; the join leaves ours out there. */
const inConflict =
  (script: Script, paths: readonly string[] = ['src/a.ts']): Script =>
  (effect, run) => {
    if (effect.kind !== 'integrate' || !('join' in effect.input)) return script(effect, run);
    const head = { commit: 'both', tree: 'tree both' };
    return { type: 'done', kind: 'integrate', result: { chain: [], joined: { ...head, left: { paths } } } };
  };

const theyPushAtTriage: Script = (effect, run) =>
  effect.kind === 'inspect' && theRepository(run).pullRequest?.isShared !== true
    ? seenAs({ head: theirs.commit, foreign: theirs })(run)
    : undefined;
const thenTargetMoves: Script = (effect, run) =>
  theyPushAtTriage(effect, run) ??
  (effect.kind === 'inspect' && run.rounds.rebase === 0 ? seenAs({ base: target })(run) : undefined);

describe('a conflict with what somebody else did', () => {
  test('is worked out on top of everything they did, by the task whose file it is (JOINING-2)', () => {
    const driver = drive({ script: inConflict(thenTargetMoves) });
    driver.go((run) => run.rounds.rebase === 1 && dueNow(run).some((due) => due.startsWith('attempt ')));
    expect(driver.begin('attempt').input).toMatchObject({
      task: 'a',
      parent: 'both',
      collision: { base: 'c0', mine: 'theirs', others: 'm2' },
    });
    expect(driver.go().run()).toMatchObject({ blocked: undefined, ended: 'completed' });
    // Nothing was taken off the branch and made anew without what they pushed.
    expect(driver.events().filter(({ type }) => type === 'task.reopened')).toMatchObject([{ task: 'a' }]);
    expect(driver.run().replay).toEqual([]);
  });

  test('is told to whoever does it again, and a document that only the run keeps is nobody’s', () => {
    const driver = drive({ script: thenTargetMoves }).go((run) => run.rounds.rebase === 1);
    driver.go((run) => dueNow(run).some((due) => due.startsWith('integrate ')));
    const effect = driver.begin('integrate');
    if (effect.kind !== 'integrate') throw new Error('a join is integrated');
    const run = driver.run();
    const kept = { ...run, docs: { ...run.docs, committed: [{ path: 'docs/FINDINGS.md', blob: 'b' }] } };
    const head = { commit: 'both', tree: 'tree both' };
    const left = (paths: readonly string[]) => ({ ...head, left: { paths, detail: 'both sides' } });
    expect(joinedEvents(kept, effect, left(['docs/FINDINGS.md']))).toHaveLength(1);
    expect(joinedEvents(kept, effect, left(['docs/FINDINGS.md', 'src/a.ts']))).toMatchObject([
      { type: 'branch.joined', left: { paths: ['docs/FINDINGS.md', 'src/a.ts'] } },
      { type: 'task.reopened', task: 'a', feedback: 'both sides' },
    ]);
  });

  test('in a file that no task has goes to the last one', () => {
    const driver = drive({ script: inConflict(thenTargetMoves, ['elsewhere.md', 'other.md']) }).go();
    expect(driver.events().filter(({ type }) => type === 'task.reopened')).toMatchObject([{ task: 'a' }]);
  });
});

const moved = (change: Partial<Seen>): Driver => {
  const driver = drive().to('triage');
  look(driver, { ...change, base: target });
  return driver;
};

// Where it is ordered, the target has not moved; when it is merged, it has.
const hasMoved = (run: Run): boolean =>
  run.rounds.rebase === 0 &&
  run.gates.some(({ kind, decision }) => kind === 'merge' && decision !== undefined);

const movesAfterOrder: Script = (effect, run) => {
  if (effect.kind === 'merge' && hasMoved(run)) {
    return { type: 'done', kind: 'merge', result: { moved: target } };
  }
  const base = hasMoved(run) ? { base: target } : {};
  return effect.kind === 'inspect' ? seenAs({ approval: 'approved', ...base })(run) : undefined;
};

// The order is there; the target moves before the merge, and while that is taken in, somebody pushes.
const theyPushBesides: Script = (effect, run) => {
  const { pushed, head, pullRequest } = theRepository(run);
  if (run.rounds.rebase === 0 || pullRequest?.isShared === true) return movesAfterOrder(effect, run);
  if (effect.kind === 'push' && pushed !== head.commit) return failing('ref-moved');
  return effect.kind === 'inspect'
    ? seenAs({ head: theirs.commit, foreign: theirs })(run)
    : movesAfterOrder(effect, run);
};

describe('an order to merge', () => {
  test.each([
    ['reviewed', 'approved' as const],
    ['not reviewed', 'not-asked' as const],
  ])(
    'is not one for what somebody pushed after it, where the pull request was %s (JOINING-3)',
    (_what, approval) => {
      const script: Script = (effect, run) => {
        const outcome = theyPushBesides(effect, run);
        if (approval === 'approved' || outcome?.type !== 'done' || outcome.kind !== 'inspect') return outcome;
        const { approval: _approval, ...result } = outcome.result;
        return { ...outcome, result };
      };
      const driver = drive({ script }).go();
      expect(driver.run()).toMatchObject({ blocked: undefined, ended: 'completed' });
      const asked = driver
        .events()
        .flatMap((event) =>
          event.type === 'gate.opened' && event.request.kind === 'merge' ? [event.request.digest] : [],
        );
      expect(asked).toHaveLength(2);
      expect(asked[1]).toBe(delivered(driver).head.commit);
    },
  );
});

describe('a target that moved on', () => {
  test('before there is a pull request, nobody has looked', () => {
    expect(isLookedAt(theRepository(drive().run()))).toBe(false);
  });

  test('before anybody looked at the pull request takes the change onto it, as if it had begun there', () => {
    const driver = moved({});
    expect([delivered(driver).joining, delivered(driver).head.commit]).toEqual([undefined, 'm2']);
    expect(driver.run().replay).toHaveLength(1);
  });

  test.each([
    ['approved it', { approval: 'approved' as const }],
    ['asked for changes', { approval: 'changes-requested' as const }],
    ['said something', { remarks: [aRemark('c-1', { author: { name: 'eve', association: 'NONE' } })] }],
  ])('after somebody %s comes in by a merge commit (JOINING-1)', (_what, change) => {
    const driver = moved(change);
    const { pushed = '' } = delivered(driver);
    expect(delivered(driver).joining).toMatchObject({ ours: pushed, theirs: 'm2', isTarget: true });
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(delivered(driver).head.commit).toBe(`${pushed} and m2`);
    expect(nextInput(driver, 'push')).toMatchObject({ commit: delivered(driver).head.commit });
  });

  test('keeps the order to merge, through the merge commit as well (JOINING-3)', () => {
    const driver = drive({ script: movesAfterOrder }).go();
    const gates = driver.events().filter(({ type }) => type === 'gate.decided');
    expect([driver.run().blocked, driver.run().ended, gates.length]).toEqual([undefined, 'completed', 2]);
  });
});
