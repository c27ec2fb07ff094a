import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent, AgentOutcome, AgentRequest } from '../../agents/agent.ts';
import { fileBlobs } from '../../blobs/files.ts';
import type { AttemptInput } from '../../core/effects.ts';
import type { Task } from '../../core/plan/plan.ts';
import type { Run } from '../../core/run.ts';
import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { ask } from './ask.ts';
import { attempt } from './attempt.ts';
import type { EffectParts } from '../parts.ts';

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts();
  run = await world.run({
    tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
  });
});
afterEach(() => world.close());

const charge = { usd: 0.5, tokens: 9, agentMs: 7 };
const answered: AgentOutcome = {
  ended: 'answered',
  answer: '{"type":"work","status":"done","summary":"Did it."}',
  charge,
};

/** The parts, with an agent that does this in the workspace. */
function playedBy(play: (request: AgentRequest) => Promise<AgentOutcome>): EffectParts {
  const agent: Agent = { name: 'hand', play, usable: () => Promise.resolve({ ok: true, version: '1' }) };
  return { ...world.parts, agentFor: () => Promise.resolve({ agent }) };
}

function inputOf(change: Partial<AttemptInput> = {}): AttemptInput {
  return { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [], ...change };
}

const writes =
  (text: string, outcome: AgentOutcome = answered) =>
  async (request: AgentRequest): Promise<AgentOutcome> => {
    await writeFile(path.join(request.workspace, 'a.txt'), text);
    return outcome;
  };

const withTask = (task: Task) => ({
  tasks: [{ task, at: 'working' as const, grants: [], evidence: [] }] as const,
});

const documents = (files: Readonly<Record<string, string>>, deleted: readonly string[] = []): EffectParts =>
  playedBy(async ({ workspace }) => {
    for (const name of deleted) await rm(path.join(workspace, name));
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(workspace, name), text);
    return answered;
  });

const owingAgain = async (about: Run): Promise<unknown> => {
  const outcome = await attempt(documents({ 'a.txt': 'new\n' })).act(
    effectOf('attempt', inputOf({ fence: ['a.txt', 'b.test.js'] })),
    world.context(about),
  );
  return outcome.type === 'done' && outcome.kind === 'attempt' ? outcome.result : undefined;
};

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');

const some = (count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`new${n}.txt`, 'x\n']));

