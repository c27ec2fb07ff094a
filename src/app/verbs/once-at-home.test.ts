// The same order under the same id does nothing twice, whatever it is about: here those about the home, each with what somebody did
// between the first and the repeat that the repeat must not undo, and for all others why they are known again.

import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { App } from '../../../test/support/app.ts';
import { person, startApp } from '../../../test/support/app.ts';
import { done, oneTask, write } from '../../../test/support/scripts.ts';
import { must, openGates } from '../../core/run.ts';
import { openListener } from '../../server/listener.ts';
import { Listening } from '../home/listening.ts';
import { becomeOwner } from '../home/owner.ts';
import { isCode } from '../people/codes-for-programs.ts';
import { everybody, personByToken } from '../people/people.ts';
import type { VerbName } from './table.ts';
import { isVerb, verbs } from './table.ts';
import type { AskedOrder } from './verb.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function home(): Promise<App> {
  const app = await startApp({ script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]) });
  apps.push(app);
  return app;
}

function under(id: string, { tools, owner }: Pick<App, 'tools' | 'owner'>, seen?: string): AskedOrder {
  return { tools, owner, id, by: person, again: false, ...(seen === undefined ? {} : { seen }) };
}

describe('an order about the home that is sent again', () => {
  test('admits once: the second answer has a token that works, and once they were sent away it is refused', async () => {
    const app = await home();
    const input = { name: 'maria', access: 'decide' } as const;
    const first = await verbs.admit.carryOut(under('o-1', app), input);
    const second = await verbs.admit.carryOut(under('o-1', app), input);
    expect(second.person).toEqual(first.person);
    expect((await personByToken(app.tools.places, second.token))?.name).toBe('maria');
    expect(await personByToken(app.tools.places, first.token)).toBeUndefined();
    await verbs.dismiss.carryOut(under('o-2', app), { name: 'maria' });
    await expect(verbs.admit.carryOut(under('o-1', app), input)).rejects.toThrow('taken back since');
    expect(await everybody(app.tools.places)).toEqual([]);
  });

  test('is known to the next owner of the home, and refused with other content', async () => {
    const app = await home();
    const input = { name: 'maria', access: 'view' } as const;
    await verbs.admit.carryOut(under('o-1', app), input);
    await app.owner.close();
    const owner = must(await becomeOwner(app.tools, { onTrouble: () => undefined }), 'nobody owns it');
    try {
      const { token } = await verbs.admit.carryOut(under('o-1', { ...app, owner }), input);
      expect((await personByToken(app.tools.places, token))?.name).toBe('maria');
      const other = { ...input, access: 'administer' } as const;
      await expect(verbs.admit.carryOut(under('o-1', { ...app, owner }), other)).rejects.toThrow('o-1');
    } finally {
      await owner.close();
    }
  });

  test('sends somebody away once: who was let in under that name since stays', async () => {
    const app = await home();
    const input = { name: 'maria' };
    await verbs.admit.carryOut(under('o-1', app), { ...input, access: 'view' });
    await verbs.dismiss.carryOut(under('o-2', app), input);
    await app.tools.clock.until(app.tools.clock.now() + 2, new AbortController().signal);
    await verbs.admit.carryOut(under('o-3', app), { ...input, access: 'decide' });
    const again = await verbs.dismiss.carryOut(under('o-2', app), input);
    expect(again.person).toMatchObject({ name: 'maria', access: 'view' });
    expect(await everybody(app.tools.places)).toMatchObject([{ name: 'maria', access: 'decide' }]);
  });

  test('trusts the commands that stood there then, and no others', async () => {
    const app = await home();
    const input = { dir: app.repository.dir, trust: true } as const;
    expect((await verbs.trust.carryOut(under('o-1', app), input)).status).toBe('trusted');
    expect((await verbs.trust.carryOut(under('o-1', app), input)).status).toBe('trusted');
    await app.repository.write('slipway.yaml', JSON.stringify({ checks: { test: 'sh other.sh' } }));
    expect((await verbs.trust.carryOut(under('o-1', app), input)).status).toBe('not-trusted');
    const asked = { dir: app.repository.dir };
    expect((await verbs.trust.carryOut(under('o-2', app), asked)).status).toBe('not-trusted');
  });

  test('is a new one where nothing was taken the first time', async () => {
    const app = await home();
    const asked = { dir: app.repository.dir };
    expect((await verbs.trust.carryOut(under('o-1', app), asked)).status).toBe('not-trusted');
    await verbs.trust.carryOut(under('o-2', app), { ...asked, trust: true });
    expect((await verbs.trust.carryOut(under('o-1', app), asked)).status).toBe('trusted');
  });

  test('consents for the run that was meant then, though another is the newest now', async () => {
    const app = await home();
    const input = { dir: app.repository.dir, level: 'open' } as const;
    const first = await app.start();
    expect((await verbs.consent.carryOut(under('o-1', app), input)).run).toBe(first);
    await app.submit(first, { type: 'run.cancel', by: person, discard: false });
    const second = await app.start({ id: 'T-2' });
    expect((await verbs.consent.carryOut(under('o-1', app), input)).run).toBe(first);
    expect((await verbs.consent.carryOut(under('o-2', app), input)).run).toBe(second);
  });

  test('says once that a login is mended: an agent that was halted since stays halted', async () => {
    const app = await home();
    await app.owner.home.halt('claude', 'r-1');
    const input = { agent: 'claude' };
    const mended = await verbs.mend.carryOut(under('o-1', app), input);
    await app.owner.home.halt('claude', 'r-2');
    expect(await verbs.mend.carryOut(under('o-1', app), input)).toEqual(mended);
    expect([...(await app.owner.home.state()).halts.keys()]).toEqual(['claude']);
  });

  test('gives another code for the same gate, in place of the first', async () => {
    const app = await home();
    const run = await app.start();
    await app.settle(run);
    const [gate] = openGates(must(await app.owner.runs.load(run), 'it was started'));
    const { id, digest } = must(gate, 'the run asks about its plan');
    const input = { dir: app.repository.dir };
    const first = await verbs.code.carryOut(under('o-1', app, digest), input);
    await app.start({ id: 'T-2' });
    const second = await verbs.code.carryOut(under('o-1', app, digest), input);
    expect([second.run, second.gate]).toEqual([run, id]);
    const now = app.tools.clock.now();
    const isGood = (code: string): Promise<boolean> =>
      isCode(app.tools.places, { run, gate: id, digest }, { code, now });
    expect([await isGood(first.code), await isGood(second.code)]).toEqual([false, true]);
  });

  test('deletes what was left over then, and nothing that became so since', async () => {
    const app = await home();
    const leave = async (name: string): Promise<string> => {
      const folder = path.join(app.home, 'cache', 'layers', name.repeat(40));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'layer.json'), '{}');
      await utimes(path.join(folder, 'layer.json'), 1, 1);
      return folder;
    };
    const old = await leave('a');
    const first = await verbs.gc.carryOut(under('o-1', app), {});
    expect([existsSync(old), first.kinds]).toEqual([
      false,
      [expect.objectContaining({ kind: 'layers', items: 1 })],
    ]);
    const since = await leave('b');
    const again = await verbs.gc.carryOut(under('o-1', app), {});
    expect([again.kinds, again.bytes]).toEqual([first.kinds, first.bytes]);
    expect(existsSync(since)).toBe(true);
    await verbs.gc.carryOut(under('o-2', app), {});
    expect(existsSync(since)).toBe(false);
  });

  test('has the home be served once: what was ended since stays ended, but for a process that never served it', async () => {
    const app = await home();
    const serving = () => ({ ...app.owner, listening: new Listening(openListener) });
    const owner = serving();
    const at = { host: '127.0.0.1', port: 0 };
    const first = await verbs.listen.carryOut(under('o-1', { ...app, owner }), at);
    const again = await verbs.listen.carryOut(under('o-1', { ...app, owner }), at);
    expect([again.port, again.already]).toEqual([first.port, false]);
    expect(again.link).not.toBe(first.link);
    const ended = await verbs.unlisten.carryOut(under('o-2', { ...app, owner }), {});
    expect(ended).toEqual({ was: true });
    await expect(verbs.listen.carryOut(under('o-1', { ...app, owner }), at)).rejects.toThrow('ended since');
    await verbs.listen.carryOut(under('o-3', { ...app, owner }), at);
    expect(await verbs.unlisten.carryOut(under('o-2', { ...app, owner }), {})).toEqual({ was: true });
    expect(owner.listening.isOn()).toBe(true);
    await owner.listening.close();
    const next = serving();
    expect((await verbs.listen.carryOut(under('o-1', { ...app, owner: next }), at)).already).toBe(false);
    await next.listening.close();
  });

  test('leaves no secret in the home’s stream', async () => {
    const app = await home();
    const { token } = await verbs.admit.carryOut(under('o-1', app), { name: 'maria', access: 'view' });
    expect(JSON.stringify(await app.owner.journal.read('home'))).not.toContain(token);
  });
});

