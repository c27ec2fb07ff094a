import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { serviceFile } from './service-files.ts';

const dirs: string[] = [];

afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
});

const parts = {
  node: process.execPath,
  main: '/opt/a "b" $c/100%/main.js',
  home: '/home/me/my home',
  path: '/usr/bin:/home/me/100%/bin',
};
const me = { env: {}, homedir: '/home/me' };

describe('the unit', () => {
  test('lies where the manager of the user looks, and each home has its own', () => {
    const usual = { ...parts, home: '/home/me/.local/state/slipway' };
    expect(serviceFile('linux', me, usual)?.file).toBe('/home/me/.config/systemd/user/slipway.service');
    const elsewhere = { env: { XDG_CONFIG_HOME: '/etc/me' }, homedir: '/home/me' };
    expect(serviceFile('linux', elsewhere, parts)?.file).toMatch(
      /^\/etc\/me\/systemd\/user\/slipway-[0-9a-f]{8}\.service$/,
    );
  });

  test('has its words in one piece, whatever is in them', () => {
    const { text = '' } = serviceFile('linux', me, parts) ?? {};
    expect(text).toContain(
      `ExecStart="${process.execPath}" "/opt/a \\"b\\" $$c/100%%/main.js" "engine" "serve" "--timers"\n`,
    );
    expect(text).toContain('Environment="SLIPWAY_HOME=/home/me/my home"\n');
    expect(text).toContain('Environment="PATH=/usr/bin:/home/me/100%%/bin"\n');
  });

  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

  test.skipIf(!hasAnalyze)('is one that systemd takes; a broken one is not', () => {
    const { text = '' } = serviceFile('linux', me, parts) ?? {};
    expect(verified(text)).toEqual({ status: 0, said: '' });
    expect(verified(text.replace(/^ExecStart=.*$/m, 'ExecStart=nothing')).status).not.toBe(0);
  });
});

test('a launchd agent is written as XML, whatever is in its words', () => {
  const { file, text = '' } = serviceFile('darwin', me, { ...parts, home: '/a&b/<c>' }) ?? {};
  expect(file).toMatch(/^\/home\/me\/Library\/LaunchAgents\/dev\.slipway\.slipway-[0-9a-f]{8}\.plist$/);
  expect(text).toContain('<string>/a&amp;b/&lt;c&gt;</string>');
});

test('where no manager is known there is no service', () => {
  expect(serviceFile('sunos', me, parts)).toBe(undefined);
});

function verified(text: string): { readonly status: number | null; readonly said: string } {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-unit-'));
  dirs.push(dir);
  const file = path.join(dir, 'slipway.service');
  writeFileSync(file, text);
  const { status, stderr } = spawnSync('systemd-analyze', ['--user', '--man=no', 'verify', file], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: dir },
  });
  return { status, said: stderr };
}
