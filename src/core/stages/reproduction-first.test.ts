import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  aTicket,
  analysisAnswer,
  answered,
  checkedAs,
  drive,
  evidenceOf,
  seenAs,
  taskOf,
  testCheck,
} from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import type { CheckSpec, Evidence } from '../evidence/evidence.ts';
import { keptPaths, reproductionText } from './reproduction-first.ts';

const lint: CheckSpec = { ...testCheck, name: 'lint', kind: 'lint' };
const path = 'test/bug.test.js';
const named = { counts: { passed: 4, failed: 2, skipped: 0 }, fresh: 1, known: 1 };

function red(change: Partial<Evidence> = {}): Evidence {
  return { ...evidenceOf(testCheck, 'tree r', 'FAIL'), because: 'exit', ...named, ...change };
}

/** A bug that a test shows, made on the commit that was analysed. */
function shown(evidence: readonly Evidence[], parent?: string): Script {
  return (effect, run) => {
    if (effect.kind === 'ask' && effect.subject === 'investigator') {
      const reproduction = {
        commit: 'r',
        tree: 'tree r',
        path,
        blob: 'bug',
        parent: parent ?? theRepository(run).head.commit,
      };
      return answered(analysisAnswer({ reproduced: false, reproduction }));
    }
    if (effect.kind === 'check' && effect.subject === 'reproduction') {
      return { type: 'done', kind: 'check', result: { evidence } };
    }
    return undefined;
  };
}

const seen = shown([red(), evidenceOf(lint, 'tree r')]);

const target = { commit: 'c9', tree: 'tree c9' };
/** The target moves on while the run is at its end. */
const movedOn: Script = (effect, run) =>
  effect.kind === 'inspect' && theRepository(run).base.commit !== target.commit
    ? seenAs({ base: target })(run)
    : seen(effect, run);
const twoTasks = aPlan([
  aTask('mend', { files: ['src/mend.ts'], tests: [path] }),
  aTask('after', { files: ['src/after.ts'], tests: [], dependsOn: ['mend'] }),
]);

const unnamed: Script = (effect, run) =>
  effect.kind === 'check' && effect.subject === 'reproduction'
    ? { type: 'done', kind: 'check', result: { evidence: [red({ fresh: 0 })] } }
    : movedOn(effect, run);

const options = (change: Options = {}): Options => ({
  ticket: { ...aTicket, type: 'bugfix', workType: 'fix' },
  checks: [testCheck, lint],
  script: seen,
  ...change,
});
const committed = (driver: Driver) =>
  driver.events().filter((event) => event.type === 'reproduction.committed');

function atWork(change: Options = {}): Driver {
  const driver = drive(options(change));
  return driver.go(() => driver.run().visit.stage === 'implementation');
}

const redOnce: Script = (effect, run) =>
  effect.kind === 'check' && run.visit.stage === 'evaluation' && run.rounds.bug === 0
    ? checkedAs('FAIL', effect)
    : shown([red(), evidenceOf(lint, 'tree r')], 'c0')(effect, run);

const twice: Script = (effect, run) => {
  const again = run.rounds.bug > 0;
  if (effect.kind === 'check' && run.visit.stage === 'evaluation' && !again) return checkedAs('FAIL', effect);
  if (effect.kind !== 'ask' || effect.subject !== 'investigator' || !again) return seen(effect, run);
  const parent = theRepository(run).head.commit;
  const reproduction = { commit: 'r2', tree: 'tree r2', path: 'test/more.test.js', blob: 'more', parent };
  return answered(analysisAnswer({ reproduced: false, reproduction }));
};

