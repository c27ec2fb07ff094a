import { describe, expect, test } from 'vitest';
import type { Driver, Script } from '../../../test/support/core.ts';
import {
  aPlan,
  aStart,
  aTask,
  answered,
  draftAnswer,
  drive,
  dueNow,
  me,
  planAnswer,
  saying,
} from '../../../test/support/core.ts';
import { isRefusal } from '../commands.ts';
import { decide } from '../decide.ts';
import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { fold } from '../evolve/evolve.ts';

const holding = aPlan([aTask('a')]);
const broken = aPlan([aTask('a', { files: ['../x'] })]);
const cyclic = aPlan([aTask('a', { dependsOn: ['b'] }), aTask('b', { dependsOn: ['a'] })]);
const endless = aPlan(Array.from({ length: 400 }, (_, n) => aTask(`t${n}`)));

function planningWith(answers: Readonly<Record<string, readonly ReturnType<typeof planAnswer>[]>>): Driver {
  const left = new Map(Object.entries(answers).map(([role, list]) => [role, [...list]]));
  const script: Script = (effect) => {
    const next = effect.kind === 'ask' ? left.get(effect.input.role)?.shift() : undefined;
    return next === undefined ? undefined : answered(next);
  };
  return drive({ script });
}

function of<T extends RunEvent['type']>(driver: Driver, type: T): readonly Extract<RunEvent, { type: T }>[] {
  return driver.events().flatMap((event) => (isOf(event, type) ? [event] : []));
}

function isOf<T extends RunEvent['type']>(event: RunEvent, type: T): event is Extract<RunEvent, { type: T }> {
  return event.type === type;
}

const asked = (driver: Driver): readonly string[] =>
  of(driver, 'effect.begun').flatMap(({ effect }) =>
    effect.kind === 'ask' && effect.visit === 3 ? [effect.input.role] : [],
  );

describe('a planner that answers badly', () => {
  test.each([
    ['a path outside', broken],
    ['a circle', cyclic],
    ['400 tasks', endless],
  ])('[P2] with %s is asked once more, and then the run is blocked', (_, plan) => {
    const driver = planningWith({ planner: [planAnswer(plan), planAnswer(plan)] }).go();
    expect(asked(driver)).toEqual(['planner', 'planner']);
    expect(driver.run().blocked).toBe('nothing is left to try');
    expect(of(driver, 'plan.proposed')).toEqual([]);
  });

  test('[P2] mends it when it is told', () => {
    const driver = planningWith({ planner: [planAnswer(broken), planAnswer(holding)] }).to('plan-review');
    expect(driver.run().plan?.hash).toBe(holding.hash);
  });
});

describe('a planner that gives no tasks', () => {
  test('[P2] is asked for them once, with what is wrong', () => {
    const driver = planningWith({ planner: [draftAnswer()] }).to('planning');
    driver.perform('ask', 'planner');
    const again = driver.begin('ask', 'planner');
    expect(inputsOf(again)).toContainEqual({ name: 'last failure', blob: 'the plan has no task' });
    expect(driver.end(again, answered(planAnswer(holding))).map(({ type }) => type)).toContain(
      'plan.proposed',
    );
  });

  test('[P2] leaves them to the splitter then, who is given the draft', () => {
    const driver = planningWith({ planner: [draftAnswer('one'), draftAnswer('two')] }).to('planning');
    driver.perform('ask', 'planner');
    driver.perform('ask', 'planner');
    expect(of(driver, 'plan.drafted')).toEqual([{ type: 'plan.drafted', draft: 'two' }]);
    expect(dueNow(driver.run())).toEqual(['ask splitter']);
    const splitter = driver.begin('ask', 'splitter');
    expect(inputsOf(splitter)).toContainEqual({ name: 'draft of the plan', blob: 'two' });
    driver.end(splitter);
    expect(driver.run().plan?.hash).toBe(holding.hash);
  });

  test('[P2] after a broken plan leaves them to the splitter at once: the repair is used up', () => {
    const driver = planningWith({ planner: [planAnswer(broken), draftAnswer()] });
    expect(asked(driver.to('plan-review'))).toEqual(['planner', 'planner', 'splitter']);
  });

  test('[P2] and a splitter that gives none either ends in a block, after one repair', () => {
    const none = [draftAnswer(), draftAnswer()];
    const driver = planningWith({ planner: none, splitter: [...none] }).go();
    expect(asked(driver)).toEqual(['planner', 'planner', 'splitter', 'splitter']);
    expect(driver.run().blocked).toBe('nothing is left to try');
    expect(of(driver, 'plan.drafted')).toHaveLength(1);
  });

  test('[P2] is asked itself again when a person asks to go on', () => {
    const none = [draftAnswer(), draftAnswer()];
    const driver = planningWith({ planner: none, splitter: [...none] }).go();
    driver.retry();
    expect(dueNow(driver.run())).toEqual(['ask planner']);
  });
});

function revisedTwice(): Driver {
  let revised = 0;
  return drive({
    plans: [holding],
    person: (gate) => (gate.kind === 'plan' && (revised += 1) < 3 ? saying('revise', 'again') : undefined),
  });
}

