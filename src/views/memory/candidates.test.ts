import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aStart, aVerdict, evidenceOf, me, testCheck } from '../../../test/support/core.ts';
import { tell } from '../../../test/support/told.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Decision, GateRequest } from '../../core/gates/gate.ts';
import type { Candidate } from '../../core/memory/facts.ts';
import type { Finding } from '../../core/roles/verdict.ts';
import { candidatesOf, mayTeach } from './candidates.ts';

const texts: Readonly<Record<string, string>> = {
  note: 'Use the  existing\ndate helper.',
  long: 'word '.repeat(200),
  empty: ' \n ',
  question: '# Question\n\nWhich store?\n\n## Option 1: SQLite\n\n- For: small\n',
  plain: 'Which store?',
  chosen: 'Option 1: SQLite',
  revise: 'Keep the limit configurable.',
  log1: 'not ok 3 - the 6th failure is refused\n at /tmp/a/limit.test.ts:41:7\n',
  log2: 'not ok 4 - the 9th failure is refused\n at /tmp/b/limit.test.ts:88:1\n',
  other: 'Error: no such table\n',
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const textOf = (blob: string): Promise<string | undefined> => Promise.resolve(texts[blob]);

function found(events: readonly RunEvent[]): Promise<readonly Candidate[]> {
  return candidatesOf(tell([aStart(), ...events]), textOf, hashOf);
}

const survey: RunEvent = {
  type: 'survey.recorded',
  repository: 'main',
  survey: { tree: 'base', checks: [testCheck], dirty: 'clean', problems: [] },
};

const entered = (stage: 'planning' | 'review'): RunEvent => ({
  type: 'stage.entered',
  visit: 2,
  stage,
  from: 'intake',
  because: 'it is time',
  carry: [],
});

const decided = (request: Partial<GateRequest>, decision: Partial<Decision>): readonly RunEvent[] => [
  { type: 'gate.opened', gate: 'g1', request: { kind: 'plan', subject: 'plan', digest: 'd', ...request } },
  { type: 'gate.decided', gate: 'g1', decision: { answer: 'approve', by: me, ...decision } },
];

const failed = (
  key: string,
  detail: string,
  reason: 'checks-failed' | 'network' = 'checks-failed',
): RunEvent => ({
  type: 'failure.recorded',
  key,
  line: 'task/a',
  reason,
  class: 'fixable',
  remedy: { type: 'retry', waitMs: 0 },
  detail,
  paths: ['src/limit.ts'],
});

const judged = (
  findings: readonly Partial<Finding>[],
  role: 'reviewer' | 'auditor' = 'reviewer',
): RunEvent => ({
  type: 'verdict.recorded',
  subject: 'task/a',
  verdict: aVerdict({
    role,
    findings: findings.map((finding) => ({
      severity: 'MAJOR',
      title: 'Line 12 never closes the file',
      file: 'src/io.ts',
      validation: 'confirmed',
      ...finding,
    })),
  }),
});

const onBase = (verdict: 'PASS' | 'FAIL', tree = 'base'): RunEvent => ({
  type: 'evidence.recorded',
  subject: 'run',
  evidence: [{ ...evidenceOf(testCheck, tree, verdict), log: 'other' }],
});

/** Name of the rule, what happened, what is noticed of it. */
const rows: readonly [string, readonly RunEvent[], Partial<Candidate>][] = [
  [
    'note: what a person told a run',
    [entered('planning'), { type: 'note.added', note: 'note', by: me }],
    {
      text: 'Use the existing date helper.',
      kind: 'feedback',
      origin: 'person',
      scope: 'run',
      blob: 'note',
      source: { run: 'r1', stage: 'planning', rule: 'note', who: 'me' },
    },
  ],
  [
    'note: what a person told a task',
    [{ type: 'note.added', note: 'note', task: 'a', by: me }],
    { scope: 'task', source: { run: 'r1', stage: 'intake', rule: 'note', task: 'a', who: 'me' } },
  ],
  [
    'answer: what a person answered, with what was asked',
    decided({ kind: 'question', blob: 'question' }, { comment: 'chosen' }),
    {
      text: 'Asked: Which store? Answered: Option 1: SQLite',
      kind: 'feedback',
      origin: 'person',
      scope: 'run',
    },
  ],
  [
    'answer: to a question that is no document',
    decided({ kind: 'question', blob: 'plain' }, { comment: 'chosen' }),
    { text: 'Asked: Which store? Answered: Option 1: SQLite' },
  ],
  [
    'answer: to a question nobody kept',
    decided({ kind: 'question' }, { comment: 'chosen' }),
    { text: 'Option 1: SQLite' },
  ],
  [
    'decision: why a person asked for a revision',
    decided({}, { answer: 'revise', comment: 'revise' }),
    { text: 'Keep the limit configurable.', kind: 'feedback', origin: 'person', scope: 'run' },
  ],
  [
    'waiver: that a person let a run go on without tests',
    decided({ kind: 'waiver', subject: 'no-tests' }, {}),
    {
      key: 'waiver/tests',
      kind: 'project',
      origin: 'slipway',
      scope: 'repository',
      measuredAt: expect.any(Number),
    },
  ],
  [
    'survey: how things are checked here',
    [survey],
    {
      key: 'check/test',
      text: 'The check test is run with `npm test`.',
      kind: 'reference',
      scope: 'repository',
      measuredAt: expect.any(Number),
    },
  ],
  [
    'base-check: a check that fails without any change',
    [survey, onBase('FAIL')],
    {
      key: 'check/test/base',
      text: 'The check test fails at the base, without any change.',
      kind: 'project',
    },
  ],
  [
    'base-check: a check that passes there again',
    [survey, onBase('FAIL'), onBase('PASS')],
    { key: 'check/test/base', text: 'The check test passes at the base.' },
  ],
  [
    'recurring-failure: the same message twice, whatever its numbers and places',
    [failed('k1', 'log1'), failed('k2', 'log2')],
    {
      text: 'Came again: a check failed: not ok <n> - the <n>th failure is refused',
      kind: 'project',
      origin: 'program',
      scope: 'repository',
      paths: ['src/limit.ts'],
    },
  ],
  [
    'confirmed-finding: what reviewers found twice',
    [judged([{}]), judged([{ title: 'line 99 never closes the file' }])],
    { text: 'Line 12 never closes the file', kind: 'feedback', origin: 'reviewer', paths: ['src/io.ts'] },
  ],
];

describe('[C6] a run teaches', () => {
  test.each(rows)('%s', async (_, events, expected) => {
    expect(await found(events)).toContainEqual(expect.objectContaining(expected));
  });

  test.each<[string, readonly RunEvent[]]>([
    ['nothing where nothing was said', [{ type: 'note.added', note: 'empty', by: me }]],
    ['nothing that was erased', [{ type: 'note.added', note: 'erased', by: me }]],
    ['no answer that is empty', decided({ kind: 'question' }, { comment: 'empty' })],
    ['no answer without words', decided({ kind: 'question' }, {})],
    [
      'nothing at a gate that is still open',
      decided({}, { answer: 'revise', comment: 'revise' }).slice(0, 1),
    ],
    ['no comment of an approval', decided({}, { comment: 'revise' })],
    ['no revision without words', decided({}, { answer: 'revise' })],
    ['no waiver that was refused', decided({ kind: 'waiver', subject: 'no-tests' }, { answer: 'reject' })],
    ['no waiver of something else', decided({ kind: 'waiver', subject: 'other' }, {})],
    ['no failure that came once', [failed('k1', 'log1'), failed('k2', 'other')]],
    ['no failure of the world around', [failed('k1', 'log1', 'network'), failed('k2', 'log2', 'network')]],
    ['no finding that came once', [judged([{}])]],
    ['no small finding', [judged([{ severity: 'MINOR' }, { severity: 'MINOR' }])]],
    ['no finding that code could not confirm', [judged([{}, { validation: 'unvalidated' }])]],
    ['no finding of an audit', [judged([{}, {}], 'auditor')]],
    ['no check on another tree', [onBase('FAIL', 'other')]],
  ])('%s', async (_, events) => {
    expect(await found(events)).toEqual([]);
  });

  test('nothing before it started', async () => {
    expect(await candidatesOf([], textOf, hashOf)).toEqual([]);
  });

  test('the same, whoever said it where, under one id, key and text', async () => {
    const told = await found([{ type: 'note.added', note: 'revise', by: me }]);
    const said = await found(decided({}, { answer: 'revise', comment: 'revise' }));
    expect(said.map(({ id, key }) => [id, key])).toEqual(told.map(({ id, key }) => [id, key]));
    expect(told[0]?.key).toMatch(/^said\/keep_limit_configurable-[0-9a-f]{4}$/);
    expect(told[0]?.id).toMatch(/^f-[0-9a-f]{10}$/);
  });

  test('a line at most of long words, and where the rest is', async () => {
    const [only] = await found([{ type: 'note.added', note: 'long', by: me }]);
    expect(only?.text.length).toBeLessThanOrEqual(400);
    expect(only?.blob).toBe('long');
  });

  test('of what it measured twice the last', async () => {
    const keys = (await found([survey, onBase('FAIL'), onBase('PASS')])).map(({ key }) => key);
    expect(keys).toEqual(['check/test', 'check/test/base']);
  });

  test('a limited number of facts', async () => {
    const checks = Array.from({ length: 80 }, (_, n) => ({ ...testCheck, name: `c${n}` }));
    const wide = { ...survey, survey: { ...survey.survey, checks } };
    expect(await found([wide])).toHaveLength(50);
  });

  test('only through events that may teach', () => {
    expect(rows.every(([, events]) => events.some(mayTeach))).toBe(true);
    expect(mayTeach({ type: 'run.completed' })).toBe(false);
  });
});
