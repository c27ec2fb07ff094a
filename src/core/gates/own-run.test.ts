import { describe, expect, test } from 'vitest';
import { drive, me, you } from '../../../test/support/core.ts';
import { decide } from '../decide.ts';
import type { Policy } from '../policy.ts';
import { defaultPolicy } from '../policy.ts';
import type { Run } from '../run.ts';
import { headsOf, must, openGates } from '../run.ts';
import type { Decider } from './gate.ts';

const client: Decider = { who: 'helper', authenticated: 'token', channel: 'mcp' };
const allowed: Policy = { ...defaultPolicy, mcp: { decidesOwn: true } };

/** At its plan gate, started by somebody. */
function atPlan(by: Decider, policy: Policy = defaultPolicy): Run {
  const driver = drive().go((run) => openGates(run).length > 0);
  return { ...driver.run(), by, policy };
}

function approvedBy(run: Run, by: Decider): unknown {
  const gate = must(openGates(run)[0], 'a plan waits');
  const decision = { answer: 'approve', by } as const;
  return decide(run, { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision }, 9);
}

const refused = { refused: 'own-run', run: expect.any(String) };
const taken = expect.arrayContaining([expect.objectContaining({ type: 'gate.decided' })]);

describe('who came through MCP', () => {
  test('decides nothing of a run that was started through MCP', () => {
    expect(approvedBy(atPlan(client), client)).toEqual(refused);
    expect(approvedBy(atPlan(client), { ...client, who: 'another' })).toEqual(refused);
  });

  test('decides nothing of its own in a run of before there was a word about it', () => {
    const { mcp: _, ...older } = defaultPolicy;
    expect(approvedBy(atPlan(client, older), client)).toEqual(refused);
  });

  test('decides of one that a person started', () => {
    expect(approvedBy(atPlan(me), client)).toEqual(taken);
  });

  test('decides of its own where policy says so', () => {
    expect(approvedBy(atPlan(client, allowed), client)).toEqual(taken);
  });

  test('keeps nobody else from deciding', () => {
    expect(approvedBy(atPlan(client), you)).toEqual(taken);
  });

  test('writes no plan of its own run anew', () => {
    const run = atPlan(client);
    const { digest } = must(openGates(run)[0], 'a plan waits');
    const plan = must(run.plan, 'there is one');
    expect(decide(run, { type: 'plan.edit', by: client, seen: digest, plan }, 9)).toEqual(refused);
  });

  test('orders no merge before anybody is asked, unless policy asks nobody', () => {
    const run = drive().to('merge').run();
    const ordered = (policy: Policy) =>
      decide({ ...run, gates: [], policy }, { type: 'run.merge', head: headsOf(run), by: client }, 9);
    expect(ordered(defaultPolicy)).toEqual({ refused: 'no-such-gate', gate: 'merge' });
    expect(ordered({ ...defaultPolicy, gates: { ...defaultPolicy.gates, merge: false } })).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'merge.ordered' })]),
    );
  });

  test('orders no merge of its own run', () => {
    const run = { ...drive().to('merge').run(), by: client };
    const head = headsOf(run);
    expect(decide(run, { type: 'run.merge', by: client, head }, 9)).toEqual(refused);
    expect(decide(run, { type: 'run.land', by: client, head, how: 'branch' }, 9)).toEqual(refused);
  });
});
