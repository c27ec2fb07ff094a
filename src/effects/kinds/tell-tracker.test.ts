import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Run } from '../../core/run.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { commentTicket, transitionTicket } from './tell-tracker.ts';

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts();
  const started = await world.run();
  run = { ...started, repositories: [{ ...theRepository(started), pullRequest: { number: 7 } }] };
});
afterEach(() => world.close());

test('a comment is found by its marker, and written once', async () => {
  const effect = effectOf('comment-ticket', { ticket: 'T-1', marker: 'r1/pull-request' });
  const { probe, act } = commentTicket(world.parts);
  expect(await probe(effect, world.context(run))).toBeUndefined();
  const outcome = await act(effect, world.context(run));
  expect(await probe(effect, world.context(run))).toEqual(outcome);
  await act(effect, world.context(run));
  const comments = await world.parts.trackerOf(run.source).comments(run.source.ref);
  expect(comments.ok && comments.value).toEqual([
    {
      marker: 'r1/pull-request',
      body: 'Pull request #7 is open on branch feature/T-1_change_it. Run r1.',
    },
  ]);
});

test('a comment of another run is another comment', async () => {
  const mine = effectOf('comment-ticket', { ticket: 'T-1', marker: 'r1/pull-request' });
  const theirs = effectOf('comment-ticket', { ticket: 'T-1', marker: 'r2/pull-request' });
  await commentTicket(world.parts).act(mine, world.context(run));
  expect(await commentTicket(world.parts).probe(theirs, world.context(run))).toBeUndefined();
});

test('a status is found where the ticket has it, and not where it has another', async () => {
  const effect = effectOf('transition-ticket', { ticket: 'T-1', to: 'in-review' });
  const { probe, act } = transitionTicket(world.parts);
  expect(await probe(effect, world.context(run))).toBeUndefined();
  const outcome = await act(effect, world.context(run));
  expect(await probe(effect, world.context(run))).toEqual(outcome);
  const next = effectOf('transition-ticket', { ticket: 'T-1', to: 'done' });
  expect(await probe(next, world.context(run))).toBeUndefined();
});

test('a ticket that is gone is a failure in words, and its probe finds nothing', async () => {
  const lost: Run = { ...run, source: { tracker: 'local', ref: 'T-9' } };
  const effect = effectOf('transition-ticket', { ticket: 'T-9', to: 'done' });
  expect(await transitionTicket(world.parts).probe(effect, world.context(lost))).toBeUndefined();
  const outcome = await transitionTicket(world.parts).act(effect, world.context(lost));
  if (outcome.type !== 'failed') throw new Error('it was done');
  expect(await world.parts.blobs.get(outcome.detail ?? '')).toContain('T-9');
});
