// Logging in, with the real programs and no account: the command that would be run is one the program has, and Slipway
// says of a login what the program itself says.

import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Usable } from '../../../src/agents/agent.ts';
import { agentsHere, loginCall } from '../../../src/app/agents/agents-here.ts';
import type { LoginCall } from '../../../src/app/agents/agents-here.ts';
import type { Surroundings } from '../../../src/app/home/home-places.ts';
import { surroundingsIn } from '../../support/app.ts';
import type { TestRepository } from '../../support/repository.ts';
import { makeRepository } from '../../support/repository.ts';
import { installProgram } from '../install.ts';
import type { ProgramName } from '../programs.ts';
import { programNames } from '../programs.ts';

interface Known {
  /** What a login leaves, from the folder the program keeps it in. */
  readonly file: string;
  readonly credential: unknown;
  readonly key: string;
  /** The folder in the user's home that the file lies in. */
  readonly users: string;
  /** How the program is asked itself, and how it says yes. */
  readonly status: readonly string[];
  readonly isYes: (exit: number | null, out: string) => boolean;
}

const oauth = { accessToken: 'dummy', refreshToken: 'dummy', expiresAt: 4_102_444_800_000 };

const known: Readonly<Record<ProgramName, Known>> = {
  claude: {
    file: '.credentials.json',
    credential: { claudeAiOauth: { ...oauth, scopes: ['user:inference'], subscriptionType: 'max' } },
    key: 'ANTHROPIC_API_KEY',
    users: '.claude',
    status: ['auth', 'status'],
    isYes: (exit) => exit === 0,
  },
  codex: {
    file: 'auth.json',
    credential: { auth_mode: 'apikey', OPENAI_API_KEY: 'dummy' },
    key: 'OPENAI_API_KEY',
    users: '.codex',
    status: ['login', 'status'],
    isYes: (exit) => exit === 0,
  },
  opencode: {
    file: 'opencode/auth.json',
    credential: { anthropic: { type: 'api', key: 'dummy' } },
    key: 'ANTHROPIC_API_KEY',
    users: '.local/share',
    status: ['auth', 'list'],
    isYes: (_exit, out) => out.includes('1 credentials'),
  },
};

interface Place {
  readonly repository: TestRepository;
  readonly surroundings: Surroundings;
  readonly call: LoginCall;
}

const made: TestRepository[] = [];
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

/** A repository that names the real program, and a home of nobody's. */
async function placeFor(name: ProgramName): Promise<Place> {
  const program = await installProgram(name);
  const repository = await makeRepository({
    'slipway.yaml': `agents: { it: { type: ${name}, program: ${program} } }\n`,
  });
  made.push(repository);
  const surroundings = surroundingsIn(repository.root);
  return { repository, surroundings, call: await loginCall(surroundings, repository.dir, 'it') };
}

async function usableIn({ repository }: Place, surroundings: Surroundings): Promise<Usable | undefined> {
  const { agents } = await agentsHere(surroundings, repository.dir);
  return agents[0]?.usable;
}

async function leave(folder: string, file: string, content: unknown): Promise<void> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, JSON.stringify(content));
}

const answerMsMax = 60_000;

function ask({ call, repository }: Place, args: readonly string[]) {
  // Nobody at the proxy: it may ask for nothing outside.
  const nowhere = 'http://127.0.0.1:9';
  const proxies = { HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere };
  const env = { ...call.env, ...proxies, HOME: repository.root, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(call.file, args, {
    cwd: call.cwd,
    env,
    encoding: 'utf8',
    timeout: answerMsMax,
  });
  return { exit: status, out: stdout + stderr };
}

function saysYes(name: ProgramName, place: Place): boolean {
  const { status, isYes } = known[name];
  const { exit, out } = ask(place, status);
  return isYes(exit, out);
}

describe.each(programNames)('%s', (name) => {
  const { file, credential, key, users } = known[name];

  test('has the command that logs a person in', async () => {
    const place = await placeFor(name);
    const help = ask(place, [...place.call.args, '--help']);
    expect(help.exit).toBe(0);
    expect(help.out).toContain(place.call.args.join(' '));
    expect(help.out).toMatch(/sign in|log ?in/i);
  });

  test('is not logged in in an empty home, by its own word too', async () => {
    const place = await placeFor(name);
    const usable = await usableIn(place, place.surroundings);
    expect(saysYes(name, place)).toBe(false);
    if (name === 'opencode') expect(usable).toMatchObject({ ok: true, login: 'none' });
    else expect(usable).toMatchObject({ ok: false, problem: expect.stringContaining('agents login it') });
  });

  test('needs no login with a key in the environment', async () => {
    const place = await placeFor(name);
    const env = { ...place.surroundings.env, [key]: 'dummy' };
    expect(await usableIn(place, { ...place.surroundings, env })).toMatchObject({
      ok: true,
      login: `${key} from the environment`,
    });
  });

  test('finds the login where the command would leave it, and an emptied one is none', async () => {
    const place = await placeFor(name);
    await leave(place.call.cwd, file, credential);
    expect(saysYes(name, place)).toBe(true);
    expect(await usableIn(place, place.surroundings)).toMatchObject({
      ok: true,
      login: expect.stringContaining('a login of its own'),
    });
    await leave(place.call.cwd, file, {});
    const emptied = await usableIn(place, place.surroundings);
    if (name === 'opencode') expect(emptied).toMatchObject({ ok: true, login: 'none' });
    else expect(emptied).toMatchObject({ ok: false });
  });

  test("finds the user's own login where the user's program leaves it", async () => {
    const place = await placeFor(name);
    await leave(path.join(place.repository.root, users), file, credential);
    expect(await usableIn(place, place.surroundings)).toMatchObject({
      ok: true,
      login: expect.stringContaining('your own login in'),
    });
  });
});
