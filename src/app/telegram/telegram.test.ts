// Slipway through a bot: a Bot API on loopback, people with phones, a home with a real journal.

import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { BotHome, Wanted } from '../../../test/support/telegram/home.ts';
import { botHome, until } from '../../../test/support/telegram/home.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import { asked, ownerFor } from '../../../test/support/triggers/owner.ts';
import { mattersOf } from '../../core/notices/notice.ts';
import { must } from '../../core/run.ts';
import { askOwner } from '../../engine/socket.ts';
import { TelegramLedger } from '../../engine/telegram-ledger.ts';
import { openListener } from '../../server/listener.ts';
import { grammyBot } from '../../telegram/grammy-bot.ts';
import { buildHere } from '../home/build.ts';
import { noticeOf } from '../notices/notice-of.ts';
import { admit } from '../people/people.ts';
import { verbs } from '../verbs/table.ts';
import { telegramNotifier } from './telegram-notifier.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type World = BotHome;

function world(wanted: Wanted = {}): Promise<World> {
  return botHome(ends, wanted);
}

const runIn = (text: string): string => must(/r-[a-z0-9]+/.exec(text)?.[0], 'it names a run');

describe('a ticket', () => {
  test('goes from a text to a merged pull request by phone alone', async () => {
    const { app, ann } = await world();
    ann.writes('Change the texts.\n\nThey differ.');
    const ask = await ann.sees('This will start a run');
    const press = ann.presses('Start', ask);
    const run = runIn((await ann.sees('is under way')).text);
    await ann.sees(
      '(yes, by ann through telegram)',
      ({ id, buttons }) => id === ask.id && buttons.length === 0,
    );
    const plan = await ann.sees('the plan gate');
    expect(ann.isAnswered(press)).toBe(true);
    ann.presses('Approve', plan);
    for (let gates = 0; gates < 5; gates += 1) {
      const next = await ann.sees(
        /is completed|Slipway waits for you/,
        ({ text, buttons }) => text.includes('is completed') || buttons.length > 0,
      );
      if (next.text.includes('is completed')) break;
      ann.presses('Approve', next);
      await ann.sees(/answered approve in Telegram/, ({ id }) => id === next.id);
    }
    await ann.sees(`${run} (Change the texts.) is completed`);
    const story = await app.story(run);
    expect(story.status).toBe('completed');
    expect((await app.pullRequests(story)).map(({ state }) => state)).toEqual(['merged']);
    expect(story.run.gates.map(({ decision }) => decision?.by)).toEqual(
      story.run.gates.map(() => ({ who: 'ann', authenticated: 'telegram', channel: 'telegram' })),
    );
    // One message for each thing: none that asks is left, and nothing was said twice.
    expect(ann.shown.filter(({ buttons }) => buttons.length > 0)).toEqual([]);
    const heads = ann.shown.map(({ text }) => text.split('\n')[0]);
    expect(new Set(heads).size).toBe(heads.length);
    expect(app.trouble).toEqual([]);
  });
});

/** A run that was started at the terminal and waits at its plan. */
async function atPlan({ app }: World): Promise<string> {
  const run = await app.start();
  await app.owner.engine.settled(run);
  return run;
}

test('a gate that is pressed on two phones, on the page and at a terminal at once is answered once, and each says by whom', async () => {
  const at = await world({
    people: [
      { name: 'ann', id: 7 },
      { name: 'ben', id: 8 },
    ],
  });
  const { app, telegram, token, ann, owner } = at;
  const ben = telegram.person(8, 'Ben', token);
  ben.writes('/start');
  const run = await atPlan(at);
  const [first, second] = await Promise.all([ann.sees('the plan gate'), ben.sees('the plan gate')]);
  const listener = await openListener({ host: '127.0.0.1', port: 0 }, owner);
  ends.unshift(() => listener.close());
  const person = await admit(app.tools.places, { name: 'cat', access: 'decide', since: 0, elsewhere: {} });
  const gate = must((await app.owner.journal.inbox())[0], 'it waits');
  const input = { run, gate: gate.gate, answer: 'approve' };
  const page = fetch(`${listener.at.origin}/api/verbs/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person}` },
    body: JSON.stringify({ id: 'page-1', seen: gate.digest, input }),
  }).then((response) => response.status);
  const terminal = askOwner(
    app.tools.places.socket,
    {
      id: 'cli-1',
      by: { who: 'tester', authenticated: 'os', channel: 'cli' },
      verb: 'decide',
      input,
      seen: gate.digest,
    },
    { build: buildHere() },
  ).then((answer) => 'output' in answer);
  const presses = [ann.presses('Approve', first), ben.presses('Reject', second)];
  const [status, isTaken] = await Promise.all([page, terminal]);
  const after = await Promise.all([
    ann.sees(/answered (approve|reject)/, ({ id }) => id === first.id),
    ben.sees(/answered (approve|reject)/, ({ id }) => id === second.id),
  ]);
  const decision = must((await app.story(run)).run.gates[0]?.decision, 'somebody was first');
  const { who } = decision.by;
  expect(after.map(({ text }) => text.includes(`${who} answered ${decision.answer}`))).toEqual([true, true]);
  expect(after.map(({ buttons }) => buttons)).toEqual([[], []]);
  const winners = [status === 200, isTaken, who === 'ann', who === 'ben'].filter(Boolean);
  expect(winners).toHaveLength(1);
  const losers = [who === 'ann' ? undefined : ann, who === 'ben' ? undefined : ben];
  for (const phone of losers) await phone?.sees(/was decided already|is not what you saw/);
  expect([ann.isAnswered(presses[0] ?? ''), ben.isAnswered(presses[1] ?? '')]).toEqual([true, true]);
});

