import { describe, expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import type { Matter, NoticeSaid } from './notice.ts';
import { gateKey, isNoticeEvent, mattersOf, noticesDue } from './notice.ts';

const hourMs = 3_600_000;
/** Noon, in UTC. */
const now = 1_795_089_600_000;
const gate: Matter = {
  key: 'r1/g1',
  run: 'r1',
  about: { is: 'gate', gate: 'g1' },
  since: now - 9 * hourMs,
  isOpen: true,
};
const blocked: Matter = { key: 'r1/blocked', run: 'r1', about: { is: 'blocked' }, since: now, isOpen: true };
const ended: Matter = { key: 'r1/ended', run: 'r1', about: { is: 'ended' }, since: now, isOpen: true };
const over = { ...gate, isOpen: false };
const on = { since: now - hourMs, downUntil: 0 };
const quiet = { from: 11 * 60, to: 13 * 60, zone: 'UTC' };

const told: NoticeSaid = { run: 'r1', about: 'gate', side: 'open', came: 'told', tries: 1, at: 0 };

function due(matter: Matter, said: NoticeSaid | undefined, telling = {}): readonly string[] {
  return noticesDue([matter], () => said, { ...on, ...telling }, now).map(({ side, as }) =>
    as === undefined ? side : `${side} ${as}`,
  );
}

function both(said: NoticeSaid | undefined, matters: readonly Matter[]): readonly string[] {
  return noticesDue(matters, () => said, on, now).map(({ matter, side }) => `${matter.run} ${side}`);
}

describe('a gate', () => {
  test('is told once when it opens, also one that was open before anybody was told, and once when it is over', () => {
    expect(due(gate, undefined)).toEqual(['open']);
    expect(due(gate, told)).toEqual([]);
    expect(due(over, { ...told, as: 'm7' })).toEqual(['over m7']);
    expect(due(over, { ...told, side: 'over' })).toEqual([]);
  });

  test('that was over before anybody was told is not told', () => {
    expect(due(over, undefined)).toEqual([]);
  });

  test('is told again after a crash, and after three of them not any more; then its end is told', () => {
    expect(due(gate, { ...told, came: 'begun', tries: 2 })).toEqual(['open']);
    expect(due(gate, { ...told, came: 'begun', tries: 3 })).toEqual([]);
    expect(due(over, { ...told, came: 'begun', tries: 3 })).toEqual(['over']);
    expect(due(over, { ...told, side: 'over', came: 'begun', tries: 2 })).toEqual(['over']);
    expect(due(over, { ...told, side: 'over', came: 'begun', tries: 3 })).toEqual([]);
  });

  test('that nobody wanted to hear of is not told again, nor its end', () => {
    expect(due(gate, { ...told, came: 'refused' })).toEqual([]);
    expect(due(over, { ...told, came: 'refused' })).toEqual([]);
    expect(due(over, { ...told, came: 'refused' })).toEqual([]);
  });

  test('waits for the end of quiet hours; what was said is changed in them', () => {
    expect(due(gate, undefined, { quiet })).toEqual([]);
    expect(due(over, told, { quiet })).toEqual([]);
    expect(due(over, { ...told, as: 'm7' }, { quiet })).toEqual(['over m7']);
  });

  test('of the run that its reader talks about is said in quiet hours, and rings nowhere', () => {
    const hushed = noticesDue([gate], () => undefined, { ...on, quiet, talksOf: 'r1' }, now);
    expect(hushed).toEqual([{ matter: gate, side: 'open', isHushed: true }]);
    expect(due(gate, undefined, { quiet, talksOf: 'r2' })).toEqual([]);
    expect(noticesDue([gate], () => undefined, { ...on, talksOf: 'r1' }, now)).toEqual([
      { matter: gate, side: 'open' },
    ]);
  });

  test('waits while nothing can be said', () => {
    expect(due(gate, undefined, { downUntil: now + 1 })).toEqual([]);
    expect(due(gate, undefined, { downUntil: now })).toEqual(['open']);
  });
});

test('what a run came to before it was turned on, or longer than a day ago, is no news', () => {
  expect(due(ended, undefined)).toEqual(['open']);
  expect(due({ ...ended, since: on.since - 1 }, undefined)).toEqual([]);
  expect(due({ ...ended, since: now - 25 * hourMs }, undefined, { since: 0 })).toEqual([]);
  expect(due({ ...blocked, since: now - 25 * hourMs }, undefined, { since: 0 })).toEqual(['open']);
});

test('a run that is blocked once more is told once more', () => {
  expect(due(blocked, { ...told, side: 'over' })).toEqual(['open']);
});

test('one login that several runs wait for is told once, and is over when the last is', () => {
  const first = { ...gate, key: 'login/d', isOpen: false };
  const second = { ...gate, key: 'login/d', run: 'r2' };
  expect(both(undefined, [first, second])).toEqual(['r2 open']);
  expect(both(undefined, [second, first])).toEqual(['r2 open']);
  expect(both(told, [first, second])).toEqual([]);
  expect(both(told, [first, { ...second, isOpen: false }])).toEqual([expect.stringMatching(/ over$/)]);
});

test('the matters of a run are its gates, that it is blocked and that it ended', () => {
  const waiting = drive()
    .go((run) => run.gates.length > 0)
    .run();
  expect(mattersOf(waiting, 5).map(({ key, isOpen }) => `${key} ${isOpen}`)).toEqual([
    expect.stringMatching(/^r1\/.* true$/),
    'r1/blocked false',
  ]);
  const stuck = { ...waiting, blocked: 'it stands still' };
  expect(mattersOf(stuck, 5)).toContainEqual({ ...blocked, since: 5 });
  const done = drive().go().run();
  expect(mattersOf(done, 5).at(-1)).toMatchObject({ key: `${done.id}/ended`, since: 5, isOpen: true });
});

test('a login is the same matter in every run, any other gate is one of its run', () => {
  expect(gateKey('r1', { id: 'g1', kind: 'login', digest: 'd' })).toBe('login/d');
  expect(gateKey('r1', { id: 'g1', kind: 'plan', digest: 'd' })).toBe('r1/g1');
});

test('an event of a notice is known by its type, and none of a run is one', () => {
  expect(
    ['notice.begun', 'notice.told', 'notice.refused', 'notifier.down'].map((type) => isNoticeEvent({ type })),
  ).toEqual([true, true, true, true]);
  expect(['run.started', 'toString'].map((type) => isNoticeEvent({ type }))).toEqual([false, false]);
});