describe('a plan that is revised', () => {
  test('[P4] is numbered, and names the version it takes the place of', () => {
    const driver = revisedTwice().to('implementation');
    const proposed = of(driver, 'plan.proposed');
    expect(proposed.map(({ revision, revises }) => [revision, revises])).toEqual([
      [1, undefined],
      [2, proposed[0]?.plan.hash],
      [3, proposed[1]?.plan.hash],
    ]);
    expect(driver.run().lineage).toEqual({ revision: 3, first: { tasks: 1, files: 1 } });
  });

  test('[P4] and edited by a person is the next version', () => {
    const driver = drive({ plans: [holding] }).go((run) => run.gates.length > 0);
    const [gate] = driver.run().gates;
    const plan = { ...holding, hash: 'edited' };
    driver.send({ type: 'plan.edit', by: me, seen: gate?.digest ?? '', plan });
    expect(driver.run().lineage?.revision).toBe(2);
  });

  test('[P4] begins anew where the one before was accepted', () => {
    const driver = drive({
      plans: [holding],
      script: (effect) =>
        effect.kind === 'attempt' && effect.visit < 7
          ? { type: 'failed', reason: 'replan-asked' }
          : undefined,
    }).go((run) => run.rounds.replan === 1 && run.plan?.visit === run.visit.n);
    expect(of(driver, 'plan.proposed').map(({ revision, revises }) => [revision, revises])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
  });

  test('[P4] tells what changed to whoever comes after', () => {
    const driver = drive({ script: changesOf('what changed') }).to('plan-review');
    expect(driver.run().lineage?.changes).toBe('what changed');
    const doubted = drive({ script: changesOf('what changed', { ...holding, confidence: 0.8 }) });
    const audit = doubted.to('plan-review').begin('ask', 'auditor');
    expect(audit.kind === 'ask' && audit.input.inputs).toContainEqual({
      name: 'what changed since the plan before',
      blob: 'what changed',
    });
  });
});

function changesOf(changes: string, plan = holding): Script {
  return (effect) =>
    effect.kind === 'ask' && effect.input.role === 'planner'
      ? {
          type: 'done',
          kind: 'ask',
          result: { answer: 'plan', plan, changes, agent: 'a', transcript: 't' },
        }
      : undefined;
}

describe('a plan that is handed in', () => {
  test('[P2] is recorded with who gave it, and starts nothing by itself', () => {
    const answer = decide(undefined, { type: 'run.start', start: aStart(), plan: holding }, 1);
    if (isRefusal(answer)) throw new Error('a run can be started');
    expect(answer.map(({ type }) => type)).toEqual(['run.started', 'plan.given']);
    expect(answer[1]).toEqual({ type: 'plan.given', plan: holding, by: me });
    expect(fold(answer.map((event) => ({ event, at: 1 })))?.plan).toBeUndefined();
  });

  test('[P2] takes the place of the planner, but not of the gate', () => {
    const driver = drive({ given: holding }).go((run) => run.gates.length > 0);
    expect(driver.run().gates.map(({ kind }) => kind)).toEqual(['plan']);
    expect(driver.run().plan?.hash).toBe(holding.hash);
    expect(asked(driver)).toEqual([]);
  });

  test('[P2] is audited like any other', () => {
    const plan = aPlan(['a', 'b', 'c'].map((id) => aTask(id)));
    const driver = drive({ given: plan }).to('plan-review');
    expect(dueNow(driver.run())).toContain('ask auditor');
  });

  test('[P2] that does not hold is where the planner starts from', () => {
    const driver = drive({ given: broken }).to('planning');
    expect(inputsOf(driver.begin('ask', 'planner'))).toContainEqual({
      name: 'plan handed in',
      blob: broken.blob,
    });
    driver.go((run) => run.gates.length > 0);
    expect(driver.run().plan?.hash).toBe(aPlan([aTask('a')]).hash);
  });

  test('[P2] is used once: what is revised is planned', () => {
    const driver = drive({
      given: holding,
      person: (gate, run) => (gate.kind === 'plan' && run.rounds.plan === 0 ? saying('revise') : undefined),
    }).go((run) => run.rounds.plan === 1);
    expect(dueNow(driver.run())).toEqual(['ask planner']);
    expect(inputsOf(driver.begin('ask', 'planner')).map(({ name }) => name)).not.toContain('plan handed in');
  });

  test('[P2] takes the place of the planner where the profile plans straight from the ticket', () => {
    const driver = drive({ given: holding, policy: { profile: 'quick' } }).go((run) => run.gates.length > 0);
    expect(of(driver, 'effect.begun').filter(({ effect }) => effect.kind === 'ask')).toEqual([]);
  });
});

function inputsOf(effect: Effect): readonly { readonly name: string; readonly blob: string }[] {
  if (effect.kind !== 'ask') throw new Error(`${effect.key} is no question`);
  return effect.input.inputs;
}

test('a question to the planner with another answer than a plan is malformed', () => {
  const driver = drive().to('planning');
  const events = driver.perform(
    'ask',
    'planner',
    answered({ answer: 'design', blob: 'b', agent: 'a', transcript: 't' }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'failure.recorded', reason: 'malformed-answer' }),
  );
});
