import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Driver } from '../../../test/support/core.ts';
import { drive, failing } from '../../../test/support/core.ts';
import { checked, eventful, tell, textOf } from '../../../test/support/told.ts';
import { stageNames } from '../../core/pipeline/stage.ts';
import { artifactsOf } from './artifacts.ts';
import { outcomeLine } from './outcome.ts';
import { progressOf } from './progress.ts';
import { reportArtifacts } from './reports.ts';
import { plainOf, tailOf } from './say.ts';
import { traceIdOf } from './trace-id.ts';
import { storyOf } from './story-of-events.ts';

async function filesOf(driver: Driver): Promise<ReadonlyMap<string, string>> {
  const artifacts = await artifactsOf(tell(driver.events()), textOf);
  return new Map(artifacts.map(({ path, text }) => [path, text]));
}

function fileIn(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`${path} is not among ${[...files.keys()].join(', ')}`);
  return text;
}

/** A run whose evaluation never passes. */
function hopeless(): Driver {
  return eventful({
    policy: { onBlocked: 'simplify' },
    script: (effect) =>
      effect.kind === 'check' && effect.subject === 'run' ? checked(effect, ['test']) : undefined,
  });
}

const finished = await filesOf(eventful().go());
const blocked = await filesOf(hopeless().go());

describe('the artifacts of a run', () => {
  test('are those that have content, and no other', () => {
    expect([...finished.keys()].toSorted()).toEqual(
      [
        'analysis.md',
        'final_review.md',
        'gate-events.ndjson',
        'log.jsonl',
        'plan-fix-1.md',
        'progress.yaml',
        'prompt.yaml',
        'related-code.json',
        'report.html',
        'review-feedback-1.md',
        'review.sarif',
        ...[1, 2, 3].flatMap((n) => [
          `round-${n}/plan.md`,
          `round-${n}/review_report.yaml`,
          `round-${n}/tasks.yaml`,
        ]),
        'state.json',
        'test-report.md',
        'ticket.json',
      ].toSorted(),
    );
    expect([...finished.values()].every((text) => text.endsWith('\n') && text.trim() !== '')).toBe(true);
  });

  test('can be made at every moment of a run, and the same events give the same files', async () => {
    const events = tell(eventful().go().events());
    for (let count = 1; count <= events.length; count += 1) {
      const files = await artifactsOf(events.slice(0, count), textOf);
      expect(files.map((artifact) => artifact.path)).toContain('report.html');
    }
    expect(await artifactsOf(events, textOf)).toEqual(await artifactsOf(events, textOf));
  });

  test('are none before the first event', async () => {
    expect(await artifactsOf([], textOf)).toEqual([]);
  });

  test('say of an erased text that it was erased', async () => {
    const files = await artifactsOf(tell(eventful().go().events()), () => Promise.resolve(undefined));
    expect(files.find((file) => file.path === 'analysis.md')?.text).toBe('[this text was erased]');
  });

  test('tell one line an event', () => {
    const lines = fileIn(finished, 'log.jsonl').trimEnd().split('\n');
    expect(lines).toHaveLength(eventful().go().events().length);
    expect(z.object({ seq: z.number(), type: z.string() }).parse(JSON.parse(lines[0] ?? ''))).toEqual({
      seq: 1,
      type: 'run.started',
    });
  });
});

describe('ticket, request and analysis', () => {
  test('name the criteria in the words of the ticket', () => {
    const criteria = [{ id: 'c1', text: 'The sixth failure within a minute is answered with 429' }];
    expect(JSON.parse(fileIn(finished, 'ticket.json'))).toMatchObject({
      id: 'T-1',
      sensitive_check: { result: 'CLEAN', rules: [] },
      acceptance_criteria: criteria,
    });
    expect(parse(fileIn(finished, 'prompt.yaml'))).toMatchObject({
      ticket: 'T-1',
      mandates: [],
      success_criteria: criteria,
    });
  });

  test('say why each piece of related code is cited', () => {
    expect(JSON.parse(fileIn(finished, 'related-code.json'))).toEqual({
      results: [{ file: 'src/a.ts', line: null, why: 'it answers the request' }],
      missing: [],
    });
  });
});

