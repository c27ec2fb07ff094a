// Checks that ask git: what is green in the checkout of the user is green at the base, with a reproduction, after a task and when
// the whole change is evaluated.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { theRepository } from '../support/the-repository.ts';
import type { App } from '../support/app.ts';
import { reasonsIn, startApp } from '../support/app.ts';
import { analysedWith, done, scriptWith, tapCheck, write } from '../support/scripts.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) {
    const { trouble } = app;
    await app.close();
    expect(trouble).toEqual([]);
  }
});

/** As a formatter that must leave nothing to commit, a linter of the files git lists, and a version that is read from a tag. */
const asksGit = 'git diff --exit-code && git ls-files --error-unmatch lib && git describe --tags';

const bug = { path: 'tests/bug.sh', content: 'grep -q MENDED a.txt\n' };

/** What they do to the repository they find themselves in; each may fail. */
const tries = [
  'git commit -q --allow-empty -m theirs',
  'git update-ref refs/heads/main HEAD',
  'git tag -f v1.0.0 HEAD',
  'git push --all',
  'git gc -q --prune=now',
  'git config core.fsmonitor "touch $PWD-planted; false"',
  'git config core.hooksPath "$PWD/hooks"',
  'echo / >> .git/objects/info/alternates',
].join('; ');

describe('a check that asks git', () => {
  test('is green wherever it is green for the people of the repository, and what it does there stays there', async () => {
    const app = await startApp({
      files: { 'check.sh': tapCheck, 'tests/old.sh': 'true\n' },
      config: {
        checks: {
          format: { command: asksGit, kind: 'lint' },
          test: 'sh check.sh',
          hostile: { command: `${tries}; true`, kind: 'custom' },
        },
      },
      prepare: async ({ git }) => void (await git('tag', 'v1.0.0')),
      script: scriptWith(
        [{ id: 'mend', files: ['a.txt'], tests: [bug.path] }],
        [
          { role: 'investigator', do: [analysedWith({ reproduction: bug })] },
          { role: 'implementer', task: 'mend', do: [write('a.txt', 'MENDED\n'), done] },
        ],
      ),
    });
    apps.push(app);
    const story = await app.play((gate) => (gate.kind === 'merge' ? undefined : { answer: 'approve' }), {
      title: 'Fix the text that is not mended',
    });
    expect(reasonsIn(story)).toEqual([]);
    const checked = story.events.flatMap((event) =>
      event.type === 'baseline.recorded' ||
      event.type === 'reproduction.tried' ||
      event.type === 'evidence.recorded'
        ? [event]
        : [],
    );
    expect(
      checked.map((event) => [
        event.type === 'evidence.recorded' ? event.subject : event.type,
        ...event.evidence.map((item) => `${item.check} ${item.verdict}`),
      ]),
    ).toEqual([
      ['baseline.recorded', 'format PASS', 'test PASS', 'hostile PASS'],
      ['reproduction.tried', 'format PASS', 'test FAIL', 'hostile PASS'],
      ['task/mend', 'format PASS', 'test PASS', 'hostile PASS'],
      ['run', 'format PASS', 'test PASS', 'hostile PASS', 'bug-fix-proof PASS'],
    ]);
    const { base } = theRepository(story.run);
    const logs = await Promise.all(checked.map(({ evidence }) => app.text(evidence[0]?.log)));
    expect(
      logs.map((log) =>
        log
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/g[0-9a-f]+$/, 'g'),
      ),
    ).toEqual(['v1.0.0', 'v1.0.0-1-g', 'v1.0.0-2-g', 'v1.0.0-2-g']);
    expect(await app.repository.git('rev-parse', 'main', 'v1.0.0')).toBe(`${base.commit}\n${base.commit}`);
    expect(await app.isUntouched()).toBe(true);
    const left = await readdir(path.join(app.home, 'workspaces'));
    expect(left.filter((name) => name.includes('planted'))).toEqual([]);
  });
});
