// Words that leave with something taken out of them: who is asked, about what, and what happens until then.

import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import { drive, dueNow, saying } from '../../../test/support/core.ts';
import type { Screened } from '../evidence/screened.ts';
import { openGates } from '../run.ts';
import { redactedGateOf } from '../policy.ts';
import { areCourtesiesSettled } from './completion.ts';
import { asksAboutRedaction } from './redaction.ts';

const inTicket = { place: 'Ticket', rules: ['npm-token'] };
const redacted = (where: Screened['where'] & {} = [inTicket]): Screened => ({
  verdict: 'REDACTED',
  rules: where.flatMap(({ rules }) => rules),
  where,
  told: 'blob of places',
});

const delivering = (options: Options = {}, result: Screened = redacted()): Driver =>
  drive({
    policy: { gates: { redacted: true } },
    script: (effect) => (effect.kind === 'screen' ? { type: 'done', kind: 'screen', result } : undefined),
    ...options,
  }).to('completion');

describe('[D1] words that something was taken out of', () => {
  test('wait for a person, who is shown where (REDACTION-2)', () => {
    const driver = delivering();
    driver.perform('screen');
    expect(openGates(driver.run())).toMatchObject([
      {
        kind: 'waiver',
        subject: 'redacted',
        digest: 'redacted.main.Ticket:npm-token',
        blob: 'blob of places',
      },
    ]);
    expect(dueNow(driver.run())).toEqual([]);
    expect(areCourtesiesSettled(driver.run())).toBe(false);
    driver.decide('waiver', saying('approve'));
    expect(dueNow(driver.run())).toEqual(['push branch']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test.each(['reject', 'revise'] as const)('do not leave where a person answers %s', (answer) => {
    const driver = delivering();
    driver.perform('screen');
    driver.decide('waiver', saying(answer));
    expect(driver.run().blocked).toBe('a person said no at a gate');
    driver.retry();
    driver.perform('screen');
    expect(openGates(driver.run())).toMatchObject([{ subject: 'redacted' }]);
  });

  test('leave unasked where policy asks nobody, and in runs of before', () => {
    expect(
      delivering({ policy: { gates: { redacted: false } } })
        .go()
        .run().ended,
    ).toBe('completed');
    const { redacted: _redacted, ...gates } = drive().run().policy.gates;
    expect(redactedGateOf({ ...drive().run().policy, gates })).toBe(false);
  });

  test('are asked about once for the same places, and again for another (REDACTION-1)', () => {
    let where = [inTicket];
    let asked = false;
    const driver = delivering({
      script: (effect) => {
        if (effect.kind === 'screen') return { type: 'done', kind: 'screen', result: redacted(where) };
        if (effect.kind !== 'inspect' || asked) return undefined;
        asked = true;
        const { head } = driver.run().repositories[0] ?? { head: { commit: '' } };
        const seen = {
          state: 'open',
          head: head.commit,
          mergeable: true,
          checks: 'failure',
          comments: 0,
        } as const;
        return { type: 'done', kind: 'inspect', result: seen };
      },
    });
    driver.perform('screen');
    driver.decide('waiver', saying('approve'));
    where = [inTicket, { place: 'Notes', rules: ['aws'] }];
    driver.go((run) => run.rounds.triage === 1 && openGates(run).length > 0);
    expect(openGates(driver.run())).toMatchObject([
      { subject: 'redacted', digest: 'redacted.main.Ticket:npm-token.Notes:aws' },
    ]);
    expect(areCourtesiesSettled(driver.run())).toBe(false);
    where = [inTicket];
    driver.decide('waiver', saying('approve'));
    expect(driver.go().run().ended).toBe('completed');
    expect(driver.run().gates.filter(asksAboutRedaction)).toHaveLength(2);
  });

  test.each([
    ['redacted', true],
    ['redacted/web', true],
    ['coverage', false],
  ])('a waiver of %s is about them: %s', (subject, expected) => {
    expect(asksAboutRedaction({ kind: 'waiver', subject })).toBe(expected);
    expect(asksAboutRedaction({ kind: 'plan', subject })).toBe(false);
  });

  test('of journals that do not say where are asked about all the same', () => {
    const driver = delivering({}, { verdict: 'REDACTED', rules: ['npm-token'] });
    driver.perform('screen');
    expect(openGates(driver.run())).toMatchObject([{ subject: 'redacted', digest: 'redacted.main' }]);
  });
});