const State = z.object({
  ticket_id: z.string(),
  current_state: z.string(),
  status: z.string(),
  states: z.record(z.string(), z.looseObject({ status: z.string(), visits: z.number() })),
  failure_log: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      step: z.string(),
      attempted_action: z.looseObject({
        command: z.string().nullable(),
        related_plan_step: z.string().nullable(),
        related_design: z.string().nullable(),
      }),
      agent_analysis: z
        .object({
          root_cause_hypothesis: z.string(),
          confidence: z.enum(['high', 'mid']),
          suggested_fix: z.string().nullable(),
        })
        .nullable(),
      actual_outcome: z.looseObject({
        type: z.string(),
        summary: z.string(),
        exit_code: z.number().nullable(),
      }),
      resolution: z.object({
        action: z.string(),
        transitioned_to: z.string().nullable(),
        retry_count: z.number(),
      }),
    }),
  ),
  failure_summary: z.object({
    total_failures: z.number(),
    by_state: z.record(z.string(), z.number()),
    by_type: z.record(z.string(), z.number()),
    recurring_patterns: z.array(
      z.object({ pattern: z.string(), occurrences: z.number(), failure_ids: z.array(z.string()) }),
    ),
  }),
});

describe('the state file', () => {
  test('has every stage, with what was done, skipped and blocked', () => {
    const state = State.parse(JSON.parse(fileIn(finished, 'state.json')));
    expect(Object.keys(state.states)).toEqual([...stageNames]);
    expect(state.status).toBe('completed');
    expect(state.states['design']?.status).toBe('skipped');
    expect(state.states['merge']?.status).toBe('completed');
    const stuck = State.parse(JSON.parse(fileIn(blocked, 'state.json')));
    expect(stuck.states['evaluation']?.status).toBe('blocked');
    expect(stuck.states['review']?.status).toBe('pending');
  });

  test('merges all checks that failed in an evaluation into one entry, with the way the run took', () => {
    const { failure_log: log } = State.parse(JSON.parse(fileIn(finished, 'state.json')));
    const entries = log.filter((entry) => entry.state === 'evaluation');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      attempted_action: { command: 'npm test' },
      actual_outcome: {
        type: 'checks-failed',
        exit_code: 1,
        summary: 'not ok 3 - the sixth failure is refused',
      },
      resolution: { action: 'round', transitioned_to: 'analysis', retry_count: 1 },
    });
  });

  test('says of failed checks what was diagnosed, and what was planned against it', () => {
    const { failure_log: log } = State.parse(JSON.parse(fileIn(finished, 'state.json')));
    const found = log.find((entry) => entry.state === 'evaluation');
    expect(found?.agent_analysis?.root_cause_hypothesis).toContain(
      'The check "test" (test, command: npm test) failed',
    );
    expect(found?.agent_analysis?.root_cause_hypothesis).toContain('not ok 3 - the sixth failure is refused');
    expect(found?.agent_analysis?.suggested_fix).toMatch(/\(round-\d\/plan\.md\)$/);
    const task = log.find(
      (entry) => entry.state === 'implementation' && entry.actual_outcome.type === 'checks-failed',
    );
    expect(task?.agent_analysis).toMatchObject({ suggested_fix: null });
    const others = log.filter(
      (entry) => !['checks-failed', 'red-together'].includes(entry.actual_outcome.type),
    );
    expect(others.length).toBeGreaterThan(0);
    expect(others.every((entry) => entry.agent_analysis === null)).toBe(true);
  });

  test('names the part of the plan that a failing task is in', () => {
    const { failure_log: log } = State.parse(JSON.parse(fileIn(finished, 'state.json')));
    const entry = log.find(({ attempted_action: action }) => action.related_plan_step === 'limit');
    expect(entry?.attempted_action.related_design).toMatch(
      /^round-\d\/plan\.md#task-limit-count-failed-sign-ins-by-address$/,
    );
    const whole = log.find(({ attempted_action: action }) => action.related_plan_step === null);
    expect(whole?.attempted_action.related_design).toBeNull();
  });

  test('counts failures by stage and type, and finds what came again', () => {
    const { failure_summary: summary } = State.parse(JSON.parse(fileIn(blocked, 'state.json')));
    expect(summary).toMatchObject({
      total_failures: 5,
      by_state: { evaluation: 5 },
      by_type: { 'checks-failed': 5 },
      recurring_patterns: [{ occurrences: 5 }],
    });
  });
});

