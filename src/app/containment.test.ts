// What the parts give together: checks in boxes, and a setup that finds the user's own registry from inside one.

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckKind, CheckSpec } from '../core/evidence/evidence.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { toolsOf } from './parts.ts';
import type { Tools } from './parts.ts';
import type { Surroundings } from './home/home-places.ts';
import { placesOf } from './home/home-places.ts';

let root = '';
let server: Server;
let asked: string[] = [];
let port = 0;

beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipway-parts-')));
  mkdirSync(path.join(root, 'home/workspaces/one'), { recursive: true });
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? 'nobody'}`);
    response.setHeader('content-type', 'application/json');
    const version = {
      name: 'sample',
      version: '1.2.3',
      dist: { tarball: 'http://127.0.0.1/none', shasum: 'x' },
    };
    response.end(
      JSON.stringify({ name: 'sample', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

function toolsWith(env: Readonly<Record<string, string>>): Tools {
  const surroundings: Surroundings = {
    env: { PATH: process.env['PATH'], SLIPWAY_HOME: path.join(root, 'home'), ...env },
    homedir: root,
    tmp: root,
    uid: process.getuid?.() ?? 0,
    cores: 2,
  };
  return toolsOf(placesOf(surroundings), surroundings, systemClock());
}

const check = (kind: CheckKind, command: string): CheckSpec => ({
  name: kind,
  kind,
  command,
  timeoutMs: 60_000,
  when: 'task',
});

describe('the parts of Slipway', () => {
  test('try no box until somebody needs to know', () => {
    toolsWith({});
    expect(existsSync(path.join(root, 'home/cache'))).toBe(false);
  });

  test('let a setup reach the registry of the user, and nobody else reach anything', async (context) => {
    writeFileSync(
      path.join(root, '.npmrc'),
      `registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=planted-token\n`,
    );
    const tools = toolsWith({});
    if (tools.level().level !== 'contained') context.skip(`no boxes here: ${tools.level().why}`);
    const ran = await tools.checks.run({
      dir: path.join(root, 'home/workspaces/one'),
      checks: [
        check('setup', 'npm view sample version; cat ~/.npmrc; curl -s -m 5 http://127.0.0.1:1/; true'),
        check('lint', `npm view sample version --registry http://127.0.0.1:${port}/ --fetch-retries 0`),
      ],
      tag: 'parts-test',
      signal: new AbortController().signal,
    });
    const [setup, lint] = ran.ended === 'ran' ? ran.results : [];
    expect(setup?.log.text).toContain('1.2.3');
    expect(setup?.log.text).toContain('127.0.0.1:1.]');
    expect(setup?.log.text).not.toContain('planted-token');
    expect(lint?.verdict).toBe('FAIL');
    expect(asked).toEqual(['/sample nobody']);
  });
});
