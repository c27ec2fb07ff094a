import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPlan, aTask, fullMarks } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Risk } from '../../core/plan/plan.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { Verdict } from '../../core/roles/verdict.ts';
import type { Mirage, VerdictAnswer, WalkState } from '../../prompts/prompts.ts';
import { walkPoints } from '../../prompts/prompts.ts';
import { auditFrom } from './audit-from.ts';

let world: TestParts;
let run: Run;
beforeAll(async () => {
  world = await startParts({
    'a.txt': 'one\ntwo\n',
    'src/clock.js': 'export const tick = 1;\n',
    'package.json': '{"scripts":{"test":"node --test"},"dependencies":{"left-pad":"1.0.0"}}\n',
  });
  const plan = aPlan([aTask('a', { files: ['a.txt', 'new.txt'] }), aTask('b'), aTask('c'), aTask('d')]);
  run = { ...(await world.run()), plan: { ...plan, visit: 1 } };
});
afterAll(() => world.close());

const answer: VerdictAnswer = {
  type: 'verdict',
  conclusion: 'revise',
  confidence: 0.9,
  summary: 'Not yet.',
  concerns: 'plan',
  findings: [],
  criteria: [],
};

async function read(role: Role, change: Partial<VerdictAnswer>, state: Run = run) {
  const input = { role, mode: 'investigate' as const, ordinal: 1, commit: world.base, inputs: [] };
  return auditFrom(world.parts, { ...answer, ...change }, { input, run: state, repository: world.id });
}

async function verdictOf(role: Role, change: Partial<VerdictAnswer>, state?: Run): Promise<Verdict> {
  const found = await read(role, change, state);
  if (!found.ok || found.result.answer !== 'verdict') throw new Error(JSON.stringify(found));
  return found.result.verdict;
}

async function problemsOf(role: Role, change: Partial<VerdictAnswer>, state?: Run) {
  const found = await read(role, change, state);
  return found.ok ? [] : found.problems;
}

const finding = { severity: 'MAJOR', title: 'A caller is not planned', detail: 'Add it.' } as const;
const mirage = (change: Partial<Mirage>): Mirage => ({
  pattern: 'missing_edge_case',
  severity: 'IMPORTANT',
  claim: 'It is there',
  reality: 'It is not',
  ...change,
});
const walkOf = (ids: readonly string[], state: (task: string) => WalkState = () => 'CLEAR') =>
  ids.map((task) => ({
    task,
    points: walkPoints.map((point) => ({
      point,
      state: point === 'know_change' ? state(task) : ('CLEAR' as const),
      note: 'Say which.',
    })),
  }));

describe('[P4] an auditor', () => {
  test('is taken at its marks: the score is made here', async () => {
    expect(await verdictOf('auditor', { marks: fullMarks })).toMatchObject({ score: 100, marks: fullMarks });
    const marks = { ...fullMarks, correctness: 0 };
    expect(await verdictOf('auditor', { marks })).toMatchObject({ score: 70 });
  });

  test('gives each finding an id of its round, and the report names it', async () => {
    const findings = [{ ...finding, severity: 'MINOR' as const }, finding];
    const verdict = await verdictOf('auditor', { marks: fullMarks, findings });
    expect(verdict.findings).toMatchObject([
      { id: 'A1.1', severity: 'MAJOR' },
      { id: 'A1.2', severity: 'MINOR' },
    ]);
    const text = await world.parts.blobs.get(verdict.blob);
    expect(text).toContain('- A1.1 **MAJOR** A caller is not planned: Add it.');
    expect(text).toContain('- correctness: 5 of 5');
  });

  test.each([
    ['a file that exists', { file: 'src/clock.js' }, 'confirmed'],
    ['a file the plan will make', { file: 'new.txt' }, 'confirmed'],
    ['a file that is nowhere', { file: 'gone.js' }, 'rejected'],
    ['a line that is not there', { file: 'src/clock.js', line: 9 }, 'rejected'],
    ['words that are not there', { file: 'src/clock.js', quote: 'tock' }, 'rejected'],
    ['no file', {}, 'confirmed'],
  ])('has a finding on %s looked up', async (_name, change, validation) => {
    const verdict = await verdictOf('auditor', { marks: fullMarks, findings: [{ ...finding, ...change }] });
    expect(verdict.findings).toMatchObject([{ validation }]);
  });

  const risky: Pick<Risk, 'category'>[] = [{ category: 'concurrency' }, { category: 'dependency' }];
  const withRisks = (): Run => ({
    ...run,
    plan: {
      ...must(run.plan, 'there is a plan'),
      risks: risky.map((risk) => ({ ...risk, impact: 'HIGH', resolved: false })),
    },
  });

  test('is taken at what it says of HIGH risks, and what it says nothing of is named in its report', async () => {
    const risks = [{ category: 'concurrency', state: 'dealt_with', note: 'Task a locks.' }] as const;
    const verdict = await verdictOf('auditor', { marks: fullMarks, risks }, withRisks());
    expect(verdict.risks).toEqual([{ category: 'concurrency', state: 'dealt_with' }]);
    expect(verdict.findings).toEqual([]);
    const text = await world.parts.blobs.get(verdict.blob);
    expect(text).toContain('- concurrency, dealt with: Task a locks.');
    expect(text).toContain('- dependency: not answered. Say in risks what becomes of it.');
  });

  test('makes a finding of a risk it calls open: of a HIGH one a CRITICAL', async () => {
    const risks = [
      { category: 'concurrency', state: 'open', note: 'Two may write.' },
      { category: 'performance', state: 'open', note: 'It is slow.' },
      { category: 'dependency', state: 'bearable', note: 'It is small.' },
    ] as const;
    const verdict = await verdictOf('auditor', { marks: fullMarks, risks }, withRisks());
    expect(verdict.findings).toMatchObject([
      { severity: 'CRITICAL', title: 'the risk concurrency is open', validation: 'confirmed' },
      { severity: 'MAJOR', title: 'the risk performance is open', validation: 'confirmed' },
    ]);
  });

  test('answers every point of its earlier rounds, and only those', async () => {
    const point = { role: 'auditor', severity: 'MAJOR', title: 'Old', state: 'open' } as const;
    const state: Run = {
      ...run,
      points: [
        { ...point, id: 'A1.1' },
        { ...point, id: 'V1.1', role: 'assumption-verifier' },
      ],
    };
    expect(await problemsOf('auditor', { marks: fullMarks }, state)).toEqual([
      'point A1.1 of an earlier round is not answered: say in earlier whether it is settled',
    ]);
    expect(await problemsOf('auditor', { conclusion: 'abstain' }, state)).toEqual([]);
    const earlier = [{ id: 'A1.1', settled: true, note: 'Planned now' }];
    const verdict = await verdictOf('auditor', { marks: fullMarks, earlier }, state);
    expect(verdict.earlier).toEqual([{ id: 'A1.1', settled: true }]);
    expect(await world.parts.blobs.get(verdict.blob)).toContain('- A1.1 settled: Old. Planned now');
  });
});

