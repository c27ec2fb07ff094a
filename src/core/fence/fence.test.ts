import { describe, expect, test } from 'vitest';
import { aTask } from '../../../test/support/core.ts';
import type { FencedChange } from './fence.ts';
import { fenceVerdict, plannedAndActual } from './fence.ts';
import { isProtected, protectedByDefault, whyProtected } from './protected-paths.ts';
import { defaultPolicy } from '../policy.ts';

const fence = { files: ['src/a.ts', 'lib/'], grants: [], protectedPaths: defaultPolicy.protectedPaths };
const file = (path: string): FencedChange => ({ path, mode: '100644' });
const link = (path: string, linkTarget: string): FencedChange => ({ path, mode: '120000', linkTarget });

describe('the fence of a task [M4]', () => {
  test('lets through what was planned', () => {
    expect(fenceVerdict([file('src/a.ts'), file('lib/deep/b.ts')], fence)).toEqual({ inside: true });
  });

  test('lets through an attempt that changed nothing', () => {
    expect(fenceVerdict([], fence)).toEqual({ inside: true });
  });

  test('stops everything else, and names it (FENCE-3)', () => {
    expect(fenceVerdict([file('src/a.ts'), file('src/b.ts')], fence)).toEqual({
      inside: false,
      reason: 'fence-breach',
      paths: ['src/b.ts'],
      ordinary: true,
    });
  });

  test('calls no breach ordinary that is not told in full, or is about a name that could be a glob', () => {
    const many = Array.from({ length: 51 }, (_, n) => file(`x${n}`));
    expect(fenceVerdict(many.slice(1), fence)).toHaveProperty('ordinary', true);
    expect(fenceVerdict(many, fence)).not.toHaveProperty('ordinary');
    expect(fenceVerdict([file('src/*b.ts')], fence)).not.toHaveProperty('ordinary');
  });

  test('stops at a file that is kept as it is, also inside the task’s own files and its grants', () => {
    const keeping = { ...fence, grants: ['lib/bug.test.ts'], kept: ['lib/bug.test.ts'] };
    expect(fenceVerdict([file('lib/bug.test.ts'), file('lib/b.ts')], keeping)).toEqual({
      inside: false,
      reason: 'fence-breach',
      paths: ['lib/bug.test.ts'],
    });
    expect(fenceVerdict([file('lib/b.ts')], keeping)).toEqual({ inside: true });
    // An ordinary file beside it opens no way for it.
    expect(fenceVerdict([file('lib/bug.test.ts'), file('other.ts')], keeping)).not.toHaveProperty('ordinary');
  });

  test('names at most fifty paths', () => {
    const many = Array.from({ length: 60 }, (_, n) => file(`x${n}`));
    expect(fenceVerdict(many, fence)).toMatchObject({ paths: { length: 50 } });
  });

  test('stops at a protected path, also inside the task’s own files (FENCE-2)', () => {
    expect(fenceVerdict([file('lib/package-lock.json'), file('other')], fence)).toEqual({
      inside: false,
      reason: 'protected-path',
      paths: ['lib/package-lock.json'],
    });
  });

  test('lets a grant open a protected path, and the fence for it (FENCE-2)', () => {
    const granted = { ...fence, grants: ['.github/'] };
    expect(fenceVerdict([file('.github/workflows/ci.yml')], granted)).toEqual({ inside: true });
    expect(fenceVerdict([file('CODEOWNERS')], granted)).toMatchObject({ reason: 'protected-path' });
  });

  test('lets through what a glob of the task stands for, and no more', () => {
    const globs = { ...fence, files: ['src/**/*.ts', 'docs/*.md'] };
    expect(fenceVerdict([file('src/deep/a.ts'), file('docs/a.md')], globs)).toEqual({ inside: true });
    expect(fenceVerdict([file('src/a.ts'), file('docs/deep/a.md')], globs)).toMatchObject({
      reason: 'fence-breach',
      paths: ['docs/deep/a.md'],
    });
  });

  test.each(['**', '*.json', 'packages/**', '.*/**'])(
    'opens no protected path with the glob %j (N2)',
    (glob) => {
      const wide = { ...fence, files: [glob], grants: [glob] };
      for (const path of ['.github/workflows/ci.yml', 'package-lock.json', 'packages/a/package-lock.json']) {
        expect(fenceVerdict([file(path)], wide)).toMatchObject({ reason: 'protected-path' });
      }
    },
  );

  test.each([
    ['.github/workflows/*.yml', '.github/workflows/ci.yml'],
    ['packages/*/package-lock.json', 'packages/a/package-lock.json'],
    ['.github/**', '.github/x'],
  ])('opens with the glob %j, which names it, %j (N2)', (glob, path) => {
    expect(fenceVerdict([file(path)], { ...fence, grants: [glob] })).toEqual({ inside: true });
  });

  test('stops at a file with the name of a glob, whatever was granted (FENCE-4)', () => {
    const named = { reason: 'fence-breach', paths: ['.github/**'] };
    expect(
      fenceVerdict([file('.github/**'), file('.github/a')], { ...fence, grants: ['.github/'] }),
    ).toMatchObject(named);
    expect(fenceVerdict([file('lib/*')], { ...fence, files: ['lib/*'] })).toEqual({ inside: true });
  });

  test.each([
    ['an absolute link', link('src/a.ts', '/etc/passwd')],
    ['a link that climbs out', link('lib/x', '../../secret')],
    ['a link at the top that climbs out', link('x', '../secret')],
    ['a link that climbs out on the way', link('lib/x', '../../repo/lib/y')],
    ['a link into git’s own folder', link('lib/x', '../.git/config')],
    ['a nested repository', { path: 'lib/vendor', mode: '160000' }],
    ['a path that is none', file('../x')],
    ['a file of git’s own', file('.git/hooks/pre-commit')],
  ])('stops %s before anything else (N1)', (_name, change) => {
    expect(fenceVerdict([file('CODEOWNERS'), change], fence)).toEqual({
      inside: false,
      reason: 'outside-workspace',
      paths: [change.path],
    });
  });

  test.each(['b', './b', '../src/b', 'deep/../b', '.'])('lets a link to %j stay inside', (target) => {
    expect(fenceVerdict([link('lib/x', target)], fence)).toEqual({ inside: true });
  });

  test('lets a link climb as far as it lies deep', () => {
    expect(fenceVerdict([link('lib/a/b/x', '../../../y')], fence)).toEqual({ inside: true });
    expect(fenceVerdict([link('lib/a/b/x', '../../../../y')], fence)).toMatchObject({
      reason: 'outside-workspace',
    });
  });
});

