// Agents as a person meets them: found on the PATH, listed, logged in, and let work at a level.

import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { command as agents } from '../../src/cli/commands/agents.ts';
import { command as run } from '../../src/cli/commands/run.ts';
import { personAt } from '../support/person.ts';
import { bareFolder, shellProgram } from '../support/programs.ts';
import type { TestRepository } from '../support/repository.ts';
import { makeRepository } from '../support/repository.ts';
import type { Sample } from '../support/sample.ts';
import { sampleIn } from '../support/sample.ts';

const made: Sample[] = [];

afterEach(async () => {
  for (const sample of made.splice(0)) await sample.remove();
});

const key = 'dummy-key-4711-value';

/** A program that says its version, and leaves a file and what it saw where it is told to log in. */
function claudeLines(version: string): readonly string[] {
  return [
    `if [ "$1" = --version ]; then echo "${version} (Claude Code)"; exit 0; fi`,
    'if [ "$1 $2" = "auth login" ]; then',
    '  echo "key=$ANTHROPIC_API_KEY home=$HOME" > "$CLAUDE_CONFIG_DIR/.credentials.json"; exit 0',
    'fi',
    'exit 1',
  ];
}

const codexLines = ['if [ "$1" = --version ]; then echo "codex-cli 0.166.0"; exit 0; fi', 'exit 1'];

interface Setup {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (repository: TestRepository, bin: string) => Promise<void>;
}

/** A repository without slipway.yaml, and a PATH with what `prepare` put there before what every run needs. */
async function setup({ files = {}, env = {}, prepare }: Setup = {}): Promise<Sample> {
  const repository = await makeRepository({ 'a.txt': 'one\n', ...files });
  const bin = path.join(repository.root, 'bin');
  await prepare?.(repository, bin);
  const PATH = [env['PATH'] ?? '', bin, await bareFolder(repository.root)].filter(Boolean).join(':');
  const sample = await sampleIn(repository, { ...env, PATH });
  made.push(sample);
  return sample;
}

async function bothPrograms(_: TestRepository, bin: string): Promise<void> {
  await shellProgram(bin, 'claude', claudeLines('2.1.325'));
  await shellProgram(bin, 'codex', codexLines);
}

describe('slipway agents', () => {
  test('takes the programs on the PATH where nobody named one: the first works, the second reviews', async () => {
    const sample = await setup({
      prepare: bothPrograms,
      env: { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key },
    });
    const bin = path.join(sample.repository.root, 'bin');
    expect(await sample.json('agents')).toMatchObject({
      source: 'path',
      agents: [
        {
          name: 'claude',
          program: path.join(bin, 'claude'),
          ok: true,
          version: '2.1.325',
          plays: ['default'],
          takesOver: ['reviewer'],
        },
        { name: 'codex', ok: true, version: '0.166.0', plays: ['reviewer'], takesOver: ['default'] },
      ],
    });
    const said = await sample.slipway('agents');
    expect(said.exit).toBe(0);
    expect(said.out).toMatch(
      /claude +2\.1\.325 +ANTHROPIC_API_KEY from the environment +\S+ +every other role/,
    );
    expect(said.out).toMatch(/codex +0\.166\.0 .* reviewer/);
    expect(said.err).toContain('these are the programs on your PATH');
    expect(said.out + said.err).not.toContain(key);
    expect(existsSync(sample.home)).toBe(false);
  });

  test('says what is missing and how to get it, and that a program is too old', async () => {
    const none = await setup();
    expect((await none.slipway('agents')).err).toContain('npm install -g @anthropic-ai/claude-code');
    const old = await setup({
      prepare: async (_, bin) => void (await shellProgram(bin, 'claude', claudeLines('1.0.3'))),
    });
    const said = await old.slipway('agents');
    expect(said.out).toMatch(/claude +not usable/);
    expect(said.out).toContain('is version 1.0.3');
  });

  test('never takes a program that lies in the repository itself', async () => {
    const sample = await setup({
      prepare: async (repository) => {
        await shellProgram(path.join(repository.dir, 'node_modules/.bin'), 'claude', claudeLines('2.1.325'));
      },
    });
    const PATH = `${path.join(sample.repository.dir, 'node_modules/.bin')}:${sample.env['PATH'] ?? ''}`;
    const inside = await personTypes({ ...sample, env: { ...sample.env, PATH } }, ['--json']);
    expect(inside).toMatchObject({ agents: [] });
  });

  test('lists what slipway.yaml names, with roles and programs that are not there', async () => {
    const sample = await setup({
      prepare: bothPrograms,
      files: {
        'slipway.yaml':
          'agents:\n  big: { type: claude, env: [] }\n  other: { type: command, command: [no-such-program] }\nroles: { default: [big, other] }\n',
      },
    });
    const said = await sample.slipway('agents');
    expect(said.out).toMatch(/big +not usable/);
    expect(said.out).toContain('slipway agents login big');
    expect(said.out).toMatch(/other +not usable .* takes over every role/);
    expect(said.out).toContain('no-such-program is not on the PATH');
  });

  test('refuses a word it does not know', async () => {
    const sample = await setup();
    expect((await sample.slipway('agents', 'list')).exit).toBe(2);
    expect((await sample.slipway('agents', 'login')).exit).toBe(2);
  });
});

