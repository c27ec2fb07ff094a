import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AskInput } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import type { AnalysisAnswer, VerdictAnswer } from '../../prompts/prompts.ts';
import { aPlan, aTask, evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import type { ReadAnswer } from './answers.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import { designFrom } from '../plans/design-from.ts';
import { analysisFrom, verdictFrom } from './answers.ts';
import { keepText } from '../parts.ts';
import { questionFrom } from './questions-from.ts';

let world: TestParts;
let run: Run;
let head: string;
const numbers = Array.from({ length: 30 }, (_, index) => `number ${index + 1}`);
beforeAll(async () => {
  world = await startParts({
    'a.txt': 'one\ntwo\n',
    'b.txt': 'no line break',
    'empty.txt': '',
    'long.txt': `${numbers.join('\n')}\n`,
  });
  run = await world.run();
  // Line 15 of long.txt is another one, a.txt has a line more; what else there is stays as it was.
  head = await world.commit({
    'a.txt': 'one\ntwo\n\tif (x)   return three;\n',
    'long.txt': `${numbers.with(14, 'the fifteenth').join('\n')}\n`,
  });
});
afterAll(() => world.close());

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const redacted = /\[REDACTED:[a-z-]+\]/;

function problemsOf(read: ReadAnswer): readonly string[] {
  return read.ok ? [] : read.problems;
}

async function blobOf(hash: string): Promise<string> {
  return (await world.parts.blobs.get(hash)) ?? '';
}

const followed = (id: string) => ({ id, followed: true, evidence: 'a.txt' });

describe('an analysis', () => {
  const answer: AnalysisAnswer = {
    type: 'analysis',
    analysis: 'x'.repeat(201),
    relatedCode: [{ file: 'a.txt', line: 2, why: 'it is the text' }],
  };
  const read = (change: Partial<AnalysisAnswer>) =>
    analysisFrom(world.parts, { ...answer, ...change }, { run, repository: world.id, commit: world.base });
  const citing = (file: string, line?: number) =>
    read({ relatedCode: [{ file, why: 'it', ...(line === undefined ? {} : { line }) }] });

  test('that cites what exists is taken, with what it cites', async () => {
    const found = await read({});
    expect(found).toMatchObject({
      ok: true,
      result: { analysis: { chars: 201, missing: [], related: [{ file: 'a.txt', line: 2 }] } },
    });
  });

  test.each([
    ['gone.txt', undefined],
    ['a.txt', 3],
    ['b.txt', 2],
    ['empty.txt', 1],
    ['../a.txt', undefined],
    ['/etc/passwd', undefined],
    ['', undefined],
  ])('that cites %s line %s, which is not there, is refused with the place', async (file, line) => {
    const name = line === undefined ? file : `${file}:${line}`;
    expect(problemsOf(await citing(file, line))).toEqual([
      `'${name}' is cited, but there is no such file or line at this commit`,
    ]);
  });

  test.each([
    ['a.txt', 1],
    ['a.txt', 2],
    ['b.txt', 1],
    ['empty.txt', undefined],
  ])('may cite %s line %s', async (file, line) => {
    expect(problemsOf(await citing(file, line))).toEqual([]);
  });

  test('is too short at the limit of the policy, and needs related code', async () => {
    expect(problemsOf(await read({ analysis: 'x'.repeat(200) }))).toEqual([
      'the analysis has 200 characters; say more than 200',
    ]);
    expect(problemsOf(await read({ relatedCode: [] }))).toEqual(['no related code is cited']);
  });

  test('is kept without the secrets in it', async () => {
    const found = await read({ analysis: `${'x'.repeat(201)} ${token}` });
    if (!found.ok || found.result.answer !== 'analysis') throw new Error('it was refused');
    const text = await blobOf(found.result.analysis.blob);
    expect(text).not.toContain(token);
    expect(text).toMatch(redacted);
  });
});

function inputOf(change: Partial<AskInput> = {}): AskInput {
  return {
    role: 'reviewer',
    mode: 'review',
    ordinal: 1,
    commit: head,
    inputs: [],
    diff: { from: world.base, to: head },
    ...change,
  };
}

type Finding = VerdictAnswer['findings'][number];

describe('a verdict', () => {
  const finding: Finding = {
    severity: 'MAJOR',
    file: 'a.txt',
    line: 2,
    quote: 'two',
    title: 'Wrong number',
    detail: 'It is three.',
  };
  const answer: VerdictAnswer = {
    type: 'verdict',
    conclusion: 'pass',
    confidence: 0.9,
    summary: 'Fine.',
    concerns: 'change',
    findings: [],
    criteria: [{ id: 'AC1', met: true, evidence: 'a.txt:2' }],
  };
  const read = (change: Partial<VerdictAnswer>, about: Partial<AskInput> = {}, state: Run = run) =>
    verdictFrom(
      world.parts,
      { ...answer, ...change },
      { input: inputOf(about), run: state, repository: world.id },
    );
  const validationOf = async (change: {
    readonly [K in keyof Finding]?: Finding[K] | undefined;
  }): Promise<string | undefined> => {
    const { file, line, quote, title = finding.title, detail = finding.detail } = { ...finding, ...change };
    const named: Finding = {
      severity: 'MAJOR',
      title,
      detail,
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
      ...(quote === undefined ? {} : { quote }),
    };
    const task = aTask('one', { files: ['a.txt', 'planned.txt'] });
    const found = await read(
      { conclusion: 'revise', findings: [named] },
      {},
      { ...run, tasks: [{ task, at: 'integrated', grants: [], evidence: [] }] },
    );
    if (!found.ok || found.result.answer !== 'verdict') return undefined;
    const [first] = found.result.verdict.findings;
    return first?.doubt === undefined ? first?.validation : `${first.validation} ${first.doubt}`;
  };

  test('on the whole change answers every criterion; one that is left out is asked for again', async () => {
    expect(problemsOf(await read({ criteria: [] }))).toEqual([
      'acceptance criterion AC1 is not answered: say whether it is met, and by what evidence',
    ]);
    expect(problemsOf(await read({}))).toEqual([]);
  });

  test('[I2] answers every mandate it was given: of the whole ticket, or of the task', async () => {
    const ticket = run.ticket && { ...run.ticket, mandates: ['M1', 'M2'] };
    const tasks = [
      { task: aTask('one', { mandates: ['M2'] }), at: 'reviewing' as const, grants: [], evidence: [] },
    ];
    const state: Run = { ...run, tasks, ...(ticket === undefined ? {} : { ticket }) };
    expect(problemsOf(await read({ mandates: [followed('M2')] }, {}, state))).toEqual([
      'mandate M1 is not answered: say whether it was followed, and where that can be seen',
    ]);
    expect(problemsOf(await read({ mandates: [followed('M2')] }, { task: 'one' }, state))).toEqual([]);
    expect(problemsOf(await read({ mandates: [followed('M1')] }, { task: 'one' }, state))).toHaveLength(1);
    expect(problemsOf(await read({ conclusion: 'abstain' }, {}, state))).toEqual([]);
    const both = await read(
      { mandates: [followed('M1'), { ...followed('M2'), followed: false }] },
      {},
      state,
    );
    expect(both).toMatchObject({
      result: {
        verdict: {
          mandates: [
            { id: 'M1', followed: true },
            { id: 'M2', followed: false },
          ],
        },
      },
    });
  });

  test('on one task or by somebody who abstains may leave criteria out', async () => {
    expect(problemsOf(await read({ criteria: [] }, { task: 'one' }))).toEqual([]);
    expect(problemsOf(await read({ criteria: [], conclusion: 'abstain' }))).toEqual([]);
  });

  test.each([
    ['a.txt:2', { id: 'AC1', met: true }],
    ['the check test', { id: 'AC1', met: true }],
    ['the test "counts to three"', { id: 'AC1', met: true }],
    ['', { id: 'AC1', met: false, unproven: true }],
    ['a.txt:200', { id: 'AC1', met: false, unproven: true }],
    ['the test "counts to four"', { id: 'AC1', met: false, unproven: true }],
    ['everything is fine', { id: 'AC1', met: false, unproven: true }],
  ])('has a criterion met only by evidence that exists: %s [E7]', async (evidence, met) => {
    const tests = await keepText(world.parts, 'passed\tcounts to three\nskipped\tcounts to four\n');
    const state = { ...run, checks: [testCheck], evidence: [{ ...evidenceOf(testCheck, 't'), tests }] };
    const criteria = [{ id: 'AC1', met: true, evidence }];
    const found = await read({ criteria }, {}, state);
    if (!found.ok || found.result.answer !== 'verdict') throw new Error('it was refused');
    expect(found.result.verdict.criteria).toEqual([met]);
    const text = await blobOf(found.result.verdict.blob);
    expect(text.includes('That counts as not met')).toBe(!met.met);
  });

  test('[M10] says of every planned test file that was not delivered where it is shown, or it is missing', async () => {
    const undelivered = { paths: ['test/owed.test.js'], blob: 'told' };
    const delivered = { commit: head, tree: 't', parent: world.base, undelivered };
    const tasks = [{ task: aTask('one'), at: 'integrated' as const, grants: [], evidence: [], delivered }];
    const tests = await keepText(world.parts, 'passed\tcounts to three\n');
    const state = { ...run, tasks, evidence: [{ ...evidenceOf(testCheck, 't'), tests }] };
    const findingsFor = async (coveredBy?: string): Promise<unknown> => {
      const said = coveredBy === undefined ? [] : [{ path: 'test/owed.test.js', coveredBy }];
      const found = await read(coveredBy === undefined ? {} : { undelivered: said }, {}, state);
      return found.ok && found.result.answer === 'verdict' ? found.result.verdict.findings : found;
    };
    expect(await findingsFor('the test "counts to three"')).toEqual([]);
    for (const nothing of [undefined, '', 'a.txt:2', 'the check test', 'test/owed.test.js']) {
      expect(await findingsFor(nothing)).toEqual([
        {
          severity: 'MAJOR',
          file: 'test/owed.test.js',
          title: 'The planned test file test/owed.test.js was not delivered',
          validation: 'confirmed',
        },
      ]);
    }
  });

  test('[M10] of a change of several tasks leaves their planned tests to the reviewers of those', async () => {
    const undelivered = { paths: ['test/owed.test.js'], blob: 'told' };
    const delivered = { commit: head, tree: 't', parent: world.base, undelivered };
    const tasks = [{ task: aTask('one'), at: 'integrated' as const, grants: [], evidence: [], delivered }];
    const accepted = aPlan([aTask('one'), aTask('two')]);
    expect(problemsOf(await read({}, {}, { ...run, tasks, accepted }))).toEqual([]);
  });

  test('is looked up for a task in what its own checks said', async () => {
    const tests = await keepText(world.parts, 'passed\tcounts to three\n');
    const evidence = [{ ...evidenceOf(testCheck, 't'), tests }];
    const tasks = [{ task: aTask('one'), at: 'reviewing' as const, grants: [], evidence }];
    const criteria = [{ id: 'AC1', met: true, evidence: '"counts to three"' }];
    expect(await read({ criteria }, { task: 'one' }, { ...run, tasks })).toMatchObject({
      result: { verdict: { criteria: [{ id: 'AC1', met: true }] } },
    });
    expect(await read({ criteria }, {}, { ...run, tasks })).toMatchObject({
      result: { verdict: { criteria: [{ id: 'AC1', met: false, unproven: true }] } },
    });
  });

  test.each([
    ['in a hunk', { line: 3, quote: 'return three;' }],
    ['with other whitespace', { line: 3, quote: '  if (x) return\n three;  ' }],
    ['with the marks of the diff', { line: 3, quote: '+\tif (x) return three;' }],
    ['in what stands around it', { line: 2, quote: 'two' }],
    ['three lines from a hunk', { file: 'long.txt', line: 9, quote: 'the fifteenth' }],
    ['in what was taken away', { file: 'long.txt', line: 15, quote: '-number 15' }],
    ['without a line', { line: undefined, quote: 'two' }],
    ['without a quote', { quote: undefined }],
    ['about a whole file', { line: undefined, quote: undefined }],
    ['about a planned file that is missing', { file: 'planned.txt', line: undefined, quote: undefined }],
    [
      'about a criterion, in a file that is as it was',
      { file: 'b.txt', line: 1, quote: 'line', title: 'AC1 is missed' },
    ],
    [
      'about a criterion and no file',
      { file: undefined, line: undefined, detail: 'This is why AC1, then, is missed.' },
    ],
  ])('has a finding confirmed that is %s [E7]', async (_, change) => {
    expect(await validationOf(change)).toBe('confirmed');
  });

  test.each([
    ['no-such-file', { file: 'gone.txt' }],
    ['no-such-file', { file: 'planned.txt', line: 2 }],
    ['no-such-file', { file: 'planned.txt', line: undefined, quote: 'two' }],
    ['no-such-line', { line: 7 }],
    ['no-such-line', { file: 'b.txt', line: 2, title: 'AC1 is missed' }],
    ['outside-the-change', { file: 'long.txt', line: 8, quote: 'number 8' }],
    ['outside-the-change', { file: 'b.txt', line: 1, quote: 'line' }],
    ['another-text', { quote: 'three little words' }],
    ['another-text', { file: 'long.txt', line: 15, quote: 'number 25' }],
    ['another-text', { file: 'long.txt', line: undefined, quote: 'number 25' }],
    ['another-text', { file: 'b.txt', line: 1, quote: 'five', title: 'AC1 is missed' }],
  ])('has a finding rejected as %s that names %j [E7]', async (doubt, change) => {
    expect(await validationOf(change)).toBe(`rejected ${doubt}`);
  });

  test('keeps a finding that nobody can look up, and it blocks nothing', async () => {
    const nowhere = { file: undefined, line: undefined, quote: undefined };
    expect(await validationOf({ ...nowhere, title: 'AC10 and AC1-b' })).toBe('unvalidated names-nothing');
  });

  test('that passes with something grave that has no place contradicts itself', async () => {
    const { file: _file, line: _line, quote: _quote, ...nowhere } = finding;
    expect(problemsOf(await read({ findings: [nowhere] }))).toEqual([
      expect.stringMatching(/^the MAJOR finding 'Wrong number' names no place: give file, line/),
    ]);
    expect(problemsOf(await read({ findings: [{ ...nowhere, severity: 'MINOR' }] }))).toEqual([]);
    expect(problemsOf(await read({ findings: [nowhere], conclusion: 'revise' }))).toEqual([]);
  });

  test('is kept, and its findings are recorded, without secrets', async () => {
    const found = await read({
      summary: `It prints ${token}.`,
      findings: [{ ...finding, file: `keys/${token}`, title: `Prints ${token}` }],
    });
    if (!found.ok || found.result.answer !== 'verdict') throw new Error('it was refused');
    expect(JSON.stringify(found.result)).not.toContain(token);
    const text = await blobOf(found.result.verdict.blob);
    expect(text).not.toContain(token);
    expect(text).toMatch(redacted);
  });
});

describe('a design and a question', () => {
  test('are kept as text, without secrets', async () => {
    const place = theRepository(run);
    const design = await designFrom(world.parts, { type: 'design', design: `Use ${token}.` }, { run, place });
    if (!design.ok || design.result.answer !== 'design') throw new Error('it was refused');
    expect(await blobOf(design.result.blob)).toMatch(redacted);

    const option = { title: 'Keep', pros: 'easy', cons: 'old', files: [], impact: 'none' };
    const question = {
      type: 'needs_input' as const,
      question: `Is ${token} yours?`,
      options: [option, { ...option, title: 'Drop' }],
      recommendation: 2,
    };
    const asked = await questionFrom(world.parts, question, { run, line: '1/ask/interpreter' });
    if (!asked.ok || asked.result.answer !== 'question') throw new Error('it was refused');
    expect(asked.result.options).toBe(2);
    const text = await blobOf(asked.result.blob);
    expect(text).toMatch(redacted);
    expect(text).toContain('## Option 2: Drop (recommended)');
  });
});
