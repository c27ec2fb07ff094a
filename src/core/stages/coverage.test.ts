import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  answered,
  checkedAs,
  coverageDefaults,
  coverageSpec,
  drive,
  dueNow,
  failing,
  me,
  measuredOf,
  saying,
  seenAs,
  verdictAnswer,
} from '../../../test/support/core.ts';
import type { Measured } from '../evidence/coverage.ts';
import { coverageOf } from '../evidence/coverage.ts';
import type { Effect, Outcome } from '../effects.ts';
import { evolve } from '../evolve/evolve.ts';
import type { RunEvent } from '../events.ts';
import type { CoveragePolicy } from '../policy.ts';
import { limitOf } from '../pipeline/rounds.ts';
import { openGates } from '../run.ts';
import { coverage } from './coverage.ts';

/** What is measured, one time after the other; the last for good. */
function measuring(...found: readonly (Partial<Measured> & { readonly hit: number })[]): Script {
  let at = 0;
  return (effect) => {
    if (effect.kind !== 'measure' || effect.subject === 'base') return undefined;
    const change = found[Math.min(at, found.length - 1)] ?? { hit: 10 };
    at += 1;
    const measured = { ...measuredOf(effect.input.tree, change.hit), ...change };
    return { type: 'done', kind: 'measure', result: { measured } };
  };
}

const testers =
  (outcome: Outcome): Script =>
  (effect) =>
    isTester(effect) ? outcome : undefined;

function isTester(effect: Effect): boolean {
  return effect.kind === 'attempt' && effect.subject.startsWith('coverage-');
}

const first =
  (...scripts: readonly Script[]): Script =>
  (effect, run) =>
    scripts.map((script) => script(effect, run)).find((outcome) => outcome !== undefined);

function covering(script: Script, change: Partial<CoveragePolicy> = {}, options: Options = {}): Driver {
  const policy = { ...options.policy, coverage: { ...coverageDefaults, ...change } };
  return drive({ coverage: coverageSpec, ...options, policy, script });
}

function stops(driver: Driver): readonly RunEvent[] {
  return driver.events().filter((event) => event.type === 'coverage.stopped');
}

const uncovered = (path: string, ...tests: readonly string[]): Measured['uncovered'][number] => ({
  path,
  lines: 10,
  hit: 0,
  tests,
});

const skips = (driver: Driver): readonly RunEvent[] =>
  driver.events().filter((event) => event.type === 'stage.skipped' && event.stage === 'coverage');

const unreadable: Script = (effect) =>
  effect.kind === 'measure' ? { type: 'done', kind: 'measure', result: { problem: 'words' } } : undefined;

const redInRound: Script = (effect, run) =>
  run.rounds.coverage === 1 && run.visit.stage === 'evaluation' && effect.kind === 'check'
    ? checkedAs('FAIL', effect)
    : undefined;

const replans: Script = (effect) =>
  effect.kind === 'attempt' && effect.subject === 'a' ? failing('replan-asked') : undefined;

const revise: Script = (effect, run) =>
  effect.kind === 'ask' && effect.subject === 'reviewer' && run.rounds.coverage === 1
    ? answered(verdictAnswer({ conclusion: 'revise' }))
    : undefined;

const oneFails: Script = (effect) =>
  effect.kind === 'attempt' && effect.subject === 'coverage-1-1' ? failing('outside-workspace') : undefined;

const waives = (gate: { readonly kind: string }) => (gate.kind === 'waiver' ? saying('approve') : undefined);

const wantedBefore = (driver: Driver, type: RunEvent['type']): readonly unknown[] =>
  driver
    .steps()
    .filter(({ before, event }) => before.visit.stage === 'coverage' && event.type === type)
    .map(({ before }) => coverage.wanted(before));