describe('[P1] a test that was seen red', () => {
  test('is on the run branch before any task starts, and every task starts from it', () => {
    const driver = atWork();
    expect(committed(driver)).toEqual([
      { type: 'reproduction.committed', path, head: { commit: 'r', tree: 'tree r' } },
    ]);
    expect(theRepository(driver.run()).head).toEqual({ commit: 'r', tree: 'tree r' });
    expect(driver.begin('attempt').input).toMatchObject({ parent: 'r', kept: [path] });
  });

  test('is committed once, however often the plan comes back', () => {
    const driver = drive(options({ script: redOnce }));
    driver.go(() => driver.run().visit.stage === 'review');
    expect(driver.run().rounds.bug).toBe(1);
    expect(committed(driver)).toHaveLength(1);
  });

  test('comes first in a later round too, beside the one before it', () => {
    const driver = drive(options({ script: twice }));
    driver.go(() => driver.run().rounds.bug === 1).to('implementation');
    expect(theRepository(driver.run()).head.commit).toBe('r2');
    expect(driver.begin('attempt').input).toMatchObject({ parent: 'r2', kept: [path, 'test/more.test.js'] });
    expect(driver.run().proofs).toMatchObject([
      { commit: 'r', onto: 'c0' },
      { commit: 'r2', onto: expect.stringMatching(/^head /) },
    ]);
  });

  test('goes along with the work that was made on it where the target moves on, and anybody may add it there', () => {
    const driver = drive(options({ script: movedOn, plans: [twoTasks] }));
    driver.go((run) => run.replay.length > 0);
    expect(driver.run().replay).toMatchObject([
      { task: 'mend', parent: 'c0' },
      { task: 'after', parent: expect.stringContaining('mend') },
    ]);
    expect(driver.run().proofs).toMatchObject([{ path, onto: 'c0', moved: true }]);
    expect(keptPaths(driver.run())).toEqual({});
    expect(reproductionText(driver.run())).toMatchObject([
      { name: `reproduction of the bug, a test to add unchanged as ${path}` },
    ]);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('that came with the fix is part of it where the target moves on', () => {
    const driver = drive(options({ script: unnamed, plans: [twoTasks] }));
    driver.go((run) => run.replay.length > 0);
    expect(driver.run().proofs).toMatchObject([{ path, commit: 'r' }]);
    expect(driver.run().proofs[0]).not.toHaveProperty('moved');
    expect(driver.run().replay[0]).toMatchObject({ task: 'mend', parent: 'c0' });
  });

  test('is announced to the planner, and told to the implementer as there', () => {
    const driver = drive(options());
    driver.go(() => driver.run().visit.stage === 'planning');
    driver.perform('check', 'reproduction');
    expect(JSON.stringify(driver.begin('ask', 'planner').input)).toContain(
      `a test that Slipway commits first as ${path}`,
    );
    expect(JSON.stringify(atWork().begin('attempt').input)).toContain(
      `committed first as ${path}: leave it as it is`,
    );
  });

  test.each([
    ['names no test that fails', [red({ fresh: 0 })]],
    ['names fewer than it counts', [red({ known: 0 })]],
    ['counts nothing', [{ ...evidenceOf(testCheck, 'tree r', 'FAIL'), because: 'exit' as const, fresh: 1 }]],
    ['leaves a linter red that nobody may satisfy', [red(), { ...evidenceOf(lint, 'tree r', 'FAIL') }]],
  ])('whose runner %s comes with the fix, as ever (G1)', (_, evidence) => {
    const driver = atWork({ script: shown(evidence) });
    expect(driver.run().analysis?.reproduced).toBe(true);
    expect(committed(driver)).toEqual([]);
    const { input } = driver.begin('attempt');
    expect(input).not.toHaveProperty('kept');
    expect(JSON.stringify(input)).toContain(`a test to add unchanged as ${path}`);
  });

  test('that was made on another commit, or by an older version, is not put onto this one', () => {
    expect(committed(atWork({ script: shown([red()], 'elsewhere') }))).toEqual([]);
  });
});

const excuses = ({ input }: Effect<'check'>): boolean => JSON.stringify(input.against).includes('"fresh":1');

/** Whether each check of this subject excuses the test, in the order they were begun. */
function excusedIn(driver: Driver, subject: string): readonly boolean[] {
  return driver.events().flatMap((event) => {
    const effect = event.type === 'effect.begun' ? event.effect : undefined;
    return effect?.kind === 'check' && effect.subject === subject ? [excuses(effect)] : [];
  });
}

describe('the test that is red on the branch (REPRODUCTION-FIRST-2)', () => {
  const plans = [
    aPlan([
      aTask('other', { files: ['src/other.ts'], tests: [] }),
      aTask('after', { files: ['src/after.ts'], tests: [] }),
      aTask('mend', { files: ['src/mend.ts'], tests: [path] }),
    ]),
  ];
  const working = (change: Options = {}) => atWork({ plans, policy: { slots: 3 }, ...change });

  const evaluated = (change: Options = {}): Driver => {
    const driver = drive(options({ plans, policy: { slots: 3 }, ...change }));
    return driver.go(() => driver.run().visit.stage === 'evaluation');
  };

  test('is excused for a task that is not to mend it, and for nobody else', () => {
    const driver = evaluated();
    expect(excusedIn(driver, 'task-other')).toEqual([true]);
    expect(excusedIn(driver, 'task-mend')).toEqual([false]);
  });

  test('is excused for no other task once those that say they mend it are in', () => {
    const mends = [
      aPlan([
        aTask('mend', { files: ['src/mend.ts'], tests: [path] }),
        aTask('next', { files: ['src/next.ts'], tests: [], dependsOn: ['mend'] }),
        aTask('last', { files: ['src/last.ts'], tests: [], dependsOn: ['next'] }),
      ]),
    ];
    expect(excusedIn(evaluated({ plans: mends }), 'task-next')).toEqual([false]);
  });

  test('keeps what the base says of the other checks', () => {
    const driver = working();
    driver.go(() => taskOf(driver.run(), 'other').at === 'checking');
    const { input } = driver.begin('check', 'task-other');
    expect(input).toMatchObject({
      against: [
        { check: 'test', tree: 'tree r' },
        { check: 'lint', tree: 'tree c0' },
      ],
    });
  });

  test('is asked for in a chain from the task on that mends it', () => {
    const driver = working();
    const all = ['other', 'after', 'mend'];
    for (const id of all) driver.perform('attempt', id);
    for (const id of all.toReversed()) driver.perform('check', `task-${id}`);
    for (const id of all.toReversed()) driver.perform('ask', `reviewer-${id}`);
    expect(excusedIn(driver, 'task-after')).toEqual([true]);
    driver.perform('integrate');
    const last = driver.begin('check', 'queue'); // the end of the chain, with all of them in it
    driver.end(last, checkedAs('FAIL', last));
    driver.perform('check', 'queue'); // its first half, without the task that mends the bug
    expect(excusedIn(driver, 'queue')).toEqual([false, true]);
  });

  test('is asked for of a task that starts where it is mended already', () => {
    const driver = atWork({
      plans: [twoTasks],
    });
    driver.go(() => driver.run().visit.stage === 'evaluation');
    expect(excusedIn(driver, 'task-after')).toEqual([false]);
  });

  test('is excused until the last task where none says that it mends it', () => {
    const unsaid = [
      aPlan([aTask('one', { files: ['a'], tests: [] }), aTask('two', { files: ['b'], tests: [] })]),
    ];
    expect(excusedIn(evaluated({ plans: unsaid }), 'task-one')).toEqual([true]);
    const alone = [aPlan([aTask('one', { files: ['a'], tests: [] })])];
    expect(excusedIn(evaluated({ plans: alone }), 'task-one')).toEqual([false]);
  });

  test('is excused by nobody when the whole change is evaluated', () => {
    const driver = evaluated();
    const { input } = driver.begin('check', 'run');
    expect(input).toMatchObject({ proofs: [{ path, commit: 'r', onto: 'c0' }] });
    expect(JSON.stringify('against' in input ? input.against : [])).not.toContain('"fresh":1');
  });
});

test('[P1] a test that stayed green is no proof, and is put onto no branch', () => {
  const green = [evidenceOf(testCheck, 'tree r'), evidenceOf(lint, 'tree r')];
  const driver = atWork({ script: shown(green) });
  expect(driver.run().analysis?.reproduced).toBe(false);
  expect(driver.run().proofs).toEqual([]);
  expect(committed(driver)).toEqual([]);
});
