import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { keepText } from '../parts.ts';
import { aReview, aTask, evidenceOf, testCheck } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { label, openPullRequest, publishChecks, push, screen, updatePullRequest } from './deliver.ts';

const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const branch = 'feature/T-1_change_it';

let world: TestParts;
beforeEach(async () => {
  world = await startParts({ 'a.txt': 'one\n', 'old.txt': `${token}\n`, 'both.txt': 'one\n' });
});
afterEach(() => world.close());

describe('screening of what would be delivered', () => {
  const verdictOf = async (to: string): Promise<string> => {
    const effect = effectOf('screen', { from: world.base, to });
    const outcome = await screen(world.parts).act(effect, world.context(await world.run()));
    if (outcome.type !== 'done' || outcome.kind !== 'screen') throw new Error('it was not screened');
    expect(JSON.stringify(outcome)).not.toContain(token);
    return outcome.result.verdict;
  };

  test('lets through what brings no secret in', async () => {
    expect(await verdictOf(await world.commit({ 'a.txt': 'two\n', 'new.bin': 'a\0b' }))).toBe('CLEAN');
  });

  test('is not concerned with a secret that was there before', async () => {
    expect(await verdictOf(await world.commit({ 'old.txt': `${token}\nand more\n` }))).toBe('CLEAN');
  });

  test.each([
    ['in a line', { 'a.txt': `one\nkey: ${token}\n` }],
    ['in a line that looks like the head of a diff', { 'a.txt': `one\n++ ${token}\n` }],
    ['in a line that looks like the start of one', { 'a.txt': `one\ndiff --git ${token}\n` }],
    ['in a file no diff shows', { 'new.bin': `\0\0 ${token}` }],
    ['in the name of a file', { [`keys/${token}`]: 'x\n' }],
  ])('stops a secret %s', async (_where, files) => {
    expect(await verdictOf(await world.commit(files))).toBe('BLOCKED');
  });

  test('says of a secret which file it is in, and by which rule, and not which it is', async () => {
    const to = await world.commit({ 'a.txt': `one\nkey: ${token}\n` });
    const effect = effectOf('screen', { from: world.base, to });
    expect(await screen(world.parts).act(effect, world.context(await world.run()))).toMatchObject({
      result: {
        verdict: 'BLOCKED',
        rules: ['github-token'],
        where: [{ place: 'a.txt', rules: ['github-token'] }],
      },
    });
  });

  test('[D1] names the parts of the pull request that something was taken out of', async () => {
    const to = await world.commit({ 'a.txt': 'two\n' });
    const run = await world.run({
      tasks: [
        {
          task: aTask('one', { title: 'Use [REDACTED:github-token]' }),
          at: 'integrated',
          grants: [],
          evidence: [],
        },
      ],
      steps: [{ task: 'one', commit: to, parent: world.base, as: to }],
    });
    const ticket = must(run.ticket, 'it has one');
    const blob = await keepText(world.parts, `Log in with ${token}.\n`);
    const told: Run = { ...run, ticket: { ...ticket, blob } };
    const effect = effectOf('screen', { from: world.base, to });
    const outcome = await screen(world.parts).act(effect, world.context(told));
    expect(JSON.stringify(outcome)).not.toContain(token);
    expect(outcome).toMatchObject({
      result: {
        verdict: 'REDACTED',
        rules: ['github-token'],
        where: ['Ticket', 'Changes', 'commit messages'].map((place) => ({ place, rules: ['github-token'] })),
      },
    });
    const words = outcome.type === 'done' && outcome.kind === 'screen' ? (outcome.result.told ?? '') : '';
    expect(await world.parts.blobs.get(words)).toContain(
      '\n- Ticket: github-token\n- Changes: github-token\n',
    );
  });

  test('stops a secret that a later commit took out again: a push brings the earlier one along', async () => {
    const first = await world.commit({ 'a.txt': `${token}\n` });
    expect(await verdictOf(await world.commit({ 'a.txt': 'two\n' }, first))).toBe('BLOCKED');
  });
});