describe('progress', () => {
  test('stays at 95 percent or below until the review has passed, at every moment of a run', () => {
    for (const driver of [eventful().go(), hopeless().go()]) {
      const events = tell(driver.events());
      const seen = events.map((_, index) => storyOf(events.slice(0, index + 1)));
      const before = seen.filter((story) => {
        const at = story === undefined ? 0 : stageNames.indexOf(story.run.visit.stage);
        return at <= stageNames.indexOf('review');
      });
      expect(before.length).toBeGreaterThan(100);
      for (const story of before) {
        expect(story === undefined ? 100 : progressOf(story).percent).toBeLessThanOrEqual(95);
      }
    }
  });

  test('is 100 percent at the end, with the times of the rounds', () => {
    const Progress = z.looseObject({
      metrics: z.looseObject({
        percent_complete: z.number(),
        tasks_total: z.number(),
        tasks_completed: z.number(),
        lead_time_to_first_code_change_minutes: z.number(),
      }),
      rounds: z.array(z.looseObject({ round: z.string(), minutes: z.number() })),
    });
    const progress = Progress.parse(parse(fileIn(finished, 'progress.yaml')));
    expect(progress.metrics).toMatchObject({ percent_complete: 100, tasks_total: 4, tasks_completed: 4 });
    expect(progress.metrics.lead_time_to_first_code_change_minutes).toBeGreaterThan(0);
    expect(progress.rounds.map((round) => round.round)).toContain('bug');
    expect(progress.rounds.every((round) => round.minutes > 0)).toBe(true);
  });

  test('estimates what is left from the tasks that are done, and says how sure it is', () => {
    const driver = eventful().go((run) => run.tasks.some((state) => state.at === 'integrated'));
    const story = storyOf(tell(driver.events()));
    expect(story === undefined ? undefined : progressOf(story)).toMatchObject({
      tasksDone: 1,
      confidence: 'low',
      remainingMs: expect.any(Number),
    });
  });
});

describe('the folder of a round', () => {
  test('holds a task table with groups as a mapping and an order of execution', () => {
    expect(parse(fileIn(finished, 'round-2/tasks.yaml'))).toMatchObject({
      validation_policy: {
        working_directory: '.',
        checks_per_task: ['test'],
        checks_per_run: ['test', 'lint'],
        known_failures: [],
      },
      summary: 'Count failures by address, answer 429 past the limit.',
      tasks: [
        {
          id: 'limit',
          description: 'Keep a window of one minute in memory.',
          success_criteria: ['five failures pass and the sixth does not'],
          assumes: [
            { kind: 'symbol', name: 'login', file: 'src/routes/login.ts' },
            { kind: 'script', name: 'lint' },
          ],
          parallel_group: 'A',
          status: 'integrated',
        },
        { id: 'route', depends_on: ['limit'], parallel_group: 'B' },
        { id: 'docs', parallel_group: 'A' },
      ],
      parallel_groups: { A: ['limit', 'docs'], B: ['route'] },
      execution_order: [
        { group: 'A', strategy: 'parallel', tasks: ['limit', 'docs'] },
        { group: 'B', strategy: 'sequential', tasks: ['route'] },
      ],
      strategy: 'parallel',
      risks: [
        {
          category: 'concurrency',
          impact: 'MEDIUM',
          resolved: false,
          note: 'Two requests may count at once.',
        },
      ],
      open_questions: ['Is one minute right?'],
      grants: [],
    });
  });

  test('tells what changed since the round before, and nothing where the plan is a new one', () => {
    expect(fileIn(finished, 'round-2/plan.md')).toContain('\n## Changed since round 1\n\n- only words\n');
    expect(fileIn(finished, 'round-1/plan.md')).not.toContain('## Changed since');
    expect(fileIn(finished, 'round-3/plan.md')).not.toContain('## Changed since');
  });

  test('holds a task table without words where those were erased', async () => {
    const files = await artifactsOf(tell(eventful().go().events()), (blob) =>
      blob === 'plan source' ? Promise.resolve(undefined) : textOf(blob),
    );
    const table = files.find((file) => file.path === 'round-2/tasks.yaml')?.text ?? '';
    expect(parse(table)).toMatchObject({
      summary: '',
      tasks: [{ description: 'Count failed sign-ins by address', success_criteria: [] }, {}, {}],
      risks: [{ note: 'not said' }],
    });
  });

  test('holds what reviewers concluded while its plan was worked on', () => {
    expect(parse(fileIn(finished, 'round-1/review_report.yaml'))).toMatchObject({
      status: 'pass',
      tests: null,
      verdicts: [{ subject: 'auditor', conclusion: 'pass' }],
    });
    expect(parse(fileIn(finished, 'round-3/review_report.yaml'))).toMatchObject({
      status: 'pass',
      tests: 'PASS',
    });
  });

  test('has a plan of its own for each bug round and for the simplification pass', () => {
    expect(fileIn(finished, 'plan-fix-1.md')).toContain('after evaluation failed: test and lint.');
    expect(fileIn(blocked, 'plan-fix-4.md')).toContain('# Simplification pass');
    expect(blocked.has('plan-fix-5.md')).toBe(false);
  });
});

