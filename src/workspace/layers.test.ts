// Layers made by real setup commands in a real home, shown as real overlays where the tests may mount any.

import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { npmProject, npmSetup } from '../../test/support/npm-project.ts';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import { createChecks } from '../checks/run-checks.ts';
import { openContainment } from '../containment/open.ts';
import { processRunner } from '../containment/process-runner.ts';
import { viewMeans } from '../containment/overlays.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import { createScreener } from '../screening/screen.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { gitRunner } from './git-runner.ts';
import type { Layer, LayerRequest, Layers, LayerShown } from './layer.ts';
import { standsForSetup } from './layer.ts';
import { createLayers } from './layers.ts';

const means = await viewMeans(tmpdir());
const processes = processRunner(
  systemClock(),
  openContainment(() => Promise.resolve(means)),
);
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
const checks = createChecks({ processes, screener: createScreener(), environment });
const day = 24 * 60 * 60 * 1000;

/** Two nested folders of dependencies, a link inside, and a line for each time it ran. */
const install =
  'mkdir -p node_modules/dep/bin packages/a/node_modules && echo old > node_modules/dep/index.js && touch -d @1000000000 node_modules/dep/index.js && ' +
  'ln -s ../packages/a node_modules/a && echo a > packages/a/node_modules/a.js && echo ran >> "$RUNS" && echo installed';

/** Leaves a script that names where it lies, so that whatever is beside it is looked at. */
const namesPlace = `printf '#!/bin/sh\\necho %s' "$PWD" > node_modules/where; printf '#!%s/node_modules/where' "$PWD" > node_modules/by; chmod +x node_modules/where node_modules/by;`;

let repository: TestRepository;
let started: TestWorkspaces;
let layers: Layers;
let runs = '';

beforeEach(async () => {
  repository = await makeRepository({
    'package.json': '{ "name": "project" }\n',
    'package-lock.json': '{ "lockfileVersion": 3 }\n',
    'packages/a/index.js': 'a\n',
    'src/a.js': 'a\n',
    '.gitignore': '*.log\n',
  });
  started = await startWorkspaces(repository);
  runs = path.join(repository.root, 'runs');
  layers = layersOf();
});
afterEach(() => repository.remove());

function layersOf(
  change: {
    readonly now?: number;
    readonly mounts?: boolean;
    readonly environment?: typeof environment;
  } = {},
): Layers {
  return createLayers({
    home: started.home,
    git: gitRunner(),
    checks,
    processes,
    clock: counterClock(change.now ?? 0, 1),
    environment: change.environment ?? environment,
    canMount: () => Promise.resolve(change.mounts ?? means !== undefined),
  });
}

function setupOf(command: string = install): CheckSpec {
  const text = command.replaceAll('"$RUNS"', `'${runs}'`);
  return { name: 'setup', kind: 'setup', command: text, timeoutMs: 60_000, when: 'task' };
}

function prepare(change: Partial<LayerRequest> = {}, by: Layers = layers): Promise<Layer | undefined> {
  return by.prepare({
    repository: started.id,
    commit: started.base,
    base: started.base,
    run: 'r-1',
    setup: [setupOf()],
    tag: 'layers-test',
    signal: new AbortController().signal,
    ...change,
  });
}

async function made(change: Partial<LayerRequest> = {}, by: Layers = layers): Promise<Layer> {
  const layer = await prepare(change, by);
  if (layer === undefined) throw new Error('no layer was made');
  return layer;
}

/** A file beside that of the runs. */
const quoted = (end: string): string => `'${runs}'.${end}`;

async function timesRan(): Promise<number> {
  return (await readFile(runs, 'utf8').catch(() => '')).split('\n').length - 1;
}

/** A commit in the store with these files over those of the base. */
async function changed(files: Readonly<Record<string, string>>): Promise<string> {
  const { workspaces, id, base } = started;
  const dir = await workspaces.clone(id, base, 'change');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  }
  const { tree } = await workspaces.importTree(id, dir, base);
  await workspaces.discard('change');
  return workspaces.commit(id, { tree, parents: [base], message: 'change\n', at: 0 });
}

function show(layer: Layer, workspace: string, by: Layers = layers): Promise<LayerShown> {
  return by.show({ layer, workspace, tag: 'layers-test', signal: new AbortController().signal });
}

async function workspacesLeft(): Promise<readonly string[]> {
  const names = await readdir(path.join(started.home, 'workspaces'));
  return names.filter((name) => !name.startsWith('.'));
}

