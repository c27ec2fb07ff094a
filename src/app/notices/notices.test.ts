// What people are told of runs, in a home with a real journal and a real listener at the other end.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from '../../../test/support/app.ts';
import { person, startApp } from '../../../test/support/app.ts';
import { done, oneTask, write } from '../../../test/support/scripts.ts';
import { asked, ownerFor } from '../../../test/support/triggers/owner.ts';
import { must, openGates } from '../../core/run.ts';
import { NoticeLedger, notifierKey } from '../../engine/notice-ledger.ts';
import { isRecord, parseJson } from '../../plain/json.ts';
import { diagnose } from '../setting-up/doctor-findings.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import { verbs } from '../verbs/table.ts';
import { styleOf } from '../words/style.ts';

const secret = 'a-secret-of-the-tests-1';

interface Room {
  readonly url: string;
  /** The heads of what came, in order. */
  readonly heads: () => readonly string[];
  readonly bodies: string[];
  answers: number;
  readonly until: (times: number) => Promise<void>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function aRoom(): Promise<Room> {
  const bodies: string[] = [];
  let [waits, came] = [0, (): void => undefined];
  const server = createServer((request, response) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
      if (room.answers === 200) bodies.push(Buffer.concat(pieces).toString());
      response.writeHead(room.answers).end();
      waits -= 1;
      if (waits <= 0) came();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  });
  const at = server.address();
  const room: Room = {
    url: `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/in`,
    bodies,
    answers: 200,
    heads: () => bodies.map(headIn),
    until: async (times) => {
      if (bodies.length >= times) return;
      await new Promise<void>((resolve) => {
        waits = times - bodies.length;
        came = resolve;
      });
    },
  };
  return room;
}

function headIn(body: string): string {
  const read = parseJson(body);
  const data = isRecord(read) ? read['data'] : undefined;
  return isRecord(data) && typeof data['head'] === 'string' ? data['head'] : body;
}

interface World {
  readonly app: App;
  readonly room: Room;
  readonly owner: AskedOrder['owner'];
  readonly shown: () => Promise<string>;
}

async function world(
  notify: Readonly<Record<string, unknown>> = {},
  before?: (app: App) => Promise<void>,
): Promise<World> {
  const room = await aRoom();
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: {
      gates: { plan: true },
      notify: { webhooks: { ops: { url: 'OPS_URL', secret: 'OPS_SECRET' } }, ...notify },
    },
  });
  ends.unshift(() => app.close());
  await before?.(app);
  const { owner, stop } = ownerFor(app, { OPS_URL: room.url, OPS_SECRET: secret });
  ends.unshift(stop);
  await verbs.arm.carryOut(asked(app, owner), { dir: app.repository.dir });
  return {
    app,
    room,
    owner,
    shown: async () => {
      const { look, words } = await verbs.triggers.load();
      const output = await look({ ...app.tools, journal: app.owner.journal }, {});
      return words(output, paper).data ?? '';
    },
  };
}

const paper = { style: styleOf(false), width: 100, now: Date.now() };

/** The time of day in so many hours. */
function timeIn(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
}

const approve = () => ({ answer: 'approve' }) as const;

describe('a run', () => {
  test('is told at its gate, when that was decided, and when it ended: each once, and nothing else', async () => {
    const { app, room, shown } = await world();
    const run = await app.start({ title: 'Change <the> texts' });
    await room.until(1);
    expect(room.heads()).toEqual([`Slipway waits for you: the plan gate of ${run} (Change <the> texts)`]);
    expect(room.bodies[0]).toContain('slipway approve');
    const story = await app.settle(run, approve);
    expect(story.status).toBe('completed');
    const isOver = (): boolean => room.heads().some((head) => head.includes('is completed'));
    while (!isOver()) await room.until(room.heads().length + 1);
    const heads = room.heads();
    expect(heads).toContain(
      `Plan gate of ${run} (Change <the> texts): ${person.who} answered approve at a terminal`,
    );
    expect(new Set(heads).size).toBe(heads.length);
    expect(await shown()).toMatch(/notifier webhook ops {2}said \d things, the last/);
    expect(app.trouble).toEqual([]);
  });

  test('whose gate was open before is told when it is turned on, and one that ended before is not', async () => {
    let [waiting, over] = ['', ''];
    const { room } = await world({}, async (app) => {
      over = await app.start({ id: 'T-2', title: 'Before' });
      await app.settle(over, approve);
      waiting = await app.start({ id: 'T-3', title: 'Waits' });
      await app.owner.engine.settled(waiting);
    });
    await room.until(1);
    expect(room.heads()).toEqual([expect.stringContaining(`of ${waiting} (Waits)`)]);
  });

  test('in quiet hours is not told, and goes on', async () => {
    const { app, room, owner } = await world({ quiet: { from: timeIn(-1), to: timeIn(1), zone: 'UTC' } });
    const run = await app.start();
    await app.settle(run, approve);
    const ledger = new NoticeLedger(owner.journal, app.tools.clock);
    expect((await ledger.state()).size).toBe(0);
    expect(room.bodies).toEqual([]);
  });
});