/** `slipway agents --json` as a person types it, in this process. */
async function personTypes(sample: Sample, words: readonly string[]): Promise<unknown> {
  const person = personAt(sample, []);
  await person.types(agents, [], Object.fromEntries(words.map((word) => [word.replace('--', ''), true])));
  const document: unknown = JSON.parse(person.out());
  return document;
}

describe('slipway agents login', () => {
  test("runs the program's own login in a private folder of the home, without the person's key", async () => {
    const sample = await setup({ prepare: bothPrograms, env: { ANTHROPIC_API_KEY: key } });
    const person = personAt(sample, []);
    expect(await person.types(agents, ['login', 'claude'])).toBe(0);
    const folder = path.join(sample.home, 'logins', 'claude');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const seen = readFileSync(path.join(folder, '.credentials.json'), 'utf8');
    expect(seen).toBe(`key= home=${sample.repository.root}\n`);
    expect(person.err()).toContain('ANTHROPIC_API_KEY is set in your environment and goes before this login');
    const later = personAt({ ...sample, env: { ...sample.env, ANTHROPIC_API_KEY: '' } }, []);
    expect(await later.types(agents, ['login', 'claude'])).toBe(0);
    expect(later.err()).toContain('claude is ready: a login of its own');
  });

  test('says so where the login did not end well, the program is not there, or there is no such agent', async () => {
    const sample = await setup({
      prepare: bothPrograms,
      files: {
        'slipway.yaml':
          'agents:\n  codex: { type: codex }\n  gone: { type: opencode }\n  mine: { type: command, command: [sh] }\nroles: { default: codex }\n',
      },
    });
    const tried = async (name: string): Promise<string> =>
      String(
        await personAt(sample, [])
          .types(agents, ['login', name])
          .catch((error: unknown) => error),
      );
    expect(await tried('codex')).toContain('ended with exit 1');
    expect(await tried('gone')).toContain('npm install -g opencode-ai');
    expect(await tried('mine')).toContain('has no login that Slipway knows of');
    expect(await tried('codxe')).toContain("Did you mean 'codex'?");
    expect(existsSync(path.join(sample.home, 'logins', 'gone'))).toBe(false);
  });

  test('needs a terminal', async () => {
    const sample = await setup({ prepare: bothPrograms });
    const said = await sample.slipway('agents', 'login', 'claude');
    expect([said.exit, said.err]).toEqual([2, expect.stringContaining('it needs a terminal')]);
  });
});

const commandAgent =
  'agents: { mine: { type: command, command: [sh, agent.sh] } }\nchecks: { test: "echo ok 1; echo 1..1" }\ngates: { plan: false }\n';
const files = { 'slipway.yaml': commandAgent, 'agent.sh': 'cat > /dev/null; echo no\n' };

