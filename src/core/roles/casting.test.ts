import { describe, expect, test } from 'vitest';
import { aPlan, aTask, drive, failing, me } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../effects.ts';
import { isRefusal } from '../commands.ts';
import { decide } from '../decide.ts';
import { effectsDue } from '../effects-due.ts';
import { evolve } from '../evolve/evolve.ts';
import type { Run } from '../run.ts';

const two = [aPlan([aTask('a'), aTask('b')])];
const by = (agent: string) => ({ agent, transcript: 't' });
const stopped = (agent: string, id: string): Outcome => ({
  type: 'stopped',
  provenance: { ...by(agent), session: { id, tokens: 7 } },
});

function dueIn(run: Run, kind: 'ask' | 'attempt', subject: string): Effect<'ask'> | Effect<'attempt'> {
  const found = effectsDue(run).find((effect) => effect.kind === kind && effect.subject === subject);
  if (found?.kind !== 'ask' && found?.kind !== 'attempt') throw new Error(`${kind} ${subject} is not due`);
  return found;
}

const deliversAsItself = (effect: Effect): Outcome | undefined => {
  if (effect.kind !== 'attempt') return undefined;
  const commit = `by ${effect.subject}`;
  const work = { answer: 'delivered' as const, commit, tree: `tree ${commit}`, files: 1 };
  const result = { ...work, parent: effect.input.parent, ...by(`agent-${effect.subject}`) };
  return { type: 'done', kind: 'attempt', result };
};

const told = (run: Run, kind: 'ask' | 'attempt', subject: string): readonly string[] =>
  dueIn(run, kind, subject)
    .input.inputs.filter((input) => input.name === 'note from a person')
    .map((input) => input.blob);

describe('a session', () => {
  test('is gone on with by the next try at the same work in the same visit, whoever ended the first (SESSIONS-1)', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', stopped('claude', 's1'));
    expect(dueIn(driver.run(), 'attempt', 'a').input.cast).toMatchObject({
      session: { agent: 'claude', id: 's1', tokens: 7 },
    });
  });

  test('does not travel into another stage (SESSIONS-4)', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', stopped('claude', 's1'));
    driver.to('planning');
    expect(driver.run().sessions).toEqual({});
    expect(dueIn(driver.run(), 'ask', 'planner').input.cast).not.toHaveProperty('session');
  });

  test('of the implementer is not the reviewer’s, although both work on one task', () => {
    const driver = drive({ plans: two }).to('implementation');
    const effect = driver.begin('attempt', 'a');
    const work = { answer: 'delivered' as const, commit: 'c', tree: 't', parent: 'c0', files: 1 };
    const session = { id: 's1' };
    driver.end(effect, {
      type: 'done',
      kind: 'attempt',
      result: { ...work, ...by('claude'), session, version: '1', denials: 2 },
    });
    expect(driver.events()).toContainEqual(
      expect.objectContaining({
        type: 'effect.ended',
        provenance: { ...by('claude'), session, version: '1', denials: 2 },
      }),
    );
    driver.perform('check', 'task-a');
    expect(dueIn(driver.run(), 'ask', 'reviewer-a').input.cast).toEqual({
      rank: 0,
      avoid: ['claude'],
      tier: 'TRIVIAL',
    });
  });
});

describe('a reviewer', () => {
  test('of the whole change avoids everybody who wrote a part of it (CASTING-3)', () => {
    const driver = drive({ plans: two, script: deliversAsItself }).to('review');
    expect(dueIn(driver.run(), 'ask', 'reviewer').input.cast?.avoid).toEqual(['agent-a', 'agent-b']);
  });
});

describe('a speciality', () => {
  const special = [aPlan([aTask('a', { speciality: 'ui' }), aTask('b')])];

  test('of a task goes with whoever works on it, and with nobody who judges it (CASTING-4)', () => {
    const driver = drive({ plans: special }).to('implementation');
    expect(dueIn(driver.run(), 'attempt', 'a').input.cast).toMatchObject({ speciality: 'ui' });
    expect(dueIn(driver.run(), 'attempt', 'b').input.cast).not.toHaveProperty('speciality');
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    expect(dueIn(driver.run(), 'ask', 'reviewer-a').input.cast).not.toHaveProperty('speciality');
  });
});

