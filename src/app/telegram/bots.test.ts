// The bots of a home: which one is on, how it hears, what is said where it does not, and who is told at night.

import { afterEach, expect, test } from 'vitest';
import { makeRepository } from '../../../test/support/repository.ts';
import { botHome, until } from '../../../test/support/telegram/home.ts';
import { asked } from '../../../test/support/triggers/owner.ts';
import { isTriggerEvent } from '../../core/triggers/delivery.ts';
import { verbs } from '../verbs/table.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const timeIn = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
const quiet = { from: timeIn(-1), to: timeIn(1), zone: 'UTC' };

test('in quiet hours whoever talks about a run is told what it asks, without a sound, and nothing of other runs', async () => {
  const { app, ann } = await botHome(ends, { config: { notify: { quiet } } });
  const other = await app.start({ id: 'T-9', title: 'Somebody else’s' });
  await app.owner.engine.settled(other);
  ann.writes('Change the texts.');
  ann.presses('Start', await ann.sees('This will start a run'));
  const plan = await ann.sees('the plan gate');
  expect(plan.silent).toBe(true);
  ann.presses('Approve', plan);
  await ann.sees('answered approve in Telegram', ({ id }) => id === plan.id);
  const next = await ann.sees(
    /Slipway waits for you/,
    ({ id, buttons }) => id !== plan.id && buttons.length > 0,
  );
  expect(next.silent).toBe(true);
  expect(ann.shown.filter(({ text }) => text.includes(other))).toEqual([]);
});

test('a bot that is replaced by another one is not said to hear nothing any more', async () => {
  const at = await botHome(ends);
  await at.ann.sees('Say what you want done');
  at.telegram.revoke(at.token);
  await until(async () => (await at.shown()).includes('Telegram does not know its token'));
  const token = at.telegram.bot('second_bot');
  await at.again({ BOT_TOKEN: token });
  const ann = at.telegram.person(7, 'Ann', token);
  ann.writes('/start');
  await ann.sees('Say what you want done');
  expect(await at.shown()).toContain('asks Telegram what came');
  expect(await at.shown()).not.toContain('hears nothing');
});

test('a bot that is told by Telegram is not said to hear nothing once it could be told where', async () => {
  const at = await botHome(ends, { isPosted: true });
  await at.telegram.down();
  await at.again({ HOOK_SECRET: 'a-secret-of-the-tests-1' });
  await until(async () => (await at.shown()).includes('hears nothing'));
  await at.telegram.up();
  await until(async () => (await at.shown()).includes('is told by Telegram what came'));
});

test('a second folder that wants to hear the same bot in another way is told that it does not', async () => {
  const at = await botHome(ends);
  const other = await makeRepository();
  ends.push(() => other.remove());
  const hook = { url: 'http://127.0.0.1:9/telegram', secret: 'HOOK_SECRET' };
  const telegram = { token: 'BOT_TOKEN', api: at.telegram.url, webhook: hook };
  await other.write('slipway.yaml', JSON.stringify({ triggers: { listen: { port: 0 }, telegram } }));
  await other.commit('first');
  const { problems } = await verbs.arm.carryOut(asked(at.app, at.owner), { dir: other.dir });
  expect(problems).toEqual([
    expect.stringMatching(/^The bot of BOT_TOKEN is on for .* already, and asks Telegram what came/),
  ]);
  expect(at.telegram.calls.filter(({ method }) => method === 'setWebhook')).toEqual([]);
});

test('what somebody writes while an engine leaves is taken in by it or by the next one, and is of its folder', async () => {
  const at = await botHome(ends);
  await at.ann.sees('Say what you want done');
  const folders = async () => {
    const events = await at.app.owner.journal.read('triggers');
    return events.flatMap(({ event }) =>
      isTriggerEvent(event) && event.type === 'delivery.received' ? [event.delivery.folder] : [],
    );
  };
  for (let n = 0; n < 100; n += 1) at.ann.writes(`Change text ${n}`);
  // In the middle of what came together.
  for (let looks = 0; looks < 100_000 && (await folders()).length < 4; looks += 1)
    await new Promise((resolve) => setImmediate(resolve));
  await at.again({});
  await until(async () => (await folders()).length === 101);
  expect(new Set(await folders())).toEqual(new Set([at.app.repository.dir]));
});
