import { describe, expect, test } from 'vitest';
import type { GateKind } from '../../core/gates/gate.ts';
import type { Status } from '../../core/status.ts';
import type { OpenGate } from './next.ts';
import { gateCommands, nextFor, nextLine, nextLines } from './next.ts';
import { seenWord } from '../../views/words/seen-word.ts';

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

const commandsAt = (gate: OpenGate): readonly string[] =>
  gateCommands('r-1', gate, [gate]).map((next) => next.command);

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

  test('of a cancelled run takes back what it published, as long as something of it is left', () => {
    const cancelled = { run: 'r-1', status: 'cancelled' } as const;
    expect(nextFor({ ...cancelled, pullRequest: 1 }, []).map((next) => next.command)).toEqual([
      'slipway cancel r-1 --discard',
      'slipway run "..."',
    ]);
    expect(nextFor(cancelled, []).map((next) => next.command)).toEqual(['slipway run "..."']);
    const several = [
      { repository: 'api', number: 1 },
      { repository: 'web', number: 4 },
    ];
    expect(nextFor({ ...cancelled, pullRequests: several }, [])[0]?.why).toBe(
      'close its pull requests and delete its branches',
    );
  });

  test('exists for every gate, and one of them answers it', () => {
    const commands = kinds.map((kind) => {
      const gate = { gate: 'g1', kind, subject: 'x', digest: 'd' };
      return `${kind}: ${gateCommands('r-1', gate, [gate])
        .map((next) => next.command)
        .join(' | ')}`;
    });
    expect(commands.join('\n')).toMatchInlineSnapshot(`
      "plan: slipway show r-1 plan | slipway approve r-1 --seen ea8fbbce23 | slipway revise r-1 --seen ea8fbbce23 --comment "..." | slipway reject r-1 --seen ea8fbbce23
      drift: slipway show r-1 gate | slipway show r-1 plan | slipway approve r-1 --seen 8ad5ec005b | slipway revise r-1 --seen 8ad5ec005b --comment "..." | slipway reject r-1 --seen 8ad5ec005b
      delivery: slipway diff r-1 | slipway approve r-1 --seen 8103f4886f | slipway revise r-1 --seen 8103f4886f --comment "..."
      review: slipway show r-1 gate | slipway diff r-1 --task x | slipway approve r-1 --seen bc984c3e35 | slipway revise r-1 --seen bc984c3e35 --comment "..." | slipway reject r-1 --seen bc984c3e35
      merge: slipway diff r-1 | slipway land r-1 --seen 5d0a6bbe46 | slipway merge r-1 --seen 5d0a6bbe46 | slipway revise r-1 --seen 5d0a6bbe46 --comment "..."
      question: slipway show r-1 gate | slipway answer r-1 --seen ed71b1d5ee "..."
      probe: slipway show r-1 gate | slipway approve r-1 --seen 1f7fda138c | slipway reject r-1 --seen 1f7fda138c
      widen-scope: slipway show r-1 gate | slipway approve r-1 --seen c2433d8b1b | slipway revise r-1 --seen c2433d8b1b --comment "..." | slipway reject r-1 --seen c2433d8b1b
      budget: slipway approve r-1 --seen 5a62b73f29 | slipway approve r-1 --seen 5a62b73f29 --raise N | slipway reject r-1 --seen 5a62b73f29
      destructive: slipway show r-1 plan | slipway approve r-1 --seen fd7b91716a | slipway reject r-1 --seen fd7b91716a
      waiver: slipway approve r-1 --seen 4a390cc829 | slipway reject r-1 --seen 4a390cc829"
    `);
  });

  test('at what the change destroys is to read it first, and it may be asked back', () => {
    const gate = { gate: 'g1', kind: 'destructive' as const, subject: 'the change', digest: 'd' };
    const seen = `--seen ${seenWord(gate)}`;
    expect(gateCommands('r-1', gate, [gate]).map((next) => next.command)).toEqual([
      'slipway show r-1 gate',
      'slipway diff r-1',
      `slipway approve r-1 ${seen}`,
      `slipway revise r-1 ${seen} --comment "..."`,
      `slipway reject r-1 ${seen}`,
    ]);
  });

  test.each([
    ['base.main.0.build:build-failed.test:not-started', "slipway checks r-1 --build '...'"],
    ['base.main.2.docs:program-missing', "slipway checks r-1 docs='...'"],
    ['base.main.0.setup:setup-failed', "slipway checks r-1 --setup '...'"],
    ['base.main.0.a b:no-end', "slipway checks r-1 --setup '...'"],
  ])('at a base that cannot be checked (%s) is about the check that is in the way', (digest, command) => {
    const gate = { gate: 'g1', kind: 'waiver' as const, subject: 'base', digest };
    expect(gateCommands('r-1', gate, [gate]).map((next) => next.command)).toContain(command);
    const unsaid = { ...gate, digest: '' };
    const commands = gateCommands('r-1', unsaid, [unsaid]).map((next) => next.command);
    expect(commands).toContain("slipway checks r-1 --setup '...'");
  });

  test('names the gate where several are open', () => {
    const gates = [
      { gate: 'g1', kind: 'question' as const, subject: 'task/a', digest: 'one' },
      { gate: 'g2', kind: 'budget' as const, subject: 'usd', digest: 'two' },
    ];
    const commands = nextFor({ run: 'r-1', status: 'waiting' }, gates).map((next) => next.command);
    expect(commands).toContainEqual(expect.stringMatching(/^slipway answer r-1 g1 --seen \w{10} "\.\.\."$/));
    expect(commands).toContainEqual(expect.stringMatching(/^slipway approve r-1 g2 --seen \w{10}$/));
  });

  test('names what it decides about: another plan is another word, and a look needs none', () => {
    const first = { gate: 'g1', kind: 'plan' as const, subject: 'plan', digest: 'sha256:one.base.policy' };
    const second = { ...first, digest: 'sha256:two.base.policy' };
    const decide = commandsAt(first).filter((command) => command.includes('--seen'));
    expect(decide.map((command) => command.split(' ')[1])).toEqual(['approve', 'revise', 'reject']);
    expect(decide).toEqual(decide.filter((command) => command.includes(`--seen ${seenWord(first)}`)));
    expect(commandsAt(second).filter((command) => decide.includes(command))).toEqual([]);
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

test('of a run that pre-flight stopped says that it keeps its configuration, and how another one is started', () => {
  const stopped = nextFor({ run: 'r-1', status: 'blocked', because: 'pre-flight failed' }, []);
  expect(nextLines(stopped)).toMatch(
    /slipway run "\.\.\." --again +start another.*a run keeps the configuration it was started with/,
  );
  const worked = nextFor({ run: 'r-1', status: 'blocked', because: 'a task used up its attempts' }, []);
  expect(nextLines(worked)).not.toContain('--again');
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
