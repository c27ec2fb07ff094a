import { expect, test } from 'vitest';
import type { RepositoryFact } from '../../core/memory/facts.ts';
import { renderFact, renderFacts } from './memory-text.ts';
import { styleOf } from './style.ts';

const dayMs = 86_400_000;
const fact: RepositoryFact = {
  id: 'f-1',
  repository: 'shop',
  key: 'failure/dates',
  text: 'Dates go wrong in winter.',
  kind: 'project',
  origin: 'slipway',
  scope: 'repository',
  state: 'promoted',
  sources: [{ run: 'r-1', stage: 'evaluation', rule: 'failure' }],
  changedAt: 0,
};

const style = styleOf(false);
const shown = (change: Partial<RepositoryFact>, now: number): string =>
  renderFact({ ...fact, ...change }, undefined, { style, now });
const listed = (now: number): string => renderFacts([fact], { style, width: 200, now, isWide: false });

test('a fact that no run has seen for three months is shown as old, in the list and by itself', () => {
  expect(listed(89 * dayMs)).not.toContain('old');
  expect(listed(91 * dayMs)).toContain('promoted, old');
  expect(shown({}, 91 * dayMs)).toContain('not seen for 91 d: it counts less, and roles are told its age');
  expect(shown({}, 89 * dayMs)).not.toContain('not seen');
});

test('a fact says which run saw it again, and in what other words it was noticed', () => {
  const heard = [{ id: 'f-2', text: 'In winter dates go wrong.', run: 'r-2' }];
  const text = shown({ confirmed: { run: 'r-9', at: 90 * dayMs }, heard }, 93 * dayMs);
  expect(text).toMatch(/seen again\s+run r-9, 3 d ago/);
  expect(text).toMatch(/also said as\s+In winter dates go wrong. \(run r-2\)/);
  expect(text).not.toContain('not seen for');
});
