import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { aPlan, aTask, checkedAs, drive, failing, saying, seenAs } from '../../../test/support/core.ts';
import type { Driver, Script } from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';
import { evolve } from '../evolve/evolve.ts';
import { mergingOf } from './queue.ts';
import { openGates } from '../run.ts';
import { mergingNow } from './replay.ts';
import { startable } from './schedule.ts';

const base = { commit: 'c9', tree: 'tree c9' };
const chained = aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] }), aTask('c')]);

/** The target moves on while the run is at its end. */
const movedOn: Script = (effect, run) =>
  effect.kind === 'inspect' && theRepository(run).base.commit !== base.commit
    ? seenAs({ base })(run)
    : undefined;

/** Up to where everything has to come onto the new base. */
function onNewBase(script: Script = movedOn): Driver {
  const driver = drive({ plans: [chained], script });
  return driver.go((run) => run.replay.length > 0 && theRepository(run).baseline?.tree === base.tree);
}

function integrating(driver: Driver): Effect<'integrate'> {
  const due = effectsDue(driver.run()).find((effect) => effect.kind === 'integrate');
  if (due?.kind !== 'integrate') throw new Error('nothing is to be merged');
  return due;
}

const tasksOf = (driver: Driver): readonly string[] =>
  mergingOf(integrating(driver).input).map((item) => item.task);

const conflictIn = (task: string, chain: readonly string[] = []) => ({
  type: 'done' as const,
  kind: 'integrate' as const,
  result: {
    chain: chain.map((id) => ({ task: id, commit: `again ${id}`, tree: `tree again ${id}` })),
    conflict: { task, detail: 'both sides', paths: ['src/a.ts'] },
  },
});

/** The task that has to be done anew is given up there. */
const failingIn =
  (reason: 'replan-asked' | 'disk-full'): Script =>
  (effect, run) => {
    if (effect.kind === 'attempt' && run.rounds.rebase === 1 && effect.subject === 'a') {
      return failing(reason);
    }
    return movedOn(effect, run);
  };