/** By what an order is known again. `home`: tried above, and where the verb's own tests are. */
type KnownBy = 'run' | 'home' | 'process' | 'its own stream' | { readonly nothing: string };

const knownBy: Readonly<Partial<Record<VerbName, KnownBy>>> = {
  start: 'home',
  trust: 'home',
  consent: 'home',
  mend: 'home',
  gc: 'home',
  admit: 'home',
  dismiss: 'home',
  arm: 'home',
  disarm: 'home',
  code: 'home',
  listen: 'process',
  unlisten: 'process',
  say: 'its own stream',
  press: 'its own stream',
  remember: 'its own stream',
  judge: 'its own stream',
  link: { nothing: 'the first link came to nobody and is good for nothing in minutes' },
  wake: { nothing: 'that a run is moved which is moved already changes nothing' },
  decide: 'run',
  answer: 'run',
  edit: 'run',
  tell: 'run',
  triage: 'run',
  pause: 'run',
  resume: 'run',
  retry: 'run',
  cancel: 'run',
  skip: 'run',
  checks: 'run',
  take: 'run',
  give: 'run',
  open: 'run',
  merge: 'run',
  land: 'run',
  revert: 'run',
  leave: { nothing: 'it ends the process it is sent to, which nobody else takes it in for' },
};

test('every order is known again by something, or it is said why it need not be', () => {
  const orders = Object.keys(verbs)
    .filter(isVerb)
    .filter((name) => verbs[name].changes);
  const unsaid = orders.filter((name) => knownBy[name] === undefined);
  expect(unsaid).toEqual([]);
});
