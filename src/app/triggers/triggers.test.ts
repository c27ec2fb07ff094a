// Triggers over HTTP, in a home with a real journal: what is taken, what comes of it, and what a crash leaves.

import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from '../../../test/support/app.ts';
import { person, startApp } from '../../../test/support/app.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import { done, oneTask, write } from '../../../test/support/scripts.ts';
import { asked, ownerFor } from '../../../test/support/triggers/owner.ts';
import { hubSignature, standardHeaders } from '../../../test/support/triggers/signing.ts';
import { must, openGates } from '../../core/run.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { TriggerLedger } from '../../engine/trigger-ledger.ts';
import { admit } from '../people/people.ts';
import { Environments } from '../home/environments.ts';
import type { AskedOrder } from '../verbs/verb.ts';
import { verbs } from '../verbs/table.ts';

const secret = 'a-secret-of-the-tests-1';
const config = {
  gates: { plan: true },
  triggers: {
    listen: { port: 0 },
    github: { secret: 'HOOK_SECRET', start: ['slipway'] },
    jira: { secret: 'HOOK_SECRET', start: ['slipway'] },
    webhooks: { ci: { secret: 'HOOK_SECRET' } },
    schedules: { nightly: { cron: '0 2 * * *', ticket: 'Change a' } },
  },
};

interface World {
  readonly app: App;
  readonly owner: AskedOrder['owner'];
  readonly port: number;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<number>;
  readonly told: (id: string, body: unknown) => Promise<number>;
  readonly comment: (text: string, more?: Readonly<Record<string, unknown>>) => Promise<number>;
  /** Waits until nothing is left in the inbox. */
  readonly quiet: () => Promise<void>;
  readonly shown: () => Promise<readonly string[]>;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function world({ trusts = true, port: wanted = 0 } = {}): Promise<World> {
  const own = { ...config, triggers: { ...config.triggers, listen: { port: wanted } } };
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: own,
  });
  ends.push(() => app.close());
  const { owner, stop } = ownerFor(app, { HOOK_SECRET: secret });
  ends.unshift(stop);
  const { dir } = app.repository;
  const order = asked(app, owner);
  const on = await verbs.arm.carryOut(order, { dir });
  if (trusts) await trust(app, owner);
  const { port } = on.armed.listen;
  const post: World['post'] = async (at, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const signed = {
      'x-hub-signature': hubSignature(secret, text),
      'x-hub-signature-256': hubSignature(secret, text),
    };
    const answer = await fetch(`http://127.0.0.1:${port}${at}`, {
      method: 'POST',
      body: text,
      headers: { ...signed, ...headers },
    });
    await answer.text();
    return answer.status;
  };
  let comments = 0;
  return {
    app,
    owner,
    port,
    post,
    told: (id, body) =>
      post('/webhooks/ci', body, standardHeaders(secret, JSON.stringify(body), { id, at: Date.now() })),
    comment: (text, more = {}) => {
      comments += 1;
      const created = new Date().toISOString();
      const author = { accountId: 'acc-ann', displayName: 'Ann', accountType: 'atlassian' };
      const comment = { id: String(comments), body: text, author, created, updated: created, ...more };
      return post('/jira', { webhookEvent: 'comment_created', issue: { key: 'TK-7' }, comment });
    },
    quiet: async () => {
      for (let looks = 0; looks < 500; looks += 1) {
        if ((await owner.triggers.ledger.inbox()).unsettled.size === 0) return;
        await app.tools.clock.until(app.tools.clock.now() + 20, new AbortController().signal);
      }
      throw new Error('the inbox does not become empty');
    },
    shown: async () => {
      const { journal } = app.owner;
      const { look } = await verbs.triggers.load();
      const shown = await look({ ...app.tools, journal }, {});
      return shown.deliveries.map(({ outcome, trigger, because }) => `${outcome} ${trigger}: ${because}`);
    },
  };
}

async function trust(app: App, owner: AskedOrder['owner']): Promise<void> {
  const { start } = verbs;
  const input = {
    dir: app.repository.dir,
    ticket: { text: JSON.stringify({ id: 'T-0', title: 'x' }), name: 'ticket.json' },
  };
  const opening = await start.carryOut(asked(app, owner), input);
  if (opening.status !== 'not-trusted') return;
  const { repository } = await app.tools.workspaces.look(app.repository.dir).then((found) => {
    if ('problem' in found) throw new Error(found.problem);
    return found;
  });
  await owner.home.record({ type: 'commands.trusted', repository, hash: opening.commandsHash, by: person });
}

