import { expect, test } from 'vitest';
import { drive, failing, me, question, saying } from '../../test/support/core.ts';
import { eventful } from '../../test/support/told.ts';
import type { RunEvent } from '../core/events.ts';
import { eventMeaning } from './event-meaning.ts';
import { eventWords } from './event-words.ts';

/** Runs that between them live through almost everything. */
function events(): readonly RunEvent[] {
  const landed = drive().go((run) => run.gates.some((gate) => gate.kind === 'merge'));
  const head = landed.run().repositories[0]?.head.commit ?? '';
  landed.send({ type: 'run.land', by: me, head, how: 'branch' });
  const stopped = drive({
    script: (effect) => (effect.kind === 'attempt' ? failing('agent-missing') : undefined),
  }).go();
  stopped.retry('again');
  stopped.send({ type: 'run.pause', by: me });
  stopped.send({ type: 'run.resume', by: me });
  stopped.send({ type: 'run.cancel', by: me });
  const asking = drive({
    script: (effect) =>
      effect.kind === 'ask' && effect.visit === 2 && effect.n === 1 ? question('ask') : undefined,
    policy: { budget: { launches: 2 } },
    person: () => saying('approve', 'words'),
  }).to('implementation');
  asking.perform('attempt', 'a', { type: 'stopped', saved: 'c9' });
  asking.send({ type: 'run.fail', because: 'invariant: x' });
  return [...eventful().go().events(), ...landed.go().events(), ...stopped.events(), ...asking.events()];
}

test('everything that happens is said in words, with nothing left out', () => {
  const told = events();
  const seen = new Set(told.map((event) => event.type));
  expect(seen.size).toBeGreaterThan(30);
  for (const event of told) {
    expect(eventWords(event)).not.toMatch(/undefined|\[object|NaN/);
    expect(eventWords(event).length).toBeGreaterThan(5);
    expect(eventMeaning[event.type]).toMatch(/^[A-Z].*\.$/);
  }
});

test('the words say who, what and why', () => {
  const said = events().map(eventWords);
  expect(said).toContain('me started the run');
  expect(said).toContain('began attempt 1 at task limit');
  expect(said).toContain('task limit failed: agent-timeout (transient); it is tried again after 2 s');
  expect(said).toContain('opened g1: the plan gate');
  expect(said).toContain('me answered revise at g1');
  expect(said).toContain('integrated task route');
  expect(said).toContain('kept what an attempt at task a left when it was stopped');
});