test('words change a plan: by its button, and by answering its message', async () => {
  const at = await world();
  const { app, ann } = at;
  const run = await atPlan(at);
  const first = await ann.sees('the plan gate');
  ann.presses('Change something', first);
  await ann.sees('Say it in one message');
  ann.writes('Do it in another file.');
  await ann.sees('ann answered revise in Telegram', ({ id }) => id === first.id);
  const second = await ann.sees('the plan gate', ({ id }) => id !== first.id);
  ann.writes('Still not that.', second);
  await ann.sees('ann answered revise', ({ id }) => id === second.id);
  const { run: state } = await app.story(run);
  const said = await Promise.all(state.gates.map(({ decision }) => app.text(decision?.comment)));
  expect(said.slice(0, 2)).toEqual(['Do it in another file.', 'Still not that.']);
});

test('a conversation steers its run: reports come by themselves, phrases do what they say after a yes, and a yes is no wish for a change', async () => {
  const at = await world();
  const { app, ann } = at;
  ann.writes('Change the texts.');
  ann.presses('Start', await ann.sees('This will start a run'));
  const run = runIn((await ann.sees('is under way')).text);
  const report = await ann.sees(`${run}: Investigating: Change the texts.`);
  expect(report.silent).toBe(true);
  const plan = await ann.sees('the plan gate');
  expect(plan.silent).toBe(false);
  ann.writes('stop');
  ann.presses('Yes', await ann.sees(`This will stop the agents of run ${run}`));
  await ann.sees('Stopped by ann');
  ann.writes('continue');
  ann.presses('Yes', await ann.sees(`This will let run ${run} go on`));
  await ann.sees('It goes on, by word of ann');
  ann.writes('yes', plan);
  await ann.sees('answered approve in Telegram', ({ id }) => id === plan.id);
  const { run: state } = await app.story(run);
  expect(state.gates[0]?.decision?.by).toEqual({
    who: 'ann',
    authenticated: 'telegram',
    channel: 'telegram',
  });
  expect(state.policy.gates.delivery).toBe(true);
  expect(app.trouble).toEqual([]);
});

test('strangers, people who may only look, old buttons and secrets do nothing, and each is told', async () => {
  const at = await world({
    people: [
      { name: 'ann', id: 7 },
      { name: 'eve', id: 9, access: 'view' },
    ],
  });
  const { app, telegram, token, ann, owner, shown } = at;
  const run = await atPlan(at);
  const plan = await ann.sees('the plan gate');
  const [bob, eve] = [telegram.person(8, 'ann', token), telegram.person(9, 'Eve', token)];
  bob.writes('Change everything');
  await bob.sees('Your number here is 8');
  eve.writes('Change everything');
  await eve.sees('Your number here is 9');
  bob.pressesData(plan.buttons[0]?.data ?? '', plan);
  const ledger = new TelegramLedger(
    owner.journal,
    { ...app.tools.clock, now: () => Date.now() - 8 * 24 * 3_600_000 },
    () => 'oldoldoldold',
  );
  const gate = must((await app.story(run)).run.gates[0], 'it waits');
  await ledger.buttons(7, { is: 'gate', run, gate: gate.id, digest: gate.digest });
  for (const data of ['oldoldoldold:a', 'nobodysword:a', '{"run":"x"}']) ann.pressesData(data, plan);
  await ann.sees('older than a week');
  await ann.sees('Nobody knows this button any more');
  const key = ['ghp_', 'R4nd0mT0kenOfNobody', 'AtAllForTests0123456'].join('');
  ann.writes(`Use ${key} for it`);
  const answer = await ann.sees(/must not be stored|This will start/);
  expect(answer.text).not.toContain(key);
  expect(await app.filesWith(key)).toEqual([]);
  expect((await app.story(run)).run.gates.map(({ decision }) => decision)).toEqual([undefined]);
  expect(await shown()).toContain('refused  telegram  number 8: Only somebody of this home');
  expect(bob.shown).toHaveLength(1);
});

