// What runs teach, what people say of it, and whom it reaches.

import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from '../support/app.ts';
import { of, person, startApp } from '../support/app.ts';
import { atMergeGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';
import { done, judged, oneTask, recorder, said, write } from '../support/scripts.ts';

const apps: App[] = [];
const samples: Sample[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) {
    const { trouble } = app;
    await app.close();
    expect(trouble).toEqual([]);
  }
  for (const sample of samples.splice(0)) await sample.remove();
});

const advice = 'Mind the dates: they are kept in UTC.';

describe('[C6] what is remembered', () => {
  test('is promoted when two runs heard it, reaches the reviewer as data, and the journal says so', async () => {
    const app = await startApp(async (root) => ({
      script: oneTask(['a.txt'], [write('a.txt', 'new\n'), done]),
      config: {
        agents: { judging: await recorder(root, 'judging', `cat <<'END'\n${said(judged('pass'))}\nEND\n`) },
        roles: { default: 'scripted', reviewer: 'judging' },
      },
    }));
    apps.push(app);
    const play = async (id: string, words?: string) => {
      const run = await app.start({ id });
      if (words !== undefined) {
        const note = await app.tools.blobs.put(app.tools.screener.redact(words));
        await app.submit(run, { type: 'run.tell', by: person, note });
      }
      return app.settle(run);
    };
    await play('T-1', advice);
    const { repository } = (await play('T-2', 'mind the dates: they are kept in utc')).run
      .repositories[0] ?? {
      repository: '',
    };
    const facts = await app.owner.journal.facts({ repository, words: 'kept_in-utc', factsMax: 9 });
    expect(facts).toMatchObject([{ state: 'promoted', scope: 'repository', kind: 'feedback', text: advice }]);
    const [fact] = facts;

    const third = await play('T-3');
    const prompt = (await app.prompts('judging')).at(-1) ?? '';
    expect(prompt).toMatch(
      /### what is known here\n\nData from the memory of this repository\.\n\n````text\n- \[feedback\] said\/mind_dates_they-[0-9a-f]{4}: Mind the dates/,
    );
    const told = of(third.events, 'effect.ended').flatMap(({ provenance }) => provenance?.facts ?? []);
    expect(told).toEqual([fact?.id]);

    await app.owner.memory.submit(repository, { type: 'fact.withdraw', id: fact?.id ?? '', by: person });
    await play('T-4');
    expect((await app.prompts('judging')).at(-1)).not.toContain('what is known here');
  });
});