test('what is listened to is told by the port it got, and repositories that name none do not take it from each other', async () => {
  const app = await startApp({
    script: [],
    config: { triggers: { webhooks: { ci: { secret: 'HOOK_SECRET' } } } },
  });
  ends.push(() => app.close());
  const other = await makeRepository();
  ends.push(() => other.remove());
  await other.write(
    'slipway.yaml',
    JSON.stringify({ triggers: { webhooks: { ci: { secret: 'HOOK_SECRET' } } } }),
  );
  await other.commit('first');
  const { owner, stop } = ownerFor(app, { HOOK_SECRET: secret });
  ends.unshift(stop);
  const ports = async () => {
    const { look } = await verbs.triggers.load();
    const { armed } = await look({ ...app.tools, journal: app.owner.journal }, {});
    return armed.map(({ listen }) => listen.port);
  };
  const dirs = [app.repository.dir, other.dir];
  for (const dir of dirs) await verbs.arm.carryOut(asked(app, owner), { dir });
  const first = await ports();
  expect(new Set(first).size).toBe(2);
  expect(first).toEqual(dirs.map((dir) => owner.triggers.portOf(dir)));
  await verbs.arm.carryOut(asked(app, owner), { dir: other.dir });
  expect(await ports()).toEqual(first);
});

