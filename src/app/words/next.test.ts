import { describe, expect, test } from 'vitest';
import type { GateKind } from '../../core/gates/gate.ts';
import type { Status } from '../../core/status.ts';
import { gateCommands, nextFor, nextLine } from './next.ts';

const kinds: readonly GateKind[] = [
  'plan',
  'drift',
  'delivery',
  'review',
  'merge',
  'question',
  'probe',
  'widen-scope',
  'budget',
  'destructive',
  'waiver',
];
const statuses: readonly Status[] = ['running', 'waiting', 'blocked', 'failed', 'cancelled', 'completed'];

describe('the next command', () => {
  test('exists for every status', () => {
    const first = statuses.map((status) => `${status}: ${nextFor({ run: 'r-1', status }, [])[0]?.command}`);
    expect(first.join('\n')).toMatchInlineSnapshot(`
      "running: slipway status r-1
      waiting: slipway explain r-1
      blocked: slipway explain r-1
      failed: slipway explain r-1
      cancelled: slipway run "..."
      completed: slipway land r-1"
    `);
  });

  test('exists for every gate, and one of them answers it', () => {
    const commands = kinds.map((kind) => {
      const gate = { gate: 'g1', kind, subject: 'x' };
      return `${kind}: ${gateCommands('r-1', gate, [gate])
        .map((next) => next.command)
        .join(' | ')}`;
    });
    expect(commands.join('\n')).toMatchInlineSnapshot(`
      "plan: slipway show r-1 plan | slipway approve r-1 | slipway revise r-1 --comment "..." | slipway reject r-1
      drift: slipway show r-1 gate | slipway show r-1 plan | slipway approve r-1 | slipway revise r-1 --comment "..." | slipway reject r-1
      delivery: slipway diff r-1 | slipway approve r-1 | slipway revise r-1 --comment "..."
      review: slipway show r-1 gate | slipway diff r-1 --task x | slipway approve r-1 | slipway revise r-1 --comment "..." | slipway reject r-1
      merge: slipway diff r-1 | slipway land r-1 | slipway merge r-1 | slipway revise r-1 --comment "..."
      question: slipway show r-1 gate | slipway answer r-1 "..."
      probe: slipway show r-1 gate | slipway approve r-1 | slipway reject r-1
      widen-scope: slipway show r-1 gate | slipway approve r-1 | slipway reject r-1
      budget: slipway approve r-1 | slipway approve r-1 --raise N | slipway reject r-1
      destructive: slipway show r-1 plan | slipway approve r-1 | slipway reject r-1
      waiver: slipway approve r-1 | slipway reject r-1"
    `);
  });

  test.each([
    ['base.main.0.build:build-failed.test:not-started', "slipway checks r-1 --build '...'"],
    ['base.main.2.docs:program-missing', "slipway checks r-1 docs='...'"],
    ['base.main.0.setup:setup-failed', "slipway checks r-1 --setup '...'"],
    ['base.main.0.a b:no-end', "slipway checks r-1 --setup '...'"],
  ])('at a base that cannot be checked (%s) is about the check that is in the way', (digest, command) => {
    const gate = { gate: 'g1', kind: 'waiver' as const, subject: 'base', digest };
    expect(gateCommands('r-1', gate, [gate]).map((next) => next.command)).toContain(command);
    const { digest: _digest, ...unsaid } = gate;
    const commands = gateCommands('r-1', unsaid, [unsaid]).map((next) => next.command);
    expect(commands).toContain("slipway checks r-1 --setup '...'");
  });

  test('names the gate where several are open', () => {
    const gates = [
      { gate: 'g1', kind: 'question' as const, subject: 'task/a' },
      { gate: 'g2', kind: 'budget' as const, subject: 'usd' },
    ];
    const commands = nextFor({ run: 'r-1', status: 'waiting' }, gates).map((next) => next.command);
    expect(commands).toContain('slipway answer r-1 g1 "..."');
    expect(commands).toContain('slipway approve r-1 g2');
  });

  test('of a paused run resumes it; of a landed one looks at it; of one that owes something finishes it', () => {
    const paused = nextFor({ run: 'r-1', status: 'waiting', because: 'paused by a person' }, []);
    expect(nextLine(paused)).toBe('Next: slipway resume r-1  (let it go on)\n');
    const landed = nextFor({ run: 'r-1', status: 'completed', landed: 'feature/x' }, []);
    expect(landed[0]?.command).toBe('git log -p feature/x');
    const owing = nextFor({ run: 'r-1', status: 'completed', owed: true }, []);
    expect(owing.map((next) => next.command)).toEqual(['slipway land r-1', 'slipway resume r-1']);
  });
});

test('where a run waits for a task that a person took, they are told how to give it back, or not to', () => {
  const taken = nextFor({ run: 'r-1', status: 'waiting', taken: ['greet'] }, []);
  expect(taken.map((next) => next.command)).toEqual([
    'slipway give r-1 greet',
    'slipway give r-1 greet --drop',
    'slipway open r-1 --task greet',
  ]);
});

test('without anything to do there is no hint', () => {
  expect(nextLine([])).toBe('');
});