describe('the start of a run', () => {
  test('says which programs were taken, and what it will probably launch and cost', async () => {
    const sample = await setup({ prepare: bothPrograms, env: { ANTHROPIC_API_KEY: key } });
    const said = await sample.slipway('run', 'Change a');
    expect(said.exit).toBe(7);
    expect(said.err).toMatch(/the programs on your PATH were taken: claude \(\S+bin\/claude\) and codex/);
    expect(said.err).toMatch(/agents +reviewer: codex, then claude; every other role: claude, then codex/);
    expect(said.err).toMatch(
      /likely +4 to 12 launches .* at most \$10\.00 of known cost; codex counts launches only/,
    );
    expect(await sample.json('run', 'Change a')).toMatchObject({
      status: 'not-trusted',
      expected: { profile: 'default', launches: { least: 4, most: 12 }, silent: ['codex'] },
    });
  });

  test('says how to get a program where none is there', async () => {
    const sample = await setup();
    const said = await sample.slipway('run', 'Change a');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('npm install -g @openai/codex')]);
  });

  test('asks a person once whether agents may work below contained, and takes no for an answer', async () => {
    const sample = await setup({ files });
    const question = 'Let agents work at this level in this repository? [y/N] ';
    const first = personAt(sample, ['y', 'n']);
    expect(await first.types(run, ['Change a'])).toBe(7);
    expect(first.asked()).toEqual(['Run them? [y/N] ', question]);
    expect(first.err()).toContain('Nothing was started');
    const second = personAt(sample, ['y']);
    await second.types(run, ['Change a']);
    expect(second.asked()[0]).toBe(question);
    const third = personAt(sample, []);
    await third.types(run, ['Change it again']);
    expect(third.asked()).not.toContain(question);
  });

  test('without a terminal waits for --level, which is the consent', async () => {
    const sample = await setup({ files });
    const before = await sample.slipway('run', 'Change a', '--trust', '--json');
    expect(before.exit).toBe(7);
    expect(JSON.parse(before.out)).toMatchObject({ status: 'not-consented', level: 'open' });
    expect(before.err).toContain('--level open');
    const given = await sample.slipway('run', 'Change a', '--trust', '--level', 'open', '--json');
    expect(JSON.parse(given.out)).toMatchObject({ run: expect.stringMatching(/^r-/) });
    const after = await sample.slipway('run', 'Change it again', '--json');
    expect(JSON.parse(after.out)).toMatchObject({ run: expect.stringMatching(/^r-/) });
  });

  test('is refused below the level that is configured or asked for, whatever was consented to', async () => {
    const sample = await setup({
      files: { ...files, 'slipway.yaml': `level: contained\n${commandAgent}` },
    });
    const said = await sample.slipway('run', 'Change a', '--trust', '--level', 'open');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('`level` in slipway.yaml asks for')]);
    const asked = await setup({ files });
    const wanted = await asked.slipway('run', 'Change a', '--trust', '--level', 'contained');
    expect([wanted.exit, wanted.err]).toEqual([4, expect.stringContaining('--level asks for')]);
    const wrong = await asked.slipway('run', 'Change a', '--level', 'strong');
    expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining("'strong' is none of them")]);
  });
});

test('a value an agent is given by name is kept nowhere, also where no rule would know it for a secret', async () => {
  const value = 'tulips-are-orange';
  const sample = await setup({
    files: {
      'slipway.yaml': commandAgent.replace('[sh, agent.sh] }', '[sh, agent.sh], env: [FLOWERS] }'),
      'agent.sh': 'cat > /dev/null; echo "I was given $FLOWERS."\n',
    },
    env: { FLOWERS: value },
  });
  await sample.slipway('run', 'Change a', '--trust', '--level', 'open');
  expect(sample.filesWith('I was given').length).toBeGreaterThan(0);
  expect(sample.filesWith(value)).toEqual([]);
});

test('doctor says which agents it found, their logins, and the level', async () => {
  const sample = await setup({ prepare: bothPrograms, env: { ANTHROPIC_API_KEY: key } });
  const said = await sample.slipway('doctor');
  expect(said.out).toMatch(/ok +agent +claude \(2\.1\.325, ANTHROPIC_API_KEY from the environment\)/);
  expect(said.out).toMatch(/fail +agent +codex is not usable/);
  expect(said.out).toContain('slipway agents login codex');
  expect(said.out).toMatch(/warn +containment +open/);
  expect(said.exit).toBe(4);
  expect(said.out).not.toContain(key);
});
