import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { refinedFrom } from './refined-from.ts';

let world: TestParts;
beforeAll(async () => {
  world = await startParts({ 'a.txt': 'one\n' });
});
afterAll(() => world.close());

test('[I2] a refined ticket has criteria numbered after the ticket’s own', async () => {
  const run = await world.run();
  const read = await refinedFrom(
    world.parts,
    {
      type: 'refined',
      request: 'Say it\nin one word.',
      criteria: ['It is one\n word.', 'It is "new".'],
      openPoints: [],
    },
    run,
  );
  const first = (run.ticket?.criteria.length ?? 0) + 1;
  const ids = [`AC${first}`, `AC${first + 1}`];
  expect(read).toMatchObject({ ok: true, result: { refined: { criteria: ids, openPoints: 0 } } });
  const blob = read.ok && read.result.answer === 'refined' ? read.result.refined.blob : '';
  expect(await world.parts.blobs.get(blob)).toBe(
    '# The ticket, made clear\n\nSay it\nin one word.\n\n' +
      `## Acceptance criteria\n\n- ${ids[0]}: It is one word.\n- ${ids[1]}: It is "new".\n`,
  );
});
