// A home with a repository, its triggers over HTTP, and processes that die around their appends: what services post to in this proof.

import { dressed } from '../../../src/app/parts.ts';
import { Environments } from '../../../src/app/home/environments.ts';
import { Triggers } from '../../../src/app/triggers/triggers.ts';
import type { AskedOrder } from '../../../src/app/verbs/verb.ts';
import { verbs } from '../../../src/app/verbs/table.ts';
import { admit } from '../../../src/app/people/people.ts';
import { isConversationEvent } from '../../../src/core/chat/conversation.ts';
import { isTriggerEvent } from '../../../src/core/triggers/delivery.ts';
import { TriggerLedger, triggerStream } from '../../../src/engine/trigger-ledger.ts';
import { openHooks } from '../../../src/server/hooks.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import type { App } from '../../support/app.ts';
import { person, startApp } from '../../support/app.ts';
import type { Phone } from '../../support/telegram/phone.ts';
import { startTelegram } from '../../support/telegram/server.ts';
import type { Dying } from './dying.ts';
import { dying, seeded } from './dying.ts';

export const secret = 'a-secret-of-this-proof-1';
export const place = 'https://github.com/acme/app';
const perHour = 1_000;

const config = {
  triggers: {
    listen: { port: 0 },
    github: { secret: 'HOOK_SECRET', start: ['slipway'] },
    jira: { secret: 'HOOK_SECRET', start: ['slipway'] },
    webhooks: { ci: { secret: 'HOOK_SECRET' } },
    limits: { perAuthorHour: perHour, perTriggerHour: perHour },
  },
};

export interface Desk {
  readonly app: App;
  /** The runs that comments are about, at Jira and at GitHub. */
  readonly runs: readonly string[];
  /** Of somebody who is linked. */
  readonly phone: Phone;
  /** What was heard of what they wrote, in the order it came. */
  readonly heard: () => Promise<readonly string[]>;
  /** How often each delivery was received, and how often settled, by its id. */
  readonly inbox: () => Promise<readonly Counted[]>;
  readonly dying: Dying;
  /** Undefined while no process listens. */
  readonly port: () => number | undefined;
  /** The process is gone, and the next one takes up what it left; later by so much. */
  readonly restart: (laterMs?: number) => Promise<void>;
  /** Until nothing is left in the inbox. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Counted {
  readonly id: string;
  readonly subject: string;
  readonly received: number;
  readonly settled: number;
}

const number = 7;

export async function openDesk(seed: number): Promise<Desk> {
  const telegram = await startTelegram();
  const token = telegram.bot('slipway_bot');
  const bot = { token: 'BOT_TOKEN', api: telegram.url };
  const app = await startApp({
    script: [],
    config: { triggers: { ...config.triggers, telegram: bot } },
    prepare: async (repository) => {
      await repository.git('remote', 'add', 'origin', `${place}.git`);
    },
  });
  const [jira, github] = [
    await app.play(undefined, { id: 'TK-7' }),
    await app.play(undefined, { id: 'GH-7', title: 'Another one' }),
  ];
  await admit(app.tools.places, {
    name: 'ann',
    access: 'decide',
    since: 0,
    elsewhere: { telegram: String(number) },
  });
  const phone = telegram.person(number, 'Ann', token);
  phone.writes('/start');
  const dead = dying(app.owner.journal, seeded(seed));
  let laterBy = 0;
  let owner = await ownerAt(app, dead, { laterMs: 0, token });
  const { armed } = await verbs.arm.carryOut(order(app, owner), { dir: app.repository.dir });
  await trust(app, owner);
  let port: number | undefined = armed.listen.port;
  const restart = async (laterMs = laterBy): Promise<void> => {
    laterBy = laterMs;
    port = undefined;
    await owner.triggers.stop();
    owner = await ownerAt(app, dead, { laterMs, token });
    // One that dies while it begins listens to nobody, and the next one begins.
    const every = dead.setEvery(0);
    await owner.triggers.takeUp(owner);
    dead.setEvery(every);
    port = owner.triggers.portOf(app.repository.dir);
  };
  return {
    app,
    runs: [jira.run.id, github.run.id],
    phone,
    heard: () => heardIn(app),
    inbox: () => inboxOf(app),
    dying: dead,
    port: () => port,
    restart,
    quiet: async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        await owner.triggers.settled();
        if ((await owner.triggers.ledger.inbox()).unsettled.size === 0) return;
        await restart();
      }
      throw new Error('the inbox does not become empty');
    },
    close: async () => {
      await owner.triggers.stop();
      await app.close();
      await telegram.close();
      if (telegram.violations.length > 0) throw new Error(JSON.stringify(telegram.violations));
    },
  };
}

async function heardIn({ owner: { journal }, text }: App): Promise<readonly string[]> {
  const streams = await journal.streams('conversation/');
  const read = await Promise.all(streams.map((stream) => journal.read(stream)));
  const heard = read.flat().flatMap(({ event }) => {
    return isConversationEvent(event) && event.type === 'message.heard' ? [event.words] : [];
  });
  return Promise.all(heard.map((words) => text(words)));
}

async function inboxOf({ owner: { journal } }: App): Promise<readonly Counted[]> {
  const found = new Map<string, Counted>();
  for (const { event } of await journal.read(triggerStream)) {
    if (!isTriggerEvent(event)) continue;
    if (event.type === 'delivery.received') {
      const { id, subject } = event.delivery;
      const { received = 0, settled = 0 } = found.get(id) ?? {};
      found.set(id, { id, subject, received: received + 1, settled });
    }
    const one = event.type === 'delivery.settled' ? found.get(event.id) : undefined;
    if (one !== undefined) found.set(one.id, { ...one, settled: one.settled + 1 });
  }
  return [...found.values()];
}

async function ownerAt(
  app: App,
  { journal }: Dying,
  { laterMs, token }: { readonly laterMs: number; readonly token: string },
): Promise<AskedOrder['owner']> {
  const { surroundings, clock } = app.tools;
  const later: Clock = { ...clock, now: () => clock.now() + laterMs };
  const env = { ...surroundings.env, HOOK_SECRET: secret, BOT_TOKEN: token };
  const tools = { ...dressed(app.tools, { ...surroundings, env }), clock: later };
  const triggers = new Triggers({
    tools,
    ledger: new TriggerLedger(journal, later),
    openHooks,
    onTrouble: () => undefined, // what died is taken up by the next
  });
  return Promise.resolve({ ...app.owner, environments: new Environments(tools), triggers });
}

let orders = 0;
function order(app: App, owner: AskedOrder['owner']): AskedOrder {
  orders += 1;
  const tools = owner.environments.in(undefined);
  return { tools, owner, id: `proof-${orders}`, by: person, again: false };
}

async function trust(app: App, owner: AskedOrder['owner']): Promise<void> {
  const { dir } = app.repository;
  const ticket = { text: JSON.stringify({ id: 'T-0', title: 'x' }), name: 'ticket.json' };
  const opening = await verbs.start.carryOut(order(app, owner), { dir, ticket });
  const found = await app.tools.workspaces.look(dir);
  if (opening.status !== 'not-trusted' || 'problem' in found) throw new Error('nothing is trusted yet');
  const { repository } = found;
  await owner.home.record({ type: 'commands.trusted', repository, hash: opening.commandsHash, by: person });
}