const shared = (): string => path.join(started.home, 'cache/layers');

async function sharedKeys(): Promise<readonly string[]> {
  return (await readdir(shared())).filter((name) => /^[0-9a-f]{40}$/.test(name));
}

/** What a program in the workspace prints, seeing what it was shown. */
async function seen(dir: string, { views }: LayerShown, command: string): Promise<string> {
  const result = await processes.run({
    file: '/bin/sh',
    args: ['-c', command],
    cwd: dir,
    env: environment,
    box: { writable: [dir], readable: [], hidden: [], egress: [], views },
    limits: { timeMs: 60_000, silenceMs: 60_000, outputBytesMax: 1e6, graceMs: 1_000 },
    signal: new AbortController().signal,
  });
  expect(result).toMatchObject({ how: 'exited', exit: 0 });
  return result.stdoutTail;
}

describe('a layer', () => {
  test('is made once of the new folders that setup leaves, nested ones too, and kept with its log', async () => {
    const layer = await made();
    expect(layer).toMatchObject({
      folders: ['node_modules', 'packages/a/node_modules'],
      madeOn: { commit: started.base },
      setup: [{ check: 'setup', log: 'installed\n' }],
    });
    expect(await made({ run: 'r-2' })).toEqual(layer);
    expect(await made({}, layersOf())).toEqual(layer);
    expect(await timesRan()).toBe(1);
    expect(await workspacesLeft()).toEqual([]);
    expect(await readdir(path.join(shared(), '.making'))).toEqual([]);
  });

  test('is the same for a commit with the same manifests, and is made on the base commit', async () => {
    const commit = await changed({ 'src/a.js': 'b\n', 'src/b.js': 'new\n' });
    const layer = await made({ commit });
    expect(layer.madeOn.commit).toBe(started.base);
    expect(await made()).toEqual(layer);
    expect(await timesRan()).toBe(1);
  });

  test.each(['package.json', 'package-lock.json', 'deep/requirements-dev.txt', 'go.sum', 'Cargo.lock'])(
    'that a change of %s needs is private to the run and goes with it (L2)',
    async (name) => {
      const layer = await made();
      const commit = await changed({ [name]: '{ "other": true }\n' });
      const own = await made({ commit });
      expect(own.key).not.toBe(layer.key);
      expect(own.madeOn.commit).toBe(commit);
      expect(path.dirname(own.dir)).toBe(path.join(shared(), 'runs/r-1'));
      expect(await sharedKeys()).toEqual([layer.key]);
      expect((await made({ commit, run: 'r-2' })).dir).toBe(path.join(shared(), 'runs/r-2', own.key));
      await layers.dropRun('r-1');
      expect(existsSync(own.dir)).toBe(false);
      expect(await made()).toEqual(layer);
      expect(await made({ commit, base: commit })).toMatchObject({
        key: own.key,
        dir: path.join(shared(), own.key),
      });
    },
  );

  test.each(['.npmrc', 'packages/a/setup.py', '.cargo/config.toml'])(
    'is not made of a change to %s, which says what installers run, until that is a base (LAYER-6)',
    async (name) => {
      const layer = await made();
      const commit = await changed({ [name]: 'other\n' });
      expect(await prepare({ commit })).toBeUndefined();
      expect(existsSync(path.join(shared(), 'runs/r-1'))).toBe(false);
      const base = await made({ commit, base: commit });
      expect(base.key).not.toBe(layer.key);
      expect(await sharedKeys()).toContain(base.key);
    },
  );

  test('is another one for another command and another version of a tool it names (LAYER-1)', async () => {
    const first = await made();
    expect((await made({ setup: [setupOf(`${install} && true`)] })).key).not.toBe(first.key);
    const named = { setup: [setupOf(`node --version && ${install}`)] };
    const bin = path.join(repository.root, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'node'), '#!/bin/sh\necho v99.0.0\n', { mode: 0o755 });
    const here = await made(named);
    const there = await made(named, layersOf({ environment: { PATH: `${bin}:${environment.PATH}` } }));
    expect(there.key).not.toBe(here.key);
    await writeFile(path.join(bin, 'node'), '#!/bin/sh\necho v100.0.0\n', { mode: 0o755 });
    const replaced = await made(named, layersOf({ environment: { PATH: `${bin}:${environment.PATH}` } }));
    expect(replaced.key).not.toBe(there.key);
  });

  describe('of a repository with a submodule', () => {
    beforeEach(async () => {
      const lib = path.join(repository.root, 'lib');
      await mkdir(lib);
      await writeFile(path.join(lib, '.gitignore'), 'built\n');
      await writeFile(path.join(lib, 'lib.c'), 'c\n');
      await repository.gitIn(lib, 'init', '--quiet', '--initial-branch=main');
      await repository.gitIn(lib, 'add', '--all');
      await repository.gitIn(lib, 'commit', '--quiet', '--message=first');
      await repository.git('submodule', '--quiet', 'add', lib, 'lib');
      await repository.git('commit', '--quiet', '--message=submodule');
      started = await startWorkspaces(repository);
      layers = layersOf();
    });

    test('is made with its files, and does not stand for a setup where they are not there', async () => {
      const setup = [setupOf('mkdir node_modules && cp lib/lib.c node_modules/')];
      await made({ setup });
      await rm(path.join(repository.dir, '.git/modules'), { recursive: true });
      await rm(path.join(repository.dir, 'lib'), { recursive: true });
      expect(await prepare({ setup })).toBeUndefined(); // it fails now, and no layer of before stands for it
    });

    test('is none where setup leaves something in it, be it ignored there: it would be lost', async () => {
      const built = setupOf('mkdir node_modules && echo x > node_modules/x && echo x > lib/built');
      expect(await prepare({ setup: [built] })).toBeUndefined();
    });
  });

  test('that is asked for by several at once is made by one of them, in one process', async () => {
    const all = await Promise.all([made(), made({ run: 'r-2' }), made({ run: 'r-3' })]);
    expect(new Set(all.map((layer) => layer.key)).size).toBe(1);
    expect(await timesRan()).toBe(1);
  });

  test('that two owners make at once is the one who was first, and the other uses it', async () => {
    const both = `touch ${quoted('$$')}; until [ $(ls ${quoted('*')} | wc -l) -ge 2 ]; do sleep 0.05; done; ${install}`;
    const [one, two] = await Promise.all([
      made({ setup: [setupOf(both)] }),
      made({ setup: [setupOf(both)] }, layersOf()),
    ]);
    expect(await timesRan()).toBe(2);
    expect(one).toEqual(two);
    expect(await sharedKeys()).toEqual([one.key]);
    expect(await readdir(path.join(shared(), '.making'))).toEqual([]);
  });
});

