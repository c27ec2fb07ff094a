import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { HandInput, Outcome } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import { handIn, handOut } from './hand-over.ts';

let world: TestParts;
let run: Run;
let input: HandInput & { readonly workspace: string };
let folder: string;

/** A person has taken the task. */
beforeEach(async () => {
  world = await startParts({ 'a.txt': 'old\n' });
  run = await world.run();
  const wanted = { task: 'one', parent: world.base, fence: ['a.txt'], grants: [] };
  const outcome = await handOut(world.parts).act(effectOf('hand-out', wanted), world.context(run));
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  input = { ...wanted, ...outcome.result };
  folder = (await world.parts.workspaces.existing(input.workspace)) ?? '';
});
afterEach(() => world.close());

const given = (): Promise<Outcome> => handIn(world.parts).act(effectOf('hand-in', input), world.context(run));

const words = async (outcome: Outcome): Promise<string | undefined> =>
  outcome.type === 'failed' ? world.parts.blobs.get(outcome.detail ?? '') : undefined;

test('a person who gives back what cannot be used is told what to do, and that nothing is lost', async () => {
  expect(await words(await given())).toContain('You changed no file. Where the agents should go on instead');
  await writeFile(path.join(folder, 'a.txt'), 'new\n');
  await writeFile(path.join(folder, 'b.txt'), 'more\n');
  const outside = await words(await given());
  expect(outside).toContain('outside what the task may touch: b.txt.');
  expect(outside).toContain('You changed: a.txt, b.txt. All of it is still there.');
  expect(outside).not.toMatch(/attempt|status|dropped/);
  await rm(path.join(folder, 'b.txt'));
  expect(await given()).toMatchObject({ type: 'done', result: { touched: ['a.txt'] } });
});
