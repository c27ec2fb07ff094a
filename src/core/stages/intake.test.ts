import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aTask,
  aTicket,
  answered,
  analysisAnswer,
  drive,
  dueNow,
  question,
  provenance,
} from '../../../test/support/core.ts';
import { refinedAnswer, saying, unclear } from '../../../test/support/core.ts';
import type { CheckSpec } from '../evidence/evidence.ts';
import { openGates } from '../run.ts';
import { intake, needsInterpreter } from './intake.ts';

const lint: CheckSpec = { name: 'lint', kind: 'lint', command: 'lint', timeoutMs: 1, when: 'task' };

describe('intake', () => {
  test('asks for everything at once: budget, ticket and survey', () => {
    expect(dueNow(drive().run())).toEqual(['reserve run', 'fetch-ticket ticket', 'survey repository']);
  });

  test('records the ticket with its branch, and takes its title', () => {
    const driver = drive({ ticket: { ...aTicket, title: 'A better title' } });
    driver.perform('fetch-ticket');
    expect(driver.run()).toMatchObject({
      title: 'A better title',
      branch: 'feature/T-1_add_thing',
      ticket: { id: 'T-1' },
    });
  });

  test('asks a person once where there is no test, before anybody is paid [E1]', () => {
    const driver = drive({ checks: [lint] });
    driver.perform('survey');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'waiver', digest: 'no-tests.c0' }]);
    expect(driver.run().spend.launches).toBe(0);
  });

  test('goes on with a waiver, and stops without one', () => {
    const waived = drive({ checks: [lint] });
    waived.perform('survey');
    waived.decide('waiver');
    expect(waived.to('analysis').run().blocked).toBeUndefined();
    const refused = drive({ checks: [lint] });
    refused.perform('survey');
    refused.decide('waiver', saying('revise'));
    expect(refused.run().blocked).toBe('a person said no at a gate');
  });

  test('does not ask for a waiver before it knows the checks, or where pre-flight failed', () => {
    const driver = drive();
    expect(intake.gates(driver.run())).toEqual([]);
    expect(intake.gates({ ...driver.run(), preflight: ['no git'] })).toEqual([]);
  });

  test('keeps the ticket through a retry, and looks at the repository again', () => {
    const driver = drive({ checks: [lint] });
    driver.perform('fetch-ticket');
    driver.perform('survey');
    driver.decide('waiver', saying('reject'));
    driver.retry();
    expect(dueNow(driver.run())).toEqual(['reserve run', 'survey repository']);
  });
});

/** Everything but the interpreter has been asked. */
function looked(options: Parameters<typeof drive>[0] = {}): ReturnType<typeof drive> {
  const driver = drive({ ticket: unclear, ...options });
  driver.perform('reserve');
  driver.perform('fetch-ticket');
  driver.perform('survey');
  return driver;
}