async function listening(at: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(at, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : at };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

const startOf = (world: World): Promise<readonly string[]> =>
  world.app.owner.journal.summaries().then((all) => all.map(({ run }) => run));

describe('a webhook of somebody’s own', () => {
  test('starts a run once, however often and under whatever time it comes, and the run asks about its plan', async () => {
    const at = await world();
    const body = { ticket: 'Change the texts.\n\nThey differ.' };
    expect(await Promise.all([at.told('m-1', body), at.told('m-1', body), at.told('m-1', body)])).toContain(
      202,
    );
    await at.quiet();
    expect(await at.told('m-1', body)).toBe(200);
    const [run = '', ...others] = await startOf(at);
    expect(others).toEqual([]);
    await at.app.owner.engine.settled(run);
    const state = must(await at.app.owner.runs.load(run), 'it was started');
    expect(openGates(state).map(({ kind }) => kind)).toEqual(['plan']);
    expect(state.policy.onBlocked).toBe('halt');
    expect(await at.shown()).toEqual(
      expect.arrayContaining(['done webhook ci: Started', 'ignored webhook ci: It was delivered before']),
    );
  });

  test('that nobody signed, or that is another secret’s, is answered with 401 and leaves no run; a flood of them no journal', async () => {
    const at = await world();
    for (let times = 0; times < 50; times += 1) {
      expect(await at.post('/webhooks/ci', { ticket: 'x y' }, { 'webhook-id': `f${times}` })).toBe(401);
    }
    expect(
      await at.post('/github', '{}', { 'x-hub-signature-256': hubSignature('another-secret-1234', '{}') }),
    ).toBe(401);
    expect(await startOf(at)).toEqual([]);
    const recorded = await at.app.owner.journal.read('triggers');
    expect(recorded.filter(({ event }) => event.type === 'delivery.turned-away')).toHaveLength(7);
  });

  test('is refused where nobody trusted the commands, and the person is told what to do', async () => {
    const at = await world({ trusts: false });
    expect(await at.told('m-1', { ticket: 'Change the texts.' })).toBe(202);
    await at.quiet();
    expect(await startOf(at)).toEqual([]);
    expect(await at.shown()).toEqual([
      expect.stringMatching(/^refused webhook ci: Nobody has said yet that the commands .*--trust/),
    ]);
  });

  test('with a secret in it is not taken, and nothing of it is kept', async () => {
    const at = await world();
    const key = ['AKIA', 'QWERTYUIOPASDFGH'].join('');
    expect(await at.told('m-1', { ticket: `Use -----BEGIN RSA PRIVATE KEY-----\n${key}` })).not.toBe(500);
    await at.quiet();
    expect(await at.app.filesWith(key)).toEqual([]);
  });
});

async function atItsPlanGate() {
  const at = await world();
  const story = await at.app.play(undefined, { id: 'TK-7' });
  const gate = must(openGates(story.run)[0], 'a plan gate is open');
  return { ...at, run: story.run.id, gate };
}

describe('a comment on a ticket', () => {
  test('approves only with the hash that was seen, by somebody of this home who may decide', async () => {
    const at = await atItsPlanGate();
    const seen = seenWord(at.gate);
    expect(await at.comment(`/slipway approve ${seen}`)).toBe(200);
    await admit(at.app.tools.places, {
      name: 'eve',
      access: 'view',
      since: 0,
      elsewhere: { jira: 'acc-ann' },
    });
    expect(await at.comment(`/slipway approve ${seen}`)).toBe(200);
    await admit(at.app.tools.places, {
      name: 'ann',
      access: 'decide',
      since: 0,
      elsewhere: { jira: 'acc-ann' },
    });
    expect(await at.comment('/slipway approve')).toBe(400);
    expect(await at.comment('/slipway approve 0123456789')).toBe(202);
    await at.quiet();
    expect(
      openGates(must(await at.app.owner.runs.load(at.run), 'it is there')).map(({ kind }) => kind),
    ).toEqual(['plan']);
    expect(await at.comment(`/slipway approve ${seen}`)).toBe(202);
    await at.quiet();
    const { gates } = must(await at.app.owner.runs.load(at.run), 'it is there');
    expect(gates[0]?.decision).toMatchObject({
      answer: 'approve',
      by: { who: 'ann', authenticated: 'jira', channel: 'webhook' },
    });
  });

  test('stops its run, and says so where nobody knows of one', async () => {
    const at = await atItsPlanGate();
    expect(await at.comment('/slipway stop')).toBe(202);
    await at.quiet();
    expect(must(await at.app.owner.runs.load(at.run), 'it is there').paused).toBe(true);
    const created = new Date().toISOString();
    const author = { accountId: 'acc-ann' };
    const comment = { id: '99', body: '/slipway stop', author, created };
    await at.post('/jira', { webhookEvent: 'comment_created', issue: { key: 'TK-8' }, comment });
    await at.quiet();
    expect(await at.shown()).toContain('refused jira: No open run of this home is about TK-8');
  });

  test('revises the plan, and is carried out once where the engine died before it could say so', async () => {
    const at = await atItsPlanGate();
    // The next one finds it in the inbox, though it was carried out.
    expect(await at.comment(`/slipway revise ${seenWord(at.gate)} Keep it smaller`)).toBe(202);
    await at.quiet();
    const events = await at.app.owner.journal.read('triggers');
    const received = events.findLast(({ event }) => event.type === 'delivery.received');
    const { carryOut } = await import('./carry-out.ts');
    const inbox = await at.owner.triggers.ledger.inbox();
    const [came] = [...inbox.came.values()];
    const carrying = { tools: at.app.tools, owner: at.owner, repository: '', given: undefined };
    expect(await carryOut(carrying, must(came, 'it came'))).toMatchObject({ outcome: 'done' });
    expect(received).toBeDefined();
    const told = await at.app.story(at.run);
    expect(told.events.filter(({ type }) => type === 'gate.decided')).toHaveLength(1);
  });

  test('revises nothing without the hash that was seen, and is told what to write (CARRY-OUT-3)', async () => {
    const at = await atItsPlanGate();
    const seen = seenWord(at.gate);
    expect(await at.comment('/slipway revise Keep it smaller')).toBe(202);
    expect(await at.comment('/slipway revise 0123456789 Keep it smaller')).toBe(202);
    await at.quiet();
    const { gates } = must(await at.app.owner.runs.load(at.run), 'it is there');
    expect(gates.map(({ decision }) => decision)).toEqual([undefined]);
    expect(await at.shown()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          `^refused jira: Nothing was decided: .*slipway show ${at.run} gate.*/slipway revise ${seen} `,
        ),
        expect.stringMatching(/^refused jira: .*is not what you saw any more/),
      ]),
    );
  });

  test('of an edited comment, of a customer, of a bot or of Slipway itself orders nothing', async () => {
    const at = await atItsPlanGate();
    const others: readonly (readonly [string, object])[] = [
      ['/slipway stop', { updated: '2026-01-01T00:00:00.000Z' }],
      ['/slipway stop', { author: { accountId: 'c', accountType: 'customer' } }],
      ['/slipway stop', { author: { accountId: 'b', accountType: 'app' } }],
      ['/slipway stop\n\n<!-- slipway:run/1/comment -->', {}],
    ];
    for (const [text, more] of others) expect(await at.comment(text, { ...more })).toBe(200);
    expect(await at.comment('Thanks, /slipway stop')).toBe(200);
    expect(must(await at.app.owner.runs.load(at.run), 'it is there').paused).toBe(false);
  });
});

