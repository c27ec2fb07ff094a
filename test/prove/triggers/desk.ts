// A home with a repository, its triggers over HTTP, and processes that die around their appends: what services post to in this proof.

import { dressed } from '../../../src/app/parts.ts';
import { Environments } from '../../../src/app/home/environments.ts';
import { Triggers } from '../../../src/app/triggers/triggers.ts';
import type { AskedOrder } from '../../../src/app/verbs/verb.ts';
import { verbs } from '../../../src/app/verbs/table.ts';
import { TriggerLedger } from '../../../src/engine/trigger-ledger.ts';
import { openHooks } from '../../../src/server/hooks.ts';
import type { Clock } from '../../../src/telemetry/clock.ts';
import type { App } from '../../support/app.ts';
import { person, startApp } from '../../support/app.ts';
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
  /** The run that comments are about. */
  readonly run: string;
  readonly dying: Dying;
  /** Undefined while no process listens. */
  readonly port: () => number | undefined;
  /** The process is gone, and the next one takes up what it left; later by so much. */
  readonly restart: (laterMs?: number) => Promise<void>;
  /** Until nothing is left in the inbox. */
  readonly quiet: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openDesk(seed: number): Promise<Desk> {
  const app = await startApp({
    script: [],
    config,
    prepare: async (repository) => {
      await repository.git('remote', 'add', 'origin', `${place}.git`);
    },
  });
  const { run } = await app.play(undefined, { id: 'TK-7' });
  const dead = dying(app.owner.journal, seeded(seed));
  let laterBy = 0;
  let owner = await ownerAt(app, dead, 0);
  const { armed } = await verbs.arm.carryOut(order(app, owner), { dir: app.repository.dir });
  await trust(app, owner);
  let port: number | undefined = armed.listen.port;
  const restart = async (laterMs = laterBy): Promise<void> => {
    laterBy = laterMs;
    port = undefined;
    await owner.triggers.stop();
    owner = await ownerAt(app, dead, laterMs);
    await owner.triggers.takeUp(owner);
    port = owner.triggers.portOf(app.repository.dir);
  };
  return {
    app,
    run: run.id,
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
    },
  };
}

async function ownerAt(app: App, { journal }: Dying, laterMs: number): Promise<AskedOrder['owner']> {
  const { surroundings, clock } = app.tools;
  const later: Clock = { ...clock, now: () => clock.now() + laterMs };
  const env = { ...surroundings.env, HOOK_SECRET: secret };
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
