// Somebody else pushes to the branch of a pull request: nothing of theirs or ours is lost, and the run goes on on top.

import { describe, expect, test } from 'vitest';

import type { Driver, Script } from '../../../test/support/core.ts';
import { aRemark, drive, dueNow, failing, saying, seenAs } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Foreign, Seen } from '../remarks/seen.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';

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
    expect(driver.run()).toMatchObject({ visit: { stage: 'evaluation' }, rounds: { triage: 1 } });
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

  test('comes along onto a target that moves later, and stays in the branch (REPLAY-7, REPLAY-8)', () => {
    const driver = followed().to('triage');
    const ours = driver.run().steps.map(({ as }) => as);
    look(driver, { base: target });
    expect(nextInput(driver, 'integrate')).toMatchObject({
      onto: 'm2',
      tasks: [{ task: 'a' }, { task: 'a', commit: 'theirs', was: 'theirs' }],
    });
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(driver.run().steps.map(({ as }) => as)).toEqual(ours);
    const { head, keeps } = delivered(driver);
    expect([head.commit.endsWith('on theirs'), keeps]).toEqual([true, undefined]);
  });

  test('with the target merged into it is put onto that target, so that the change is told from it', () => {
    const driver = followed({ base: target });
    expect(driver.run().visit.stage).toBe('implementation');
    expect(delivered(driver)).toMatchObject({ base: { branch: 'trunk', commit: 'm2' }, keeps: 'theirs' });
    const joins = driver.events().filter(({ type }) => type === 'base.moved');
    expect(joins).toMatchObject([{ keeps: 'theirs' }]);
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
  test.each([{}, { base: target }])(
    'is followed, and what was done comes on top of it in one commit: %j',
    (base) => {
      const driver = overtaken(base).go((run) => theRepository(run).pushed === theirs.commit);
      expect(delivered(driver)).toMatchObject({ keeps: 'theirs', base: { branch: 'trunk' } });
      expect(delivered(driver).base.commit).not.toBe('m2');
      const { commit } = delivered(driver).head;
      expect(nextInput(driver, 'integrate')).toMatchObject({ onto: commit, tasks: [{ commit: 'theirs' }] });
      driver.go((run) => theRepository(run).keeps === undefined);
      expect(driver.run().visit.stage).toBe('evaluation');
      const last = driver.run().steps.map(({ as }) => as);
      expect(last).toEqual([expect.anything(), delivered(driver).head.commit, 'theirs'].slice(-last.length));
      expect(nextInput(driver, 'push')).toMatchObject({ commit: delivered(driver).head.commit });
    },
  );

  test('is one that nobody is asked about again once the run is merged', () => {
    const driver = overtaken().go();
    expect([driver.run().blocked, driver.run().ended]).toEqual([undefined, 'completed']);
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

describe('a target that moved on', () => {
  test('before anybody looked at the pull request takes the change onto it, as if it had begun there', () => {
    expect(delivered(moved({})).keeps).toBeUndefined();
  });

  test.each([
    ['approved it', { approval: 'approved' as const }],
    ['asked for changes', { approval: 'changes-requested' as const }],
    ['said something', { remarks: [aRemark('c-1', { author: { name: 'eve', association: 'NONE' } })] }],
  ])('after somebody %s comes in by a merge commit (REPLAY-8)', (_what, change) => {
    const driver = moved(change);
    const { pushed } = delivered(driver);
    expect(delivered(driver).keeps).toBe(pushed);
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(delivered(driver).head.commit).toMatch(/ on /);
    expect(nextInput(driver, 'push')).toMatchObject({ commit: delivered(driver).head.commit });
  });

  test('keeps the order to merge, through the merge commit as well (REPLAY-4)', () => {
    const driver = drive({ script: movesAfterOrder }).go();
    const gates = driver.events().filter(({ type }) => type === 'gate.decided');
    expect([driver.run().blocked, driver.run().ended, gates.length]).toEqual([undefined, 'completed', 2]);
  });
});