describe('coverage', () => {
  test('is skipped, and that is recorded, where policy or the repository has nothing to measure with', () => {
    const none = drive().to('triage');
    expect(skips(none)).toEqual([
      { type: 'stage.skipped', stage: 'coverage', because: 'no coverage command is configured or found' },
    ]);
    const off = covering(measuring({ hit: 0 }), { enabled: false }).to('triage');
    expect(skips(off)).toEqual([
      { type: 'stage.skipped', stage: 'coverage', because: 'policy sets no coverage target' },
    ]);
  });

  test('wants nothing more between one event and the next', () => {
    const skipped = drive().to('triage');
    expect(wantedBefore(skipped, 'stage.skipped')).toEqual([[]]);
    expect(wantedBefore(skipped, 'stage.entered')).toEqual([[]]);
    const atIt = covering(measuring({ hit: 9 }))
      .to('coverage')
      .run();
    expect(coverage.wanted(atIt)).not.toEqual([]);
    expect(coverage.wanted({ ...atIt, visit: { ...atIt.visit, skipped: 'so' } })).toEqual([]);
    const measured = covering(measuring({ hit: 9 })).to('triage');
    const base = expect.objectContaining({ kind: 'measure', subject: 'base' });
    expect(wantedBefore(measured, 'coverage.stopped')).toEqual([[base]]);
  });

  test('measures the head against the base, once, and is done where the target is reached', () => {
    const driver = covering(measuring({ hit: 8 })).to('coverage');
    const { head, base } = theRepository(driver.run());
    expect(driver.begin('measure').input).toEqual({
      commit: head.commit,
      tree: head.tree,
      base: base.commit,
      spec: coverageSpec,
    });
    driver.go();
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'target-reached' }]);
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().rounds.coverage).toBe(0);
  });

  test('is done where no changed line could be executed', () => {
    const driver = covering(measuring({ hit: 0, lines: 0, uncovered: [] })).to('triage');
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'nothing-to-cover' }]);
  });

  test('takes an answer of another kind for nothing', () => {
    const driver = covering(measuring({ hit: 0 })).to('coverage');
    const effect = driver.begin('measure');
    const other = { type: 'done' as const, kind: 'reserve' as const, result: {} };
    expect(coverage.interpret(driver.run(), effect, other)).toEqual([]);
  });
});

describe('a coverage round', () => {
  test('gives each file with lines that no test executes to a tester, who may touch tests only', () => {
    const files = [uncovered('src/a.ts', 'test/a.test.ts'), uncovered('src/b.ts', 'test/b.test.ts')];
    const driver = covering(measuring({ hit: 5, uncovered: files }));
    driver.go((run) => run.rounds.coverage === 1);
    expect(driver.run().visit).toMatchObject({
      stage: 'implementation',
      carry: [{ name: 'changed lines that no test executes', blob: 'measured 5' }],
    });
    expect(dueNow(driver.run())).toEqual(
      expect.arrayContaining(['attempt coverage-1-1', 'attempt coverage-1-2']),
    );
    expect(driver.begin('attempt', 'coverage-1-1').input).toMatchObject({
      fence: ['test/a.test.ts'],
      grants: [],
    });
    expect(driver.run().tasks.at(-1)?.task).toMatchObject({
      executor: 'tester',
      title: 'Tests for src/b.ts',
    });
  });

  test('gives files whose tests would be in one file to one tester (STAGES-COVERAGE-3)', () => {
    const files = [
      uncovered('src/a.ts', 'test/a.test.ts'),
      uncovered('src/b.ts', 'test/b.test.ts'),
      uncovered('src/c.ts', 'test/a.test.ts', 'test/b.test.ts'),
      uncovered('src/d.ts', 'test/a.test.ts'),
      uncovered('src/e.ts', 'test/a.test.ts'),
    ];
    const driver = covering(measuring({ hit: 5, uncovered: files }));
    driver.go((run) => run.rounds.coverage === 1);
    const planned = driver.events().find((event) => event.type === 'coverage.planned');
    expect(planned).toMatchObject({
      tasks: [
        {
          task: {
            id: 'coverage-1-1',
            title: 'Tests for src/a.ts, src/c.ts, src/d.ts and 1 more',
            tests: ['test/a.test.ts', 'test/b.test.ts'],
          },
          sources: ['src/a.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts'],
        },
      ],
    });
    expect(planned).toHaveProperty('tasks.length', 1);
  });

  test('goes through checks, evaluation and a reviewer before it is pushed to the same pull request', () => {
    const driver = covering(measuring({ hit: 5 }, { hit: 9 })).go();
    const told = driver
      .events()
      .flatMap((event) => (event.type === 'stage.entered' ? [event.stage] : []))
      .join(' ');
    expect(told).toContain('coverage implementation evaluation review completion coverage triage');
    const { head, pushed } = theRepository(driver.run());
    expect(pushed).toBe(head.commit);
    expect(driver.run().tasks.map((state) => [state.task.id, state.at])).toEqual([
      ['a', 'integrated'],
      ['coverage-1-1', 'integrated'],
    ]);
    expect(driver.events().filter((event) => event.type === 'pull-request.opened')).toHaveLength(1);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'target-reached' }]);
    expect(driver.run().ended).toBe('completed');
  });

  test('asks for no file its tester strayed to: it writes tests, and what it did besides is dropped', () => {
    const measure = measuring({ hit: 5 }, { hit: 9 });
    const strayed = { work: { commit: 'w', tree: 't', parent: 'c0', files: 1 }, why: 'why' };
    let strays = 0;
    const driver = covering((effect, run) => {
      if (effect.kind !== 'attempt' || effect.subject !== 'coverage-1-1') return measure(effect, run);
      strays += 1;
      return strays === 1 ? failing('fence-breach', { paths: ['src/near.ts'], strayed }) : undefined;
    }).go();
    expect(strays).toBe(2);
    expect(driver.run().gates.map(({ kind }) => kind)).not.toContain('widen-scope');
  });

  test('is not reviewed task by task: one look at the whole change is enough', () => {
    const plans = [aPlan([aTask('a'), aTask('b')])];
    const driver = covering(measuring({ hit: 5 }, { hit: 9 }), {}, { plans }).go();
    expect(driver.events()).toContainEqual({ type: 'task.accepted', task: 'coverage-1-1', reviewed: false });
  });

  test('calls its tasks as no other is called', () => {
    const plans = [aPlan([aTask('coverage-1-1')])];
    const driver = covering(measuring({ hit: 5 }, { hit: 9 }), {}, { plans }).go();
    expect(driver.run().tasks.map((state) => state.task.id)).toEqual(['coverage-1-1', 'coverage-1-1-x']);
  });
});