describe('there is no layer', () => {
  test.each([
    ['makes no folder', 'echo ran >> "$RUNS"'],
    ['fails', `${install}; exit 1`],
    ['writes beside files of the repository', `${install}; echo x > src/made.log`],
    ['changes a file of the repository', `${install}; echo x >> src/a.js`],
    ['deletes a file of the repository', `${install}; rm src/a.js`],
    [
      'keeps something in the home folder',
      `${install}; mkdir -p "$HOME/.cache/browser"; echo x > "$HOME/.cache/browser/x"`,
    ],
    ['makes a name that is not UTF-8', `${install}; touch "node_modules/dep/$(printf '\\351')"`],
    ['makes a folder that is not UTF-8', `${install}; mkdir "node_modules/dep/$(printf '\\351')"`],
    [
      'makes a program that names where it lies, and is no text',
      `${install}; ${namesPlace} printf '%s\\0' "$PWD" > node_modules/x`,
    ],
    [
      'makes a file that names where it lies, and is large',
      `${install}; ${namesPlace} { echo "$PWD"; yes | head -c 2000000; } > node_modules/x`,
    ],
    [
      'makes a file that names where it lies in a way nobody knows',
      `${install}; ${namesPlace} basename "$PWD" > node_modules/x`,
    ],
  ])('where setup %s, and that is found out once', async (_what, command) => {
    expect(await prepare({ setup: [setupOf(command)] })).toBeUndefined();
    expect(await prepare({ setup: [setupOf(command)] })).toBeUndefined();
    expect(await timesRan()).toBe(1);
    expect(await workspacesLeft()).toEqual([]);
  });

  test('where there is no setup, or it was stopped; then it can be made later', async () => {
    expect(await prepare({ setup: [] })).toBeUndefined();
    const controller = new AbortController();
    const command = `${install}; touch ${quoted('begun')}; sleep 600`;
    const stopped = prepare({ setup: [setupOf(command)], signal: controller.signal });
    await expect.poll(() => existsSync(`${runs}.begun`), { timeout: 30_000 }).toBe(true);
    controller.abort();
    expect(await stopped).toBeUndefined();
    expect(await sharedKeys()).toEqual([]);
    expect(await prepare()).toBeDefined();
  });

  test('for a tree that has something where a folder of it would be', async () => {
    const layer = await made();
    for (const file of ['node_modules/own.js', 'node_modules', 'packages/a/node_modules/x/y.js']) {
      const commit = await changed({ [file]: 'tracked\n' });
      expect(await prepare({ commit })).toBeUndefined();
    }
    const besides = await changed({
      'node_modules2/own.js': 'tracked\n',
      'packages/b/node_modules/x.js': 'x\n',
    });
    expect(await prepare({ commit: besides })).toEqual(layer);
  });

  test.each([
    'a file written',
    'a file added',
    'a file deleted',
    'a mode changed',
    'a record broken',
    'a record lost',
  ])('in the place of one that was tampered with: %s; it is made again (L3)', async (what) => {
    const layer = await made();
    const file = path.join(layer.dir, 'folders/0/dep/index.js');
    const { atime, mtime } = await stat(file);
    const record = path.join(layer.dir, 'layer.json');
    const tamper: Readonly<Record<string, () => Promise<void>>> = {
      'a file written': async () => {
        await writeFile(file, 'bad\n');
        await utimes(file, atime, mtime); // as long as before, and as old to the nanosecond
      },
      'a file added': () => writeFile(path.join(layer.dir, 'folders/0/more'), ''),
      'a file deleted': () => rm(file),
      'a mode changed': () => chmod(file, 0o755),
      'a record broken': () => writeFile(record, '{"key":').catch(() => rm(record)),
      'a record lost': () => rm(record),
    };
    await tamper[what]?.();
    const again = await made();
    expect(await readFile(path.join(again.dir, 'folders/0/dep/index.js'), 'utf8')).toBe('old\n');
    expect(await timesRan()).toBe(2);
  });

  test('of a making that a crash cut short, and its leavings go with the next process that makes one', async () => {
    const dead = 2 ** 22 + 1; // above every process id
    const left = path.join(shared(), '.making', `${dead}-abc`);
    await mkdir(path.join(left, 'folders/0'), { recursive: true });
    const workspace = path.join(started.home, 'workspaces', `layer-${dead}-abc`);
    await mkdir(workspace, { recursive: true });
    await made();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(workspace)).toBe(false);
  });
});

