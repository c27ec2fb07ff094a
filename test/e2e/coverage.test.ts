// [D4] Coverage through the whole program: Node's own test runner measures, scripted testers write tests.

import { afterEach, describe, expect, test } from 'vitest';
import type { App, Sample } from '../support/app.ts';
import { of, stagesIn, startApp } from '../support/app.ts';
import type { Entry } from '../support/scripts.ts';
import { done, scriptWith, write } from '../support/scripts.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) {
    const { trouble } = app;
    await app.close();
    expect(trouble).toEqual([]);
  }
});

const measure =
  'node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info';
const files = {
  'package.json': '{ "type": "module" }\n',
  'lib/sign.js': "export const sign = () => 'plus';\n",
  'test/sign.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { sign } from '../lib/sign.js';
test('plus', () => assert.equal(sign(1), 'plus'));
`,
};
const signs = `export function sign(n) {
  if (n < 0) {
    return 'minus';
  }
  if (n === 0) {
    return 'zero';
  }
  return 'plus';
}
`;
const more = (name: string, n: string): string =>
  `test('${name}', () => assert.equal(sign(${n}), '${name}'));\n`;

async function appWith(
  command: string,
  testers: readonly Entry[],
  config: Sample['config'] = {},
): Promise<App> {
  const app = await startApp({
    files,
    script: scriptWith(
      [{ id: 'task', files: ['lib/sign.js'] }],
      [...testers, { role: 'implementer', do: [write('lib/sign.js', signs), done] }],
    ),
    config: { ...config, checks: { test: 'sh check.sh', coverage: { command, report: 'lcov.info' } } },
  });
  apps.push(app);
  return app;
}

describe('changed lines that no test executes [D4]', () => {
  test('are given to testers until the target is reached, on the same pull request', async () => {
    const app = await appWith(measure, [
      {
        role: 'tester',
        do: [
          write('test/sign.test.js', files['test/sign.test.js'] + more('minus', '-1') + more('zero', '0')),
          done,
        ],
      },
    ]);
    const story = await app.play((gate) => (gate.kind === 'merge' ? undefined : { answer: 'approve' }));
    expect(
      of(story.events, 'coverage.measured').map(({ measured }) => [measured.hit, measured.lines]),
    ).toEqual([
      [5, 9],
      [9, 9],
    ]);
    expect(of(story.events, 'coverage.stopped')).toMatchObject([{ because: 'target-reached' }]);
    expect(stagesIn(story).join(' ')).toContain(
      'coverage implementation evaluation review completion coverage triage merge',
    );
    const [request, ...others] = await app.pullRequests(story);
    expect(others).toEqual([]);
    expect(request?.body).toContain(
      'Tests execute 9 of 9 changed lines (100 %) after 1 coverage round; the target is 80 %.',
    );
    expect(request?.body).toMatch(
      /Before → with the change: of all lines that the report counts, tests execute [\d.]+ % → 100 %/,
    );
    expect(of(story.events, 'coverage.based')).toHaveLength(1); // however many rounds there were
    expect(await app.fileAt(story, 'test/sign.test.js')).toContain('zero');
  });

  test('stay uncovered, and that is told, where a tester may only touch tests and adds none that is good', async () => {
    const app = await appWith(
      String.raw`printf 'SF:lib/sign.js\nDA:1,1\nDA:2,0\n' > lcov.info`,
      [{ role: 'tester', do: [write('lib/sign.js', "export const sign = () => 'plus';\n"), done] }],
      { gates: { merge: false } },
    );
    const story = await app.play();
    expect(story.status).toBe('completed');
    expect(of(story.events, 'failure.recorded').map(({ reason }) => reason)).toEqual([
      'fence-breach',
      'fence-breach',
    ]);
    expect(of(story.events, 'coverage.stopped')).toMatchObject([{ because: 'nothing-added' }]);
    expect(await app.fileAt(story, 'lib/sign.js')).toBe(signs);
    const [request] = await app.pullRequests(story);
    expect(request?.body).toContain('No more tests are asked for: the testers found nothing to add.');
  });
});
