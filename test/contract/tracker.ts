// What every tracker does, whoever runs it. A tracker is tried through its port only; how a ticket got
// there is the business of the world it is tried in.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { RawTicket, Tracker, TrackerAnswer } from '../../src/trackers/tracker.ts';

export interface TrackerWorld {
  /** Another handle on the same tracker, sharing nothing in memory with the others. */
  readonly handle: () => Tracker;
  /** Puts a ticket there, as a person would, and gives its ref. */
  readonly put: (ticket: RawTicket) => Promise<string>;
  /** What it gives of a ticket that was put there, where it has fields of its own; as it was put, where nothing is said. */
  readonly gives?: (ticket: RawTicket) => RawTicket;
  readonly dispose: () => Promise<void>;
}

const ticket: RawTicket = {
  id: 'APP-7',
  title: 'Say it twice',
  body: 'The greeting should be said twice.\n\nZweimal, s’il vous plaît.',
  criteria: ['It is said twice', 'It is said once where there is an echo'],
  criteriaFrom: 'listed',
  type: 'feature',
};

export function trackerContract(name: string, makeWorld: () => Promise<TrackerWorld>): void {
  describe(`the ${name} tracker`, () => {
    let world: TrackerWorld;
    let tracker: Tracker;
    let ref: string;

    beforeEach(async () => {
      world = await makeWorld();
      tracker = world.handle();
      ref = await world.put(ticket);
    });
    afterEach(() => world.dispose());

    test('gives a ticket as it was written, to whoever asks', async () => {
      const given = world.gives?.(ticket) ?? ticket;
      expect(trackedOf(await tracker.fetch(ref))).toEqual(given);
      expect(trackedOf(await world.handle().fetch(ref))).toEqual(given);
    });

    test('starts a ticket as open and keeps where it was moved to', async () => {
      expect(trackedOf(await tracker.status(ref))).toBe('open');
      for (const to of ['in-progress', 'in-review', 'in-review', 'done'] as const) {
        trackedOf(await tracker.transition(ref, to));
        expect(trackedOf(await world.handle().status(ref))).toBe(to);
      }
    });

    test('edits a comment with the same marker and keeps the others in order', async () => {
      trackedOf(await tracker.comment(ref, 'r-1/report', 'first'));
      trackedOf(await tracker.comment(ref, 'r-1/other', 'other'));
      trackedOf(await world.handle().comment(ref, 'r-1/report', 'second'));
      expect(trackedOf(await tracker.comments(ref))).toEqual([
        { marker: 'r-1/report', body: 'second' },
        { marker: 'r-1/other', body: 'other' },
      ]);
    });

    test('loses nothing that is written at the same time', async () => {
      const markers = Array.from({ length: 8 }, (_, n) => `r-1/${n}`);
      await Promise.all([
        ...markers.map(async (marker) => trackedOf(await tracker.comment(ref, marker, marker))),
        tracker.transition(ref, 'in-progress'),
      ]);
      const comments = trackedOf(await tracker.comments(ref));
      expect(comments.map((comment) => comment.marker).toSorted()).toEqual(markers);
      expect(trackedOf(await tracker.status(ref))).toBe('in-progress');
    });

    test('says that it has no such ticket, whatever is asked of it', async () => {
      for (const answer of [
        await tracker.fetch('APP-8'),
        await tracker.status('APP-8'),
        await tracker.transition('APP-8', 'done'),
        await tracker.comment('APP-8', 'm', 'b'),
        await tracker.comments('APP-8'),
      ]) {
        expect(answer).toMatchObject({ ok: false, reason: 'preflight' });
      }
    });
  });
}

export function trackedOf<T>(answer: TrackerAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`);
  return answer.value;
}
