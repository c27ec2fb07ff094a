import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Placed } from './layer-place.ts';
import { placedIn, putInPlace } from './layer-place.ts';

let root = '';
let dir = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'slipway-place-'));
  dir = path.join(root, 'layer-1-abcdef');
  await write('.venv/pyvenv.cfg', 'home = /usr/bin\n');
});
afterEach(() => rm(root, { recursive: true }));

async function write(name: string, text: string, mode = 0o644): Promise<void> {
  const file = path.join(dir, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  await chmod(file, mode);
}

async function placed(): Promise<Placed> {
  const found = await placedIn(dir, ['.venv']);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** The environment as it is written anew for a workspace of this name; the files that name nothing are not there. */
async function shownIn(name: string): Promise<string> {
  const to = path.join(root, `${name}.shown`);
  await mkdir(path.join(root, name), { recursive: true });
  const workspace = path.join(root, name);
  await putInPlace({ placed: await placed(), nth: 0, folder: path.join(dir, '.venv'), to, workspace });
  return to;
}

test('what names the place is found and written anew with mode and time, and nothing else is', async () => {
  await write('.venv/bin/tool', `#!${dir}/.venv/bin/python\nimport tool\n`, 0o755);
  await write('.venv/lib/project.pth', `${dir}/src\n`);
  await write('.venv/lib/other.py', 'x = 1\n');
  const to = await shownIn('workspace');
  expect(await readdir(to, { recursive: true })).toEqual(
    expect.arrayContaining(['bin', 'bin/tool', 'lib', 'lib/project.pth']),
  );
  expect(await readdir(path.join(to, 'lib'))).toEqual(['project.pth']);
  expect(await readFile(path.join(to, 'lib/project.pth'), 'utf8')).toBe(`${root}/workspace/src\n`);
  const [before, after] = await Promise.all(
    [dir + '/.venv', to].map((folder) => stat(path.join(folder, 'bin/tool'))),
  );
  expect(after?.mode).toBe(before?.mode);
  expect(after?.mtime).toEqual(before?.mtime);
});

test('a folder that nothing ties to its place is not read', async () => {
  await rm(path.join(dir, '.venv/pyvenv.cfg'));
  await write('.venv/notes', `made at ${dir}\n`);
  expect((await placed()).files).toEqual([[]]);
});

test('the bytecode of a source that is written anew goes, and other bytecode may name the place', async () => {
  await write('.venv/lib/finder.py', `place = '${dir}'\n`);
  await write('.venv/lib/__pycache__/finder.cpython-311.pyc', `\0${dir}`);
  await write('.venv/lib/__pycache__/finders.cpython-311.pyc', `\0${dir}`);
  expect((await placed()).files).toEqual([['lib/finder.py']]);
  expect(await readdir(path.join(dir, '.venv/lib/__pycache__'))).toEqual(['finders.cpython-311.pyc']);
});

test('a way to the interpreter that has become too long for a first line is taken through a shell', async () => {
  const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).trim();
  await write('.venv/bin/tool', `#!${dir}/.venv/bin/python3\nimport sys\nprint(sys.argv[1])\n`, 0o755);
  const name = 'a'.repeat(150);
  const to = await shownIn(name);
  await mkdir(path.join(root, name, '.venv/bin'), { recursive: true });
  await symlink(python, path.join(root, name, '.venv/bin/python3'));
  expect(execFileSync(path.join(to, 'bin/tool'), ['it runs'], { encoding: 'utf8' })).toBe('it runs\n');
});

test('nothing is written through a link that lies in the way (LAYER-PLACE-2)', async () => {
  await write('.venv/bin/tool', `#!${dir}/.venv/bin/python\n`, 0o755);
  await mkdir(path.join(root, 'workspace.shown/bin'), { recursive: true });
  await writeFile(path.join(root, 'outside'), 'mine\n');
  await symlink(path.join(root, 'outside'), path.join(root, 'workspace.shown/bin/tool'));
  const to = await shownIn('workspace');
  expect(await readFile(path.join(root, 'outside'), 'utf8')).toBe('mine\n');
  expect((await lstat(path.join(to, 'bin/tool'))).isFile()).toBe(true);
});

test('a place with a blank in its path is known in an address too', async () => {
  dir = path.join(root, 'my home', 'layer-1-abcdef');
  await write('.venv/pyvenv.cfg', `command = python3 -m venv ${dir}/.venv\n`);
  await write('.venv/direct_url.json', `{"url": "file://${encodeURI(dir)}"}`);
  const to = await shownIn('a workspace');
  expect(await readFile(path.join(to, 'direct_url.json'), 'utf8')).toBe(
    `{"url": "file://${root}/a%20workspace"}`,
  );
});
