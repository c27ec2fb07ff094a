// What stands beside words at a line: the command that makes a revision of them, where one can be made.

import { afterEach, expect, test } from 'vitest';
import type { App } from '../../../test/support/app.ts';
import { startApp } from '../../../test/support/app.ts';
import { done, oneTask, write } from '../../../test/support/scripts.ts';
import { asked, ownerFor } from '../../../test/support/triggers/owner.ts';
import { openGates } from '../../core/run.ts';
import type { ChangesShown } from './changes.ts';
import { verbs } from './table.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function waitingRun(config: Readonly<Record<string, unknown>>) {
  const app = await startApp({ script: oneTask(['a.txt'], [write('a.txt', 'other\n'), done]), config });
  ends.push(() => app.close());
  const { owner, stop } = ownerFor(app, {});
  ends.unshift(stop);
  const { run } = await app.play();
  return { app, owner, run };
}

async function changesOf({ tools, owner }: App, run: string): Promise<ChangesShown> {
  const { look } = await verbs.changes.load();
  return look({ ...tools, journal: owner.journal }, { run });
}

test.each([
  ['the plan gate', { gates: { plan: true } }, 'plan'],
  ['the merge gate', {}, 'merge'],
])('the command that is shown at %s is taken as one that saw it, and revises', async (_, config, kind) => {
  const { app, owner, run } = await waitingRun(config);
  const { gate } = await changesOf(app, run.id);
  expect([gate?.kind, gate?.command]).toEqual([
    kind,
    expect.stringMatching(/^slipway revise \S+ --seen \S+ --comment "\.\.\."$/),
  ]);
  const [, , named = '', , seen] = (gate?.command ?? '').split(' ');
  const order = { ...asked(app, owner), ...(seen === undefined ? {} : { seen }) };
  await verbs.decide.carryOut(order, { run: named, answer: 'revise', comment: 'Make it three.' });
  const { run: after } = await app.story(run.id);
  expect(after.gates.find(({ id }) => id === gate?.gate)?.decision?.answer).toBe('revise');
});

test('none is shown at a gate where nothing can be revised: the words are told to the agents', async () => {
  const { app, run } = await waitingRun({ budget: { launches: 2 } });
  expect(openGates(run).map(({ kind }) => kind)).toEqual(['budget']);
  expect((await changesOf(app, run.id)).gate).toBeUndefined();
});