test('what cannot be said is told where people look, keeps no run waiting, and is said once it can be', async () => {
  const { app, room, owner, shown } = await world();
  room.answers = 503;
  const run = await app.start();
  await room.until(1);
  await app.owner.engine.settled(run);
  const ledger = new NoticeLedger(owner.journal, app.tools.clock);
  const name = notifierKey(app.repository.dir, 'webhook ops');
  for (let looks = 0; looks < 200 && (await ledger.state()).get(name)?.down === undefined; looks += 1)
    await app.tools.clock.until(app.tools.clock.now() + 10, new AbortController().signal);
  expect(await shown()).toContain(
    'notifier webhook ops  said nothing yet; it was answered with 503, tried again',
  );
  const found = await diagnose(app.tools.surroundings, app.repository.dir, process.version);
  expect(found.find((one) => one.name === 'notifiers')).toMatchObject({
    level: 'warn',
    todo: 'it was answered with 503.',
  });
  const state = must(await app.owner.runs.load(run), 'it was started');
  expect(openGates(state).map(({ kind }) => kind)).toEqual(['plan']);
});

test('a process that dies between saying and writing it down has it said once more, and not ten times', async () => {
  let run = '';
  const { room } = await world({}, async (app) => {
    run = await app.start();
    await app.owner.engine.settled(run);
    const gate = must(openGates(must(await app.owner.runs.load(run), 'it is there'))[0], 'it waits');
    const ledger = new NoticeLedger(app.owner.journal, app.tools.clock);
    const notifier = notifierKey(app.repository.dir, 'webhook ops');
    const begun = { notifier, matter: `${run}/${gate.id}`, run, about: 'gate', side: 'open' } as const;
    for (let deaths = 0; deaths < 2; deaths += 1) await ledger.record({ type: 'notice.begun', ...begun });
  });
  await room.until(1);
  expect(room.heads()).toEqual([expect.stringContaining(run)]);
});

test('one whose address is not set says so when it is turned on, and the others are made', async () => {
  const room = await aRoom();
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: {
      notify: {
        webhooks: {
          ops: { url: 'OPS_URL', secret: 'OPS_SECRET' },
          team: { url: 'TEAM_URL', template: 'slack' },
        },
      },
    },
  });
  ends.unshift(() => app.close());
  const { owner, stop } = ownerFor(app, { OPS_URL: room.url, OPS_SECRET: secret });
  ends.unshift(stop);
  const on = await verbs.arm.carryOut(asked(app, owner), { dir: app.repository.dir });
  expect(on.problems).toEqual(['TEAM_URL is not set.']);
  expect(on.armed.notifiers.map(({ name }) => name)).toEqual(['webhook ops', 'webhook team']);
});

test('an address that a variable has is not written to in the clear elsewhere, and that is told', async () => {
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: { notify: { webhooks: { ops: { url: 'OPS_URL', secret: 'OPS_SECRET' } } } },
  });
  ends.unshift(() => app.close());
  const { owner, stop } = ownerFor(app, { OPS_URL: 'http://192.0.2.77/in', OPS_SECRET: secret });
  ends.unshift(stop);
  const on = await verbs.arm.carryOut(asked(app, owner), { dir: app.repository.dir });
  expect(on.problems).toEqual([
    'What OPS_URL has begins with http://, which is for this machine alone: take https://.',
  ]);
});
