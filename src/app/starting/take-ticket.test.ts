import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { surroundingsIn } from '../../../test/support/app.ts';
import { counterClock } from '../../telemetry/counter-clock.ts';
import { makeHome, placesOf } from '../home/home-places.ts';
import { toolsOf } from '../parts.ts';
import { readTicket, takeTicket } from './take-ticket.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'slipway-ticket-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a ticket that a person is asked something about keeps the id it was shown under, however long they think', async () => {
  const surroundings = surroundingsIn(root);
  const tools = toolsOf(placesOf(surroundings), surroundings, counterClock(1_000_000, 60_000));
  await makeHome(tools.places);
  const typed = { text: 'Change a', at: tools.clock.now() };
  const ids: string[] = [];
  for (const _ of [1, 2, 3]) {
    const taken = await takeTicket(tools, await readTicket(tools, typed, { allow: [], bots: false }));
    ids.push(taken.id);
    await taken.drop();
  }
  expect(new Set(ids).size).toBe(1);
});

test.each(['code_review', 'release'])(
  'a ticket of the type %s is refused in words, because nothing would do what it asks for',
  async (type) => {
    const surroundings = surroundingsIn(root);
    const tools = toolsOf(placesOf(surroundings), surroundings, counterClock(1_000_000, 1));
    const given = { text: `---\ntype: ${type}\n---\nLook at the parser` };
    await expect(readTicket(tools, given, { allow: [], bots: false })).rejects.toThrow(
      new RegExp(`^Nothing was started: the ticket is of the type ${type}, .*feature.*bugfix`),
    );
  },
);

test('a ticket that is too large is told so with its size, and not that a secret is in it', async () => {
  const surroundings = surroundingsIn(root);
  const tools = toolsOf(placesOf(surroundings), surroundings, counterClock(1_000_000, 1));
  const given = { text: 'Change it. '.repeat(100_000) };
  await expect(readTicket(tools, given, { allow: [], bots: false })).rejects.toThrow(
    /^The ticket was not taken: it has 1,100,000 bytes, and 1,048,576 is the most/,
  );
});