test('a long plan is cut where a message ends, and the rest is behind a button', async () => {
  const at = await world();
  const { ann, owner } = at;
  const run = await atPlan(at);
  const state = must(await owner.runs.load(run), 'it was started');
  const gate = must(state.gates[0], 'it waits');
  const long = Array.from({ length: 400 }, (_, line) => `${line}: what is done there, and why`).join('\n');
  const blob = await at.app.tools.blobs.put(at.app.tools.screener.redact(long));
  const longer = { ...state, gates: [{ ...gate, blob }] };
  const bot = grammyBot({ token: at.token, api: at.telegram.url });
  const ledger = new TelegramLedger(owner.journal, at.app.tools.clock, () => 'longlonglong');
  const matter = must(mattersOf(longer, 0)[0], 'it is one');
  const notice = noticeOf(
    { run: longer, matter, side: 'open', seen: [], text: long, now: 0 },
    at.app.tools.screener,
  );
  expect(await telegramNotifier({ bot, person: 7, ledger }).say(notice)).toMatchObject({ ok: true });
  const sent = await ann.sees('(all of it: the last button)');
  expect(sent.text.length).toBeLessThanOrEqual(4_096);
  expect(sent.buttons.map(({ text }) => text)).toEqual([
    'Approve',
    'Change something',
    'Reject',
    'All of it',
  ]);
  expect(sent.buttons.every(({ data }) => Buffer.byteLength(data) <= 64)).toBe(true);
});

describe('a bot', () => {
  test('that is down, flooded or taken back keeps no run waiting, and says so; once it is there, it goes on', async () => {
    const at = await world();
    const { app, telegram, ann, shown } = at;
    await ann.sees('Say what you want done');
    telegram.flood(1);
    const run = await atPlan(at);
    expect((await app.story(run)).status).toBe('waiting');
    await until(async () => (await shown()).includes('Telegram wants less at once'));
    await telegram.down();
    await until(async () => (await shown()).includes('hears nothing: the Bot API does not answer'));
    await telegram.up();
    await until(async () => !(await shown()).includes('hears nothing'));
    ann.writes('/status');
    await ann.sees(`${run} Change the texts: waits for the plan gate`);
    telegram.revoke(at.token);
    await until(async () => (await shown()).includes('Telegram does not know its token'));
    expect(app.trouble).toEqual([]);
  });

  test('that is told by Telegram takes what has its secret, once, and nothing else', async () => {
    const at = await world({ isPosted: true });
    const { ann, owner, shown, app } = at;
    await ann.sees('Say what you want done');
    ann.writes('/status');
    await ann.sees('No run is open');
    const url = `http://127.0.0.1:${owner.triggers.portOf(app.repository.dir) ?? 0}/telegram`;
    const chat = { id: 7, type: 'private', first_name: 'Ann' };
    const from = { id: 7, is_bot: false, first_name: 'Ann' };
    const date = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      update_id: 1,
      message: { message_id: 5, date, chat, from, text: '/help' },
    });
    const post = (secret: string): Promise<number> =>
      fetch(url, { method: 'POST', body, headers: { 'x-telegram-bot-api-secret-token': secret } }).then(
        ({ status }) => status,
      );
    expect(await post('another-secret-of-nobody')).toBe(401);
    expect(await shown()).toContain('Its signature does not fit');
    const before = ann.shown.length;
    expect(await Promise.all([post('a-secret-of-the-tests-1'), post('a-secret-of-the-tests-1')])).toEqual([
      200, 200,
    ]);
    await until(() => Promise.resolve(ann.shown.length > before));
    expect(ann.shown).toHaveLength(before + 1);
  });

  test('that serves several repositories asks which is meant', async () => {
    const at = await world();
    const other = await makeRepository();
    ends.push(() => other.remove());
    await other.write('a.txt', 'one\n');
    const telegram = { token: 'BOT_TOKEN', api: at.telegram.url };
    await other.write('slipway.yaml', JSON.stringify({ triggers: { listen: { port: 0 }, telegram } }));
    await other.commit('first');
    await verbs.arm.carryOut(asked(at.app, at.owner), { dir: other.dir });
    at.ann.writes('Change the texts.');
    const ask = await at.ann.sees('In which repository?');
    expect(ask.buttons.map(({ text }) => text)).toHaveLength(3);
    expect(ask.buttons.at(-1)?.text).toBe('None');
    const [first] = ask.buttons;
    at.ann.presses('None', ask);
    await at.ann.sees('Nothing was done.', ({ id, buttons }) => id === ask.id && buttons.length === 0);
    at.ann.pressesData(first?.data ?? '', ask);
    await at.ann.sees('That was answered already by ann');
    expect(await at.app.owner.journal.summaries()).toEqual([]);
  });

  test('goes on where the people of the home cannot be read, and says so; nothing that was written is lost', async () => {
    const { app, ann, shown } = await world();
    await ann.sees('Say what you want done');
    const people = await readFile(app.tools.places.people, 'utf8');
    await writeFile(app.tools.places.people, 'not people');
    ann.writes('/status');
    await until(async () => (await shown()).includes('cannot be understood'));
    await writeFile(app.tools.places.people, people);
    await ann.sees('No run is open');
    expect(app.trouble).toEqual([]);
  });

  test('whose token is none is told when it is turned on', async () => {
    const { app } = await world();
    const { owner, stop } = ownerFor(app, { BOT_TOKEN: 'not a token' });
    ends.unshift(stop);
    const on = await verbs.arm.carryOut(asked(app, owner), { dir: app.repository.dir });
    expect(on.problems).toEqual(['BOT_TOKEN holds no token of a bot, such as @BotFather gives.']);
  });
});
