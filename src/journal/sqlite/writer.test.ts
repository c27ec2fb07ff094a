import { expect, test } from 'vitest';
import { batch, summary } from '../../../test/contract/journal.ts';
import { journalHome } from '../../../test/support/journal-home.ts';

const runs = Array.from({ length: 400 }, (_, n) => `r-${n}`);
const each = [0, 1, 2];

test('appends of one tick ask what people read once for each run, however many of them there are', async () => {
  const home = journalHome();
  const journal = await home.open();
  const asked: string[] = [];
  const answers = await Promise.all(
    each.flatMap((after) =>
      runs.map((run) =>
        journal.append({
          ...batch(`run/${run}`, after),
          view: () => {
            asked.push(`${run} ${after}`);
            return { summary: summary(run), inbox: [] };
          },
        }),
      ),
    ),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(asked).toEqual(runs.map((run) => `${run} 2`));
  expect(await journal.summaries()).toHaveLength(runs.length);
});

test('an append whose view cannot be made is rejected, and the others of its tick are not (WRITER-4)', async () => {
  const home = journalHome();
  const journal = await home.open();
  const answers = await Promise.allSettled([
    journal.append({ ...batch('run/a', 0), view: () => ({ summary: summary('a'), inbox: [] }) }),
    journal.append({
      ...batch('run/b', 0),
      view: () => {
        throw new Error('invariant: nobody can read this');
      },
    }),
    journal.append(batch('run/c', 0)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await journal.read('run/b')).toEqual([]);
  expect((await journal.summaries()).map(({ run }) => run)).toEqual(['a']);
  expect(await journal.append(batch('run/b', 0))).toMatchObject({ ok: true, seq: 1 });
});
