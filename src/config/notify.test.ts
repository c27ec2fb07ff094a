import { expect, test } from 'vitest';
import { loadConfig } from './load.ts';
import type { NotifySettings } from './notify-settings.ts';

async function read(notify: unknown): Promise<NotifySettings | undefined> {
  const text = JSON.stringify({ notify });
  const config = await loadConfig({
    read: (file) => Promise.resolve(file === 'slipway.yaml' ? text : undefined),
    cores: 2,
  });
  return config.notify;
}

const ops = { url: 'https://hooks.example.com/a', secret: 'OPS_SECRET' };

test('hours are minutes of the day, and what is not said is not on', async () => {
  const quiet = { from: '22:00', to: '07:30', zone: 'Europe/Berlin' };
  expect(await read({ webhooks: { ops }, quiet })).toEqual({
    desktop: false,
    webhooks: { ops: { ...ops, template: 'standard' } },
    quiet: { from: 1_320, to: 450, zone: 'Europe/Berlin' },
  });
});

test.each([
  ['without a secret', { webhooks: { ops: { url: ops.url } } }, /without it nobody could tell/],
  ['in the clear to elsewhere', { webhooks: { ops: { ...ops, url: 'http://hooks.example.com' } } }, /https/],
  [
    'with the address of Slack',
    { webhooks: { ops: { url: ops.url, template: 'slack' } } },
    /is a secret with slack/,
  ],
  [
    'with a secret in it',
    { webhooks: { ops: { ...ops, secret: 'not a variable' } } },
    /name of an environment variable/,
  ],
  ['in a zone that is none', { quiet: { from: '22:00', to: '07:00', zone: 'Berlin' } }, /no time zone/],
  ['at a time that is none', { quiet: { from: '24:00', to: '07:00', zone: 'UTC' } }, /not a time of the day/],
])('a notifier %s is refused', async (_how, notify, why) => {
  await expect(read(notify)).rejects.toThrow(why);
});

test('in the clear to this machine is taken', async () => {
  const here = { ...ops, url: 'http://127.0.0.1:8080/in' };
  expect(await read({ webhooks: { ops: here } })).toMatchObject({ webhooks: { ops: here } });
});