describe('[I2] an ambiguous ticket', () => {
  test('is put before the interpreter, once nothing else could stop the run', () => {
    const early = drive({ ticket: unclear });
    early.perform('fetch-ticket');
    early.perform('survey');
    expect(dueNow(early.run())).not.toContain('ask interpreter');
    early.perform('reserve');
    expect(dueNow(early.run())).toContain('ask interpreter');
  });

  test('waits for the waiver of a repository without tests before anybody is paid', () => {
    const driver = looked({ checks: [lint] });
    expect(dueNow(driver.run())).not.toContain('ask interpreter');
    driver.decide('waiver');
    expect(dueNow(driver.run())).toContain('ask interpreter');
  });

  test.each([
    ['interpreting is off', { policy: { interpret: 'off' } }],
    ['the profile is quick', { policy: { profile: 'quick' } }],
    ['the ticket is clear', { ticket: { ...unclear, clarity: { verdict: 'clear', reasons: [] } } }],
    ['it was recorded before there was an interpreter', { ticket: aTicket }],
  ] as const)('costs nothing where %s', (_, options) => {
    const driver = looked(options);
    expect(driver.run().visit.stage).toMatch(/analysis|planning/);
    expect(driver.run().spend.launches).toBe(0);
  });

  test('costs nothing in a run that was started before there was an interpreter', () => {
    const { interpret: _, ...policy } = looked().run().policy;
    expect(needsInterpreter({ ...looked().run(), policy })).toBe(false);
  });

  test('is read in its refined form beside the original by every role after that', () => {
    const ticket = { ...unclear, mandates: ['M1'], mandatesBlob: 'mandates' };
    const plans = [aPlan([aTask('a', { mandates: ['M1'] }), aTask('b')])];
    const driver = looked({ ticket, plans, policy: { gates: { plan: false } } });
    const begun = driver
      .to('completion')
      .events()
      .flatMap((event) => (event.type === 'effect.begun' ? [event.effect] : []));
    const names = new Map<string, readonly string[]>(
      begun.flatMap((effect) =>
        effect.kind === 'ask' || effect.kind === 'attempt'
          ? [[`${effect.kind} ${effect.subject}`, effect.input.inputs.map((input) => input.name)] as const]
          : [],
      ),
    );
    expect(names.get('ask interpreter')).toEqual(['ticket', 'mandates']);
    expect(names.get('ask investigator')).toEqual(['ticket', 'refined ticket']);
    for (const who of ['ask planner', 'attempt a', 'ask reviewer-a', 'ask reviewer']) {
      expect(names.get(who)).toEqual(expect.arrayContaining(['ticket', 'refined ticket', 'mandates']));
    }
    for (const who of ['attempt b', 'ask reviewer-b']) expect(names.get(who)).not.toContain('mandates');
  });

  test.each([
    ['title', ['c2']],
    ['derived', ['c1', 'c2']],
    ['listed', ['c1', 'c2']],
  ] as const)('whose criteria come from its %s has the criteria %j afterwards', (criteriaFrom, criteria) => {
    const driver = looked({ ticket: { ...unclear, criteriaFrom } });
    driver.perform('ask', 'interpreter', answered(refinedAnswer(['c2'])));
    expect(driver.run().ticket).toMatchObject({ criteria, refined: { blob: 'refined', openPoints: 0 } });
    expect(driver.run().visit.stage).toBe('analysis');
  });

  test('does not go on with what the interpreter left open, whatever the level of autonomy', () => {
    const driver = looked();
    const refined = { blob: 'refined', criteria: ['c2'], openPoints: 1 };
    driver.perform('ask', 'interpreter', answered({ ...provenance, answer: 'refined', refined }));
    expect(driver.run().ticket).not.toHaveProperty('refined');
    expect(driver.run().visit.stage).toBe('intake');
  });

  test('is asked about where the interpreter needs to know, and then again with the answer [P7]', () => {
    const driver = looked();
    driver.perform('ask', 'interpreter', question('ask'));
    expect(openGates(driver.run())).toMatchObject([{ kind: 'question', options: 3 }]);
    expect(dueNow(driver.run())).not.toContain('ask interpreter');
    driver.decide('question', saying('approve', 'the second'));
    const again = driver.begin('ask', 'interpreter');
    expect(again).toMatchObject({
      n: 2,
      input: {
        ordinal: 1,
        inputs: [{ name: 'ticket' }, { name: 'question' }, { name: 'answer', blob: 'the second' }],
      },
    });
    driver.end(again);
    expect(driver.run().visit.stage).toBe('analysis');
  });

  test('that the interpreter cannot make anything of stops the run after one more try', () => {
    for (const useless of [refinedAnswer([]), analysisAnswer()]) {
      const driver = looked();
      driver.perform('ask', 'interpreter', answered(useless));
      expect(driver.run().blocked).toBeUndefined();
      driver.perform('ask', 'interpreter', answered(useless));
      expect(driver.run().blocked).toBe('nothing is left to try');
      driver.retry();
      expect(driver.go((run) => run.visit.stage === 'analysis').run().ticket?.refined).toBeDefined();
    }
  });
});
