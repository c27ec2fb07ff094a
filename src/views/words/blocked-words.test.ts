import { expect, test } from 'vitest';
import { drive, failing, saying } from '../../../test/support/core.ts';
import type { Run } from '../../core/run.ts';
import { evidenceOf, testCheck } from '../../../test/support/core.ts';
import { blockedWords } from './blocked-words.ts';

const at = (stage: 'evaluation' | 'merge', change: Partial<Run>): string => {
  const run = drive().to(stage).run();
  return blockedWords({ ...run, blocked: 'it stopped', ...change });
};

test('a block is told with its place', () => {
  const refused = drive({ policy: { gates: { plan: true } } }).to('plan-review');
  refused.decide('plan', saying('reject'));
  expect(blockedWords(refused.run())).toBe('a person said no at a gate: the plan gate (g1)');
  const unpushed = drive().to('completion');
  unpushed.perform('screen');
  unpushed.perform('push', 'branch', failing('ref-moved'));
  expect(blockedWords(unpushed.run())).toMatch(/^nothing is left to try: push \(.+\)$/);
  const tasks = drive({
    script: (effect) => (effect.kind === 'attempt' ? failing('agent-missing') : undefined),
  }).go((run) => run.blocked !== undefined);
  expect(blockedWords(tasks.run())).toBe(
    'a task used up its attempts: task a (the agent program is missing)',
  );
  expect(at('merge', {})).toBe('it stopped: pull request #7');
});

test('of many names the first are told, and how many more there are', () => {
  const { visit } = drive().to('evaluation').run();
  const evidence = Array.from({ length: 7 }, (_, n) => ({
    ...evidenceOf(testCheck, 't', 'FAIL'),
    check: `c${n}`,
  }));
  expect(at('evaluation', { visit: { ...visit, evidence } })).toBe(
    'it stopped: at the checks c0, c1, c2, c3, c4 and 2 more',
  );
});

test('where nothing more is known, the reason stands alone', () => {
  expect(at('evaluation', {})).toBe('it stopped');
  expect(blockedWords(drive().run())).toBe('');
});
