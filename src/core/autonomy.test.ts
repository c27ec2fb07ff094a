import { describe, expect, test } from 'vitest';
import { aPolicy, drive } from '../../test/support/core.ts';
import type { Beginning, Written } from './autonomy.ts';
import { asksForMerge, governed } from './autonomy.ts';
import type { Policy } from './policy.ts';
import { must } from './run.ts';
import { defaultPolicy } from './policy.ts';

const alone: Beginning = { channel: 'cli', atTerminal: false, auto: false, untilPlan: false };

function begun(
  beginning: Partial<Beginning>,
  written: Written = {},
  policy: Policy = defaultPolicy,
): unknown {
  const { gates, onBlocked } = governed(policy, written, { ...alone, ...beginning });
  return { plan: gates.plan, redacted: gates.redacted, delivery: gates.delivery, onBlocked };
}

const goesAlone = { plan: false, redacted: false, delivery: false, onBlocked: 'simplify' };
const asks = { plan: true, redacted: true, delivery: false, onBlocked: 'halt' };

describe('[C7] a run that was started', () => {
  test('at the command line goes alone, and at a terminal asks about the plan first', () => {
    expect(begun({})).toEqual(goesAlone);
    expect(begun({ atTerminal: true })).toEqual({ ...asks, onBlocked: 'simplify' });
    expect(begun({ atTerminal: true, auto: true })).toEqual(goesAlone);
  });

  test.each(['tracker', 'forge', 'webhook', 'schedule', 'mcp', 'page', 'http'])(
    'by a %s asks, and halts',
    (channel) => {
      expect(begun({ channel })).toEqual(asks);
    },
  );

  test.each(['cli', 'tracker', 'forge', 'webhook', 'schedule', 'mcp', 'chat', 'page', 'http'] as const)(
    'by a %s goes alone, or asks, as policy says of just that',
    (channel) => {
      const { autonomy } = defaultPolicy;
      const saying = (level: 'auto' | 'interactive'): Policy => ({
        ...defaultPolicy,
        autonomy: { ...must(autonomy, 'policy has a level for each'), [channel]: level },
      });
      expect(begun({ channel }, {}, saying('auto'))).toMatchObject({ plan: false, onBlocked: 'simplify' });
      expect(begun({ channel }, {}, saying('interactive'))).toMatchObject({ plan: true, onBlocked: 'halt' });
    },
  );

  test('in a chat asks before delivery too, until somebody says full auto', () => {
    expect(begun({ channel: 'chat' })).toEqual({ ...asks, delivery: true });
    expect(begun({ channel: 'chat', auto: true })).toEqual(goesAlone);
    expect(begun({ channel: 'chat' }, { deliveryGate: false })).toEqual(asks);
  });

  test('through a channel nobody knows asks, and halts (AUTONOMY-2)', () => {
    expect(begun({ channel: 'carrier pigeon' })).toEqual(asks);
    expect(begun({ channel: 'toString' })).toEqual(asks);
  });

  test('by what policy gives another level does as that says', () => {
    const autonomy = { ...defaultAutonomy, cli: 'interactive', webhook: 'auto' } as const;
    const policy = aPolicy({ autonomy });
    expect(begun({}, {}, policy)).toEqual(asks);
    expect(begun({ channel: 'webhook' }, {}, policy)).toEqual(goesAlone);
    const { autonomy: _autonomy, ...older } = defaultPolicy;
    expect(begun({}, {}, older)).toEqual(asks);
  });

  test('does what a person wrote, whatever its level (AUTONOMY-1)', () => {
    const written: Written = { planGate: false, redactedGate: false, onBlocked: 'simplify' };
    expect(begun({ channel: 'webhook' }, written)).toEqual(goesAlone);
    const careful: Written = { planGate: true, redactedGate: true, onBlocked: 'halt' };
    expect(begun({}, careful)).toEqual(asks);
    expect(begun({ auto: true }, careful)).toMatchObject({ plan: false, onBlocked: 'halt' });
    expect(begun({ auto: true, untilPlan: true })).toMatchObject({ plan: true });
  });
});

const defaultAutonomy = {
  cli: 'auto',
  tracker: 'interactive',
  forge: 'interactive',
  webhook: 'interactive',
  schedule: 'interactive',
  mcp: 'interactive',
  chat: 'interactive',
  page: 'interactive',
  http: 'interactive',
} as const;

describe('[C7] a merge', () => {
  test('is asked for at every level, unless policy says autoMerge (AUTONOMY-3)', () => {
    for (const channel of ['cli', 'webhook', 'chat']) {
      expect(asksForMerge(governed(defaultPolicy, {}, { ...alone, channel, auto: true }))).toBe(true);
    }
    expect(asksForMerge(aPolicy({ autoMerge: true }))).toBe(false);
    expect(asksForMerge(aPolicy({ gates: { merge: false } }))).toBe(false);
  });

  test('needs nobody with autoMerge, and still a head that is vouched for', () => {
    const driver = drive({ policy: { autoMerge: true } }).go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().gates.map((gate) => gate.kind)).toEqual(['plan']);
    expect(driver.taken().some((row) => row.includes('evaluation'))).toBe(true);
  });
});
