// A run with an eventful life, told with times and texts: what tests of artifacts and pages read. It goes through a
// revision at the plan gate, failed attempts and checks, a bug round, a fix round, and a wait at the merge gate.

import type { Effect, Outcome } from '../../src/core/effects.ts';
import type { Evidence } from '../../src/core/evidence/evidence.ts';
import type { RunEvent } from '../../src/core/events.ts';
import type { Run } from '../../src/core/run.ts';
import type { Driver, Options } from './core.ts';
import { aPlan, aTask, aVerdict, answered, drive, failing, saying, testCheck } from './core.ts';

export interface ToldEvent {
  readonly event: RunEvent;
  readonly at: number;
  readonly seq: number;
  readonly hash: string;
}

export const startAt = Date.UTC(2026, 4, 28, 9, 0, 0);

/** Agents take minutes, checks half a minute, a person two hours; the rest is done at once. */
const tookMs: Readonly<Partial<Record<RunEvent['type'], number>>> = {
  'effect.begun': 20,
  'gate.decided': 7_200_000,
};

export function tell(events: readonly RunEvent[]): readonly ToldEvent[] {
  let at = startAt;
  return events.map((event, index) => {
    at += event.type === 'effect.ended' ? endMs(event.key) : (tookMs[event.type] ?? 0);
    return { event, at, seq: index + 1, hash: `sha256:${String(index + 1).padStart(64, '0')}` };
  });
}

function endMs(key: string): number {
  if (key.includes('/attempt/')) return 184_000;
  if (key.includes('/ask/')) return 71_000;
  return key.includes('/check/') ? 28_000 : 150;
}

const bounds = aTask('limit', {
  title: 'Count failed sign-ins by address',
  files: ['src/limit.ts'],
  tests: ['src/limit.test.ts'],
});
const route = aTask('route', {
  title: 'Answer 429 once the limit is reached',
  files: ['src/routes/login.ts'],
  dependsOn: ['limit'],
});
const docs = aTask('docs', {
  title: 'Tell operators how to change the limit',
  files: ['docs/operations.md'],
  executor: 'documenter',
});
const lint = {
  ...testCheck,
  name: 'lint',
  kind: 'lint' as const,
  command: 'npm run lint',
  when: 'run' as const,
};
const plan = aPlan([bounds, route, docs], {
  source: 'plan source',
  confidence: 0.92,
  risks: [{ category: 'concurrency', impact: 'MEDIUM', resolved: false }],
});

export const texts: Readonly<Record<string, string>> = {
  config: JSON.stringify({ roles: { default: 'claude', reviewer: 'codex' } }),
  ticket:
    '# T-1: Limit sign-in attempts\n\nToo many guesses get through.\n\n## Acceptance criteria\n\n- c1: The sixth failure within a minute is answered with 429\n',
  analysis:
    'Sign-in goes through `src/routes/login.ts`, which asks nobody how often it was called.\n\n## Related code\n\n- `src/a.ts`: it answers the request\n',
  plan: '# Plan\n\nCount failures by address, answer 429 past the limit.\n\n## Task limit: Count failed sign-ins by address\n\nKeep a window of one minute in memory.\n\n- Files: `src/limit.ts`\n- Done when: five failures pass and the sixth does not\n\n## Task route: Answer 429 once the limit is reached\n\nAsk the counter first.\n\n- Files: `src/routes/login.ts`\n- Done when: the answer is 429\n',
  'plan source': JSON.stringify({
    type: 'plan',
    summary: 'Count failures by address, answer 429 past the limit.',
    tasks: [
      {
        id: 'limit',
        description: 'Keep a window of one minute in memory.',
        successCriteria: ['five failures pass and the sixth does not'],
        assumes: [
          { kind: 'symbol', name: 'login', file: 'src/routes/login.ts' },
          { kind: 'script', name: 'lint' },
        ],
      },
      { id: 'route', description: 'Ask the counter first.', successCriteria: ['the answer is 429'] },
    ],
    risks: [{ category: 'concurrency', note: 'Two requests may count at once.' }],
    openQuestions: ['Is one minute right?'],
  }),
  verdict: '# Verdict: pass\n\nThe window is right and the tests cover its edge.\n',
  'verdict revise':
    '# Verdict: revise\n\nThe window never forgets an address, so memory grows without bound.\n',
  'person plan': 'Keep the limit configurable, please.\n<script>alert(1)</script>',
  'log of test':
    '\u001b[31mnot ok 3 - the sixth failure is refused\u001b[0m\n  expected 429, got 200\n  at /tmp/w/r1-6-check/src/limit.test.ts:41:7\n',
  'log of lint': 'src/limit.ts:12: unused variable\n',
  timeout: 'The agent was stopped after 3600 s.',
  triage: 'The limit should be read from the environment, as the others are.',
};