describe('a note', () => {
  test('reaches every later prompt, or only those of its task (CASTING-1)', () => {
    const driver = drive({ plans: two }).to('implementation');
    driver.send({ type: 'run.tell', by: me, note: 'for all' });
    driver.send({ type: 'run.tell', by: me, note: 'for a', task: 'a' });
    expect(told(driver.run(), 'attempt', 'a')).toEqual(['for all', 'for a']);
    expect(told(driver.run(), 'attempt', 'b')).toEqual(['for all']);
    driver.to('review');
    expect(told(driver.run(), 'ask', 'reviewer')).toEqual(['for all']);
  });

  test('about a task nobody knows is refused, with the tasks there are', () => {
    const driver = drive().to('implementation');
    expect(driver.refused({ type: 'run.tell', by: me, note: 'n', task: 'x' })).toEqual({
      refused: 'no-such-task',
      task: 'x',
      tasks: ['a'],
    });
  });

  test('to a run that has ended is refused', () => {
    const driver = drive().go();
    expect(driver.refused({ type: 'run.tell', by: me, note: 'n' })).toEqual({
      refused: 'run-ended',
      how: 'completed',
    });
  });
});

describe('another agent', () => {
  const alternatives = { planner: 1, implementer: 1 };

  test('takes over where the model of the first stays away, with retries of its own (FAILURE-4)', () => {
    const driver = drive({ policy: { alternatives } }).to('planning');
    const ranks: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      driver.go((run) => effectsDue(run).some((effect) => effect.kind === 'ask'));
      ranks.push(dueIn(driver.run(), 'ask', 'planner').input.cast?.rank ?? -1);
      driver.perform('ask', 'planner', failing('overloaded', { provenance: by('first') }));
    }
    expect(ranks).toEqual([0, 0, 0, 1, 1]);
    expect(driver.run().visit.dead).toBeUndefined();
    driver.go((run) => effectsDue(run).some((effect) => effect.kind === 'ask'));
    driver.perform('ask', 'planner', failing('overloaded', { provenance: by('second') }));
    expect(driver.run().blocked).toBe('nothing is left to try');
  });

  test('takes over at once where the first is not there or cannot log in', () => {
    for (const reason of ['agent-missing', 'auth'] as const) {
      const driver = drive({ policy: { alternatives } }).to('implementation');
      driver.perform('attempt', 'a', failing(reason, { provenance: by('first') }));
      expect(dueIn(driver.run(), 'attempt', 'a').input.cast?.rank).toBe(1);
    }
  });

  test('takes over at a quota only where policy says so', () => {
    const ranks = (['wait', 'fail-over'] as const).map((onQuota) => {
      const driver = drive({ policy: { alternatives, onQuota } }).to('planning');
      driver.perform('ask', 'planner', failing('quota', { resetsAt: 5, provenance: by('first') }));
      return driver.run().ranks;
    });
    expect(ranks).toEqual([{}, { 'ask/planner': 1 }]);
  });
});

describe('a login that does not work', () => {
  test('waits for a person once, for all work of that agent, and uses up no retry (FAILURE-3)', () => {
    const driver = drive({ plans: two }).to('implementation');
    const first = driver.begin('attempt', 'a');
    const second = driver.begin('attempt', 'b');
    for (const effect of [first, second]) driver.end(effect, failing('auth', { provenance: by('claude') }));
    const open = driver.run().gates.filter((gate) => gate.decision === undefined);
    expect(open.map((gate) => [gate.kind, gate.subject, gate.digest])).toEqual([
      ['login', 'claude', 'claude.1'],
    ]);
    expect(effectsDue(driver.run()).filter((effect) => effect.kind === 'attempt')).toEqual([]);
    expect(driver.run().failures).toEqual({});
    driver.decide('login');
    expect(dueIn(driver.run(), 'attempt', 'a').n).toBe(2);
    expect(dueIn(driver.run(), 'attempt', 'b').n).toBe(2);
    driver.perform('attempt', 'a', failing('auth', { provenance: by('claude') }));
    expect(driver.run().gates.at(-1)).toMatchObject({ kind: 'login', digest: 'claude.2' });
  });

  test('stops the run where the person says no', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', failing('auth', { provenance: by('claude') }));
    driver.decide('login', { answer: 'reject', by: me });
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });

  test('where nobody is known to have been at work is named after nobody', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', failing('auth'));
    expect(driver.run().gates.at(-1)).toMatchObject({ kind: 'login', subject: '' });
  });
});