describe('a change whose target moved on', () => {
  test('is put onto it step by step, in the order in which it was made, after the base was checked', () => {
    const driver = drive({ plans: [chained], script: movedOn }).go((run) => run.replay.length > 0);
    const before = driver.events().flatMap((event) => (event.type === 'task.integrated' ? [event.task] : []));
    const kinds = effectsDue(driver.run()).map((effect) => effect.subject);
    expect(kinds).toContain('baseline');
    expect(kinds).not.toContain('queue');
    driver.perform('check', 'baseline');
    expect(theRepository(driver.run())).toMatchObject({ base, head: base });
    expect(tasksOf(driver)).toEqual(before);
    expect(integrating(driver).input.onto).toBe('c9');
  });

  test('is checked, reviewed, pushed and merged there', () => {
    const driver = onNewBase().go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().rounds).toMatchObject({ rebase: 1, triage: 0 });
    expect(
      driver
        .run()
        .steps.map((step) => step.task)
        .toSorted(),
    ).toEqual(['a', 'b', 'c']);
    const pushes = driver.events().filter((event) => event.type === 'branch.pushed');
    expect(pushes).toHaveLength(2);
  });

  test('needs no second order while it is the same change (REPLAY-4)', () => {
    const heads: string[] = [];
    let tried = 0;
    drive({
      plans: [chained],
      script: (effect, run) => {
        if (effect.kind !== 'merge') return tried > 0 ? movedOn(effect, run) : undefined;
        tried += 1;
        return tried === 1 ? { type: 'done', kind: 'merge', result: { moved: base } } : undefined;
      },
      person: (gate) => {
        if (gate.kind === 'merge') heads.push(gate.digest);
        return undefined;
      },
    }).go();
    expect(heads).toHaveLength(1);
  });

  test('is not merged where the target moves after the order: the merge says so', () => {
    let tried = 0;
    const driver = drive({
      plans: [chained],
      script: (effect, run) => {
        if (effect.kind === 'merge') tried += 1;
        if (effect.kind === 'merge' && tried === 1) {
          return { type: 'done', kind: 'merge', result: { moved: base } };
        }
        return tried > 0 ? movedOn(effect, run) : undefined;
      },
    }).go();
    expect(driver.run().ended).toBe('completed');
    expect([tried, driver.run().rounds.rebase]).toEqual([2, 1]);
    const asked = driver
      .events()
      .filter((event) => event.type === 'gate.opened' && event.request.kind === 'merge');
    expect(asked).toHaveLength(1);
  });

  test('needs no second order where `merge` gave the first one (REPLAY-4)', () => {
    const driver = drive({ plans: [chained] }).go((run) =>
      openGates(run).some((gate) => gate.kind === 'merge'),
    );
    const head = theRepository(driver.run()).head.commit;
    driver.send({ type: 'run.merge', by: driver.run().by, head });
    driver.perform('merge', 'pull-request', { type: 'done', kind: 'merge', result: { moved: base } });
    driver.perform('inspect', 'pull-request', seenAs({ base })(driver.run()));
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(driver.run().mergeOrder?.head).toBe(theRepository(driver.run()).head.commit);
    expect(theRepository(driver.run()).head.commit).not.toBe(head);
  });

  test('is not ordered by a yes to another head, nor by a no to this one (REPLAY-4)', () => {
    const driver = drive({ plans: [chained] }).go((run) =>
      openGates(run).some((gate) => gate.kind === 'merge'),
    );
    driver.decide('merge');
    const { mergeOrder: _order, ...run } = driver.run();
    const movedWith = (change: Partial<(typeof run.gates)[number]>): unknown => {
      const gates = run.gates.map((gate) => (gate.kind === 'merge' ? { ...gate, ...change } : gate));
      return evolve({ ...run, gates, mergeOrder: undefined }, { type: 'base.moved', base }, 1).mergeOrder;
    };
    expect(movedWith({})).toMatchObject({ head: base.commit });
    expect(movedWith({ digest: 'another head' })).toBeUndefined();
    expect(movedWith({ decision: { answer: 'revise', by: run.by } })).toBeUndefined();
    expect(movedWith({ kind: 'delivery' })).toBeUndefined();
  });

  test('needs another order where a part of it was done anew (REPLAY-4)', () => {
    const driver = drive({ plans: [chained] }).go((run) =>
      openGates(run).some((gate) => gate.kind === 'merge'),
    );
    driver.decide('merge');
    driver.perform('merge', 'pull-request', { type: 'done', kind: 'merge', result: { moved: base } });
    driver.perform('inspect', 'pull-request', seenAs({ base })(driver.run()));
    driver.perform('check', 'baseline');
    driver.perform('integrate', 'queue', conflictIn('a', ['c']));
    driver.perform('check', 'queue');
    driver.go((run) => run.visit.stage === 'evaluation');
    expect(driver.run().mergeOrder?.head).not.toBe(theRepository(driver.run()).head.commit);
    driver.go((run) => openGates(run).some((gate) => gate.kind === 'merge'));
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'merge', digest: theRepository(driver.run()).head.commit },
    ]);
  });
});