test('layers that nobody used for two weeks go when a new one comes, but the five used last stay', async () => {
  const early = layersOf({ now: 0 });
  const old: string[] = [];
  for (let n = 0; n < 6; n += 1)
    old.push((await made({ setup: [setupOf(`${install}; : ${n}`)] }, early)).key);
  await made({ setup: [setupOf(`${install}; : 0`)] }, layersOf({ now: 10 * day }));
  const fresh = await made({}, layersOf({ now: 20 * day }));
  const kept = await sharedKeys();
  expect(kept).toHaveLength(5);
  expect(kept).toContain(fresh.key);
  expect(kept).toContain(old[0]);
});

test('what setup does to the git of its checkout is no part of a layer, and keeps none from being made', async () => {
  const setup = setupOf(`${install} && git config core.hooksPath .husky && git commit -q --allow-empty -m x`);
  const layer = await made({ setup: [setup] });
  expect(layer.folders).toEqual(['node_modules', 'packages/a/node_modules']);
});

describe('setup need not run again', () => {
  test('on another tree where npm installs and nothing of the repository runs', async () => {
    const base = await changed(npmProject());
    const other = await changed({
      ...npmProject(),
      'packages/greet/index.js': "module.exports = 'good day';\n",
    });
    const layer = await made({ setup: [npmSetup], base, commit: other });
    const tree = await started.workspaces.treeOf(started.id, other);
    expect(layer).toMatchObject({ folders: ['node_modules'], installsOnly: true });
    expect(standsForSetup(layer, tree)).toBe(true);
    const { dir } = await started.workspaces.checkout(started.id, other, 'check');
    const shown = await show(layer, dir);
    expect(await seen(dir, shown, `node -p "require('greet')"`)).toBe('good day\n');
  });

  test('on the same tree only, where installing runs a script of the repository', async () => {
    const base = await changed(npmProject({ scripts: { postinstall: 'node -e 0' } }));
    const layer = await made({ setup: [npmSetup], base, commit: base });
    expect(layer.installsOnly).toBe(false);
    expect(standsForSetup(layer, layer.madeOn.tree)).toBe(true);
    expect(standsForSetup(layer, 'f'.repeat(40))).toBe(false);
  });
});

