// From the checks of the whole change to the merge: evaluation, completion, coverage, triage, merge.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver } from '../../../test/support/core.ts';
import {
  analysisAnswer,
  answered,
  approval,
  checkedAs,
  drive,
  dueNow,
  failing,
  me,
  saying,
  seenAs,
  testCheck,
} from '../../../test/support/core.ts';
import type { Command } from '../commands.ts';
import type { Kind } from '../effects.ts';
import type { Seen } from '../remarks/seen.ts';
import type { RunEvent } from '../events.ts';
import { evolve, fold } from '../evolve/evolve.ts';
import { openGates } from '../run.ts';
import { stageNames } from '../pipeline/stage.ts';
import { completion } from './completion.ts';
import { evaluation } from './evaluation.ts';
import { stages } from './table.ts';
import { triage } from './triage.ts';

describe('the table of stages', () => {
  test('has every stage, in the order of the pipeline', () => {
    expect(Object.keys(stages)).toEqual(stageNames);
  });
});

describe('evaluation', () => {
  test('runs every check, those of tasks and those of the run, on the head', () => {
    const slow = { ...testCheck, name: 'e2e', when: 'run' as const };
    const driver = drive({ checks: [testCheck, slow] }).to('evaluation');
    expect(driver.begin('check').input).toMatchObject({
      commit: theRepository(driver.run()).head.commit,
      tree: theRepository(driver.run()).head.tree,
      checks: [{ name: 'test' }, { name: 'e2e' }],
    });
  });

  test('runs them once a visit', () => {
    const driver = drive().to('evaluation');
    const check = driver.begin('check');
    const ended = { type: 'effect.ended' as const, key: check.key, how: 'done' as const };
    expect(evaluation.wanted(evolve(driver.run(), ended, 1)).map(({ kind }) => kind)).toEqual(['fire']);
  });

  test('takes evidence of another tree for none: the run is blocked, not passed (EVIDENCE-1)', () => {
    const driver = drive().to('evaluation');
    const check = driver.begin('check');
    if (check.kind !== 'check') throw new Error('a check is a check');
    driver.end(check, checkedAs('PASS', { ...check, input: { ...check.input, tree: 'another' } }));
    driver.perform('compare');
    expect(driver.run()).toMatchObject({ visit: { stage: 'evaluation' } });
    expect(driver.run().blocked).toBeDefined();
  });

  test('passes with warnings', () => {
    const driver = drive({
      script: (effect) => (effect.kind === 'check' ? checkedAs('WARN', effect) : undefined),
    });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('has bug rounds, then one simplification pass, then a block [E5]', () => {
    const driver = drive({
      policy: { onBlocked: 'simplify' },
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    }).go();
    expect(driver.run()).toMatchObject({
      blocked: 'bug rounds are used up',
      rounds: { bug: 3, simplify: 1 },
    });
  });

  test('keeps what was found out about the ticket beside what a bug round finds out', () => {
    const driver = drive({
      script: (effect, run) => {
        if (effect.kind === 'check' && run.visit.stage === 'evaluation') return checkedAs('FAIL', effect);
        return effect.kind === 'ask' && effect.input.role === 'investigator'
          ? answered(analysisAnswer({ blob: `analysis ${run.rounds.bug}` }))
          : undefined;
      },
    });
    driver.go((run) => run.rounds.bug === 2 && run.visit.stage === 'planning');
    expect(driver.run().analysis).toMatchObject({ blob: 'analysis 2', first: 'analysis 0' });
  });

  test('tells the investigator of a bug round what failed', () => {
    const driver = drive({
      script: (effect, run) =>
        effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    });
    driver.go((run) => run.rounds.bug === 1);
    expect(driver.begin('ask').input).toMatchObject({
      inputs: [{ name: 'ticket' }, { name: 'failed check test', blob: 'log of test' }],
    });
  });
});

describe('completion', () => {
  test('screens, pushes and opens, in this order [D1]', () => {
    const driver = drive().to('completion');
    const seen: string[] = [];
    driver.go((run) => {
      seen.push(...dueNow(run).filter((item) => !seen.includes(item)));
      return run.visit.stage === 'triage';
    });
    expect(seen).toEqual([
      'screen delivery',
      'push branch',
      'open-pull-request pull-request',
      'publish-checks pull-request',
      'label pull-request',
      'comment-ticket ticket',
      'transition-ticket in-review',
      'inspect pull-request',
    ]);
  });

  test('pushes nothing in which a secret was found, and looks again after a retry', () => {
    const driver = drive().to('completion');
    driver.perform('screen', 'delivery', {
      type: 'done',
      kind: 'screen',
      result: { verdict: 'BLOCKED', rules: ['npm-token'] },
    });
    expect(driver.run().blocked).toBe('screening found a secret in what would be delivered');
    expect(completion.wanted(driver.run())).toEqual([]);
    driver.retry();
    expect(dueNow(driver.run())).toEqual(['screen delivery']);
  });

  test('does not advance when the push fails for good', () => {
    const driver = drive().to('completion');
    driver.perform('screen');
    driver.perform('push', 'branch', failing('ref-moved', { rules: ['lease'] }));
    expect(driver.run()).toMatchObject({
      blocked: 'nothing is left to try',
      visit: { stage: 'completion', dead: { reason: 'ref-moved' } },
    });
    expect(driver.events()).toContainEqual(
      expect.objectContaining({ type: 'failure.recorded', rules: ['lease'] }),
    );
  });

  test.each<Kind>(['publish-checks', 'label', 'comment-ticket', 'transition-ticket'])(
    'goes on when %s cannot be done: that is a warning [D1]',
    (kind) => {
      const driver = drive({
        script: (effect) => (effect.kind === kind ? failing('forge-refused') : undefined),
      });
      expect(driver.go().run().ended).toBe('completed');
      expect(driver.events()).toContainEqual(
        expect.objectContaining({ type: 'failure.recorded', remedy: { type: 'warn' } }),
      );
    },
  );

  test.each([
    ['what it is, where journals of before say no more', {}, []],
    ['the modules it is in', { modules: ['cart', 'core'] }, ['module:cart', 'module:core']],
    [
      'that it is to be read with care',
      { careful: [{ kind: 'concurrent' as const, file: 'a.go', line: 1, what: 'a lock' }] },
      ['needs-careful-review'],
    ],
  ])('labels the pull request with %s [D1]', (_what, told, labels) => {
    const driver = drive({
      script: (effect) =>
        effect.kind === 'compare'
          ? { type: 'done', kind: 'compare', result: { tree: effect.input.tree, ...told } }
          : undefined,
    });
    driver.go((run) => dueNow(run).includes('label pull-request'));
    const label = { number: 7, labels: ['auto-generated', 'feature', ...labels] };
    expect(driver.begin('label').input).toEqual(label);
  });

  test('tells the ticket that it is in review, and where [D1]', () => {
    const driver = drive();
    driver.go((run) => dueNow(run).includes('transition-ticket in-review'));
    expect(driver.begin('transition-ticket').input).toMatchObject({ to: 'in-review' });
  });

  test('labels nothing by a tree that was another one [D1]', () => {
    const driver = drive();
    driver.go((run) => dueNow(run).includes('label pull-request'));
    const run = driver.run();
    const compared = { tree: 'another', modules: ['cart'], visit: 1 };
    const [want] = completion
      .wanted({ ...run, repositories: [{ ...theRepository(run), compared }] })
      .filter(({ kind }) => kind === 'label');
    expect(want?.input).toEqual({ number: 7, labels: ['auto-generated', 'feature'] });
  });

  test('tries a courtesy again that failed for the moment', () => {
    const driver = drive().to('completion');
    driver.go((run) => dueNow(run).includes('label pull-request'));
    driver.perform('label', 'pull-request', failing('network'));
    expect(dueNow(driver.run())).toContain(`wait-until ${driver.run().visit.n}-label`);
  });

  test('updates the pull request that is there already, after a triage round', () => {
    let asked = false;
    const driver = drive({
      person: (gate) => {
        if (gate.kind !== 'merge' || asked) return undefined;
        asked = true;
        return saying('revise', 'shorter');
      },
    });
    driver.go((run) => run.rounds.triage === 1).to('completion');
    driver.perform('screen');
    driver.perform('push');
    expect(dueNow(driver.run())).toContain('update-pull-request pull-request');
    expect(driver.go().run().ended).toBe('completed');
    const opened = driver.events().filter((event) => event.type === 'pull-request.opened');
    expect(opened).toHaveLength(1);
  });
});

describe('triage', () => {
  test('asks the forge again after a while when checks are still running [D3]', () => {
    const driver = drive({ policy: { pollMs: 5 } }).to('triage');
    driver.perform('inspect', undefined, seenAs({ checks: 'pending' })(driver.run()));
    expect(driver.begin('wait-until').input).toEqual({ waitMs: 5 });
    driver.go((run) => run.visit.stage === 'merge');
    expect(driver.run().visit.stage).toBe('merge');
  });

  test.each([{ checks: 'failure' as const }, { mergeable: false }])(
    'sends the last task back to work for %j',
    (change) => {
      const driver = drive().to('triage');
      driver.perform('inspect', undefined, seenAs(change)(driver.run()));
      expect(driver.run()).toMatchObject({
        visit: { stage: 'implementation' },
        rounds: { triage: 1 },
        tasks: [{ at: 'todo' }],
      });
    },
  );

  test('does not work on what somebody else pushed', () => {
    const driver = drive().to('triage');
    driver.perform('inspect', undefined, seenAs({ checks: 'failure', head: 'theirs' })(driver.run()));
    expect(driver.run()).toMatchObject({
      visit: { stage: 'triage' },
      blocked: 'somebody else rewrote the branch of the pull request',
    });
  });

  test('gives the person’s words to the task that is reopened', () => {
    let asked = false;
    const driver = drive({
      person: (gate) => {
        if (gate.kind !== 'merge' || asked) return undefined;
        asked = true;
        return saying('revise', 'shorter names');
      },
    });
    driver.go((run) => run.rounds.triage === 1);
    expect(driver.run().feedback['task/a']).toBe('shorter names');
  });

  test('asks nothing of a person by itself', () => {
    expect(triage.gates(drive().run())).toEqual([]);
  });
});

const look = (driver: Driver, change: Partial<Seen>): Command => {
  const outcome = seenAs(change)(driver.run());
  if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
  return { type: 'pull-request.see', found: outcome.result };
};

const atTheGate = () =>
  drive()
    .to('merge')
    .go((run) => openGates(run).length > 0);

describe('merge', () => {
  test('asks for this very head (STAGES-MERGE-1)', () => {
    const driver = atTheGate();
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'merge', digest: theRepository(driver.run()).head.commit },
    ]);
    expect(dueNow(driver.run())).toEqual([]);
  });

  describe('while a person is asked (STAGES-MERGE-2)', () => {
    test('is completed where somebody merged it elsewhere, and nobody is asked any more', () => {
      const driver = atTheGate();
      const [gate] = openGates(driver.run());
      driver.send(look(driver, { state: 'merged', mergeCommit: 'theirs' }));
      expect(openGates(driver.run())).toEqual([]);
      expect(theRepository(driver.run()).pullRequest).toMatchObject({ merged: 'theirs', found: true });
      const late = { gate: gate?.id ?? '', seen: gate?.digest ?? '', decision: approval };
      expect(driver.refused({ type: 'gate.decide', ...late })).toMatchObject({ refused: 'subject-changed' });
      expect(driver.go().run().ended).toBe('completed');
    });

    test.each([
      [{ state: 'closed' }, 'the pull request was closed'],
      [{ head: 'theirs' }, 'somebody else rewrote the branch of the pull request'],
    ] as const)('is blocked where %j is seen, and nobody is asked any more', (change, because) => {
      const driver = atTheGate();
      driver.send(look(driver, change));
      expect(driver.run().blocked).toBe(because);
      expect(openGates(driver.run())).toEqual([]);
    });

    test.each([{ checks: 'failure' }, { mergeable: false }] as const)('goes back to work at %j', (change) => {
      const driver = atTheGate();
      driver.send(look(driver, change));
      expect(driver.run().visit.stage).toBe('triage');
    });

    test('keeps its gate while checks run again, and is merged only once they passed', () => {
      const driver = atTheGate();
      driver.send(look(driver, { checks: 'pending' }));
      driver.decide('merge');
      expect(dueNow(driver.run())).toEqual([`wait-until ${driver.run().visit.n}-inspect`]);
      driver.perform('wait-until');
      driver.perform('inspect');
      expect(dueNow(driver.run())).toEqual(['merge pull-request']);
    });

    test('hears only what is new, and only while it waits', () => {
      const driver = atTheGate();
      const none = { refused: 'STATE_MISMATCH', actual: 'none' };
      expect(driver.refused(look(driver, {}))).toMatchObject(none);
      const merged = look(driver, { state: 'merged', mergeCommit: 'theirs' });
      for (const waits of [drive(), drive().to('merge')]) expect(waits.refused(merged)).toMatchObject(none);
      driver.send({ type: 'run.pause', by: me });
      expect(driver.refused(merged)).toMatchObject(none);
      driver.send({ type: 'run.resume', by: me });
      driver.decide('merge', saying('reject'));
      expect(driver.refused(merged)).toMatchObject(none);
    });
  });

  test('merges the head that was approved', () => {
    const driver = atTheGate();
    driver.decide('merge');
    expect(driver.begin('merge').input).toEqual({ number: 7, head: theRepository(driver.run()).head.commit });
  });

  test('asks nobody where policy wants no gate', () => {
    const driver = drive({ policy: { gates: { merge: false } } }).go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().gates.map((gate) => gate.kind)).toEqual(['plan']);
  });

  test('asks again for the head a triage round made: the approval does not carry over (STAGES-MERGE-1)', () => {
    const driver = atTheGate();
    const old = theRepository(driver.run()).head.commit;
    driver.decide('merge', saying('revise', 'shorter'));
    driver.to('merge').go((run) => openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([{ digest: theRepository(driver.run()).head.commit }]);
    expect(theRepository(driver.run()).head.commit).not.toBe(old);
  });

  test('does not use an approval for a head that moved since (STAGES-MERGE-1)', () => {
    const driver = drive().to('merge');
    driver.send({
      type: 'run.merge',
      by: { who: 'me', authenticated: 'os', channel: 'cli' },
      head: theRepository(driver.run()).head.commit,
    });
    driver.perform('inspect', undefined, seenAs({ checks: 'failure' })(driver.run()));
    driver.perform('inspect', undefined, seenAs({ checks: 'failure' })(driver.run()));
    driver.to('merge').go((run) => openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'merge' }]);
  });

  test('that we made is not said to be found; one that an older journal saw is', () => {
    const driver = atTheGate();
    driver.decide('merge');
    driver.perform('merge');
    expect(theRepository(driver.run()).pullRequest).not.toHaveProperty('found');
    const seen = atTheGate();
    seen.send(look(seen, { state: 'merged', mergeCommit: 'theirs' }));
    const before = seen.events().map((event): RunEvent => {
      if (event.type !== 'pull-request.merged') return event;
      const { found: _found, ...old } = event;
      return old;
    });
    const folded = fold(before.map((event) => ({ event, at: 1 })));
    expect(folded === undefined ? undefined : theRepository(folded).pullRequest).toMatchObject({
      found: true,
    });
  });

  test('takes the commit the forge names, where somebody else merged', () => {
    const driver = drive().to('merge');
    driver.perform('inspect', undefined, seenAs({ state: 'merged', mergeCommit: 'm1' })(driver.run()));
    expect(theRepository(driver.run()).pullRequest?.merged).toBe('m1');
    expect(dueNow(driver.run())).toEqual(['transition-ticket done']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('looks at a pull request again that was closed, when a person asks to go on', () => {
    const driver = drive().to('merge');
    driver.perform('inspect', undefined, seenAs({ state: 'closed' })(driver.run()));
    expect(driver.run().blocked).toBe('the pull request was closed');
    driver.retry();
    expect(driver.go().run().ended).toBe('completed');
  });

  test('that the forge refuses goes to a person, and is tried again on a retry without asking again', () => {
    const driver = atTheGate();
    driver.decide('merge');
    driver.perform('merge', undefined, failing('forge-refused'));
    expect(driver.run().blocked).toBe('nothing is left to try');
    driver.retry();
    driver.go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().gates.filter((gate) => gate.kind === 'merge')).toHaveLength(1);
  });

  test('ends although the tracker cannot be told', () => {
    const driver = drive({
      script: (effect) =>
        effect.kind === 'transition-ticket' && effect.subject === 'done'
          ? failing('forge-refused')
          : undefined,
    });
    expect(driver.go().run().ended).toBe('completed');
  });
});
