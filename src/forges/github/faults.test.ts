// Every write, with every way an answer can go missing, once: nothing is done twice, and who tries again finds what was done.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ForgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import { forgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import type { FaultKind } from '../../../test/support/web/fault.ts';
import type { ForgeAnswer } from '../forge.ts';

const kinds = [
  'reset-before',
  'reset-after',
  'timeout-after',
  'server-error',
  'truncated',
  'html',
] as const satisfies readonly FaultKind[];

interface Story {
  /** Brings it about that the write has something to do. */
  readonly before: (
    world: ForgeOnGitHub,
  ) => Promise<{ readonly number: number; readonly head: string; readonly branch: string }>;
  readonly write: (
    world: ForgeOnGitHub,
    here: { readonly number: number; readonly head: string; readonly branch: string },
  ) => Promise<ForgeAnswer<unknown>>;
  /** The call that goes wrong. */
  readonly call: { readonly method: string; readonly path: RegExp };
}

let made = 0;
async function pushed(world: ForgeOnGitHub) {
  made += 1;
  const branch = `feature/T-${made}_change`;
  const head = await world.commit({ [`${made}.txt`]: 'new\n' });
  await world.forge.push({ repository: world.id, branch, commit: head });
  return { number: 0, head, branch };
}

async function opened(world: ForgeOnGitHub) {
  const { head, branch } = await pushed(world);
  const request = { repository: world.id, branch, target: 'main', title: 'T', body: 'Because.' };
  const answer = await world.forge.open(request);
  if (!answer.ok) throw new Error(answer.detail);
  return { number: answer.value.number, head, branch };
}

const stories: Readonly<Record<string, Story>> = {
  open: {
    before: pushed,
    write: ({ forge, id }, { branch }) =>
      forge.open({ repository: id, branch, target: 'main', title: 'T', body: 'Because.' }),
    call: { method: 'POST', path: /\/pulls$/ },
  },
  update: {
    before: opened,
    write: ({ forge, id }, { number }) =>
      forge.update({ repository: id, number, title: 'New', body: 'New.' }),
    call: { method: 'PATCH', path: /\/pulls\/\d+$/ },
  },
  label: {
    before: opened,
    write: ({ forge, id }, { number }) => forge.label(id, number, ['auto-generated']),
    call: { method: 'POST', path: /\/labels$/ },
  },
  'publish checks': {
    before: opened,
    write: ({ forge, id }, { number, head }) =>
      forge.publishChecks(id, number, [{ name: 'slipway / test', head, conclusion: 'success' }]),
    call: { method: 'POST', path: /\/statuses\/[0-9a-f]{40}$/ },
  },
  'request a review': {
    before: opened,
    write: ({ forge, id }, { number }) => forge.requestReview(id, number, ['ann', 'ben']),
    call: { method: 'POST', path: /\/requested_reviewers$/ },
  },
  close: {
    before: opened,
    write: ({ forge, id }, { number }) => forge.close(id, number),
    call: { method: 'PATCH', path: /\/pulls\/\d+$/ },
  },
  'delete a branch': {
    before: pushed,
    write: ({ forge, id }, { branch }) => forge.deleteBranch(id, branch),
    call: { method: 'DELETE', path: /\/git\/refs\/heads\// },
  },
};

let world: ForgeOnGitHub;
beforeAll(async () => {
  world = await forgeOnGitHub({ timeMs: 1500 });
});
afterAll(() => world.close());
beforeEach(() => {
  world.github.clearFaults();
});

describe.each(Object.entries(stories))('%s', (_, { before, write, call }) => {
  const executed = (): number =>
    world.github.calls.filter(
      (item) =>
        item.executed &&
        item.method === call.method &&
        call.path.test(item.path) &&
        (item.status ?? 200) < 300,
    ).length;

  test.each(kinds)('is done once, whatever is %s', async (kind) => {
    const here = await before(world);
    const earlier = executed();
    world.github.fault({ kind, match: call });
    const first = await write(world, here);
    const again = first.ok ? first : await write(world, here);
    expect(again).toMatchObject({ ok: true });
    expect(executed() - earlier).toBe(1);
    expect(await write(world, here)).toMatchObject({ ok: true });
    // What has no state to look at may be said again; what it brings about is there once.
    if (call.method !== 'DELETE' && !String(call.path).includes('reviewers'))
      expect(executed() - earlier).toBe(1);
  });

  test.each(['rate-limit', 'secondary-limit'] as const)(
    'is not done while there is a %s, and says until when',
    async (kind) => {
      const here = await before(world);
      const earlier = executed();
      world.github.fault({ kind, match: call, retryAfter: 1 });
      const answer = await write(world, here);
      expect(answer).toMatchObject({ ok: false, reason: 'forge-limited', until: expect.any(Number) });
      expect(executed()).toBe(earlier);
      await world.limitsOver();
      expect(await write(world, here)).toMatchObject({ ok: true });
    },
  );
});

test('a push whose answer is lost was done', async () => {
  made += 1;
  const branch = `feature/T-${made}_change`;
  const commit = await world.commit({ 'a.txt': `${made}\n` });
  world.github.fault({ kind: 'reset-after', match: { method: 'POST', path: /git-receive-pack$/ } });
  expect(await world.forge.push({ repository: world.id, branch, commit })).toMatchObject({ ok: true });
  expect(world.shop.branch(branch)).toBe(commit);
});

test.each(['reset-after', 'timeout-after', 'server-error', 'html'] as const)(
  'a merge that is %s is one merge',
  async (kind) => {
    const { number, head } = await opened(world);
    const request = {
      repository: world.id,
      number,
      head,
      method: 'squash',
      message: 'fix: it',
      at: 0,
    } as const;
    world.github.fault({ kind, match: { method: 'PUT', path: /\/merge$/ } });
    const first = await world.forge.merge(request);
    const merged = first.ok ? first : await world.forge.merge(request);
    expect(merged).toEqual({ ok: true, value: world.shop.branch('main') });
  },
);
