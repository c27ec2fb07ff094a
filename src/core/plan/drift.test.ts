import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import { aPlan, aTask, drive, me, saying, seenAs } from '../../../test/support/core.ts';
import type { MovedBase } from '../remarks/seen.ts';
import { effectsDue } from '../effects-due.ts';
import type { Answer } from '../gates/gate.ts';
import { openGates } from '../run.ts';
import { awaitsDrift } from './drift.ts';

const plan = aPlan([aTask('a'), aTask('b')]);
const moves: readonly MovedBase[] = [
  { commit: 'c7', tree: 'tree c7', drift: ['src/a.ts', 'src/b.ts'] },
  { commit: 'c8', tree: 'tree c8' },
  { commit: 'c9', tree: 'tree c9', drift: ['src/a.ts'] },
];

/** The target moves on so many times while the run is at its end, from one of these to the next. */
function moving(to: readonly MovedBase[]): Script {
  return (effect, run) => {
    const at = to.findIndex((base) => base.commit === theRepository(run).base.commit);
    const next = to[at + 1];
    return effect.kind === 'inspect' && next !== undefined ? seenAs({ base: next })(run) : undefined;
  };
}

const answering = (...answers: readonly Answer[]): Pick<Options, 'person'> => {
  const left = [...answers];
  return { person: (gate) => (gate.kind === 'drift' ? saying(left.shift() ?? 'approve') : undefined) };
};

function gatesOf(driver: Driver): readonly string[] {
  return driver
    .events()
    .flatMap((event) =>
      event.type === 'gate.opened' && event.request.kind === 'drift' ? [event.request.digest] : [],
    );
}

const asked = (driver: Driver) => driver.go((run) => openGates(run).some((gate) => gate.kind === 'drift'));

describe('a target that changed what the approved plan names [P6]', () => {
  test('is asked about before anything is put onto it (DRIFT-2)', () => {
    const driver = asked(drive({ plans: [plan], script: moving(moves.slice(0, 1)) }));
    expect(openGates(driver.run())).toMatchObject([
      {
        kind: 'drift',
        subject: 'plan',
        paths: ['src/a.ts', 'src/b.ts'],
        digest: expect.stringContaining('.c7.'),
      },
    ]);
    expect(effectsDue(driver.run()).map((effect) => effect.kind)).toEqual(['write-artifacts']);
    expect(driver.go().run()).toMatchObject({ ended: 'completed', rounds: { rebase: 1 } });
    expect(driver.run().drift?.paths).toEqual(['src/a.ts', 'src/b.ts']);
  });

  test('is asked about once for each move that did, and not for one that did not (DRIFT-1, DRIFT-2)', () => {
    const driver = drive({ plans: [plan], policy: { rounds: { rebase: 3 } }, script: moving(moves) }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', rounds: { rebase: 3 } });
    expect(gatesOf(driver)).toHaveLength(2);
    expect(driver.run().drift).toEqual({ base: 'c9', paths: ['src/a.ts'] });
  });

  test('waits for its own approval: that of one drift is none of the next (DRIFT-2)', () => {
    const script = moving(moves);
    const driver = drive({ plans: [plan], policy: { rounds: { rebase: 3 } }, script }).go(
      (run) => run.gates.filter((gate) => gate.kind === 'drift').length === 2,
    );
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'drift', digest: expect.stringContaining('.c9.') },
    ]);
    expect(awaitsDrift(driver.run())).toBe(true);
    expect(effectsDue(driver.run()).map((effect) => effect.kind)).toEqual(['write-artifacts']);
  });

  test('is not asked about where nobody approves plans, and the run knows of it (DRIFT-2)', () => {
    const policy = { gates: { plan: false } };
    const driver = drive({ plans: [plan], policy, script: moving(moves.slice(0, 1)) }).go();
    expect([driver.run().ended, gatesOf(driver).length]).toEqual(['completed', 0]);
    expect(driver.run().drift?.base).toBe('c7');
    const granted = [{ ...plan, grants: ['go.sum'] }];
    expect(gatesOf(drive({ plans: granted, policy, script: moving(moves.slice(0, 1)) }).go())).toHaveLength(
      1,
    );
  });

  test('is planned for anew where the person wants that, and the new plan is theirs to approve (DRIFT-3)', () => {
    const script = moving(moves.slice(0, 1));
    const driver = drive({ plans: [plan, aPlan([aTask('a')])], script, ...answering('revise') }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', rounds: { rebase: 1 } });
    expect(driver.run().drift).toBeUndefined();
    const gates = driver.run().gates.filter((gate) => gate.kind === 'plan' || gate.kind === 'drift');
    expect(gates.map((gate) => [gate.kind, gate.decision?.answer])).toEqual([
      ['plan', 'approve'],
      ['drift', 'revise'],
      ['plan', 'approve'],
    ]);
  });

  test('ends where the person says no, and is asked about again where they go on after all', () => {
    const driver = drive({ plans: [plan], script: moving(moves.slice(0, 1)), ...answering('reject') }).go();
    expect(driver.run().blocked).toBeDefined();
    expect(driver.run().tasks.map((state) => state.at)).toEqual(['accepted', 'accepted']);
    driver.send({ type: 'run.retry', by: me });
    expect(driver.go().run().ended).toBe('completed');
    expect(gatesOf(driver)).toHaveLength(2);
  });
});