describe('an attempt', () => {
  test('of more files than a task may have fails, however wide what it may touch is (TAKE-IN-5)', async () => {
    const input = inputOf({ fence: ['new*.txt'] });
    const over = await attempt(documents(some(11))).act(effectOf('attempt', input), world.context(run));
    expect(over).toMatchObject({ type: 'failed', reason: 'too-large' });
    const within = await attempt(documents(some(10))).act(effectOf('attempt', input), world.context(run));
    expect(within).toMatchObject({ type: 'done' });
  });

  test('gives the same commit for the same work, and leaves no workspace behind', async () => {
    const parts = playedBy(writes('new\n'));
    const effect = effectOf('attempt', inputOf());
    const first = await attempt(parts).act(effect, world.context(run));
    expect(first).toMatchObject({
      type: 'done',
      charge,
      result: { answer: 'delivered', agent: 'hand', files: 1 },
    });
    expect(await attempt(parts).act(effect, world.context(run))).toEqual(first);
    expect(await parts.workspaces.existing('r1-1-attempt-subject')).toBeUndefined();
  });

  test('says at which level it worked, whatever the run was started at', async () => {
    const outcome = await attempt(playedBy(writes('new\n'))).act(
      effectOf('attempt', inputOf()),
      world.context({ ...run, level: 'contained' }),
    );
    expect(outcome).toMatchObject({ type: 'done', level: 'open' });
  });

  test.each([
    [
      'is ended for it',
      () => Promise.resolve({ ended: 'failed', reason: 'disk-full', detail: '', charge } as const),
    ],
    [
      'could not be listened to any more',
      () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    ],
  ])('that fills the disk and %s is cleared away before anything is recorded of it', async (_how, end) => {
    const parts = playedBy(async (request) => {
      await writeFile(path.join(request.workspace, 'a.txt'), 'much');
      return end();
    });
    const left: (string | undefined)[] = [];
    const watching: EffectParts = {
      ...parts,
      receipts: {
        ...parts.receipts,
        put: async (...given) => {
          left.push(await parts.workspaces.existing('r1-1-attempt-subject'));
          await parts.receipts.put(...given);
        },
      },
    };
    const acted = attempt(watching).act(effectOf('attempt', inputOf()), world.context(run));
    await acted.then(
      (outcome) => expect(outcome).toMatchObject({ type: 'failed', reason: 'disk-full', charge }),
      (error: unknown) => expect(error).toMatchObject({ code: 'ENOSPC' }),
    );
    expect(left.every((workspace) => workspace === undefined)).toBe(true);
    expect(await parts.workspaces.existing('r1-1-attempt-subject')).toBeUndefined();
  });

  test('is charged for and signed although what it left could not be read', async () => {
    const parts = playedBy(writes('new\n'));
    const broken: EffectParts = {
      ...parts,
      workspaces: { ...parts.workspaces, importTree: () => Promise.reject(new Error('the store is gone')) },
    };
    const outcome = await attempt(broken).act(effectOf('attempt', inputOf()), world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'io', charge, provenance: { agent: 'hand' } });
  });

  test('is told what the repository says to agents, as data, and not what the run’s base said', async () => {
    const parent = await world.commit({ 'a.txt': 'old\n', 'AGENTS.md': 'Write short lines.\n' });
    const prompts: string[] = [];
    const parts = playedBy((request) => {
      prompts.push(request.prompt);
      return Promise.resolve(answered);
    });
    await attempt(parts).act(effectOf('attempt', inputOf()), world.context(run));
    await attempt(parts).act(effectOf('attempt', inputOf({ parent })), world.context(run));
    expect(prompts.map((prompt) => prompt.includes('Write short lines.'))).toEqual([false, true]);
    expect(prompts[1]).toContain('### guidance for agents\n\nData from the repository.');
  });

  test('whose owner died is found again with its session and what it printed', async () => {
    const parts = playedBy((request) => {
      request.onOutput('thinking');
      request.onSession({ id: 's-1', tokens: 3 });
      return new Promise(() => undefined);
    });
    const effect = effectOf('attempt', inputOf());
    void attempt(parts).act(effect, world.context(run));
    const noted = async (): Promise<boolean> =>
      (await parts.receipts.sessionOf(run.id, effect.key)) !== undefined;
    await expect.poll(noted).toBe(true);

    // Another owner of the same home: nothing is growing there as far as it knows.
    const next = { ...world.parts, blobs: fileBlobs(path.join(world.home, 'blobs')) };
    const found = await attempt(next).probe(effect, { ...world.context(run), recovered: true });
    expect(found).toMatchObject({
      type: 'stopped',
      provenance: { agent: 'hand', session: { id: 's-1', tokens: 3 } },
    });
  });

  test('that was stopped keeps what it left, and the next one goes on from there', async () => {
    const stopped = await attempt(playedBy(writes('half\n', { ended: 'stopped', charge }))).act(
      effectOf('attempt', inputOf()),
      world.context(run),
    );
    const saved = stopped.type === 'stopped' ? (stopped.saved ?? '') : '';
    expect(await world.parts.workspaces.readFile(world.id, saved, 'a.txt')).toBe('half\n');

    const found: string[] = [];
    const looks = playedBy(async (request) => {
      found.push(await readFile(path.join(request.workspace, 'a.txt'), 'utf8'));
      return answered;
    });
    const next = await attempt(looks).act(effectOf('attempt', inputOf({ saved })), world.context(run));
    expect(found).toEqual(['half\n']);
    expect(next).toMatchObject({ type: 'done', result: { parent: world.base } });
  });

  test('begins afresh where saved work strayed from its files', async () => {
    const saved = await world.commit({ 'a.txt': 'half\n', 'b.txt': 'strayed\n' });
    const outcome = await attempt(playedBy(() => Promise.resolve(answered))).act(
      effectOf('attempt', inputOf({ saved })),
      world.context(run),
    );
    expect(outcome).toMatchObject({ type: 'failed', reason: 'no-change' });
  });

  test('that strayed keeps the very commit that would have been delivered, and says what of it checks changes', async () => {
    const files = { 'a.txt': 'new\n', 'near.txt': 'near\n', 'more.test.js': '// more\n' };
    const play = (fence: readonly string[], kept: readonly string[] = []) =>
      attempt(documents(files)).act(effectOf('attempt', inputOf({ fence, kept })), world.context(run));
    const delivered = await play(Object.keys(files));
    const strayed = await play(['a.txt']);
    const { commit, tree } =
      delivered.type === 'done' && 'commit' in delivered.result ? delivered.result : {};
    expect(commit).toBeDefined();
    expect(strayed).toMatchObject({
      type: 'failed',
      reason: 'fence-breach',
      paths: ['more.test.js', 'near.txt'],
      strayed: { work: { commit, tree, files: 3 }, checking: ['more.test.js'] },
    });
    expect(await play(['a.txt'], ['near.txt'])).not.toHaveProperty('strayed');
  });

  test('that strayed and brings a secret keeps nothing', async () => {
    const brings = documents({ 'a.txt': 'new\n', 'near.txt': `token = ${token}\n` });
    const outcome = await attempt(brings).act(effectOf('attempt', inputOf()), world.context(run));
    expect(outcome).toMatchObject({ reason: 'fence-breach', paths: ['near.txt'] });
    expect(outcome).not.toHaveProperty('strayed');
  });

  test('names no secret among the paths it strayed to', async () => {
    const strays = playedBy(async (request) => {
      await writeFile(path.join(request.workspace, token), 'x');
      return answered;
    });
    const outcome = await attempt(strays).act(effectOf('attempt', inputOf()), world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'fence-breach' });
    expect(JSON.stringify(outcome)).not.toContain(token);
    expect(outcome).not.toHaveProperty('strayed');
  });

  test('[M10] of a documenter that brings code is a breach, in its own files too', async () => {
    const files = ['a.txt', 'code.js', 'new.js'];
    const parent = await world.commit({ 'code.js': 'export const a = 1;\n' });
    const task = aTask('one', { files, executor: 'documenter' });
    const state = { ...run, tasks: [{ task, at: 'working' as const, grants: [], evidence: [] }] };
    const effect = effectOf('attempt', inputOf({ parent, fence: files }));
    const play = (work: Readonly<Record<string, string>>, about: Run = state) =>
      attempt(documents({ 'a.txt': 'Told.\n', ...work })).act(effect, world.context(about));
    const commented = { 'code.js': '/** One. */\nexport const a = 1;\n' };
    expect(await play(commented)).toMatchObject({ type: 'done', result: { files: 2 } });
    const outcome = await play({ 'code.js': 'export const a = 2;\n', 'new.js': 'a();\n' });
    expect(outcome).toMatchObject({
      type: 'failed',
      reason: 'fence-breach',
      paths: ['code.js', 'new.js'],
    });
    if (outcome.type !== 'failed') throw new Error('it did not fail');
    expect(await world.parts.blobs.get(outcome.detail ?? '')).toMatch(
      /^Task one is a documenter's: .* There is more than that in: code\.js, new\.js\./,
    );
    const implementing = { ...run, ...withTask(aTask('one', { files })) };
    expect(await play({ 'new.js': 'a();\n' }, implementing)).toMatchObject({ type: 'done' });
  });

  test('[M10] that leaves a planned test file as it was says which, for the reviewer', async () => {
    const tests = ['test/a.test.js', 'test/**/*.spec.js', 'kept.test.js'];
    const task = aTask('one', { files: ['a.txt'], tests });
    const effect = effectOf('attempt', inputOf({ fence: ['a.txt', ...tests], kept: ['kept.test.js'] }));
    const state = { ...run, ...withTask(task) };
    const outcome = await attempt(documents({ 'a.txt': 'new\n' })).act(effect, world.context(state));
    expect(outcome).toMatchObject({
      result: { undelivered: { paths: ['test/a.test.js', 'test/**/*.spec.js'] } },
    });
    if (outcome.type !== 'done' || outcome.kind !== 'attempt' || outcome.result.answer !== 'delivered') {
      throw new Error('it did not deliver');
    }
    expect(await world.parts.blobs.get(outcome.result.undelivered?.blob ?? '')).toContain(
      'left them as they were: `test/a.test.js`, `test/**/*.spec.js`.',
    );
  });

  test('[M10] that deletes a planned test file owes it, unless the plan gave leave to delete it', async () => {
    const task = aTask('one', { files: ['a.txt'], tests: ['a.test.js'] });
    const parent = await world.commit({ 'a.test.js': "test('is there', () => { shows(it); });\n" });
    const leaves = async (grants: readonly string[]) =>
      attempt(documents({ 'a.txt': 'new\n' }, ['a.test.js'])).act(
        effectOf('attempt', inputOf({ parent, fence: ['a.txt', 'a.test.js'], grants })),
        world.context({ ...run, ...withTask(task) }),
      );
    expect(await leaves([])).toMatchObject({ result: { undelivered: { paths: ['a.test.js'] } } });
    const granted = await leaves(['a.test.js']);
    expect(granted).toMatchObject({ result: { answer: 'delivered' } });
    expect(granted).not.toHaveProperty('result.undelivered');
  });

  test.each([
    ['nothing', ''],
    ['a comment', '// to be written\n'],
    ['a test for later', ['test', "todo('adds up');\n"].join('.')],
    ['a test that is not run', "test.skip('adds up', () => { expect(1).toBe(1); });\n"],
    ['a test that does nothing', "test('adds up', () => {});\ntest('and down', async () => {\n});\n"],
  ])('[M10] that brings a planned test file with %s in it owes that file', async (_, text) => {
    const task = aTask('one', { files: ['a.txt'], tests: ['b.test.js'] });
    const effect = effectOf('attempt', inputOf({ fence: ['a.txt', 'b.test.js'] }));
    const bring = async (words: string) =>
      attempt(documents({ 'a.txt': 'new\n', 'b.test.js': words })).act(
        effect,
        world.context({ ...run, ...withTask(task) }),
      );
    expect(await bring(text)).toMatchObject({ result: { undelivered: { paths: ['b.test.js'] } } });
    const whole = `${text}\ntest('is there', () => { shows(it); });\n`;
    expect(await bring(whole)).not.toHaveProperty('result.undelivered');
  });

  test('[M10] that is made again owes what its task still owes, and no more', async () => {
    const task = aTask('one', { files: ['a.txt'], tests: ['b.test.js', 'c.test.js'] });
    const owing = { paths: ['b.test.js'], blob: 'told' };
    const delivered = { commit: 'c', tree: 't', parent: 'p', undelivered: owing };
    const steps = [{ task: 'one', commit: 'c', parent: 'p', as: 'h' }];
    const [state] = withTask(task).tasks;
    expect(await owingAgain({ ...run, steps, tasks: [{ ...state, delivered }] })).toMatchObject({
      undelivered: { paths: ['b.test.js'] },
    });
    expect(await owingAgain({ ...run, steps, tasks: [state] })).not.toHaveProperty('undelivered');
  });

  test('that brings in a secret is refused by file and rule, and makes no commit', async () => {
    const outcome = await attempt(playedBy(writes(`key: ${token}\n`))).act(
      effectOf('attempt', inputOf()),
      world.context(run),
    );
    expect(outcome).toMatchObject({ type: 'failed', reason: 'secret-in-change', paths: ['a.txt'] });
    if (outcome.type !== 'failed') throw new Error('it did not fail');
    const words = await world.parts.blobs.get(outcome.detail ?? '');
    expect(words).toContain('- a.txt: github-token\n');
    expect(words).not.toContain(token);
  });

  test('begun by an owner that is gone is its receipt; without one it was stopped', async () => {
    const effect = effectOf('attempt', inputOf());
    const { probe, act } = attempt(playedBy(writes('new\n')));
    expect(await probe(effect, world.context(run))).toBeUndefined();
    expect(await probe(effect, world.context(run, { recovered: true }))).toEqual({ type: 'stopped' });
    const outcome = await act(effect, world.context(run));
    expect(await probe(effect, world.context(run, { recovered: true }))).toEqual(outcome);
  });
});

describe('a question to a role', () => {
  const input = {
    role: 'investigator' as const,
    mode: 'investigate' as const,
    ordinal: 1,
    inputs: [],
  };

  test('is charged for and signed although its answer could not be kept', async () => {
    const relatedCode = [{ file: 'a.txt', why: 'it' }];
    const answer = JSON.stringify({ type: 'analysis', analysis: 'x'.repeat(300), relatedCode });
    const parts = playedBy(() => Promise.resolve({ ended: 'answered', answer, charge }));
    const broken: EffectParts = {
      ...parts,
      workspaces: { ...parts.workspaces, readFile: () => Promise.reject(new Error('the store is gone')) },
    };
    const effect = effectOf('ask', { ...input, commit: world.base });
    const outcome = await ask(broken).act(effect, world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'io', charge, provenance: { agent: 'hand' } });
  });

  test('answered with work is no answer', async () => {
    const effect = effectOf('ask', { ...input, commit: world.base });
    const outcome = await ask(playedBy(() => Promise.resolve(answered))).act(effect, world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'malformed-answer', charge });
  });
});
