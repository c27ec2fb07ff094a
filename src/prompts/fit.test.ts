import { expect, test } from 'vitest';
import { fit } from './fit.ts';

const piece = (name: string, text: string) => ({ name, origin: 'run', text }) as const;

test('a log of half a megabyte is cut before the plan, also where it is the last failure', () => {
  const log = `${'ok 1 - fine\n'.repeat(50_000)}not ok 2 - broken\n`;
  const [plan, failure] = fit([piece('plan', 'p'.repeat(3_000)), piece('last failure', log)], 60_000);
  expect(plan?.text).toBe('p'.repeat(3_000));
  expect(failure?.text).toContain('characters were cut here');
  expect(failure?.text.endsWith('not ok 2 - broken\n')).toBe(true);
  expect(failure?.text.length).toBeLessThan(60_000);
});

test('the ticket is never cut', () => {
  const [ticket] = fit([piece('ticket', 't'.repeat(90_000)), piece('notes of a person', 'n')], 60_000);
  expect(ticket?.text).toHaveLength(90_000);
});

test('what a person asked for and what a reviewer found is never cut, however long a log beside it is', () => {
  const words = 'w'.repeat(20_000);
  const names = ['what a person asked for', 'findings of the last review', 'last failure'];
  const [person, reviewer, failure] = fit(
    names.map((name) => piece(name, words)),
    45_000,
  );
  expect(person?.text).toBe(words);
  expect(reviewer?.text).toBe(words);
  expect(failure?.text).toContain('characters were cut here');
});
