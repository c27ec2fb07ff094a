// The id of an order is one order's, in the whole home: a repeat is answered with what the first did, wherever another
// run stands by then, and the same id with anything else is refused.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openGates } from '../../src/core/run.ts';
import type { CallEnd } from '../../src/engine/socket.ts';
import { askOwner } from '../../src/engine/socket.ts';
import type { App } from '../support/app.ts';
import { of, person, startApp } from '../support/app.ts';
import { done, oneTask, write } from '../support/scripts.ts';

const apps: App[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

interface Said {
  readonly id?: string;
  readonly by?: typeof person;
  readonly seen?: string;
  readonly again?: true;
}

interface Home {
  readonly app: App;
  /** The run that is newest at first; it waits at its plan gate, as the other one does. */
  readonly run: string;
  /** What its gate asks about. */
  readonly seen: string;
  readonly ask: (verb: string, input: object, said?: Said) => Promise<CallEnd>;
}

async function waiting(): Promise<Home> {
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: { gates: { plan: true } },
  });
  apps.push(app);
  const { run } = await app.play();
  const ask: Home['ask'] = (verb, input, said = {}) =>
    askOwner(
      app.tools.places.socket,
      { id: 'o-1', by: person, verb, input: { dir: app.repository.dir, ...input }, ...said },
      { build: 'test' },
    );
  const [gate] = openGates(run);
  if (gate === undefined) throw new Error('a plan gate is open');
  return { app, run: run.id, seen: gate.digest, ask };
}

const another = { id: 'T-2', title: 'Change the others' };

const reused = {
  trouble: { exit: 'refused', message: expect.stringMatching(/another order .*under the id o-1/) },
};

describe('an order that names no run', () => {
  test('approves one run, though another waits at its gate when it is sent again', async () => {
    const { app, run, seen, ask } = await waiting();
    expect(await ask('decide', { answer: 'approve' }, { seen })).toMatchObject({ output: { run } });
    const second = await app.play(undefined, another);
    const repeat = await ask('decide', { answer: 'approve' }, { seen, again: true });
    expect(repeat).toMatchObject({ output: { run } });
    expect(openGates((await app.story(second.run.id)).run)).toHaveLength(1);
  });

  test('lets no other run go on than the first time', async () => {
    const { app, run, ask } = await waiting();
    await app.submit(run, { type: 'run.pause', by: person });
    expect(await ask('resume', {})).toMatchObject({ output: { runs: [{ run }] } });
    const second = await app.play(undefined, another);
    await app.submit(second.run.id, { type: 'run.pause', by: person });
    expect(await ask('resume', {}, { again: true })).toMatchObject({ output: { runs: [{ run }] } });
    expect((await app.story(second.run.id)).run.paused).toBe(true);
  });
});

describe('the same id', () => {
  test('with another answer, verb, person or digest is refused, and nothing comes of it', async () => {
    const { app, run, seen, ask } = await waiting();
    expect(await ask('decide', { answer: 'approve' }, { seen })).toHaveProperty('output');
    const before = (await app.settle(run)).events.length;
    const others: readonly (readonly [string, object, Said?])[] = [
      ['decide', { answer: 'reject' }, { seen }],
      ['pause', {}],
      ['decide', { answer: 'approve' }, { seen, by: { ...person, who: 'mallory' } }],
      ['decide', { answer: 'approve' }, { seen: 'd'.repeat(64) }],
      ['decide', { answer: 'approve' }],
      ['remember', { text: 'Dates are in UTC' }],
      ['start', { ticket: { text: 'Add a thing' }, trust: true }],
    ];
    for (const [verb, input, said] of others) {
      expect([verb, await ask(verb, input, said)]).toMatchObject([verb, reused]);
    }
    expect((await app.story(run)).events).toHaveLength(before);
  });

  test('with other words is refused, and no word of them is kept', async () => {
    const { app, ask } = await waiting();
    expect(await ask('tell', { text: 'Mind the dates' })).toHaveProperty('output');
    expect(await ask('tell', { text: 'Never mind them' })).toMatchObject(reused);
    expect(await app.filesWith('Never mind them')).toEqual([]);
  });

  test('to two runs at once is taken by one of them', async () => {
    const { app, run, ask } = await waiting();
    const second = (await app.play(undefined, another)).run.id;
    const answers = await Promise.all(
      [run, second].map((each) => ask('tell', { run: each, text: 'Mind the dates' })),
    );
    expect(answers.filter((answer) => 'output' in answer)).toHaveLength(1);
    expect(answers).toContainEqual(expect.objectContaining(reused));
    const stories = await Promise.all([run, second].map((each) => app.story(each)));
    expect(stories.flatMap(({ events }) => of(events, 'note.added'))).toHaveLength(1);
  });

  test('of words that say nothing is refused by the verb, whoever sends them', async () => {
    const { ask } = await waiting();
    expect(await ask('tell', { text: ' \n' })).toMatchObject({
      trouble: { exit: 'usage', message: expect.stringContaining('Say what the agents should know') },
    });
  });

  test('after a refusal may be sent again', async () => {
    const { run, ask } = await waiting();
    expect(await ask('retry', { run })).toMatchObject({ trouble: { exit: 'refused' } });
    expect(await ask('tell', { run, text: 'Mind the dates' })).toHaveProperty('output');
  });
});

function typed(text: string): object {
  return { ticket: { text }, uncommitted: 'leave' };
}

function tickets({ home }: App): readonly string[] {
  return readdirSync(path.join(home, 'tracker')).filter((name) => name.endsWith('.json'));
}

function outputOf(asked: CallEnd): unknown {
  return 'output' in asked ? asked.output : asked;
}

describe('a start', () => {
  test('leaves one ticket, however often it is asked about, repeated or refused', async () => {
    const { app, ask } = await waiting();
    const before = tickets(app).length;
    expect(await ask('start', typed('Add a thing'))).toMatchObject({ output: { status: 'not-trusted' } });
    expect(tickets(app)).toHaveLength(before);
    const trusting = { ...typed('Add a thing'), trust: true };
    const first = await ask('start', trusting);
    expect(first).toMatchObject({ output: { status: 'started' } });
    const repeat = await ask('start', trusting, { again: true });
    expect(outputOf(repeat)).toMatchObject({ status: 'started' });
    expect(tickets(app)).toHaveLength(before + 1);
    const { ordered } = Object(outputOf(first));
    expect(outputOf(repeat)).toMatchObject({ ordered: { run: ordered.run } });
    const refused = await ask('start', { ...typed('Add another thing'), trust: true });
    expect(refused).toMatchObject({
      trouble: {
        exit: 'refused',
        message: expect.stringContaining(`run ${ordered.run} has taken another order`),
      },
    });
    expect(tickets(app)).toHaveLength(before + 1);
  });
});
