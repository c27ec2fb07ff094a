import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { Assumption, PlanAnswer } from '../../prompts/prompts.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { designFrom } from './design-from.ts';
import { basisOf, planFrom, proposalFrom } from './plan-from.ts';

let world: TestParts;
let run: Run;
beforeAll(async () => {
  world = await startParts({
    'a.txt': 'one\ntwo\n',
    'src/cart.ts': 'export function applyVoucher$(cart: Cart): number { return cart.total; }\n',
    'package.json': JSON.stringify({
      scripts: { build: 'tsc' },
      dependencies: { zod: '4' },
      devDependencies: { '@types/node': '20' },
    }),
    Makefile: 'VERSION := 1\nall clean: dep\n\techo hi\n',
    'tools/requirements-dev.txt': 'ruff==0.4\npytest-cov\n',
    'deno.jsonc': '// comment\n{"tasks": {"fmt": "deno fmt"}}',
  });
  run = await world.run();
});
afterAll(() => world.close());

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');

type Task = PlanAnswer['tasks'][number];

const task: Task = {
  id: 'one',
  title: 'Change a',
  description: 'Line two of a.txt says it differently.',
  files: ['a.txt'],
  tests: [],
  dependsOn: [],
  executor: 'implementer',
  verification: ['test'],
  successCriteria: ['It differs.'],
  covers: ['AC1'],
  destructive: false,
};
const answer: PlanAnswer = {
  type: 'plan',
  summary: 'Change it.',
  confidence: 0.9,
  tasks: [task],
  risks: [],
  openQuestions: [],
  grants: [],
};

async function read(change: Partial<Task>, plan: Partial<PlanAnswer> = {}, state: Run = run) {
  const whole = { ...answer, tasks: [{ ...task, ...change }], ...plan };
  return planFrom(world.parts, whole, await basisOf(world.parts, state, theRepository(state)));
}

async function problemsIn(change: Partial<Task>, plan: Partial<PlanAnswer> = {}, state: Run = run) {
  const found = await read(change, plan, state);
  return found.ok ? [] : found.problems;
}

function from(workingDirectory: string) {
  return problemsIn({}, { validationPolicy: { workingDirectory, checksPerTask: [], knownFailures: [] } });
}

async function proposed(plan: Partial<PlanAnswer>, state: Run = run) {
  return proposalFrom(
    world.parts,
    { ...answer, ...plan },
    await basisOf(world.parts, state, theRepository(state)),
  );
}

async function blobOf(hash: string): Promise<string> {
  return (await world.parts.blobs.get(hash)) ?? '';
}

const aboutLib = (problems: readonly string[]): readonly string[] =>
  problems.filter((problem) => problem.includes("'lib/"));