const held = (run: Run, key: string) => decide(run, { type: 'launch.hold', key, agent: 'claude' }, 0);
const afterHold = (run: Run, key: string): Run => {
  const answer = held(run, key);
  if (isRefusal(answer)) throw new Error(answer.refused);
  return answer.reduce((state, event) => evolve(state, event, 0), run);
};

describe('a launch whose agent is halted', () => {
  test('waits for the login as a failed one would, but nothing was launched', () => {
    const before = drive().to('analysis').run();
    const run = afterHold(before, dueIn(before, 'ask', 'investigator').key);
    expect(run.gates.at(-1)).toMatchObject({ kind: 'login', subject: 'claude', digest: 'claude.1' });
    expect(effectsDue(run).filter((effect) => effect.kind === 'ask')).toEqual([]);
    expect(run.spend).toEqual(before.spend);
    expect(run.failures).toEqual({});
  });

  test('goes to the agent that takes over, under the key it had', () => {
    const before = drive({ policy: { alternatives: { implementer: 1 } } })
      .to('implementation')
      .run();
    const { key } = dueIn(before, 'attempt', 'a');
    const again = dueIn(afterHold(before, key), 'attempt', 'a');
    expect([again.key, again.input.cast?.rank]).toEqual([key, 1]);
  });

  test('is held back only while it is due and was not begun, and nothing else is', () => {
    const driver = drive().to('analysis');
    const { key } = dueIn(driver.run(), 'ask', 'investigator');
    const other = effectsDue(drive().run()).find((effect) => effect.kind === 'fetch-ticket')?.key ?? '';
    driver.begin('ask', 'investigator');
    expect(held(driver.run(), key)).toEqual({ refused: 'not-due', key });
    expect(held(drive().run(), other)).toEqual({ refused: 'not-due', key: other });
  });
});

describe('the profile quick', () => {
  test('asks three times where all goes well: plan, implement, review', () => {
    const driver = drive({ policy: { profile: 'quick' } }).go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().spend.launches).toBe(3);
    expect(driver.events()).toContainEqual(
      expect.objectContaining({ type: 'stage.skipped', stage: 'analysis' }),
    );
  });

  test('audits nothing small, and what is larger like everybody else', () => {
    const small = aPlan([aTask('a'), aTask('b'), aTask('c')], { tier: 'SMALL' });
    const large = aPlan([aTask('a'), aTask('b'), aTask('c')], { tier: 'LARGE' });
    const asked = [small, large].map((plan) =>
      drive({ policy: { profile: 'quick' }, plans: [plan] })
        .to('implementation')
        .events()
        .flatMap((event) =>
          event.type === 'effect.begun' && event.effect.kind === 'ask' ? [event.effect.subject] : [],
        ),
    );
    expect(asked[0]).toEqual(['planner']);
    expect(asked[1]).toContain('auditor');
  });

  test('still looks into a bug that has to be reproduced', () => {
    const ticket = { type: 'bugfix' as const, workType: 'fix' as const };
    const driver = drive({
      policy: { profile: 'quick', reproduction: 'require' },
      ticket: {
        id: 'T-1',
        title: 't',
        blob: 'b',
        criteria: ['c1'],
        screening: 'CLEAN',
        rules: [],
        ...ticket,
      },
    }).to('analysis');
    expect(dueIn(driver.run(), 'ask', 'investigator').kind).toBe('ask');
  });
});
