import { expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import type { RunEvent } from '../../core/events.ts';
import type { FailureReason } from '../../core/failures/failure.ts';
import { classOf } from '../../core/failures/failure.ts';
import { reportsOf } from './reports.ts';

const told = (reason: FailureReason): string => {
  const events: readonly RunEvent[] = drive({ policy: { gates: { plan: true } } })
    .go((run) => run.gates.length > 0)
    .events();
  const failure: RunEvent = {
    type: 'failure.recorded',
    key: 'k',
    line: 'l',
    reason,
    class: classOf(reason),
    remedy: { type: 'retry', waitMs: 0 },
  };
  const all = [...events, failure].map((event, seq) => ({ event, seq, at: seq, hash: '' }));
  const { lines = [] } = reportsOf(all).find(({ id }) => id.endsWith(`-${events.length}`)) ?? {};
  return lines.join(' ');
};

test('nothing that stops an agent is silent: each is told with what was kept and what comes next (REPORTS-1)', () => {
  const reasons: readonly FailureReason[] = [
    'agent-timeout',
    'network',
    'max-turns',
    'denied',
    'prompt-too-long',
    'box-refused',
    'agent-halted',
    'no-change',
    'fence-breach',
    'too-large',
    'setup-failed',
  ];
  for (const reason of reasons)
    expect([reason, told(reason)]).toEqual([
      reason,
      expect.stringMatching(/What was done so far is kept; it is tried again/),
    ]);
  expect(told('checks-failed')).toBe('');
});