describe('a step that does not fit the new base', () => {
  test('goes back to its implementer with both sides; what depends on it waits, the rest goes on', () => {
    const driver = onNewBase();
    const old = driver.run().replay.find((step) => step.task === 'a');
    driver.perform('integrate', 'queue', conflictIn('a', ['c']));
    driver.perform('check', 'queue');
    const { tasks } = driver.run();
    expect(tasks.map((state) => [state.task.id, state.at])).toEqual([
      ['a', 'todo'],
      ['b', 'accepted'],
      ['c', 'integrated'],
    ]);
    const [attempt] = effectsDue(driver.run()).filter((effect) => effect.kind === 'attempt');
    expect(attempt?.input).toMatchObject({
      task: 'a',
      collision: { base: old?.parent, mine: old?.commit, others: 'again c' },
    });
    expect(effectsDue(driver.run()).some((effect) => effect.kind === 'integrate')).toBe(false);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('comes before what depends on it once it is done anew (REPLAY-2)', () => {
    const driver = onNewBase();
    driver.perform('integrate', 'queue', conflictIn('a'));
    driver.go((run) => run.tasks.some((state) => state.task.id === 'a' && state.at === 'accepted'));
    expect(tasksOf(driver)).toEqual(['a', 'b']);
  });

  test('is not in the way of its own redoing, although both touch one file', () => {
    const shared = aPlan([
      aTask('a', { files: ['x.ts'] }),
      aTask('b', { files: ['x.ts'], dependsOn: ['a'] }),
    ]);
    const driver = drive({ plans: [shared], script: movedOn }).go(
      (run) => run.replay.length > 0 && theRepository(run).baseline?.tree === base.tree,
    );
    driver.perform('integrate', 'queue', conflictIn('a'));
    expect(startable(driver.run()).map((state) => state.task.id)).toEqual(['a']);
  });
});

describe('a step that cannot be done anew on the new base', () => {
  test('is planned anew, with all that depends on it, and nothing waits for what that took the place of', () => {
    const plans = [chained, aPlan([aTask('d')])];
    const driver = drive({ plans, script: failingIn('replan-asked') });
    driver.go((run) => run.replay.length > 0 && theRepository(run).baseline?.tree === base.tree);
    driver.perform('integrate', 'queue', conflictIn('a', ['c']));
    driver.go((run) => run.visit.stage === 'planning');
    expect(driver.run().visit).toMatchObject({
      stage: 'planning',
      because: 'a task has to be planned again',
    });
    driver.go((run) => run.tasks.some((state) => state.task.id === 'd'));
    expect(driver.run().replay).toEqual([]);
    expect(driver.go().run().ended).toBe('completed');
    expect(driver.run().tasks.map((state) => [state.task.id, state.at])).toEqual([
      ['a', 'dropped'],
      ['b', 'dropped'],
      ['c', 'integrated'],
      ['d', 'integrated'],
    ]);
  });

  test('blocks the run with that reason, although others wait for it', () => {
    const driver = onNewBase(failingIn('disk-full'));
    driver.perform('integrate', 'queue', conflictIn('a', ['c']));
    driver.go();
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });
});

test('a task that delivered twice comes again with both of its steps', () => {
  const driver = drive({
    plans: [aPlan([aTask('a'), aTask('c')])],
    script: (effect, run) => (run.rounds.triage === 0 ? undefined : movedOn(effect, run)),
    person: (gate, run) =>
      gate.kind === 'merge' && run.rounds.triage === 0 ? saying('revise', 'once more') : undefined,
  }).go((run) => run.replay.length > 0 && theRepository(run).baseline?.tree === base.tree);
  expect(tasksOf(driver)).toEqual(['a', 'c', 'c']);
  const chain = ['a', 'c', 'c'].map((task, at) => ({
    task,
    commit: `again ${at}`,
    tree: `tree again ${at}`,
  }));
  driver.perform('integrate', 'queue', { type: 'done', kind: 'integrate', result: { chain } });
  // The end is red, what comes before is not: the second step of c is the culprit, its first one stays.
  const check = driver.begin('check', 'queue');
  driver.end(check, checkedAs('FAIL', check));
  driver.perform('check', 'queue');
  driver.perform('check', 'queue');
  expect(driver.run().tasks.map((state) => [state.task.id, state.at])).toEqual([
    ['a', 'integrated'],
    ['c', 'todo'],
  ]);
  expect(driver.go().run().ended).toBe('completed');
});

test('a step whose task no plan knows any more comes again as one of the last task; who is no part of the change stays out', () => {
  const driver = drive({ plans: [aPlan([aTask('a'), aTask('c')])] }).to('review');
  const run = driver.run();
  const [first] = run.steps;
  if (first === undefined) throw new Error('something was integrated');
  const moved = evolve(
    {
      ...run,
      steps: [{ ...first, task: 'gone' }, first],
      tasks: run.tasks.map((state, at) => (at === 0 ? { ...state, at: 'dropped' } : state)),
    },
    { type: 'base.moved', base },
    1,
  );
  const { as: _as, ...change } = first; // what it was on the old branch is nothing on the new one
  const lasts = { ...change, task: 'c' };
  expect(moved.replay).toEqual([lasts, lasts]); // the second one's task was given up
  expect(moved.tasks.map((state) => state.at)).toEqual(['dropped', 'accepted']);
});

test('what is new comes behind what comes again, but for what that depends on (REPLAY-2)', () => {
  const driver = onNewBase();
  driver.perform('integrate', 'queue', conflictIn('a'));
  driver.go((run) => run.tasks.some((state) => state.task.id === 'a' && state.at === 'accepted'));
  const run = driver.run();
  const again = run.replay.filter((step) => step.task !== 'a');
  expect(again.map((step) => step.task)).toEqual(['b']);
  const tasks = run.tasks.map((state) => {
    const task = { ...state.task, dependsOn: state.task.id === 'c' ? ['a'] : [] };
    return { ...state, at: 'accepted' as const, task };
  });
  expect(mergingNow({ ...run, tasks }).map((step) => step.task)).toEqual(['b', 'a', 'c']);
});
