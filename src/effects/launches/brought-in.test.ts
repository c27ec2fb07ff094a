// What a change brings in, with real git: nothing of it is passed by, whatever its files are called and git makes of them.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { broughtBy, secretsIn } from './brought-in.ts';

const token = ['ghp', 'Zx8Qw3Rt6Yu1Io4Pa7Sd0Fg5Hj2Kl9Mn4Bv1'].join('_');

let world: TestParts;
beforeAll(async () => {
  world = await startParts({ 'a.txt': 'a\n' });
});
afterAll(() => world.close());

const found = async (to: string): Promise<readonly string[]> => [
  ...secretsIn(
    world.parts.screener,
    await broughtBy(world.parts.workspaces, world.id, { from: world.base, to }),
  ).keys(),
];

test.each([
  ['a text', { 'b.txt': `${token}\n` }, 'b.txt'],
  ['what is no text', { 'b.bin': `\0\n${token}\n` }, 'b.bin'],
  ['what attributes say is no text', { '.gitattributes': '*.env binary\n', 'b.env': `${token}\n` }, 'b.env'],
])('a secret in %s is seen', async (_what, change, file) => {
  expect(await found(await world.commit(change))).toEqual([file]);
});

test('a secret in what is no text is seen though its name is no text either', async () => {
  const { repository, parts, id } = world;
  const name = Buffer.concat([
    Buffer.from(`${repository.dir}${path.sep}b`),
    Buffer.from([0xff]),
    Buffer.from('.bin'),
  ]);
  await writeFile(name, `\0\n${token}\n`);
  const to = await repository.commit('a name of bytes');
  await parts.workspaces.ensure(id, to);
  expect(await found(to)).toHaveLength(1);
});
