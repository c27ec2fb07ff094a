// `slipway run` and what can be found wrong before anybody is paid.

import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { toolsOf } from '../../src/app/parts.ts';
import { placesOf } from '../../src/app/home/home-places.ts';
import { prepareRun } from '../../src/app/starting/prepare-run.ts';
import { counterClock } from '../../src/telemetry/counter-clock.ts';
import { randomIds } from '../../src/telemetry/system-clock.ts';
import { homeAt } from '../support/journal-home.ts';
import type { StartingPoint } from '../support/prepared.ts';
import { atMergeGate, ofTicketSeven, preparedSample } from '../support/prepared.ts';
import { makeRepository } from '../support/repository.ts';
import type { Sample, SampleOptions } from '../support/sample.ts';
import { makeSample, sampleIn, startIn } from '../support/sample.ts';

const samples: Sample[] = [];

afterEach(async () => {
  for (const sample of samples.splice(0)) await sample.remove();
});

async function sampleWith(options: SampleOptions = {}): Promise<Sample> {
  const sample = await makeSample(options);
  samples.push(sample);
  return sample;
}

async function prepared(point: StartingPoint): Promise<Sample> {
  const sample = await preparedSample(point);
  samples.push(sample);
  return sample;
}

describe('slipway run', () => {
  test('with --auto takes a ticket to the merge gate and says what comes next', async () => {
    const sample = await sampleWith();
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust');
    expect(said.err).toContain('level       open: SLIPWAY_LEVEL asks for it.');
    expect(said.err).toContain('budget      $10.00 of known cost, 40 launches, 2 h of agent time');
    expect(said.err).toContain('implementation: task one delivered 1 file (attempt 1)');
    expect(said.err).toMatch(/Next:\n {2}slipway diff r-\w+ +see the change\n {2}slipway land/);
    expect(said.out).toMatch(/^r-\w+ waiting: the merge gate\n/);
    expect(said.exit).toBe(7);
  });

  test('runs no command nobody trusted, and remembers the trust', async () => {
    const sample = await sampleWith({ finds: true });
    const first = await sample.slipway('run', 'Change a');
    expect(first.exit).toBe(7);
    expect(first.err).toContain('  check test: npm test --silent\n');
    expect(first.err).toContain('start again with --trust');
    expect(await sample.json('list', '--all')).toMatchObject({ runs: [] });
    const trusted = await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect(trusted.exit).toBe(7);
    expect(trusted.out).toContain('waiting: the merge gate');
    const again = await sample.slipway('run', 'Change a', '--until', 'plan', '--again');
    expect(again.err).not.toContain('check test: npm test --silent');
    expect(again.out).toContain('waiting: the plan gate');
  });

  test('commits in the name of who started it, where their git says who that is', async () => {
    const sample = await sampleWith();
    await sample.repository.git('config', 'user.name', 'Mia');
    await sample.repository.git('config', 'user.email', 'mia@example.test');
    await sample.slipway('run', 'Change a', '--trust', '--auto');
    expect((await sample.decides('land', '--ff')).exit).toBe(0);
    const log = await sample.repository.git('log', '-1', '--format=%an <%ae>, %cn');
    expect(log.trim()).toBe('Mia <mia@example.test>, Slipway');
  });

  test('asks for trust again when a command changed', async () => {
    const sample = await prepared(atMergeGate);
    await sample.repository.write(
      'slipway.yaml',
      'agents:\n  s: { type: scripted, script: script.yaml }\nchecks: { test: "node --test && true" }\n',
    );
    await sample.repository.commit('another check');
    const said = await sample.slipway('run', 'Change b', '--auto');
    expect([said.exit, said.err]).toEqual([7, expect.stringContaining('start again with --trust')]);
    expect(said.err).toContain('  check test: node --test && true\n');
  });

  const script = 's: { type: scripted, script: script.yaml }';
  const own = 'mine: { type: command, command: ["./agent.sh", "-x"] }';
  test.each([
    [
      'a coverage command',
      `agents: { ${script} }\nchecks: { coverage: "node cover.js" }\n`,
      'coverage: node cover.js',
    ],
    [
      'an agent of your own',
      `agents: { ${script}, ${own} }\nroles: { default: s }\n`,
      'agent mine: ./agent.sh -x',
    ],
    [
      'a search engine',
      `agents: { ${script} }\nsearch: { searxng: "http://localhost:8888" }\n`,
      'http://localhost:8888',
    ],
  ])('asks for trust again when %s was added', async (_what, text, told) => {
    const sample = await prepared(atMergeGate);
    await sample.repository.write('slipway.yaml', `agents: { ${script} }\n`);
    await sample.repository.commit('nothing but its agent');
    await sample.slipway('run', 'Change b', '--until', 'plan', '--trust');
    const trusted = await sample.slipway('run', 'Change b', '--until', 'plan', '--again');
    expect(trusted.out).toContain('waiting: the plan gate');
    await sample.repository.write('slipway.yaml', text);
    await sample.repository.commit('more commands');
    const said = await sample.slipway('run', 'Change b', '--until', 'plan', '--again');
    expect([said.exit, said.err]).toEqual([7, expect.stringContaining('start again with --trust')]);
    expect(said.err).toContain(told);
  });

  test('answers with the run a ticket has, until it is asked for another', async () => {
    const sample = await prepared(ofTicketSeven);
    const start = ['run', '--file', 'ticket.json', '--auto', '--trust'] as const;
    const first = await sample.json('status');
    const second = await sample.slipway(...start);
    expect(second.exit).toBe(7);
    expect(second.err).toContain(`Ticket T-7 has a run already: ${String(first['run'])}, waiting.`);
    await sample.decides('land');
    const third = await sample.slipway(...start);
    expect(third.exit).toBe(0);
    expect(third.err).toContain(`${String(first['run'])}, completed. --again starts another.`);
    const fourth = await sample.json('run', '--file', 'ticket.json', '--until', 'plan', '--again');
    expect(fourth['run']).not.toBe(first['run']);
  });

  test('knows the words of a ticket again, whether they come from a file or are typed', async () => {
    const sample = await prepared(atMergeGate);
    const first = await sample.json('status');
    const typed = await sample.slipway('run', 'Change a', '--auto');
    expect(typed.err).toContain(` has a run already: ${String(first['run'])}, waiting.`);
    const other = await sample.json('run', 'Change a', '--until', 'plan', '--again');
    expect(other['run']).not.toBe(first['run']);
  });

  test('starts one run where two start the same ticket at once', async () => {
    const sample = await prepared(atMergeGate);
    await writeFile(path.join(sample.repository.root, 'ticket.json'), '{"id":"T-8","title":"Change a"}');
    const start = ['run', '--file', '../ticket.json', '--auto'] as const;
    const [one, two] = await Promise.all([sample.json(...start), sample.json(...start)]);
    expect(one['run']).toBe(two['run']);
  });

  test('tells two tickets without an id apart, also within one second', async () => {
    const sample = await sampleWith();
    const surroundings = {
      env: sample.env,
      homedir: sample.repository.root,
      tmp: tmpdir(),
      uid: 0,
      cores: 2,
    };
    const tools = toolsOf(placesOf(surroundings), surroundings, counterClock(1_800_000_000_000, 1));
    const by = { who: 'me', authenticated: 'os', channel: 'cli' };
    const request = { dir: sample.repository.dir, auto: true, interactive: false, by };
    const first = await prepareRun(tools, randomIds(), { ...request, ticket: { text: 'First' } });
    const second = await prepareRun(tools, randomIds(), { ...request, ticket: { text: 'Second' } });
    expect([first.ticket.id, second.ticket.id]).toEqual(['LOCAL-20270115T080000', 'LOCAL-20270115T080001']);
    expect(await tools.localTracker.fetch(first.ticket.id)).toMatchObject({ value: { title: 'First' } });
  });

  test('takes the ticket from a file, and says what is missing', async () => {
    const sample = await sampleWith();
    const neither = await sample.slipway('run');
    expect([neither.exit, neither.err]).toEqual([2, expect.stringContaining('Say what should be done')]);
    const both = await sample.slipway('run', 'text', '--file', 'x.md');
    expect([both.exit, both.err]).toEqual([2, expect.stringContaining('not both')]);
    const gone = await sample.slipway('run', '--file', 'gone.md');
    expect([gone.exit, gone.err]).toEqual([2, expect.stringContaining('gone.md cannot be read (ENOENT)')]);
  });
});

