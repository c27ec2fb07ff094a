// The owner of a home that hears webhooks, in a process that is no engine.

import type { App } from '../app.ts';
import { person } from '../app.ts';
import { Environments } from '../../../src/app/home/environments.ts';
import { dressed } from '../../../src/app/parts.ts';
import { Triggers } from '../../../src/app/triggers/triggers.ts';
import type { AskedOrder } from '../../../src/app/verbs/verb.ts';
import { TriggerLedger } from '../../../src/engine/trigger-ledger.ts';
import { openHooks } from '../../../src/server/hooks.ts';

export interface Hearing {
  readonly owner: AskedOrder['owner'];
  readonly stop: () => Promise<void>;
}

/** `env` is set beside what is set there anyway. */
export function ownerFor(app: App, env: Readonly<Record<string, string>>): Hearing {
  const { surroundings } = app.tools;
  const tools = dressed(app.tools, { ...surroundings, env: { ...surroundings.env, ...env } });
  const triggers = new Triggers({
    tools,
    ledger: new TriggerLedger(app.owner.journal, app.tools.clock),
    openHooks,
    onTrouble: (error) => {
      throw error;
    },
  });
  const owner = { ...app.owner, environments: new Environments(tools), triggers };
  return { owner, stop: () => triggers.stop() };
}

let orders = 0;

export function asked(app: App, owner: AskedOrder['owner']): AskedOrder {
  orders += 1;
  return { tools: owner.environments.in(undefined), owner, id: `t-${orders}`, by: person, again: false };
}