describe('reports for people', () => {
  test('say which evidence holds and show what a failed check printed, without its colours', () => {
    const report = fileIn(finished, 'test-report.md');
    expect(report).toContain('This evidence holds for the head of the run branch.');
    expect(report).toContain('    not ok 3 - the sixth failure is refused\n      expected 429, got 200');
    expect(report).not.toContain('\u001b');
  });

  test('keep the words a triage round began with', () => {
    expect(fileIn(finished, 'review-feedback-1.md')).toContain('should be read from the environment');
  });

  test('end with the last review', () => {
    expect(fileIn(finished, 'final_review.md')).toContain('The window is right');
  });

  test('hold planned against touched files, for a LARGE change alone [E7]', () => {
    const events = tell(eventful().go().events());
    const reviewOf = (tier: 'MEDIUM' | 'LARGE') => {
      const story = storyOf(events);
      if (story?.run.accepted === undefined) throw new Error('there is an accepted plan');
      const { run } = story;
      const accepted = { ...story.run.accepted, tier };
      const tasks = run.tasks.map((state) => ({
        ...state,
        delivered: { commit: 'c', tree: 't', parent: 'p', touched: ['src/elsewhere.ts'] },
      }));
      const files = reportArtifacts({ ...story, run: { ...run, accepted, tasks } }, () => '');
      return files.find(({ path }) => path === 'final_review.md')?.text ?? '';
    };
    expect(reviewOf('LARGE')).toMatch(
      /## Planned and touched\n\n- limit: 1 file touched; planned and not touched: src\/limit\.ts/,
    );
    expect(reviewOf('MEDIUM')).not.toContain('Planned and touched');
  });
});

describe('the summary of a block', () => {
  test('says what was tried: every plan, and every round with what it was to mend', () => {
    const text = fileIn(blocked, 'BLOCKED-summary.md');
    const tried = text.slice(text.indexOf('## What was tried'), text.indexOf('## Counts'));
    expect(tried.match(/(?:bug round|simplification pass) \d of \d: .*/g)).toEqual([
      'bug round 1 of 3: failed check test',
      'bug round 2 of 3: failed check test',
      'bug round 3 of 3: failed check test',
      'simplification pass 1 of 1: failed check test',
    ]);
    expect(tried).toMatch(/UTC: planned 3 tasks: `Count failed.+`/);
  });

  test('has counts, patterns, the last three failures and what to do next', () => {
    const text = fileIn(blocked, 'BLOCKED-summary.md');
    expect(text).toContain('# Run r1 is blocked');
    expect(text).toContain('bug rounds are used up');
    expect(text).toContain('| checks-failed | 5 |');
    expect(text).toContain('5 times (fail-001, fail-002');
    expect(text.match(/^- fail-00\d/gm)).toEqual(['- fail-005', '- fail-004', '- fail-003']);
    expect(text).toContain('Read the failing output');
    expect(text).toContain('\n    slipway retry r1 --comment "..."\n');
    expect(text).toContain('slipway retry r1');
  });

  test('is history once a person let the run go on', async () => {
    const driver = hopeless().go();
    driver.retry();
    expect(fileIn(await filesOf(driver), 'BLOCKED-summary.md')).toContain('so this is history');
  });

  test('says what a person can do about a failure that nobody else can mend', async () => {
    const driver = drive({
      script: (effect) => (effect.kind === 'ask' ? failing('agent-missing') : undefined),
    }).go();
    expect(fileIn(await filesOf(driver), 'BLOCKED-summary.md')).toContain('slipway doctor');
  });
});