describe('a plan', () => {
  test('that holds is named by the hash of its words, so that other words are another plan', async () => {
    const [one, same, other] = await Promise.all([
      read({}),
      read({}),
      read({ description: 'Line one of a.txt does.' }),
    ]);
    const hashes = [one, same, other].map((found) =>
      found.ok && found.result.answer === 'plan' ? found.result.plan.hash : '',
    );
    expect(hashes[0]).toMatch(/^sha256:/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
    expect(await blobOf(hashes[0] ?? '')).toContain('## Task one: Change a');
  });

  test('that breaks its contract is told every way in which it does', async () => {
    const broken = { id: 'no good', files: ['../a.txt'], verification: ['rm -rf', 'test'], covers: [] };
    expect(await problemsIn(broken)).toEqual([
      "task id 'no good' is not letters, digits and hyphens",
      "task no good: '../a.txt' is not a path inside the repository",
      "task no good: there is no check named 'rm -rf'",
      'no task covers acceptance criterion AC1',
    ]);
  });

  test('[P2] of a task nobody could build from is told what its description lacks', async () => {
    expect(await problemsIn({ title: 'The feature', description: 'Implement the feature.' })).toEqual([
      'the description of task one could stand in any plan; say in it what will be other than now',
      'neither title nor description of task one says where: name the file, the function, the option or whatever it changes',
    ]);
  });

  test('of 400 tasks is told their number, and nothing is looked up', async () => {
    const tasks = Array.from({ length: 400 }, (_, n) => ({ ...task, id: `t${n}`, files: ['gone'] }));
    expect(await problemsIn({}, { tasks })).toEqual(['the plan has 400 tasks; at most 10 are allowed']);
  });

  test('has titles of one line, without secrets: they stand in the journal itself', async () => {
    const found = await read({ title: `Change\n  a ${'and so on '.repeat(7)}${token}` });
    if (!found.ok || found.result.answer !== 'plan') throw new Error('it was refused');
    const title = found.result.plan.tasks[0]?.title ?? '';
    expect(title).toMatch(/^Change a and so on/);
    expect(title.length).toBeLessThanOrEqual(100);
    expect(title).not.toContain(token.slice(0, 12)); // not even its beginning, where the title is cut
    expect(await blobOf(found.result.plan.blob)).not.toContain(token);
  });

  test('may not name a path that looks like a secret', async () => {
    const problem = ['a path of the plan looks like a secret; choose another name'];
    expect(await problemsIn({ files: ['a.txt'], tests: [`keys/${token}`] })).toEqual(problem);
    expect(await problemsIn({}, { grants: [`.github/${token}`] })).toEqual(problem);
  });
});

describe('the words of a plan', () => {
  const deferrals = [
    'TBD',
    'todo',
    'Figure out the rest',
    'we confirm later',
    'Decide later what to do',
    'figure\nout how',
    'Use the cache where available',
  ];
  test.each(deferrals)('[P2] that put something off with %j are refused', async (words) => {
    expect(await problemsIn({ description: `${task.description} ${words}.` })).toEqual([
      expect.stringMatching(/^the description of task one puts something off: /),
    ]);
  });

  const places: readonly (readonly [string, Partial<Task>, Partial<PlanAnswer>])[] = [
    ['the summary', {}, { summary: 'TBD' }],
    ['the title of task one', { title: 'Fix the TODO' }, {}],
    ['a success criterion of task one', { successCriteria: ['Works.', 'Speed: TBD'] }, {}],
    [
      'the note on the risk dependency',
      {},
      { risks: [{ category: 'dependency', impact: 'LOW', resolved: true, note: 'tbd' }] },
    ],
  ];
  test.each(places)('[P2] are read in %s too', async (where, change, plan) => {
    expect(await problemsIn(change, plan)).toEqual([
      expect.stringContaining(`${where} puts something off: `),
    ]);
  });

  test('[P2] may say in an open question what is open', async () => {
    expect(await problemsIn({}, { openQuestions: ['The limit is TBD.'] })).toEqual([]);
  });

  const names = [
    'Rename `TODO` in the list.',
    'Mend the TodoList.',
    'Call `figure out()` twice.',
    'Add a column named "TBD".',
    'Change docs/todo.ts, todo-list and TODO.md.',
    'What a click does is told to the page; the user is asked for a name.',
    'The clickable part is the whole row.',
  ];
  test.each(names)(
    '[P2] may name such a word in code, in quotes or as a part of a name: %j',
    async (words) => {
      expect(await problemsIn({ description: `${task.description} ${words}` })).toEqual([]);
    },
  );

  test('[P2] may be the words of the ticket', async () => {
    const blob = await world.parts.blobs.put(
      world.parts.screener.redact('Each todo in the list has a due date; today it is set manually.'),
    );
    const ticket = run.ticket === undefined ? undefined : { ...run.ticket, blob };
    if (ticket === undefined) throw new Error('the run has a ticket');
    const words = { description: 'In a.txt, a todo that was dated manually keeps its date.' };
    expect(await problemsIn(words, {}, { ...run, ticket })).toEqual([]);
    expect(await problemsIn(words)).toHaveLength(2);
  });

  const manual = [
    ['Check the page manually.', 'manually'],
    ['Build it, then click Save.', 'click'],
    ['Edit the table by hand.', 'by hand'],
    ['- Run it\n- Ask the user for the key', 'Ask the user'],
  ];
  test.each(manual)('[P2] that ask a person to act are refused: %j', async (description, words) => {
    expect(await problemsIn({ description: `${task.description}\n${description}` })).toEqual([
      `the description of task one asks for a step that only a person could do: '${words}'`,
    ]);
  });

  test.each(['So:\n```ts\nconst a = 1;\n```\n', '~~~\nx\n~~~', '<pre>x</pre>'])(
    '[P2] are words, not code: %j',
    async (description) => {
      expect(await problemsIn({ description: `${task.description}\n${description}` })).toEqual([
        'the description of task one holds a code block; say in words what to change',
      ]);
    },
  );
});

describe('what a plan says of the repository', () => {
  test('[P5] a file that is changed exists, or is said to be new', async () => {
    expect(await problemsIn({ files: ['a.txt', 'new.txt'] })).toEqual([
      "task one changes 'new.txt', which does not exist; list it in creates if it is new",
    ]);
    expect(await problemsIn({ files: ['a.txt', 'new.txt'], creates: ['new.txt'] })).toEqual([]);
  });

  test('[P5] a folder that is changed holds a file', async () => {
    // What nothing is there for yet may become many files, and then a plan owes more than this test is about.
    expect(aboutLib(await problemsIn({ files: ['src/', 'lib/'] }))).toEqual([
      "task one changes 'lib/', which does not exist; list it in creates if it is new",
    ]);
    expect(aboutLib(await problemsIn({ files: ['lib/'], creates: ['lib/'] }))).toEqual([]);
  });

  test('[P5] a glob that is changed stands for a file, or for what is said to be new', async () => {
    expect(aboutLib(await problemsIn({ files: ['src/*.ts', 'lib/*.ts'] }))).toEqual([
      "task one changes 'lib/*.ts', which stands for no file that exists; list it in creates if it is new",
    ]);
    expect(aboutLib(await problemsIn({ files: ['lib/*.ts'], creates: ['lib/*.ts'] }))).toEqual([]);
    expect(aboutLib(await problemsIn({ files: ['lib/*.ts'], creates: ['lib/a.ts'] }))).toEqual([]);
    expect(await problemsIn({ files: ['src/*.ts'], creates: ['src/new.ts'] })).toEqual([]);
  });

  test('[P3] a folder or a glob that is new counts as a whole task: its plan is audited', async () => {
    const problems = await problemsIn({ files: ['a.txt', 'lib/*.ts'], creates: ['lib/*.ts'] });
    // What only a MEDIUM plan owes.
    expect(problems.join('\n')).toContain('the risk data_volume is not judged');
  });

  test('[P3] a folder or a glob counts what it stands for', async () => {
    const plain = await read({ files: ['a.txt'], tests: ['new.test.txt'] });
    expect(plain).toMatchObject({ ok: true, result: { plan: { tier: 'TRIVIAL' } } });
    expect(plain).not.toHaveProperty('result.plan.reach');
    expect(await read({ files: ['*.*', 'src/', 'a.txt'] })).toMatchObject({
      ok: true,
      result: { plan: { tier: 'SMALL', reach: { files: 4 } } },
    });
  });

  test('[P5] a file that is created does not exist yet', async () => {
    expect(await problemsIn({ creates: ['a.txt'] })).toEqual([
      "task one creates 'a.txt', which exists already",
    ]);
  });

  test('[P5] a test file may be new without saying so', async () => {
    expect(await problemsIn({ tests: ['new.test.txt'] })).toEqual([]);
  });

  test('[P5] a file of another task is there once that task is waited for', async () => {
    const maker = { ...task, id: 'maker', files: ['new.txt'], tests: ['t.txt'], creates: ['new.txt'] };
    const between = { ...task, id: 'between', dependsOn: ['maker'] };
    const user = (dependsOn: readonly string[]) => ({
      ...task,
      id: 'user',
      files: ['new.txt', 't.txt'],
      dependsOn,
    });
    expect(await problemsIn({}, { tasks: [maker, between, user(['between'])] })).toEqual([]);
    expect(await problemsIn({}, { tasks: [maker, user([])] })).toEqual([
      "task user changes 'new.txt', which task maker creates; let it depend on maker",
      "task user changes 't.txt', which task maker creates; let it depend on maker",
    ]);
  });

  test('[P5] tasks in a circle are told as that, and nobody waits for the end of it', async () => {
    const one = { ...task, dependsOn: ['two'] };
    const two = { ...task, id: 'two', files: ['gone'], dependsOn: ['one'] };
    expect(await problemsIn({}, { tasks: [one, two] })).toEqual([
      'tasks one, two depend on each other in a circle',
      "task two changes 'gone', which does not exist; list it in creates if it is new",
    ]);
  });

  const there: readonly Assumption[] = [
    { kind: 'file', name: 'a.txt' },
    { kind: 'file', name: 'src/' },
    { kind: 'symbol', name: 'applyVoucher$()', file: 'src/cart.ts' },
    { kind: 'symbol', name: 'cart.total', file: 'src/cart.ts' },
    { kind: 'symbol', name: 'Cart' },
    { kind: 'script', name: 'build' },
    { kind: 'script', name: 'clean' },
    { kind: 'script', name: 'build', file: 'package.json' },
    { kind: 'script', name: 'fmt' },
    { kind: 'dependency', name: 'zod' },
    { kind: 'dependency', name: '@types/node' },
    { kind: 'dependency', name: 'pytest-cov', file: 'tools/requirements-dev.txt' },
  ];
  test.each(there)('[P5] $kind $name is found', async (assumption) => {
    expect(await problemsIn({ assumes: [assumption] })).toEqual([]);
  });

  const gone: readonly (readonly [Assumption, string])[] = [
    [{ kind: 'file', name: 'gone.txt' }, "the file 'gone.txt' for granted, and there is none"],
    [{ kind: 'file', name: '../a.txt' }, "the file '../a.txt' for granted, and there is none"],
    [{ kind: 'symbol', name: 'applyVouch' }, "the symbol 'applyVouch' for granted, and there is none"],
    [{ kind: 'symbol', name: '()' }, "the symbol '()' for granted, and there is none"],
    [
      { kind: 'symbol', name: 'redeem', file: 'src/cart.ts' },
      "the symbol 'redeem' for granted in 'src/cart.ts', and there is none",
    ],
    [
      { kind: 'symbol', name: 'Cart', file: 'src/card.ts' },
      "the symbol 'Cart' for granted in 'src/card.ts', a file that does not exist",
    ],
    [{ kind: 'script', name: 'VERSION' }, "the script 'VERSION' for granted, and there is none"],
    [{ kind: 'script', name: 'zod' }, "the script 'zod' for granted, and there is none"],
    [{ kind: 'dependency', name: 'pytest' }, "the dependency 'pytest' for granted, and there is none"],
    [{ kind: 'dependency', name: '--all' }, "the dependency '--all' for granted, and there is none"],
  ];
  test.each(gone)('[P5] %o is not, and that is told', async (assumption, told) => {
    expect(await problemsIn({ assumes: [assumption] })).toEqual([`task one takes ${told}`]);
  });

  test('[P2] a working directory is a folder of the repository', async () => {
    expect(await from('.')).toEqual([]);
    expect(await from('src')).toEqual([]);
    expect(await from('src/')).toEqual([]);
    expect(await from('lib')).toEqual(["the working directory 'lib' is not a folder of the repository"]);
    expect(await from('../x')).toEqual(["the working directory '../x' is not inside the repository"]);
  });

  test('[P5] hundreds of assumptions are not looked up', async () => {
    const assumes = Array.from({ length: 101 }, () => ({ kind: 'file' as const, name: 'a.txt' }));
    expect(await problemsIn({ assumes })).toEqual([
      'the plan takes 101 things for granted; name the 100 that matter',
    ]);
  });
});

describe('what a role proposes', () => {
  test('[P2] without tasks is a draft where everything else holds, and is told what is missing', async () => {
    const found = await proposed({ tasks: [] });
    if (!found.ok || found.result.answer !== 'draft') throw new Error('it is no draft');
    expect(JSON.parse(await blobOf(found.result.draft))).toMatchObject({ summary: 'Change it.', tasks: [] });
    expect(await blobOf(found.result.problems)).toBe(
      'The answer cannot be used:\n- the plan has no task\n- no task covers acceptance criterion AC1\n',
    );
  });

  test('[P2] without tasks is no draft where something else is wrong', async () => {
    const found = await proposed({ tasks: [], summary: 'TBD', grants: ['/etc'] });
    expect(found.ok ? [] : found.problems).toEqual([
      'the plan has no task',
      'no task covers acceptance criterion AC1',
      "the grant '/etc' is not a path inside the repository",
      "the summary puts something off: 'TBD'; decide it now, or list it in openQuestions",
    ]);
  });

  test('[P4] tells what changed since the version before, and a plan that grows', async () => {
    const first = await proposed({});
    if (!first.ok || first.result.answer !== 'plan') throw new Error('it was refused');
    const before = { ...first.result.plan, visit: 1 };
    const revised: Run = { ...run, plan: before, lineage: { revision: 1, first: { tasks: 1, files: 1 } } };
    const tasks = ['one', 'two', 'three'].map((id) => ({ ...task, id }));
    const second = await proposed({ tasks }, revised);
    if (!second.ok || second.result.answer !== 'plan') throw new Error('it was refused');
    expect(first.result.changes).toBeUndefined();
    expect(await blobOf(second.result.changes ?? '')).toBe(
      `# What changed since the plan before

- Finding: the plan has grown from 1 task and 1 file in its first version to 3 tasks and 1 file, more than twice as much
- task two is new: Change a
- task three is new: Change a
`,
    );
    const { lineage: _none, ...old } = revised;
    const words = await proposed({ summary: 'Otherwise.' }, old);
    if (!words.ok || words.result.answer !== 'plan') throw new Error('it was refused');
    expect(await blobOf(words.result.changes ?? '')).toContain('\n- Only words changed.\n');
  });
});

const noFile = (where: string, file: string): string =>
  `${where} speaks of the file '${file}', which does not exist and which no task creates; look it up, or list it in creates`;
const noName = (where: string, name: string): string =>
  `${where} speaks of '${name}' as of something that exists, and no file of the repository has that name; look it up, or say that it is new or built-in`;

describe('[P5] what the prose of a plan speaks of', () => {
  const voucher = 'applyVoucher$ in src/cart.ts';
  test('is looked up like what its tasks list: files and names that are nowhere are told', async () => {
    const description = 'Line two of a.txt is made as in src/cert.ts, with the existing `applyCoupon`.';
    expect(await problemsIn({ description })).toEqual([
      noFile('the description of task one', 'src/cert.ts'),
      noName('the description of task one', 'applyCoupon'),
    ]);
  });

  test('counts in criteria and in notes on risks, too', async () => {
    const risks = [
      { category: 'dependency', impact: 'LOW', resolved: true, note: 'It reuses `loadCart`.' },
    ] as const;
    expect(await problemsIn({ successCriteria: ['It differs from src/list.ts.'] }, { risks })).toEqual([
      noFile('a success criterion of task one', 'src/list.ts'),
      noName('the note on the risk dependency', 'loadCart'),
    ]);
  });

  test.each([
    ['that is there', `Line two of a.txt says what ${voucher} says.`],
    ['that many are called by', 'Line two of a.txt says it of the existing `applyVouchers`.'],
    ['by the end of its path', 'Line two of a.txt says it of tools/requirements-dev.txt.'],
    ['in a folder that is not there: it may be anything', 'Line two of a.txt says dist/cart.js.'],
  ])('is not held against it where it is something %s', async (_how, description) => {
    expect(await problemsIn({ description })).toEqual([]);
  });

  test('is not held against it where the ticket speaks of it', async () => {
    const blob = await world.parts.blobs.put(
      world.parts.screener.redact('Use chooseTicket of src/asked.ts.'),
    );
    const ticket = { ...must(run.ticket, 'the run has a ticket'), blob };
    const description = 'Line two of a.txt reuses `chooseTicket` and src/asked.ts.';
    expect(await problemsIn({ description }, {}, { ...run, ticket })).toEqual([]);
  });

  test('is not held against it where a task makes it', async () => {
    const description = 'Line two of a.txt is read by src/new.ts and tested by src/new.test.ts.';
    const files = ['a.txt', 'src/new.ts'];
    expect(
      await problemsIn({ description, files, creates: ['src/new.ts'], tests: ['src/new.test.ts'] }),
    ).toEqual([]);
  });

  test('in a design has to be there or planned as well; a block of code sketches what will be', async () => {
    const plan = { ...aPlan([aTask('a', { files: ['src/new.ts'], creates: ['src/new.ts'] })]), visit: 1 };
    const about = { run: { ...run, plan }, place: theRepository(run) };
    const design = (text: string) => designFrom(world.parts, { type: 'design', design: text }, about);
    expect(await design('src/new.ts holds it.\n\n```ts\nreads src/gone.ts\n```\n')).toMatchObject({
      ok: true,
    });
    expect(await design('It reads src/gone.ts.')).toEqual({
      ok: false,
      problems: [noFile('the design', 'src/gone.ts')],
    });
  });
});