describe.each([
  { how: 'overlay', mounts: true },
  { how: 'copy or reflink', mounts: false },
])('a layer shown by $how', ({ mounts }) => {
  const able = !mounts || means !== undefined;

  test.skipIf(!able)(
    'is there at once, can be written, and stays as it is (L4; skipped where no overlay can be mounted)',
    async () => {
      const by = layersOf({ mounts });
      const layer = await made({}, by);
      const [one, two] = await Promise.all(
        ['one', 'two'].map(async (name) => {
          const dir = await started.workspaces.clone(started.id, started.base, name);
          return { dir, shown: await show(layer, dir, by) };
        }),
      );
      if (one === undefined || two === undefined) throw new Error('two workspaces were made');
      expect(one.shown.how === 'overlay').toBe(mounts);
      const change =
        'cat node_modules/dep/index.js; echo new > node_modules/dep/index.js; echo x > node_modules/more; rm -r packages/a/node_modules/a.js; cat node_modules/dep/index.js; cat node_modules/a/index.js';
      expect(await seen(one.dir, one.shown, change)).toBe('old\nnew\na\n');
      expect(
        await seen(two.dir, two.shown, 'cat node_modules/dep/index.js packages/a/node_modules/a.js'),
      ).toBe('old\na\n');
      expect(await made({}, by)).toEqual(layer);
      expect(await timesRan()).toBe(1);
    },
  );

  test.skipIf(!able)(
    'names the workspace it is shown in, wherever it named the place it was made at (LAYER-5)',
    async () => {
      const by = layersOf({ mounts });
      const told = `${namesPlace} ln -s "$PWD/src" node_modules/src; printf 'file://%s %s' "$PWD" "$PWD/x" > node_modules/dep/urls`;
      const layer = await made({ setup: [setupOf(`${install}; ${told}`)] }, by);
      for (const name of ['one', 'another-one-with-a-longer-name']) {
        const dir = await started.workspaces.clone(started.id, started.base, name);
        const shown = await show(layer, dir, by);
        const all =
          'sh node_modules/where;  cat node_modules/dep/urls; echo; readlink node_modules/src; cat node_modules/src/a.js';
        expect(await seen(dir, shown, all)).toBe(`${dir}\nfile://${dir} ${dir}/x\n${dir}/src\na\n`);
      }
      expect(await made({ setup: [setupOf(`${install}; ${told}`)] }, by)).toEqual(layer);
    },
  );

  test.skipIf(!able)(
    'is no part of the change, though nothing ignores it, and what is beside it is',
    async () => {
      const by = layersOf({ mounts });
      const layer = await made({}, by);
      const dir = await started.workspaces.clone(started.id, started.base, 'one');
      const shown = await show(layer, dir, by);
      await seen(
        dir,
        shown,
        'echo x > node_modules/more; echo x > src/more; mkdir -p src/node_modules; echo x > src/node_modules/y',
      );
      const { changes } = await started.workspaces.importTree(started.id, dir, started.base);
      expect(changes.map((change) => change.path)).toEqual(['src/more', 'src/node_modules/y']);
    },
  );

  test.skipIf(!able)(
    'goes with its workspace, and a new workspace of the name knows nothing of it',
    async () => {
      const by = layersOf({ mounts });
      const layer = await made({}, by);
      const { workspaces, id, base, home } = started;
      const dir = await workspaces.clone(id, base, 'one');
      await seen(dir, await show(layer, dir, by), 'echo x > node_modules/more');
      await workspaces.clone(id, base, 'one');
      await mkdir(path.join(dir, 'node_modules'));
      await writeFile(path.join(dir, 'node_modules/own.js'), 'x');
      const { changes } = await workspaces.importTree(id, dir, base);
      expect(changes.map((change) => change.path)).toEqual(['node_modules/own.js']);
      await rm(path.join(dir, 'node_modules'), { recursive: true });
      await seen(dir, await show(layer, dir, by), 'echo x > node_modules/more');
      await workspaces.discard('one');
      expect(await readdir(path.join(home, 'workspaces/.views'))).toEqual([]);
    },
  );
});

test('a copy shares no inode with its layer (LAYER-4)', async () => {
  const by = layersOf({ mounts: false });
  const layer = await made({}, by);
  const dir = await started.workspaces.clone(started.id, started.base, 'one');
  await show(layer, dir, by);
  const [ours, theirs] = await Promise.all([
    lstat(path.join(layer.dir, 'folders/0/dep/index.js')),
    lstat(path.join(dir, 'node_modules/dep/index.js')),
  ]);
  expect(theirs.ino).not.toBe(ours.ino);
  expect([ours.nlink, theirs.nlink]).toEqual([1, 1]);
});