test('a run of an older version has no coverage round', () => {
  const { coverage: _coverage, ...policy } = drive().run().policy;
  expect(limitOf({ ...drive().run(), policy }, 'coverage')).toBe(0);
});

describe('coverage stops', () => {
  test('after as many rounds as policy has', () => {
    const script = measuring({ hit: 1 }, { hit: 2 }, { hit: 3 }, { hit: 4 });
    const driver = covering(script).go();
    expect(driver.run().rounds.coverage).toBe(3);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'rounds-used' }]);
    expect(driver.run().ended).toBe('completed');
  });

  test('after a round that gained less than policy asks for', () => {
    const driver = covering(measuring({ hit: 5 }, { hit: 5 }, { hit: 10 })).go();
    expect(driver.run().rounds.coverage).toBe(1);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'no-gain' }]);
  });

  test('not before a file is known that the report did not list', () => {
    const driver = covering(
      measuring({ hit: 9, unmeasured: 1, uncovered: [uncovered('src/n.ts', 'n.test.ts')] }, { hit: 9 }),
    );
    driver.go();
    expect(driver.run().rounds.coverage).toBe(1);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'target-reached' }]);
  });

  test('takes a file that the report lists now for a gain', () => {
    const files = [uncovered('src/n.ts', 'n.test.ts')];
    const script = measuring(
      { hit: 5, unmeasured: 1, uncovered: files },
      { hit: 5, uncovered: files },
      { hit: 10 },
    );
    const driver = covering(script).go();
    expect(driver.run().rounds.coverage).toBe(2);
  });

  test('where the testers have nothing to add, without asking them again', () => {
    const driver = covering(first(testers(failing('no-change')), measuring({ hit: 5 }))).go();
    const attempts = driver
      .events()
      .filter((event) => event.type === 'effect.begun' && isTester(event.effect));
    expect(attempts).toHaveLength(1);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'nothing-added' }]);
    expect(driver.run().tasks.at(-1)?.at).toBe('dropped');
    expect(driver.run().ended).toBe('completed');
  });

  test('where there is nobody to give the lines to', () => {
    const driver = covering(measuring({ hit: 5, uncovered: [] })).go();
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'nothing-added' }]);
  });

  test('where the budget has no room for a tester and a reviewer, without asking for more', () => {
    for (const budget of [{ launches: 5 }, { stages: { implementation: { launches: 1 } } }]) {
      const driver = covering(measuring({ hit: 5 }), {}, { policy: { budget } }).go();
      expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'budget' }]);
    }
  });

  test('gives no more testers work than can be paid for', () => {
    const files = ['a', 'b', 'c'].map((name) => uncovered(`src/${name}.ts`, `${name}.test.ts`));
    const policy = { budget: { launches: 6 } };
    const driver = covering(measuring({ hit: 5, uncovered: files }), {}, { policy });
    driver.go((run) => run.rounds.coverage === 1);
    expect(driver.run().tasks.filter((state) => state.task.executor === 'tester')).toHaveLength(1);
  });

  test('where it cannot be measured, and says why', () => {
    const driver = covering(unreadable).go();
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'not-measured', detail: 'words' }]);
    expect(driver.run().ended).toBe('completed');
  });

  test('where measuring itself fails again and again', () => {
    const driver = covering((effect) => (effect.kind === 'measure' ? failing('disk-full') : undefined)).go();
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'not-measured' }]);
    expect(driver.run().ended).toBe('completed');
  });

  test('for good: what comes back on the pull request is measured, and no tester is asked again (STAGES-COVERAGE-2)', () => {
    let looks = 0;
    const script = first(measuring({ hit: 5 }), (effect, run) => {
      if (effect.kind !== 'inspect') return undefined;
      looks += 1;
      return looks === 1 ? seenAs({ checks: 'failure' })(run) : undefined;
    });
    const driver = covering(script).go();
    expect(driver.run().rounds).toMatchObject({ coverage: 1, triage: 1 });
    expect(stops(driver)).toEqual([
      { type: 'coverage.stopped', because: 'no-gain' },
      { type: 'coverage.stopped', because: 'no-gain' },
    ]);
  });

  test('and may begin again where the target was reached before', () => {
    let looks = 0;
    const script = first(measuring({ hit: 9 }, { hit: 5 }, { hit: 9 }), (effect, run) => {
      if (effect.kind !== 'inspect') return undefined;
      looks += 1;
      return looks === 1 ? seenAs({ checks: 'failure' })(run) : undefined;
    });
    const driver = covering(script).go();
    expect(driver.run().rounds).toMatchObject({ coverage: 1, triage: 1 });
  });
});

