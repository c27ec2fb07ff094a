// A home with a bot in front of it, for tests: a Bot API on loopback, people with phones, triggers that are on.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { styleOf } from '../../../src/app/words/style.ts';
import { admit } from '../../../src/app/people/people.ts';
import type { AskedOrder } from '../../../src/app/verbs/verb.ts';
import { verbs } from '../../../src/app/verbs/table.ts';
import type { App } from '../app.ts';
import { startApp } from '../app.ts';
import { done, oneTask, write } from '../scripts.ts';
import { asked, ownerFor } from '../triggers/owner.ts';
import type { Phone } from './phone.ts';
import type { TelegramServer } from './server.ts';
import { startTelegram } from './server.ts';

export interface BotHome {
  readonly app: App;
  readonly telegram: TelegramServer;
  readonly token: string;
  readonly owner: AskedOrder['owner'];
  readonly ann: Phone;
  readonly shown: () => Promise<string>;
  /** The process ends, and another one turns the triggers on with these variables. */
  readonly again: (env: Readonly<Record<string, string>>) => Promise<AskedOrder['owner']>;
}

export interface Wanted {
  readonly people?: readonly {
    readonly name: string;
    readonly id: number;
    readonly access?: 'view' | 'decide';
  }[];
  readonly config?: Readonly<Record<string, unknown>>;
  /** Updates are posted. */
  readonly isPosted?: boolean;
}

/** What has to be ended goes to the front of `ends`. */
export async function botHome(
  ends: (() => Promise<void>)[],
  { people = [{ name: 'ann', id: 7 }], config = {}, isPosted = false }: Wanted = {},
): Promise<BotHome> {
  const telegram = await startTelegram();
  ends.push(async () => {
    await telegram.close();
    if (telegram.violations.length > 0) throw new Error(JSON.stringify(telegram.violations));
  });
  const token = telegram.bot('slipway_bot');
  const port = isPosted ? await freePort() : 0;
  const webhook = { url: `http://127.0.0.1:${port}/telegram`, secret: 'HOOK_SECRET' };
  const app = await startApp({
    script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]),
    config: {
      gates: { plan: true },
      triggers: {
        listen: { port },
        telegram: { token: 'BOT_TOKEN', api: telegram.url, ...(isPosted ? { webhook } : {}) },
      },
      ...config,
    },
  });
  ends.unshift(() => app.close());
  for (const { name, id, access = 'decide' } of people)
    await admit(app.tools.places, { name, access, since: 0, elsewhere: { telegram: String(id) } });
  const { owner, stop } = ownerFor(app, { BOT_TOKEN: token, HOOK_SECRET: 'a-secret-of-the-tests-1' });
  ends.unshift(stop);
  await trusted(app, owner);
  const ann = telegram.person(7, 'Ann', token);
  ann.writes('/start');
  await verbs.arm.carryOut(asked(app, owner), { dir: app.repository.dir });
  return {
    app,
    telegram,
    token,
    owner,
    ann,
    again: async (env) => {
      await owner.triggers.stop();
      const next = ownerFor(app, { BOT_TOKEN: token, ...env });
      ends.unshift(next.stop);
      await verbs.arm.carryOut(asked(app, next.owner), { dir: app.repository.dir });
      return next.owner;
    },
    shown: async () => {
      const { look, words } = await verbs.triggers.load();
      const output = await look({ ...app.tools, journal: app.owner.journal }, {});
      return words(output, { style: styleOf(false), width: 100, now: Date.now() }).data ?? '';
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof at === 'object' && at !== null ? at.port : 0;
}

/** What somebody at the machine has to say once before anything can be started from elsewhere. */
async function trusted(app: App, owner: AskedOrder['owner']): Promise<void> {
  const ticket = { text: JSON.stringify({ id: 'T-0', title: 'x' }), name: 'ticket.json' };
  const opening = await verbs.start.carryOut(asked(app, owner), { dir: app.repository.dir, ticket });
  if (opening.status !== 'not-trusted') return;
  const found = await app.tools.workspaces.look(app.repository.dir);
  if ('problem' in found) throw new Error(found.problem);
  const { repository } = found;
  const by = { who: 'tester', authenticated: 'os', channel: 'cli' };
  await owner.home.record({ type: 'commands.trusted', repository, hash: opening.commandsHash, by });
}

const waitMsMax = 15_000;

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + waitMsMax;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('it does not come to that');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