test('a copy that is asked for lies on the disk, where everybody sees it, also where views could be mounted', async () => {
  const layer = await made();
  const dir = await started.workspaces.clone(started.id, started.base, 'one');
  const signal = new AbortController().signal;
  const shown = await layers.show({ layer, workspace: dir, copied: true, tag: 'layers-test', signal });
  expect(shown.views).toEqual([]);
  expect((await lstat(path.join(dir, 'node_modules/dep/index.js'))).isFile()).toBe(true);
  const { changes } = await started.workspaces.importTree(started.id, dir, started.base);
  expect(changes).toEqual([]);
});

const making = (): string => path.join(shared(), '.making');

const madeAhead = async (): Promise<string> => {
  const [name = ''] = await readdir(making());
  return path.join(making(), name, '0/dep/index.js');
};

describe('a copy that was made ahead', () => {
  const signal = new AbortController().signal;
  const showCopied = async (layer: Layer, name: string): Promise<string> => {
    const dir = await started.workspaces.clone(started.id, started.base, name);
    await layers.show({ layer, workspace: dir, copied: true, tag: 'layers-test', signal });
    return path.join(dir, 'node_modules/dep/index.js');
  };
  test('is the next workspace’s, once, and the layer stays as it is', async () => {
    const layer = await made();
    await layers.copyAhead({ layer, run: 'r-1', tag: 'layers-test', signal });
    const { ino } = await stat(await madeAhead());
    const one = await showCopied(layer, 'one');
    expect((await stat(one)).ino).toBe(ino);
    await writeFile(one, 'mine\n');
    expect(await readdir(making())).toEqual([]);
    expect(await readFile(await showCopied(layer, 'two'), 'utf8')).toBe('old\n');
    expect(await made()).toEqual(layer);
  });

  test('is not shown where somebody wrote into it (LAYER-AHEAD-2), and goes with its run', async () => {
    const layer = await made();
    await layers.copyAhead({ layer, run: 'r-1', tag: 'layers-test', signal });
    await writeFile(await madeAhead(), 'bad\n');
    expect(await readFile(await showCopied(layer, 'one'), 'utf8')).toBe('old\n');
    await layers.copyAhead({ layer, run: 'r-1', tag: 'layers-test', signal });
    await layers.dropRun('r-1');
    expect(await readdir(making())).toEqual([]);
  });

  test('that was given up is none, and the layer is copied as ever', async () => {
    const layer = await made();
    await layers.copyAhead({ layer, run: 'r-1', tag: 'layers-test', signal: AbortSignal.abort() });
    expect(await readdir(making())).toEqual([]);
    expect(await readFile(await showCopied(layer, 'one'), 'utf8')).toBe('old\n');
  });
});

test('a link that an attempt put in the place of its dependencies is part of its change', async () => {
  const by = layersOf({ mounts: false });
  const layer = await made({}, by);
  const dir = await started.workspaces.clone(started.id, started.base, 'one');
  await show(layer, dir, by);
  await rm(path.join(dir, 'node_modules'), { recursive: true });
  await symlink('/etc', path.join(dir, 'node_modules'));
  const { changes } = await started.workspaces.importTree(started.id, dir, started.base);
  expect(changes).toMatchObject([{ path: 'node_modules', linkTarget: '/etc' }]);
});

test.skipIf(means === undefined)(
  'a folder with a mount in it is not deleted (skipped where no overlay can be mounted)',
  async () => {
    const layer = await made();
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    const module = JSON.stringify(new URL('discard.ts', import.meta.url).href);
    const program = `import { deleteFolder } from ${module};
      await deleteFolder(${JSON.stringify(dir)}).catch((error) => console.log(error.message));`;
    const result = await processes.run({
      file: process.execPath,
      args: ['--import', 'tsx', '--input-type=module', '-e', program],
      cwd: path.dirname(import.meta.dirname),
      env: environment,
      box: { writable: [], readable: [], hidden: [], egress: [], views: (await show(layer, dir)).views },
      limits: { timeMs: 60_000, silenceMs: 60_000, outputBytesMax: 1e6, graceMs: 1_000 },
      signal: new AbortController().signal,
    });
    expect(result.stdoutTail).toContain('has a mount in it and was not deleted');
    expect(await readFile(path.join(dir, 'src/a.js'), 'utf8')).toBe('a\n');
  },
);
