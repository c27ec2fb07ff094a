// Each way of starting a run has its level [C7]: what it is by default, and what its own key of slipway.yaml makes of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../test/support/app.ts';
import { startApp } from '../../../test/support/app.ts';
import { done, oneTask } from '../../../test/support/scripts.ts';
import { randomIds } from '../../telemetry/system-clock.ts';
import { originOf } from './origin.ts';
import { prepareRun } from './prepare-run.ts';
import { referenceIn } from './ticket-reference.ts';

const usual = new Map([
  ['cli', { plan: false, delivery: false, onBlocked: 'simplify' }],
  ['webhook', { plan: true, delivery: false, onBlocked: 'halt' }],
  ['schedule', { plan: true, delivery: false, onBlocked: 'halt' }],
  ['mcp', { plan: true, delivery: false, onBlocked: 'halt' }],
  ['chat', { plan: true, delivery: true, onBlocked: 'halt' }],
  ['page', { plan: true, delivery: false, onBlocked: 'halt' }],
  ['http', { plan: true, delivery: false, onBlocked: 'halt' }],
]);

async function startedBy(app: App, channel: string) {
  const { command } = await prepareRun(app.tools, randomIds(), {
    dir: app.repository.dir,
    ticket: { text: '{"id": "T-1", "title": "Change the texts"}', name: 'ticket.json' },
    auto: false,
    interactive: false,
    by: { who: 'ann', authenticated: 'token', channel },
  });
  const { gates, onBlocked } = command.start.policy;
  return { plan: gates.plan, delivery: gates.delivery, onBlocked };
}

describe('a run with a ticket of its own words', () => {
  let plain: App;
  let turned: App;
  beforeAll(async () => {
    const script = oneTask(['a.txt'], [done]);
    plain = await startApp({ script });
    const others = [...usual.keys()].filter((name) => name !== 'cli').map((name) => [name, 'auto']);
    turned = await startApp({
      script,
      config: { autonomy: { ...Object.fromEntries(others), cli: 'interactive' } },
    });
  });
  afterAll(async () => {
    await plain.close();
    await turned.close();
  });

  test.each([...usual])('that was started through %s has the level of that', async (channel, level) => {
    expect(await startedBy(plain, channel)).toEqual(level);
  });

  test.each([...usual.keys()])('through %s has the level that its own key says', async (channel) => {
    const isAuto = channel !== 'cli';
    expect(await startedBy(turned, channel)).toEqual({
      plan: !isAuto,
      delivery: false,
      onBlocked: isAuto ? 'simplify' : 'halt',
    });
  });
});

describe('a ticket that others can write', () => {
  const from = {
    config: { tracker: { jira: { url: 'https://team.atlassian.net' } } },
    surroundings: { env: {} },
    remotes: () => Promise.resolve([{ name: 'origin', url: 'git@github.com:acme/shop.git' }]),
  };

  test.each([
    ['APP-7', 'tracker'],
    ['https://team.atlassian.net/browse/APP-7', 'tracker'],
    ['#7', 'forge'],
    ['https://github.com/acme/shop/issues/7', 'forge'],
  ])('counts as theirs, whoever typed %s: %s', async (text, origin) => {
    const source = await referenceIn({ text }, from);
    for (const channel of ['cli', 'webhook', 'chat', 'mcp']) expect(originOf(channel, source)).toBe(origin);
  });
});

test.each(['demo', 'rehearsal'])('the %s plays somebody at the command line', (channel) => {
  expect(originOf(channel, undefined)).toBe('cli');
});