describe('a ticket', () => {
  const key = ['-----BEGIN ', 'RSA PRIVATE KEY', '-----'].join('');
  const body = 'q7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5Hj0Gsq7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5Hj0Gs';
  const pem = [key, body, key.replace('BEGIN', 'END')].join('\n');
  const token = ['gh', 'p_', 'q7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5Hj0Gsq7Zm2'].join('');

  test('with a private key is not taken, and the key is kept nowhere', async () => {
    const sample = await sampleWith();
    const said = await sample.slipway('run', `Use this key:\n${pem}\n`, '--auto', '--trust');
    expect(said.exit).toBe(6);
    expect(said.err).toContain('The ticket was not taken');
    expect(said.err + said.out).not.toContain(body);
    expect(sample.filesWith(body)).toEqual([]);
  });

  test('with a token goes on without it, and the token is kept nowhere', async () => {
    const sample = await sampleWith();
    const said = await sample.slipway('run', `Change a, with ${token}`, '--auto', '--trust');
    expect(said.exit).toBe(7);
    expect(said.err).toContain('Screening replaced something in the ticket (github-token)');
    expect(said.out).toContain('Change a, with [REDACTED:github-token]');
    expect(sample.filesWith(token)).toEqual([]);
  });
});

describe('a run does not start', () => {
  test('outside a git repository', async () => {
    const sample = await sampleWith();
    const said = await sample.slipway('-C', sample.repository.root, 'run', 'x');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('is not in a git repository')]);
  });

  test('in a repository without a commit', async () => {
    const sample = await sampleIn(await makeRepository());
    samples.push(sample);
    const said = await sample.slipway('run', 'x');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('has no commits yet')]);
  });

  test('on no branch', async () => {
    const sample = await sampleWith();
    await sample.repository.git('checkout', '--quiet', '--detach');
    const said = await sample.slipway('run', 'x');
    expect([said.exit, said.err]).toEqual([6, expect.stringContaining('detached HEAD')]);
  });

  test('with a key nobody knows in slipway.yaml', async () => {
    const sample = await sampleWith({ config: 'gate: { plan: true }\n' });
    const said = await sample.slipway('run', 'x');
    expect([said.exit, said.err]).toEqual([3, expect.stringContaining("did you mean 'gates'?")]);
  });

  test('with a slipway.yaml that is no YAML', async () => {
    const sample = await sampleWith({ files: { 'slipway.yaml': 'agents: {\n' } });
    const said = await sample.slipway('run', 'x');
    expect(said.exit).toBe(3);
    expect(said.err).toContain('slipway.yaml');
    expect(said.err).not.toContain('bug in Slipway');
  });

  test('in a home that cannot be written', async () => {
    const sample = await sampleWith();
    await writeFile(path.join(sample.repository.root, 'file'), '');
    const home = path.join(sample.repository.root, 'file', 'home');
    const env = { ...sample.env, SLIPWAY_HOME: home };
    const said = await startIn(sample.repository.dir, env, ['run', 'x']).ended;
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('Slipway cannot write to its home')]);
  });

  test('in a home a newer version wrote', async () => {
    const sample = await prepared(atMergeGate);
    await homeAt(sample.home).sql('pragma user_version = 99');
    const said = await sample.slipway('run', 'Change a', '--auto');
    expect([said.exit, said.err]).toEqual([4, expect.stringContaining('newer')]);
    const order = await sample.slipway('land');
    expect([order.exit, order.err]).toEqual([4, expect.stringContaining('newer')]);
  });
});
