import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Tools } from '../parts.ts';
import { toolsOf } from '../parts.ts';
import { Environments } from './environments.ts';
import { givenFrom } from './given.ts';
import { makeHome, placesOf } from './home-places.ts';

const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

interface Here {
  readonly home: string;
  readonly run: { readonly id: string; readonly config: string };
  /** As another process of the same home has them. */
  readonly environments: () => Environments;
}

/** A run whose agent is given MY_KEY, in a home whose owner has nothing set. */
async function here(): Promise<Here> {
  const home = mkdtempSync(path.join(tmpdir(), 'slipway-environments-'));
  homes.push(home);
  const surroundings = {
    env: { SLIPWAY_HOME: home, PATH: '/bin' },
    homedir: home,
    tmp: home,
    uid: 0,
    cores: 1,
  };
  const tools = (): Tools => toolsOf(placesOf(surroundings), surroundings, systemClock());
  await makeHome(placesOf(surroundings));
  const { blobs, screener } = tools();
  const agents = { mine: { type: 'command', command: ['sh'], env: ['MY_KEY'], egress: [] } };
  const config = await blobs.put(screener.redact(JSON.stringify({ agents })));
  return { home, run: { id: 'r-1', config }, environments: () => new Environments(tools()) };
}

const names = ['MY_KEY'];

/** An order from a terminal where this is set. */
function order(environments: Environments, env: Readonly<Record<string, string>>) {
  const given = givenFrom(env, names);
  return { tools: environments.in(given), given };
}

function filesIn(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('what goes along with an order', () => {
  test('is what is asked for by name, and a fixed list: nothing else that is set', () => {
    const env = { PATH: '/x', https_proxy: 'http://p', LC_ALL: 'C', MY_KEY: 'k', OTHER_KEY: 'o', HOME: '/h' };
    expect(givenFrom(env, names)).toEqual({
      values: { PATH: '/x', https_proxy: 'http://p', LC_ALL: 'C', MY_KEY: 'k' },
      names,
    });
  });

  test('is asked for, where the agents of the run are given something that nobody looked for', async () => {
    const { run, environments } = await here();
    const all = environments();
    const given = givenFrom({ MY_KEY: 'k' }, []);
    const order = { tools: all.in(given), given };
    await expect(all.give(run, order, 'start')).rejects.toMatchObject({ name: 'WantsVariables', names });
  });
});

describe('the environment of a run', () => {
  test('is that of its start, whatever other terminals have set, and that of whoever resumes it', async () => {
    const { run, environments } = await here();
    const all = environments();
    await all.give(run, order(all, { PATH: '/one', MY_KEY: 'first-key' }), 'start');
    await all.give(run, order(all, { PATH: '/two', MY_KEY: 'second-key' }), 'if-none');
    expect(all.of(run.id).surroundings.env).toEqual({ PATH: '/one', MY_KEY: 'first-key' });
    expect(all.of('r-2').surroundings.env['PATH']).toBe('/bin');
    await all.give(run, order(all, { PATH: '/two', MY_KEY: 'second-key' }), 'anew');
    expect(all.of(run.id).surroundings.env).toEqual({ PATH: '/two', MY_KEY: 'second-key' });
  });

  test('is in no file, but for the names', async () => {
    const { home, run, environments } = await here();
    const all = environments();
    const { tools, given } = order(all, { MY_KEY: 'a-key-nobody-may-read' });
    await all.give(run, { tools, given }, 'start');
    expect(filesIn(home)).toContain('MY_KEY');
    expect(filesIn(home)).not.toContain('a-key-nobody-may-read');
  });

  test('is gone with the process; what is missing is named, until it is given or done without', async () => {
    const { run, environments } = await here();
    const before = environments();
    await before.give(run, order(before, { MY_KEY: 'first-key' }), 'start');
    const after = environments();
    expect(await after.covers(run)).toBe(false);
    for (const how of ['anew', 'if-none'] as const) {
      await expect(after.give(run, order(after, { PATH: '/two' }), how)).rejects.toThrow(
        /it was given MY_KEY, which is not set here\. Set it and `slipway resume r-1`/,
      );
    }
    await after.give(run, order(after, { PATH: '/two', MY_KEY: 'second-key' }), 'anew');
    expect(await after.covers(run)).toBe(true);
    const later = environments();
    await later.give(run, order(later, { PATH: '/three' }), 'without');
    expect(later.of(run.id).surroundings.env).toEqual({ PATH: '/three' });
    expect(await environments().covers(run)).toBe(true);
  });

  test('is remembered where it only says where a value is, and what that is, is looked for by each process', async () => {
    const { home, run, environments } = await here();
    const before = environments();
    const file = path.join(home, '..', `${path.basename(home)}-key`);
    homes.push(file);
    writeFileSync(file, 'a-key-nobody-may-read\n');
    await before.give(run, order(before, { MY_KEY: `file:${file}` }), 'start');
    const after = environments();
    expect(await after.covers(run)).toBe(true);
    expect(after.of(run.id).surroundings.env['MY_KEY']).toBe(`file:${file}`);
    const taken = environments();
    await taken.give(run, order(taken, { PATH: '/two' }), 'if-none');
    expect(taken.of(run.id).surroundings.env).toEqual({ PATH: '/two', MY_KEY: `file:${file}` });
    expect(filesIn(home)).not.toContain('a-key-nobody-may-read');

    rmSync(file);
    const late = environments();
    expect(await late.covers(run)).toBe(false);
    await expect(late.give(run, order(late, { PATH: '/two' }), 'anew')).rejects.toThrow(
      /Run r-1 was not moved\. The file that MY_KEY names cannot be read \(ENOENT\)/,
    );
    await late.give(run, order(late, { PATH: '/two' }), 'without');
    expect(late.of(run.id).surroundings.env).toEqual({ PATH: '/two' });
  });

  test('is not remembered where a command line holds the secret itself', async () => {
    const { home, run, environments } = await here();
    const before = environments();
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    await before.give(run, order(before, { MY_KEY: `cmd:echo ${secret}` }), 'start');
    expect(filesIn(home)).not.toContain(secret);
    expect(await environments().covers(run)).toBe(false);
  });
});
