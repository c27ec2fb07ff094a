import { describe, expect, test } from 'vitest';
import type { Came, Delivery } from './delivery.ts';
import { isTriggerEvent, turnedAway } from './delivery.ts';

const now = 1_800_000_000_000;
const hourMs = 3_600_000;
const limits = { perAuthorHour: 10, perTriggerHour: 20 };
const delivery: Delivery = {
  id: 'd',
  folder: '/home/ann/app',
  trigger: 'github',
  happenedAt: now,
  who: 'ann',
  known: 'github',
  subject: '#7',
  asks: { do: 'start', ref: 'https://github.com/a/b/issues/7', again: false },
};
const came = (more: Partial<Came>, count: number): readonly Came[] =>
  Array.from({ length: count }, (_, n) => ({ ...delivery, id: `b${n}`, cameAt: now - 1, ...more }));
const decided = (more: Partial<Delivery>, lately: readonly Came[] = [], isKnown = false) =>
  turnedAway({ ...delivery, ...more }, { isKnown, lately }, limits, now);

const told = (text: string) => ({ asks: { do: 'start-told', text, name: 'ci' } }) as const;

describe('a delivery', () => {
  test('is taken', () => {
    expect(decided({})).toBeUndefined();
    expect(decided({ happenedAt: now - 24 * hourMs + 1 })).toBeUndefined();
    expect(decided({ happenedAt: now + 600_000 })).toBeUndefined();
  });

  test('that was delivered before is not taken again (DELIVERY-1)', () => {
    expect(decided({}, [], true)).toBe('repeated');
  });

  test('of yesterday is not taken, nor one of the day after (DELIVERY-2)', () => {
    expect(decided({ happenedAt: now - 24 * hourMs })).toBe('old');
    expect(decided({ happenedAt: now + 600_001 })).toBe('early');
  });

  test('about what started five runs within the hour is a loop; that of an hour ago counts no more (DELIVERY-3)', () => {
    expect(decided({}, came({}, 4))).toBeUndefined();
    expect(decided({}, came({}, 5))).toBe('loop');
    expect(decided({}, came({ cameAt: now - hourMs }, 5))).toBeUndefined();
    expect(decided({}, came({ subject: '#8' }, 5))).toBeUndefined();
    expect(decided({}, came({ folder: '/home/ann/other' }, 5))).toBeUndefined();
    expect(decided({}, came({ trigger: 'jira' }, 5))).toBeUndefined();
    expect(decided({}, came({ asks: { do: 'stop', on: { ticket: 'GH-7' } } }, 5))).toBeUndefined();
    expect(decided({ asks: { do: 'stop', on: { ticket: 'GH-7' } } }, came({}, 5))).toBeUndefined();
  });

  test('that tells a ticket in the same words as five before it is a loop, under whatever name each came (DELIVERY-3)', () => {
    const before = Array.from({ length: 5 }, (_, n) => came({ ...told('sha256:a'), subject: `m-${n}` }, 1));
    expect(decided({ ...told('sha256:a'), subject: 'm-9' }, before.flat())).toBe('loop');
    expect(decided({ ...told('sha256:b'), subject: 'm-9' }, before.flat())).toBeUndefined();
  });

  test('beyond what an author or a trigger has in an hour is not taken (DELIVERY-3)', () => {
    const others = came({ subject: '#8' }, 10);
    expect(decided({}, others)).toBe('author-limit');
    expect(decided({ who: 'bo' }, others)).toBeUndefined();
    expect(decided({ who: 'bo' }, [...others, ...others])).toBe('trigger-limit');
  });
});

test('events of triggers are told from others', () => {
  expect(isTriggerEvent({ type: 'delivery.received' })).toBe(true);
  expect(isTriggerEvent({ type: 'run.started' })).toBe(false);
});