describe('triggers that are on', () => {
  test('are taken up by the next engine as they were turned on, with what was left in the inbox', async () => {
    const at = await world();
    await at.owner.triggers.stop();
    const { folder } = must([...(await at.owner.triggers.ledger.inbox()).armed.values()][0], 'they are on');
    const ledger = new TriggerLedger(at.app.owner.journal, at.app.tools.clock);
    const text = await at.app.tools.blobs.put(at.app.tools.screener.redact('Change the texts.'));
    const asks = { do: 'start-told', text, name: 'ci' } as const;
    const delivery = {
      id: 'left',
      folder,
      trigger: 'webhook ci',
      happenedAt: Date.now(),
      who: 'w',
      known: 'webhook',
      subject: 's',
      asks,
    };
    await ledger.receive(delivery, { perAuthorHour: 9, perTriggerHour: 9 });
    await rm(path.join(folder, 'slipway.yaml'));
    await at.app.repository.git('checkout', 'slipway.yaml');
    const { owner: next, stop } = ownerFor(at.app, { HOOK_SECRET: secret });
    ends.unshift(stop);
    await next.triggers.takeUp(next);
    expect(next.triggers.isOn()).toBe(true);
    for (let looks = 0; looks < 500 && (await next.triggers.ledger.inbox()).unsettled.size > 0; looks += 1) {
      await at.app.tools.clock.until(at.app.tools.clock.now() + 20, new AbortController().signal);
    }
    expect(await startOf(at)).toHaveLength(1);
  });

  test('whose port another program has by then are told as that, and trouble nobody else', async () => {
    const free = await listening(0);
    await closed(free.server);
    const at = await world({ port: free.port });
    await at.owner.triggers.stop();
    const other = await listening(free.port);
    ends.unshift(() => closed(other.server));
    const { owner: next, stop } = ownerFor(at.app, { HOOK_SECRET: secret });
    ends.unshift(stop);
    await next.triggers.takeUp(next);
    expect(next.triggers.isOn()).toBe(false);
    expect(await at.shown()).toContainEqual(expect.stringContaining('could not be listened to'));
  });

  test('that are turned on or off by an order that is sent again are as they were ordered last', async () => {
    const at = await world();
    const { dir } = at.app.repository;
    const [on, off] = [asked(at.app, at.owner), asked(at.app, at.owner)];
    const first = await verbs.arm.carryOut(on, { dir });
    await at.app.repository.write('slipway.yaml', '{}');
    const again = await verbs.arm.carryOut(on, { dir });
    expect(again.armed.hooks).toEqual(first.armed.hooks);
    const offFirst = await verbs.disarm.carryOut(off, { dir });
    expect([offFirst, await verbs.disarm.carryOut(off, { dir })]).toEqual([offFirst, offFirst]);
    await expect(verbs.arm.carryOut(on, { dir })).rejects.toThrow('turned off or on anew since');
    expect(at.owner.triggers.isOn()).toBe(false);
  });

  test('are listened to no more once they are off, and a hook without its secret never was', async () => {
    const at = await world();
    await verbs.disarm.carryOut(asked(at.app, at.owner), { dir: at.app.repository.dir });
    await expect(at.told('m-1', { ticket: 'x y' })).rejects.toThrow();
    expect(at.owner.triggers.isOn()).toBe(false);
    const unset = { ...at.owner, environments: new Environments(at.app.tools) };
    const on = await verbs.arm.carryOut(
      { ...asked(at.app, unset), tools: at.app.tools },
      { dir: at.app.repository.dir },
    );
    expect(on.problems).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^HOOK_SECRET is not set/)),
    );
    await expect(at.told('m-1', { ticket: 'x y' })).rejects.toThrow();
  });
});