describe('what the testers added', () => {
  test('is left out where the checks fail with it: the run has again what its pull request holds (EVIDENCE-COVERAGE-3)', () => {
    const driver = covering(first(redInRound, measuring({ hit: 5 }))).to('coverage');
    const { head } = theRepository(driver.run());
    const { evidence, review } = driver.run();
    driver.go();
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'left-out', back: head }]);
    expect(theRepository(driver.run())).toMatchObject({ head, pushed: head.commit });
    expect(driver.run()).toMatchObject({ evidence, review, ended: 'completed' });
    expect(driver.run().tasks.map(({ at }) => at)).toEqual(['integrated', 'dropped']);
  });

  test('does not come back with a target that moves later, once it was left out (EVIDENCE-COVERAGE-3)', () => {
    const base = { commit: 'c9', tree: 'tree c9' };
    const movedOn: Script = (effect, run) =>
      effect.kind === 'inspect' && theRepository(run).base.commit !== base.commit
        ? seenAs({ base })(run)
        : undefined;
    const driver = covering(
      first(
        movedOn,
        (effect, run) => (run.rounds.rebase === 0 ? redInRound(effect, run) : undefined),
        measuring({ hit: 5 }),
      ),
    );
    driver.go((run) => run.replay.length > 0);
    expect(driver.run().replay.map(({ task }) => task)).toEqual(['a']);
    expect(driver.run().replay.every(({ commit }) => !commit.startsWith('coverage-'))).toBe(true);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('stays where somebody else pushed meanwhile: what was before is pushed over nobody’s (EVIDENCE-COVERAGE-3)', () => {
    const theirs = { commit: 'theirs', tree: 'tree theirs' };
    const pushes: Script = (effect, run) => {
      const { pushed, pullRequest } = theRepository(run);
      if (pushed === theirs.commit || pullRequest === undefined) return undefined;
      if (effect.kind === 'push') return failing('ref-moved');
      return effect.kind === 'inspect' && run.visit.stage === 'triage'
        ? seenAs({ head: theirs.commit, foreign: { ...theirs, isOnTop: true } })(run)
        : undefined;
    };
    const redOnTop: Script = (effect, run) =>
      effect.kind === 'check' && theRepository(run).pushed === theirs.commit
        ? checkedAs('FAIL', effect)
        : undefined;
    const driver = covering(first(pushes, redOnTop, measuring({ hit: 5 })));
    driver.go((run) => run.rounds.pushes > 0 && run.visit.stage === 'evaluation');
    const { head } = theRepository(driver.run());
    expect(head.commit).toContain(theirs.commit);
    driver.go((run) => run.visit.stage !== 'evaluation');
    expect(driver.run().visit.stage).toBe('analysis'); // as any change that fails its checks
    expect(stops(driver)).toEqual([]);
    expect(theRepository(driver.run()).head).toEqual(head);
  });

  test('leaves what was planned and dropped before as it was', () => {
    const plans = [aPlan([aTask('a')]), aPlan([aTask('b')])];
    const driver = covering(first(replans, redInRound, measuring({ hit: 5 })), {}, { plans }).go();
    expect(driver.run().tasks.map(({ at }) => at)).toEqual(['dropped', 'integrated', 'dropped']);
  });

  test('takes along no work on what was there before: that is as its pull request has it', () => {
    const driver = covering(first(redInRound, measuring({ hit: 5 })));
    driver.go((run) => run.rounds.coverage === 1 && run.visit.stage === 'implementation');
    const run = driver.run();
    const tasks = run.tasks.map((state) =>
      state.task.id === 'a' ? { ...state, at: 'todo' as const } : state,
    );
    const back = { commit: 'c', tree: 'tree c' };
    const event = { type: 'coverage.stopped', because: 'left-out', back } as const;
    const after = evolve({ ...run, tasks }, event, 1);
    expect(after.tasks.map(({ at }) => at)).toEqual(['integrated', 'dropped']);
  });

  test('is left out where the reviewer does not pass it, once the fix round is used', () => {
    const driver = covering(first(revise, measuring({ hit: 5 }))).go();
    expect(driver.run().rounds.fix).toBe(1);
    expect(stops(driver)).toMatchObject([{ because: 'left-out' }]);
    expect(driver.run().ended).toBe('completed');
  });

  test('stays where a person wants the change planned anew: there is nothing to go back to then', () => {
    let asked = 0;
    const driver = covering(
      measuring({ hit: 5 }, { hit: 9 }),
      {},
      {
        policy: { gates: { delivery: true } },
        person: (gate) =>
          gate.kind === 'delivery' && (asked += 1) === 2 ? saying('revise', 'rename it') : undefined,
      },
    );
    driver.go((run) => run.rounds.review === 1);
    expect(driver.run().visit.stage).toBe('planning');
    expect(coverageOf(driver.run()).round).toBeUndefined();
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is dropped task by task: one tester who fails leaves the others their work', () => {
    const files = [uncovered('src/a.ts', 'a.test.ts'), uncovered('src/b.ts', 'b.test.ts')];
    const driver = covering(first(oneFails, measuring({ hit: 5, uncovered: files }, { hit: 9 }))).go();
    expect(driver.run().tasks.map(({ at }) => at)).toEqual(['integrated', 'dropped', 'integrated']);
    expect(driver.events()).toContainEqual({
      type: 'task.failed',
      task: 'coverage-1-1',
      reason: 'outside-workspace',
      replan: false,
      dropped: true,
    });
  });
});