describe('an effect on the forge that took hold', () => {
  let run: Run;
  let head: string;
  beforeEach(async () => {
    head = await world.commit({ 'a.txt': 'two\n' });
    const started = await world.run();
    run = await world.run({
      repositories: [{ ...theRepository(started), head: { commit: head, tree: 't' } }],
      tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
      evidence: [evidenceOf(testCheck, 't'), { ...evidenceOf(testCheck, 't', 'WARN'), check: 'lint' }],
      review: aReview(head),
    });
  });

  const pushed = async (commit = head): Promise<void> => {
    const outcome = await push(world.parts).act(effectOf('push', { branch, commit }), world.context(run));
    expect(outcome.type).toBe('done');
  };
  const opened = async (): Promise<number> => {
    await pushed();
    const effect = effectOf('open-pull-request', { branch, head, target: 'main' });
    const outcome = await openPullRequest(world.parts).act(effect, world.context(run));
    if (outcome.type !== 'done' || outcome.kind !== 'open-pull-request') throw new Error('it was not opened');
    return outcome.result.number;
  };

  test('is found by its probe: a push', async () => {
    const effect = effectOf('push', { branch, commit: head });
    const { probe } = push(world.parts);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    await pushed();
    expect(await probe(effect, world.context(run))).toEqual({ type: 'done', kind: 'push', result: {} });
    const other = await world.commit({ 'a.txt': 'three\n' });
    const another = effectOf('push', { branch, commit: other });
    expect(await probe(another, world.context(run))).toBeUndefined();
  });

  test('is done once although it is done twice: a push, and one over work that is not ours is refused', async () => {
    await pushed();
    await pushed();
    const other = await world.commit({ 'a.txt': 'three\n' });
    const outcome = await push(world.parts).act(
      effectOf('push', { branch, commit: other }),
      world.context(run),
    );
    expect(outcome).toMatchObject({ type: 'failed', reason: 'ref-moved' });
  });

  test('is found by its probe: a pull request, of which there is one', async () => {
    const effect = effectOf('open-pull-request', { branch, head, target: 'main' });
    const { probe } = openPullRequest(world.parts);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    const number = await opened();
    const found = { type: 'done', kind: 'open-pull-request', result: { number } };
    expect(await probe(effect, world.context(run))).toEqual(found);
    expect(await opened()).toBe(number);
  });

  test('is not taken for what an earlier pull request of the same branch did', async () => {
    const forge = world.parts.forgeOf(run);
    const earlier = await opened();
    expect(
      await forge.merge({ repository: world.id, number: earlier, head, message: 'm', at: 0 }),
    ).toMatchObject({ ok: true });
    expect(await forge.deleteBranch(world.id, branch)).toMatchObject({ ok: true });
    // Another run, of another home perhaps, that comes to the same name.
    const next = await world.commit({ 'a.txt': 'three\n' });
    run = await world.run({
      id: 'run-2',
      repositories: [{ ...theRepository(run), head: { commit: next, tree: 't' } }],
    });
    await pushed(next);
    const effect = effectOf('open-pull-request', { branch, head: next, target: 'main' });
    const { probe, act } = openPullRequest(world.parts);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    const outcome = await act(effect, world.context(run));
    const number = earlier + 1;
    expect(outcome).toMatchObject({ type: 'done', result: { number } });
    expect(await forge.inspect(world.id, number)).toMatchObject({ value: { state: 'open', head: next } });
    expect(await probe(effect, world.context(run))).toEqual(outcome);
  });

  test('is found by its probe: a pull request that somebody ended meanwhile, with a push of theirs or without', async () => {
    const forge = world.parts.forgeOf(run);
    const number = await opened();
    const effect = effectOf('open-pull-request', { branch, head, target: 'main' });
    const { probe } = openPullRequest(world.parts);
    const theirs = await world.commit({ 'a.txt': 'theirs\n' }, head);
    expect(await forge.push({ repository: world.id, branch, commit: theirs, expected: head })).toMatchObject({
      ok: true,
    });
    expect(await forge.close(world.id, number)).toMatchObject({ ok: true });
    expect(await probe(effect, world.context(run))).toMatchObject({ type: 'done', result: { number } });
    expect(
      await forge.update({ repository: world.id, number, title: 'T', body: 'Other words.' }),
    ).toMatchObject({ ok: true });
    expect(await probe(effect, world.context(run))).toBeUndefined();
    const ofTheirs = effectOf('open-pull-request', { branch, head: theirs, target: 'main' });
    expect(await probe(ofTheirs, world.context(run))).toMatchObject({ type: 'done', result: { number } });
  });

  test('checks are published whole, also where one of them is there already', async () => {
    const number = await opened();
    const effect = effectOf('publish-checks', { number, head });
    const { probe, act } = publishChecks(world.parts);
    await world.parts
      .forgeOf(run)
      .publishChecks(world.id, number, [{ name: 'slipway / test', head, conclusion: 'success' }]);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    expect(await act(effect, world.context(run))).toMatchObject({ type: 'done' });
    const record = await world.parts.forgeOf(run).get(world.id, number);
    expect(record.ok && record.value.checks.map((item) => `${item.name}: ${item.conclusion}`)).toEqual([
      'slipway / test: success',
      'slipway / lint: neutral',
      'slipway / review: success',
    ]);
  });

  test('is found by its probe: labels, when all of them are there', async () => {
    const number = await opened();
    const effect = effectOf('label', { number, labels: ['auto-generated', 'feature'] });
    const { probe, act } = label(world.parts);
    await world.parts.forgeOf(run).label(world.id, number, ['feature']);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    await act(effect, world.context(run));
    expect(await probe(effect, world.context(run))).toMatchObject({ type: 'done' });
  });

  test('gives the pull request the words of the run as it is now', async () => {
    const number = await opened();
    const noted: Run = { ...run, dirty: 'dirty' };
    const effect = effectOf('update-pull-request', { number, head });
    expect(await updatePullRequest(world.parts).act(effect, world.context(noted))).toMatchObject({
      type: 'done',
    });
    const record = await world.parts.forgeOf(run).get(world.id, number);
    expect(record.ok && record.value.body).toContain('uncommitted changes');
  });

  test('says in words why the forge refused', async () => {
    const effect = effectOf('open-pull-request', { branch: 'feature/nothing', head, target: 'main' });
    const outcome = await openPullRequest(world.parts).act(effect, world.context(run));
    if (outcome.type !== 'failed') throw new Error('it was not refused');
    expect(outcome.reason).toBe('forge-refused');
    expect(await world.parts.blobs.get(outcome.detail ?? '')).toMatch(/feature\/nothing/);
  });
});
