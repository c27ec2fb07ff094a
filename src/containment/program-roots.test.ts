import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programRoots } from './program-roots.ts';

let dir = '';
let home = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-roots-')));
  home = path.join(dir, 'me');
  mkdirSync(home);
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function program(name: string): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

function link(name: string, target: string): void {
  mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
  symlinkSync(target, path.join(home, name));
}

/** Below the home, which is what they are all about. */
async function roots(...dirs: readonly string[]): Promise<readonly string[]> {
  const value = [...dirs.map((name) => path.join(home, name)), '/usr/bin', '/bin', 'relative'].join(':');
  const found = await programRoots({ path: value, home, never: [path.join(home, '.slipway')] });
  return found.map((place) => path.relative(home, place.path)).toSorted();
}

describe('the programs on a PATH', () => {
  test('of a version manager come with what lies around their folder', async () => {
    program('.nvm/versions/node/v22/bin/node');
    program('.pyenv/shims/python');
    mkdirSync(path.join(home, '.pyenv/.git'));
    expect(await roots('.nvm/versions/node/v22/bin', '.pyenv/shims')).toEqual([
      '.nvm/versions/node/v22',
      '.pyenv',
    ]);
  });

  test('of cargo come with the toolchains they start', async () => {
    program('.cargo/bin/cargo');
    program('.rustup/toolchains/stable/bin/cargo');
    expect(await roots('.cargo/bin')).toEqual(['.cargo', '.rustup']);
  });

  test('of rustup come with their toolchains wherever a variable says they are, and with nothing else it names', async () => {
    program('tools/rust/toolchains/stable/bin/cargo');
    program('papers/letter');
    const named = async (rustup: string): Promise<readonly string[]> =>
      (await programRoots({ path: '/usr/bin', home, never: [], rustup })).map((place) => place.path);
    expect(await named(path.join(home, 'tools/rust'))).toEqual([path.join(home, 'tools/rust')]);
    expect(await named(path.join(home, 'papers'))).toEqual([]);
    expect(await named('tools/rust')).toEqual([]);
  });

  test('in a folder many share come alone, with what their links lead to', async () => {
    link('.local/bin/claude', program('.local/share/claude/versions/2.1.0'));
    link('.local/bin/black', program('.local/share/pipx/venvs/black/bin/black'));
    program('.local/share/keyrings/login.keyring');
    expect(await roots('.local/bin')).toEqual([
      '.local/bin',
      '.local/share/claude/versions/2.1.0',
      '.local/share/pipx/venvs/black',
    ]);
  });

  test('that are modules come with all modules beside them', async () => {
    link('bin/codex', program('.npm-global/lib/node_modules/@openai/codex/bin/codex.js'));
    expect(await roots('bin')).toEqual(['.npm-global/lib/node_modules', 'bin']);
  });

  test('that lead into somebody’s project come without the project', async () => {
    link('bin/mine', program('projects/mine/bin/mine'));
    program('projects/tools/bin/x');
    mkdirSync(path.join(home, 'projects/tools/.git'));
    program('projects/tools/.env');
    expect(await roots('bin', 'projects/tools/bin')).toEqual([
      'bin',
      'projects/mine/bin/mine',
      'projects/tools/bin',
    ]);
  });

  test('never bring a whole home, the home of Slipway, or the dependencies of a project', async () => {
    program('x');
    link('all/home', home);
    program('.slipway/bin/x');
    program('project/node_modules/.bin/tool');
    expect(await roots('', 'all', '.slipway/bin', 'project/node_modules/.bin', 'missing')).toEqual(['all']);
  });
});