describe('a tester who cannot test the code as it is', () => {
  const wantsSource = first(testers(failing('replan-asked', { detail: 'no seam' })), measuring({ hit: 5 }));

  test('may touch it if a person lets them', () => {
    const driver = covering(
      wantsSource,
      {},
      { person: (gate) => (gate.kind === 'plan' ? undefined : saying('approve')) },
    );
    driver.go((run) => openGates(run).some((gate) => gate.kind === 'widen-scope'));
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'widen-scope', subject: 'coverage-1-1', paths: ['src/a.ts'] },
    ]);
    driver.decide('widen-scope');
    expect(driver.begin('attempt', 'coverage-1-1').input).toMatchObject({ grants: ['src/a.ts'] });
  });

  test('is left out if that was of no use', () => {
    const driver = covering(wantsSource).go();
    expect(driver.run().tasks.at(-1)?.at).toBe('dropped');
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'nothing-added' }]);
    expect(driver.run().gates.filter((gate) => gate.kind === 'widen-scope')).toHaveLength(1);
  });

  test('is left out where nobody is asked about plans', () => {
    const driver = covering(wantsSource, {}, { policy: { gates: { plan: false } } }).go();
    expect(driver.run().gates.some((gate) => gate.kind === 'widen-scope')).toBe(false);
    expect(driver.run().tasks.at(-1)?.at).toBe('dropped');
  });
});

