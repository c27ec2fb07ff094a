import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { coverageOf } from '../../core/evidence/coverage.ts';
import {
  aRun,
  aTicket,
  coverageSpec,
  drive,
  measuredBefore,
  measuredOf,
} from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import type { RunEvent } from '../../core/events.ts';
import { agentKeyIn, agentValue, ticketHashOf } from './agent-keys.ts';

const script = (effect: Effect): Outcome | undefined =>
  effect.kind === 'measure'
    ? { type: 'done', kind: 'measure', result: { measured: measuredOf(effect.input.tree, 7) } }
    : undefined;

const ended = (session?: string): { readonly event: RunEvent } => ({
  event: {
    type: 'effect.ended',
    key: 'main/1/ask/planner/1',
    how: 'done',
    provenance: {
      agent: 'claude',
      transcript: 't',
      ...(session === undefined ? {} : { session: { id: session } }),
    },
  },
});

describe('[C6] a key of coding agents', () => {
  test.each([
    ['coding_agent::pr::1f2e3d4c', { name: 'pr', hash: '1f2e3d4c' }],
    ['coding_agent::coverage_baseline::1f', { name: 'coverage_baseline', hash: '1f' }],
    ['coding_agent::loop_stuck::7', { name: 'loop_stuck', hash: '7' }],
    ['coding_agent::pr', 'unknown'],
    ['coding_agent::pr::', 'unknown'],
    ['coding_agent::pr::1::2', 'unknown'],
    ['coding_agent::mood::1f2e3d4c', 'unknown'],
    ['dates', undefined],
  ])('%s is read as %j', (key, expected) => {
    expect(agentKeyIn(key)).toEqual(expected);
  });

  test('names the ticket by the hash of its text', () => {
    const ticket = { ...aTicket, blob: `sha256:${'1f2e3d4c'.repeat(8)}` };
    expect(ticketHashOf({ ticket })).toBe('1f2e3d4c');
    expect(ticketHashOf({})).toBeUndefined();
  });

  test('has nothing to say of a run that has only begun, but where it is', () => {
    const run = aRun();
    const values = (['session_id', 'pr', 'coverage_baseline', 'loop_stuck', 'task'] as const).flatMap(
      (name) => agentValue(name, run, []) ?? [],
    );
    expect(values).toEqual([]);
    expect(agentValue('state', run, [])).toEqual({
      type: 'state',
      state: { mode: 'investigate', run: run.id, stage: 'intake', visit: 1, status: 'running' },
    });
  });

  test('tells how much was covered before the change, or else of the change when that was first measured', () => {
    const run = drive({ coverage: coverageSpec, script }).to('merge').run();
    expect(agentValue('coverage_baseline', run, [])).toEqual({ type: 'text', text: '70' });
    const before = { ...measuredBefore('t'), whole: { lines: 8, hit: 5 } };
    const based = { ...run, coverage: { ...coverageOf(run), before } };
    expect(agentValue('coverage_baseline', based, [])).toEqual({ type: 'text', text: '62.5' });
  });

  test('tells of coverage rounds that got stuck how many there were and what the last one gained', () => {
    const run = drive({ coverage: coverageSpec, script }).to('merge').run();
    expect(agentValue('loop_stuck', run, [])).toEqual({
      type: 'loop',
      loop: { iterations: 1, last_delta: 0, stopped: 'no-gain' },
    });
    const coverage = coverageOf(run);
    const once = { ...run, coverage: { ...coverage, measured: coverage.measured.slice(0, 1) } };
    expect(agentValue('loop_stuck', once, [])).toEqual({
      type: 'loop',
      loop: { iterations: 1, stopped: 'no-gain' },
    });
    const reached = drive({ coverage: coverageSpec }).to('merge').run();
    expect(agentValue('loop_stuck', reached, [])).toBeUndefined();
  });

  test('tells the pull request, the task and the last conversation of a run', () => {
    const run = drive().to('merge').run();
    expect(agentValue('pr', run, [])).toMatchObject({
      type: 'pr',
      number: theRepository(run).pullRequest?.number,
      branch: run.branch,
    });
    expect(agentValue('task', run, [])).toEqual({ type: 'blob', blob: aTicket.blob });
    expect(agentValue('session_id', run, [ended('s1'), ended('s2'), ended()])).toEqual({
      type: 'text',
      text: 's2',
    });
  });
});