describe('a protected path', () => {
  test.each([
    'package-lock.json',
    'apps/web/package-lock.json',
    '.github/workflows/ci.yml',
    'sub/.github/x',
    '.claude',
    'sub/.husky',
    'AGENTS.md',
  ])('%s is one, wherever it stands', (path) => {
    expect(isProtected(defaultPolicy.protectedPaths, path)).toBe(true);
  });

  test.each(['my-package-lock.json', 'github/x', 'x.github/y', 'AGENTS.md.txt', 'src/CODEOWNERS/x'])(
    '%s is none',
    (path) => {
      expect(isProtected(defaultPolicy.protectedPaths, path)).toBe(false);
    },
  );
});

test.each([
  ['yarn.lock', true],
  ['web/nested/yarn.lock', true],
  ['yarn.lock.md', false],
  ['ops/deploy-eu/run.sh', true],
  ['ops/deploy-eu', true], // a link in the folder's place
  ['ops/deployed/run.sh', false],
])('a protected glob guards %s wherever it stands: %s', (path, guarded) => {
  expect(isProtected(['*.lock', 'deploy-*/'], path)).toBe(guarded);
});

describe('planned against actual', () => {
  const task = aTask('a', { files: ['src/a.ts', 'docs/'], tests: ['test/a.ts'] });

  test('says what was touched, left alone, and touched by grant', () => {
    expect(plannedAndActual(task, ['src/a.ts', 'docs/b.md', 'go.sum'])).toEqual({
      touched: ['src/a.ts', 'docs/b.md', 'go.sum'],
      untouched: ['test/a.ts'],
      granted: ['go.sum'],
    });
  });

  test('says nothing where nobody kept the files', () => {
    expect(plannedAndActual(task, undefined)).toBeUndefined();
  });
});

describe('[M4] what is protected without a word of configuration', () => {
  test.each([
    'scripts/release.sh',
    'tools/scripts/publish-docs.mjs',
    '.goreleaser.yaml',
    'GEMINI.md',
    'packages/core/GEMINI.md',
    '.cursor/rules/style.mdc',
    '.github/copilot-instructions.md',
    '.devcontainer/devcontainer.json',
    'apps/web/.npmrc',
    'uv.lock',
    '.pre-commit-config.yaml',
    'Jenkinsfile',
    'scripts/deploy.sh',
    'tools/release.py',
    '.gitlab/ci/test.yml',
    'hooks/pre-push',
    '.roo/rules.md',
    // the same files on a disk that tells no cases apart
    'Agents.md',
    '.GitHub/workflows/ci.yml',
    'PACKAGE-LOCK.JSON',
  ])('%s needs leave, and there is a reason to tell', (path) => {
    expect(isProtected(defaultPolicy.protectedPaths, path)).toBe(true);
    expect(whyProtected(path)).toBeDefined();
  });

  test('what tells agents what to do is told as that, also where a pipeline lives', () => {
    expect(whyProtected('.github/copilot-instructions.md')).toContain('tells agents what to do');
    expect(whyProtected('.github/workflows/ci.yml')).not.toContain('agents');
  });

  test.each([
    'src/release.ts',
    'docs/releases.md',
    'src/scripts.ts',
    'README.md',
    'src/cursor/index.ts',
    'src/hooks/useThing.ts',
    'src/deploy.ts',
  ])('%s is an ordinary file', (path) => {
    expect(isProtected(defaultPolicy.protectedPaths, path)).toBe(false);
    expect(whyProtected(path)).toBeUndefined();
  });

  test('no path stands in the list twice', () => {
    const paths = protectedByDefault.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
