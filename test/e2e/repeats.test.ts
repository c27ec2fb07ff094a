// An order whose answer is lost is sent again by whoever gave it: it is one order all the same.

import { once } from 'node:events';
import { readdirSync, renameSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { Server } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { personByToken } from '../../src/app/people/people.ts';
import { isAlive } from '../support/alive.ts';
import { homeAt } from '../support/journal-home.ts';
import type { Sample, Started } from '../support/sample.ts';
import { analysisEntry, makeSample, planEntry, reviewEntry, whenLine } from '../support/sample.ts';

const undo: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** A run whose implementer stays at work, so that its process owns the home and answers at its socket. */
async function atWork(): Promise<Sample> {
  const sample = await makeSample();
  undo.push(() => sample.remove());
  const mark = path.join(sample.repository.root, 'mark');
  const stays = `
- role: implementer
  do:
    - run: mkdir ${mark}; echo $$ > ${mark}/pid; exec sleep 1000`;
  await sample.repository.write('script.yaml', [analysisEntry, planEntry, stays, reviewEntry].join('\n'));
  await sample.repository.commit('a script that stays');
  const run: Started = sample.start('run', 'Change a', '--auto', '--trust');
  const agent: string[] = [];
  undo.push(async () => {
    run.child.kill('SIGTERM'); // it takes its agent along, which nobody would do for it after SIGKILL
    await run.ended;
    expect(agent.filter(isAlive)).toEqual([]);
  });
  agent.push(await whenLine(path.join(mark, 'pid')));
  return sample;
}

function socketUnder(dir: string): string {
  const name = readdirSync(dir, { recursive: true, encoding: 'utf8' }).find((item) => item.endsWith('.sock'));
  if (name === undefined) throw new Error(`no socket lies under ${dir}`);
  return path.join(dir, name);
}

/** Between a command and the owner: passes everything on, but for the first answers to orders that `loses` names. */
async function losing(sample: Sample, loses: RegExp, answersMax: number): Promise<() => number> {
  const socket = socketUnder(path.join(sample.repository.root, 'rt'));
  const owner = `${socket}.owner`;
  renameSync(socket, owner);
  let lost = 0;
  const server: Server = createServer((client) => {
    const upstream = createConnection(owner);
    let asked = '';
    client.on('data', (piece) => {
      asked += piece.toString();
      upstream.write(piece);
    });
    upstream.on('data', (piece) => {
      if (loses.test(asked) && lost < answersMax) {
        lost += 1;
        client.destroy();
      } else client.write(piece);
    });
    for (const end of [client, upstream]) {
      end.on('error', () => undefined);
      end.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(socket, resolve);
  });
  undo.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  );
  return () => lost;
}

async function notesIn(sample: Sample): Promise<number> {
  const journal = await homeAt(sample.home).open();
  const events = await Promise.resolve(journal.tail(0, 10_000));
  return events.filter(({ event }) => event.type === 'note.added').length;
}

describe('an order whose answer was lost', () => {
  test('is sent again, and what a person told stands in the journal once', async () => {
    const sample = await atWork();
    const lost = await losing(sample, /tell/, 2);
    const said = await sample.slipway('tell', 'Mind the dates');
    expect([said.exit, said.err]).toEqual([0, expect.stringContaining('Told.')]);
    expect(lost()).toBe(2);
    expect(await notesIn(sample)).toBe(1);
  });

  test('is another order when a person gives it twice', async () => {
    const sample = await atWork();
    for (const words of ['Mind the dates', 'Mind the dates']) {
      expect((await sample.slipway('tell', words)).exit).toBe(0);
    }
    expect(await notesIn(sample)).toBe(2);
  });
});

interface PersonShown {
  readonly name: string;
}

async function namesIn(sample: Sample): Promise<readonly string[]> {
  const { out } = await sample.slipway('people', '--json');
  const { people }: { readonly people: readonly PersonShown[] } = JSON.parse(out);
  return people.map(({ name }) => name);
}

describe('an order about the home whose answer was lost', () => {
  test('lets somebody in once, and the token that comes in the end is theirs', async () => {
    const sample = await atWork();
    const lost = await losing(sample, /"verb":"admit"/, 2);
    const said = await sample.slipway('people', 'add', 'maria', '--access', 'decide');
    expect([said.exit, said.err]).toEqual([0, expect.stringContaining('maria may decide')]);
    expect(lost()).toBe(2);
    expect(await namesIn(sample)).toEqual(['maria']);
    const person = await personByToken({ people: path.join(sample.home, 'people.json') }, said.out.trim());
    expect(person?.name).toBe('maria');
  });

  test('sends somebody away once, and says so', async () => {
    const sample = await atWork();
    expect((await sample.slipway('people', 'add', 'maria')).exit).toBe(0);
    const lost = await losing(sample, /"verb":"dismiss"/, 2);
    const said = await sample.slipway('people', 'remove', 'maria');
    expect([said.exit, said.err]).toEqual([0, expect.stringContaining('maria may do nothing here any more')]);
    expect(lost()).toBe(2);
    expect(await namesIn(sample)).toEqual([]);
  });
});

/** In the owner's place: says so much and hears so much, and answers nothing, or always the same. */
async function silent(sample: Sample, greets: boolean, answer = ''): Promise<Server> {
  const socket = socketUnder(path.join(sample.repository.root, 'rt'));
  renameSync(socket, `${socket}.owner`);
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.on('data', () => {
      client.write(answer);
      server.emit('heard');
    });
    client.write(greets ? '{"protocol":2,"build":"test","greeting":"slipway"}\n' : '');
  });
  await new Promise<void>((resolve) => {
    server.listen(socket, resolve);
  });
  undo.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  );
  return server;
}

describe('whoever waits for an owner that does not answer', () => {
  test.each([
    ['SIGINT', 130, false, 'Nothing was sent.'],
    ['SIGTERM', 143, false, 'Nothing was sent.'],
    ['SIGINT', 130, true, 'may have been taken: look with `slipway status'],
  ] as const)(
    'is let go by one %s with %i, and told what became of the order',
    async (signal, exit, greets, words) => {
      const sample = await atWork();
      const reached = once(await silent(sample, greets), greets ? 'heard' : 'connection');
      const telling = sample.start('tell', 'Mind the dates');
      await reached;
      telling.child.kill(signal);
      const said = await telling.ended;
      expect([said.exit, said.err]).toEqual([exit, expect.stringContaining(words)]);
    },
  );
});

test('what an owner says cannot move the cursor, and an end nobody knows is no bug', async () => {
  const sample = await atWork();
  const trouble = { message: 'It is \u001B[31mred\u001B[0m.', exit: 'sideways' };
  await silent(sample, true, `${JSON.stringify({ protocol: 2, build: 'test', trouble })}\n`);
  const said = await sample.slipway('tell', 'Mind the dates');
  expect([said.exit, said.err]).toEqual([4, 'It is red.\n']);
});