describe('[P4][P5] an assumption-verifier', () => {
  test('has its mirages on the one scale of findings', async () => {
    const mirages = [
      mirage({ severity: 'MINOR' }),
      mirage({ severity: 'BLOCKING', task: 'a', file: 'a.txt', line: 1 }),
      mirage({}),
    ];
    const verdict = await verdictOf('assumption-verifier', { mirages });
    expect(verdict).toMatchObject({
      mirages: 2,
      findings: [
        { id: 'V1.1', severity: 'CRITICAL', title: 'a: It is there', file: 'a.txt', line: 1 },
        { severity: 'MAJOR' },
        { severity: 'MINOR' },
      ],
    });
  });

  test.each([
    ['a file that exists', { pattern: 'file_path_hallucination', name: 'a.txt' }, 'rejected'],
    ['a file the plan will make', { pattern: 'file_path_hallucination', name: 'new.txt' }, 'rejected'],
    ['a file that is nowhere', { pattern: 'file_path_hallucination', name: 'gone.txt' }, 'confirmed'],
    ['a symbol that exists', { pattern: 'phantom_api', name: 'tick' }, 'rejected'],
    ['a symbol that is nowhere', { pattern: 'phantom_api', name: 'tock' }, 'confirmed'],
    ['a dependency that is declared', { pattern: 'missing_dependency', name: 'left-pad' }, 'rejected'],
    ['a dependency that is not', { pattern: 'missing_dependency', name: 'right-pad' }, 'confirmed'],
    ['a script that is declared', { pattern: 'test_infrastructure_mismatch', name: 'test' }, 'rejected'],
    ['what cannot be looked up', { pattern: 'concurrency_blindness', name: 'tick' }, 'confirmed'],
    ['nothing by name', { pattern: 'phantom_api' }, 'confirmed'],
  ] as const)('that says %s does not exist is looked up', async (_name, change, validation) => {
    const verdict = await verdictOf('assumption-verifier', { mirages: [mirage(change)] });
    expect(verdict.findings).toMatchObject([{ validation }]);
    expect(verdict.mirages).toBe(validation === 'confirmed' ? 1 : 0);
  });
});

describe('[P4] an executability-verifier', () => {
  const first = ['a', 'b', 'c'];
  test('walks through the first three tasks, in order, and through nothing else', async () => {
    const wanted = ['the walk has to go through a, b, c, in this order, and through nothing else'];
    expect(await problemsOf('executability-verifier', { walk: walkOf(['a', 'b']) })).toEqual(wanted);
    expect(await problemsOf('executability-verifier', { walk: walkOf(['b', 'a', 'c']) })).toEqual(wanted);
    expect(await problemsOf('executability-verifier', { walk: walkOf(first) })).toEqual([]);
  });

  test('says something of every point', async () => {
    const walk = walkOf(first).map((item) => ({
      ...item,
      points: item.points.map((point) => ({ ...point, point: 'open_files' as const })),
    }));
    expect(await problemsOf('executability-verifier', { walk })).toHaveLength(3);
  });

  test('makes a finding of every point that is not clear', async () => {
    const states: Readonly<Record<string, WalkState>> = { a: 'AMBIGUOUS', b: 'BLOCKED' };
    const verdict = await verdictOf('executability-verifier', {
      walk: walkOf(first, (task) => states[task] ?? 'CLEAR'),
    });
    expect(verdict).toMatchObject({
      walk: { unclear: 1, blocked: 1 },
      findings: [
        { severity: 'CRITICAL', title: 'b: know change is blocked' },
        { severity: 'MAJOR', title: 'a: know change is ambiguous' },
      ],
    });
    const clear = await verdictOf('executability-verifier', { walk: walkOf(first) });
    expect(clear).toMatchObject({ walk: { unclear: 0, blocked: 0 }, findings: [] });
  });
});