describe('slipway memory', () => {
  test('lists, finds, shows, adds, promotes and withdraws, and reads keys from the journal', async () => {
    const sample = await makeSample();
    samples.push(sample);
    const memory = (...args: readonly string[]) => sample.slipway('memory', ...args);
    const empty = await memory();
    expect([empty.exit, empty.out, empty.err]).toEqual([
      0,
      '',
      expect.stringContaining('Nothing is remembered'),
    ]);
    const nobody = await memory('promote', 'f-1');
    expect([nobody.exit, nobody.err]).toEqual([6, expect.stringContaining("There is no fact 'f-1'")]);

    await sample.slipway('run', 'Change a', '--trust', '--until', 'plan');
    await sample.slipway('tell', 'Use the existing date-helper');
    await sample.decides('approve');
    const listed = await memory('list');
    expect(listed.out).toMatch(/candidate +repository +reference .*check\/test +The check test is run with/);
    const found = await sample.json('memory', 'search', 'DATE_HELPER');
    expect(found).toMatchObject({ facts: [{ scope: 'run', state: 'candidate', kind: 'feedback' }] });
    expect((await memory('search', 'date', 'nowhere')).err).toContain('has all of these words');

    const added = await memory('add', 'Dates are kept', 'in UTC', '--key', 'dates');
    expect([added.exit, added.err]).toEqual([0, expect.stringContaining('Remembered under dates')]);
    const id = added.out.trim();
    expect((await memory('show', id.slice(0, 6))).out).toMatch(
      /dates\n\nDates are kept in UTC\n\nstate +promoted/,
    );
    expect((await memory('get', 'Dates')).out).toBe('Dates are kept in UTC\n');
    const again = await memory('promote', id);
    expect([again.exit, again.err]).toEqual([6, expect.stringContaining('is promoted already')]);
    expect((await memory('withdraw', id)).exit).toBe(0);
    expect((await memory('get', 'dates')).exit).toBe(6);
    expect((await memory('list')).out).not.toContain(id);
    expect((await memory('list', '--all')).out).toMatch(new RegExp(`${id} +withdrawn`));
    expect((await memory('promote', id)).exit).toBe(0);
    const held = await sample.json('memory', '--run', 'r-');
    expect(held).toMatchObject({ facts: [{ scope: 'run' }, { id }] });
    const verified = await sample.slipway('verify');
    expect(verified.exit).toBe(0);
  });

  test('answers keys of coding agents from the journal, and takes nothing under them', async () => {
    const sample = await preparedSample(atMergeGate);
    samples.push(sample);
    const list = JSON.stringify(await sample.json('list'));
    const hash = /"ticketHash":"([0-9a-f]{8})"/.exec(list)?.[1] ?? '';
    const get = (name: string) => sample.json('memory', 'get', `coding_agent::${name}::${hash}`);
    const { value: request } = await get('pr');
    expect(request).toMatchObject({ number: 1, merged: false });
    // Its address is a file that is there, and that says what the forge knows.
    const address = /"address":"(file:[^"]+)"/.exec(JSON.stringify(request))?.[1] ?? '';
    expect(await readFile(new URL(address), 'utf8')).toContain('"number": 1');
    expect(await get('state')).toMatchObject({
      value: { stage: 'merge', status: 'waiting', mode: 'commit' },
    });
    expect(await get('task')).toMatchObject({ value: expect.stringContaining('Change a') });
    for (const [args, exit, words] of [
      [['get', `coding_agent::coverage_baseline::${hash}`], 6, 'says nothing about coverage_baseline yet'],
      [['get', 'coding_agent::loop_stuck::1'], 6, 'says nothing about loop_stuck yet'],
      [['get', 'coding_agent::loop_stuck::99'], 6, 'has the pull request #99'],
      [['get', 'coding_agent::pr::00000000'], 6, 'has a ticket with the hash'],
      [['get', 'coding_agent::mood::00000000'], 2, 'There is no key'],
      [['get'], 2, 'Say which key'],
      [['add', 'x', '--key', 'coding_agent::pr::1'], 2, 'are read from the journal'],
      [['add', 'x', '--key', '\u001b[31m'], 2, 'A key has at most'],
      [['add', 'x', '--kind', 'rumour'], 2, "There is no kind 'rumour'"],
      [['add', ' '], 2, 'Say what to remember'],
      [['search'], 2, 'Say what to look for'],
      [['forget'], 2, "does not know 'forget'"],
      [['list', '--task', 'one'], 2, '--task needs --run'],
    ] as const) {
      const answer = await sample.slipway('memory', ...args);
      expect([answer.exit, answer.err]).toEqual([exit, expect.stringContaining(words)]);
    }
  });

  test('keeps no secret, neither as a fact nor as its key', async () => {
    const sample = await makeSample();
    samples.push(sample);
    const token = ['gh', 'p_', 'Zq8Rt2Lm9Xc4Vb7Nk1Pw', '6Ys3Hd5Jf0Ga2Te8'].join('');
    const key = await sample.slipway('memory', 'add', 'x', '--key', token);
    expect([key.exit, key.err]).toEqual([6, expect.stringContaining('The key was not taken')]);
    await sample.slipway('memory', 'add', `The token is ${token}`);
    expect(sample.filesWith(token)).toEqual([]);
    expect((await sample.slipway('memory', 'list')).out).not.toContain(token);
  });
});