describe('a person who wants no more coverage', () => {
  const skip = { type: 'coverage.skip', by: me } as const;

  test('has the stage skipped when the run comes to it, and says so once', () => {
    const driver = covering(measuring({ hit: 5 }), { require: true }).to('planning');
    driver.send(skip);
    expect(driver.refused(skip)).toMatchObject({ refused: 'STATE_MISMATCH', expected: 'coverage' });
    driver.go();
    expect(skips(driver)).toEqual([
      { type: 'stage.skipped', stage: 'coverage', because: 'a person wants none' },
    ]);
    expect(driver.run().ended).toBe('completed');
  });

  test('ends it while it is measured', () => {
    const driver = covering(measuring({ hit: 5 }), { require: true }).to('coverage');
    driver.begin('measure');
    driver.send(skip);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'skipped' }]);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('has what testers are at work on left out', () => {
    const driver = covering(measuring({ hit: 5 })).to('coverage');
    const { head } = theRepository(driver.run());
    driver.go((run) => run.rounds.coverage === 1 && run.visit.stage === 'review');
    driver.send(skip);
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'skipped', back: head }]);
    expect(theRepository(driver.go().run())).toMatchObject({ head, pushed: head.commit });
    expect(driver.run().ended).toBe('completed');
  });

  test('lets what is being delivered be delivered', () => {
    const driver = covering(measuring({ hit: 5 }));
    driver.go((run) => run.rounds.coverage === 1 && run.visit.stage === 'completion');
    const { head } = theRepository(driver.run());
    driver.send(skip);
    expect(theRepository(driver.go().run())).toMatchObject({ head, pushed: head.commit });
    expect(driver.run().ended).toBe('completed');
  });
});

describe('coverage that policy requires', () => {
  const require = { require: true };

  test('needs a waiver below the target, with what is not executed to read (STAGES-COVERAGE-1)', () => {
    const driver = covering(measuring({ hit: 5 }), require, { person: waives });
    driver.go((run) => openGates(run).some((gate) => gate.kind === 'waiver'));
    expect(openGates(driver.run())).toMatchObject([
      {
        kind: 'waiver',
        subject: 'coverage',
        digest: `coverage.${theRepository(driver.run()).head.commit}`,
        blob: 'measured 5',
      },
    ]);
    driver.decide('waiver');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('stops the run where a person says no', () => {
    const driver = covering(measuring({ hit: 5 }), require, {
      person: (gate) => (gate.kind === 'waiver' ? saying('reject') : undefined),
    });
    expect(driver.go().run().blocked).toBe('a person said no at a gate');
  });

  test('asks nobody where the target is reached', () => {
    const driver = covering(measuring({ hit: 9 }), require).go();
    expect(driver.run().gates.some((gate) => gate.kind === 'waiver')).toBe(false);
  });

  test('needs a waiver where there is nothing to measure with', () => {
    const driver = drive({ policy: { coverage: { ...coverageDefaults, require: true } } });
    driver.go((run) => openGates(run).some((gate) => gate.kind === 'waiver'));
    expect(stops(driver)).toEqual([{ type: 'coverage.stopped', because: 'no-command' }]);
    expect(openGates(driver.run())[0]?.blob).toBeUndefined();
    driver.decide('waiver');
    expect(driver.go().run().ended).toBe('completed');
  });
});
