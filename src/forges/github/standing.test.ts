import { afterEach, describe, expect, test } from 'vitest';

import type { ForgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import { forgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import type { Forge, Standing } from '../forge.ts';

let here: ForgeOnGitHub;
afterEach(async () => {
  await here.close();
  // An App asks for its token; beside that a look writes nothing.
  const written = here.written().filter((call) => !call.endsWith('/access_tokens'));
  expect([here.github.problems, here.github.violations, written]).toEqual([[], [], []]);
});

async function standing(forge: Forge, branch = 'main'): Promise<Standing> {
  const found = await forge.standing(here.id, branch);
  if (!found.ok || found.value === undefined) throw new Error(JSON.stringify(found));
  return found.value;
}

const told = ({ notes }: Standing): readonly string[] =>
  notes.map(({ level, found }) => `${level}: ${found}`);

describe('who we are on GitHub', () => {
  test('is a person by a classic token, which tells its scopes', async () => {
    here = await forgeOnGitHub();
    const found = await standing(here.forge);
    expect(found).toMatchObject({ as: 'ann, by the token in GH_TOKEN', where: 'acme/shop' });
    expect(told(found)).toEqual(['ok: main asks for nothing']);
    const without = here.another({ GH_TOKEN: here.github.token('ann', { scopes: ['repo'] }) });
    expect(told(await standing(without))).toContainEqual(expect.stringMatching(/^warn: .*scope workflow/));
    const poor = here.another({ GH_TOKEN: here.github.token('ann', { scopes: ['gist'] }) });
    expect(told(await standing(poor))).toContainEqual('fail: the token in GH_TOKEN lacks the scope repo');
  });

  test('is not known in what it may by a fine-grained token, and that is said (FORGES-GITHUB-STANDING-1)', async () => {
    here = await forgeOnGitHub();
    const permissions = { contents: 'write', pull_requests: 'write' } as const;
    const token = here.github.token('ann', { kind: 'fine-grained', permissions });
    const found = told(await standing(here.another({ GH_TOKEN: token })));
    expect(found).toContainEqual(
      expect.stringMatching(/^ok: GitHub does not tell what the token in GH_TOKEN may do/),
    );
  });

  test('is an App with what it was given, and an Actions job by its token, whose pull requests start no CI', async () => {
    here = await forgeOnGitHub({ as: 'app' });
    const found = await standing(here.forge);
    expect([found.as, told(found)]).toEqual([
      expect.stringMatching(/^the App \d+$/),
      [expect.stringMatching(/^warn: .* no actions=read/), 'ok: main asks for nothing'],
    ]);
    const token = here.secrets.find((secret) => secret.startsWith('ghs_')) ?? '';
    const job = await standing(here.another({ GITHUB_TOKEN: token }));
    expect(job.as).toBe('GitHub Actions, by the token in GITHUB_TOKEN');
    expect(told(job)).toContainEqual(expect.stringContaining('starts no CI'));
  });

  test('is nobody with a token that is not valid, in a sentence', async () => {
    here = await forgeOnGitHub();
    const found = await here.another({ GH_TOKEN: 'ghp_wrong' }).standing(here.id, 'main');
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('GH_TOKEN') });
  });
});

describe('what a target asks', () => {
  test('is told before anybody works for it', async () => {
    here = await forgeOnGitHub();
    here.shop.settings({ signOff: true });
    here.shop.rule({
      branch: 'main',
      approvals: 2,
      checks: [{ context: 'ci' }],
      linear: true,
      signatures: true,
      queue: 'squash',
    });
    const found = told(await standing(here.forge));
    expect(found).toEqual([
      'ok: main asks for the checks ci, 2 approvals, a linear history, the merge queue',
      'warn: main takes signed commits only',
      'warn: commits have to be signed off',
    ]);
  });

  test('is that it has to be there', async () => {
    here = await forgeOnGitHub();
    expect(told(await standing(here.forge, 'release'))).toEqual([
      'fail: acme/shop has no branch release, which pull requests would go into',
    ]);
  });
});
