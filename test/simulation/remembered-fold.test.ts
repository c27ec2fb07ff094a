import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../src/core/commands.ts';
import type { RunEvent } from '../../src/core/events.ts';
import { followed } from '../../src/core/evolve/evolve.ts';
import type { Run } from '../../src/core/run.ts';
import type { Shape } from '../support/core-walk.ts';
import { shapes, walkOf } from '../support/core-walk.ts';
import { rememberedFold } from './remembered-fold.ts';

const settings = { seed: 11, numRuns: 20 };

function eventsOf(shape: Shape): readonly RunEvent[] {
  return walkOf(shape).steps.flatMap(({ answer }) => (isRefusal(answer) ? [] : answer));
}

function foldedBy(follow: typeof followed, start: Run, events: readonly RunEvent[]): Run {
  return events.reduce((run, event) => follow(run, event, 1), start);
}

describe('a fold that remembers its steps', () => {
  test('comes to what the fold comes to, whatever was folded with it before', () => {
    fc.assert(
      fc.property(shapes, fc.nat(), (shape, n) => {
        const { start } = walkOf(shape);
        const events = eventsOf(shape);
        const some = events.slice(0, n % (events.length + 1));
        const follow = rememberedFold();
        expect(foldedBy(follow, start, some)).toEqual(foldedBy(followed, start, some));
        const whole = foldedBy(follow, start, events);
        expect(whole).toEqual(foldedBy(followed, start, events));
        expect(foldedBy(follow, start, events)).toBe(whole);
      }),
      settings,
    );
  });

  test('works out anew what follows another state, or comes at another time', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { start } = walkOf(shape);
        const follow = rememberedFold();
        let run = start;
        for (const event of eventsOf(shape)) {
          const like = { ...run, title: 'another' };
          const next = follow(run, event, 1);
          expect(follow(like, event, 1)).toEqual(followed(like, event, 1));
          expect(follow(run, event, 2)).toEqual(followed(run, event, 2));
          run = next;
        }
      }),
      settings,
    );
  });
});