export function textOf(blob: string): Promise<string | undefined> {
  return Promise.resolve(texts[blob]);
}

/** A run through everything, to its merge. */
export function eventful(options: Options = {}): Driver {
  return drive({
    plans: [plan],
    checks: [testCheck, lint],
    script: troubles(),
    person: (gate, run) => {
      if (gate.kind === 'plan' && run.rounds.plan === 0) return saying('revise', 'person plan');
      if (gate.kind === 'merge' && run.rounds.triage === 0) return saying('revise', 'triage');
      return undefined;
    },
    ...options,
  });
}

/** Each trouble comes once, so that the run gets past it. */
function troubles(): (effect: Effect, run: Run) => Outcome | undefined {
  const seen = new Set<string>();
  const once = (name: string, outcome: () => Outcome): Outcome | undefined => {
    if (seen.has(name)) return undefined;
    seen.add(name);
    return outcome();
  };
  return (effect) => {
    if (effect.kind === 'attempt' && effect.subject === 'limit') {
      return once('timeout', () =>
        failing('agent-timeout', { detail: 'timeout', charge: { agentMs: 180_000 } }),
      );
    }
    if (effect.kind === 'check' && effect.subject === 'task-route') {
      return once('task check', () => checked(effect, ['test']));
    }
    if (effect.kind === 'check' && effect.subject === 'run') {
      return once('evaluation', () => checked(effect, ['test', 'lint']));
    }
    if (effect.kind === 'ask' && effect.subject === 'reviewer') return once('review', revise);
    return undefined;
  };
}

/** All checks of an effect, some of them failed. */
export function checked(effect: Effect<'check'>, failed: readonly string[]): Outcome {
  const { checks, tree } = effect.input;
  const evidence = checks.map((spec): Evidence => {
    const bad = failed.includes(spec.name);
    return {
      check: spec.name,
      kind: spec.kind,
      tree,
      verdict: bad ? 'FAIL' : 'PASS',
      because: bad ? 'exit' : 'ok',
      exit: bad ? 1 : 0,
      ms: 27_400,
      ...(spec.kind === 'test' ? { counts: { passed: bad ? 40 : 41, failed: bad ? 1 : 0, skipped: 2 } } : {}),
      log: `log of ${spec.name}`,
    };
  });
  return { type: 'done', kind: 'check', result: { evidence } };
}

function revise(): Outcome {
  const verdict = aVerdict({
    conclusion: 'revise',
    confidence: 0.88,
    score: 61,
    blob: 'verdict revise',
    criteria: [{ id: 'c1', met: false }],
    findings: [
      {
        severity: 'MAJOR',
        file: 'src/limit.ts',
        line: 12,
        title: 'Addresses are never forgotten <b>',
        validation: 'confirmed',
      },
      { severity: 'MINOR', title: 'A name could be shorter', validation: 'unvalidated' },
    ],
  });
  return answered({ agent: 'codex', transcript: 'transcript', answer: 'verdict', verdict });
}
