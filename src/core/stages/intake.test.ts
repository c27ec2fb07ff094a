import { describe, expect, test } from 'vitest';
import { aTicket, drive, dueNow, saying } from '../../../test/support/core.ts';
import type { CheckSpec } from '../evidence.ts';
import { openGates } from '../run.ts';
import { intake } from './intake.ts';

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