const GateEvent = z.object({
  schema_version: z.literal('1.1.0'),
  agent: z.string(),
  event_type: z.enum([
    'PLAN_GATE',
    'PREFLECT_GATE',
    'PHASE_REVIEW_GATE',
    'HIGH_RISK_APPROVAL_GATE',
    'COMPLETION_GATE',
  ]),
  workflow_state: z.enum(['PLANNING', 'ACTING', 'REVIEWING', 'WAITING_APPROVAL', 'COMPLETE']),
  phase_id: z.string(),
  decision: z.enum(['GO', 'REPLAN', 'ABSTAIN', 'BLOCKED']),
  confidence: z.number().min(0).max(1),
  requires_human_approval: z.boolean(),
  reason: z.string().min(1),
  next_action: z.string().min(1),
  trace_id: z.uuid(),
  iteration_index: z.number().min(1),
  max_iterations: z.number().min(1).max(5),
});

function gateEvents(files: ReadonlyMap<string, string>): readonly z.infer<typeof GateEvent>[] {
  const lines = fileIn(files, 'gate-events.ndjson').trimEnd().split('\n');
  return lines.map((line) => GateEvent.parse(JSON.parse(line)));
}

describe('gate events', () => {
  test('tell of gates as they open and are decided, of audits, reviews and blocks', () => {
    const plan = gateEvents(finished).filter((event) => event.event_type === 'PLAN_GATE');
    expect(plan.map(({ agent, decision, iteration_index: turn }) => [agent, decision, turn])).toEqual([
      ['auditor', 'GO', 1],
      ['slipway', 'ABSTAIN', 1],
      ['me', 'REPLAN', 1], // only the words changed, so the auditor's pass still counts
      ['slipway', 'ABSTAIN', 2],
      ['me', 'GO', 2],
    ]);
    expect(gateEvents(blocked).at(-1)).toMatchObject({ decision: 'BLOCKED', phase_id: 'evaluation' });
  });

  test('of one run share a trace id, and two runs have two', () => {
    expect(new Set(gateEvents(finished).map((event) => event.trace_id)).size).toBe(1);
    const ids = Array.from({ length: 2_000 }, (_, index) => traceIdOf(`r-${index}`));
    expect(new Set(ids).size).toBe(2_000);
  });
});

describe('the outcome of a run', () => {
  test('is one line once it has ended, and none before', () => {
    const events = tell(eventful().go().events());
    const line = outcomeLine(events) ?? '';
    expect(line.endsWith('}\n') && !line.trimEnd().includes('\n')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({
      run: 'r1',
      outcome: 'completed',
      tasks_done: 4,
      failures: 4,
      pull_request: 7,
    });
    const ends = events.findIndex(({ event }) => event.type === 'run.completed');
    expect(outcomeLine(events.slice(0, ends))).toBeUndefined();
  });
});

describe('output of programs in words', () => {
  test('loses its colours and titles, and nothing else', () => {
    expect(plainOf('a\u001b[1;31mb\u001b[0m\u001b]0;title\u0007c [d] e')).toBe('abc [d] e');
  });

  test('is cut at its beginning, and says so', () => {
    const text = ['one', 'two', 'three', ''].join('\n');
    expect(tailOf(text, { linesMax: 2, charsMax: 100 })).toBe('[1 line left out before this]\ntwo\nthree');
    expect(tailOf(text, { linesMax: 9, charsMax: 4 })).toBe('…hree');
  });
});
