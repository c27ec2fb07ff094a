// `slipway policy`, as a person types it, and the snapshot a run keeps of it.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sample } from '../support/sample.ts';
import { makeSample } from '../support/sample.ts';

let sample: Sample;
beforeAll(async () => {
  sample = await makeSample({ config: 'plan:\n  tasks: 4\n' });
});
afterAll(() => sample.remove());

const valueOf = (document: Readonly<Record<string, unknown>>, key: string): unknown => {
  const rows: unknown = document['policy'];
  return Array.isArray(rows) ? rows.find((row: { key: string }) => row.key === key) : undefined;
};

test('shows every value with where it comes from', async () => {
  const { exit, out } = await sample.slipway('policy', 'show', '--origin');
  expect(exit).toBe(0);
  expect(out).toMatch(/^plan\.tasks +slipway\.yaml, line \d+ +4$/m);
  expect(out).toMatch(/^budget\.usd +default +10$/m);
});

test('explains one key, and names the one that was probably meant', async () => {
  const found = await sample.slipway('policy', 'explain', 'plan.score');
  expect(found.out).toMatch(/^plan\.score: 75\n.*\nIt comes from: default\.\n$/);
  const wrong = await sample.slipway('policy', 'explain', 'plan.scor');
  expect([wrong.exit, wrong.err]).toEqual([2, expect.stringContaining("Did you mean 'plan.score'?")]);
});

test('a running run keeps its snapshot; a broken file is refused with its line', async () => {
  expect((await sample.slipway('policy', 'check')).out).toMatch(/^slipway\.yaml holds; 1 of \d+ values/);
  await sample.slipway('run', '--auto', '--trust', 'Change a to two');
  const file = path.join(sample.repository.dir, 'slipway.yaml');
  writeFileSync(file, 'plan:\n  tasks: 7\n');
  const [run] = await runsOf();
  expect(valueOf(await sample.json('policy', 'show', '--run', run ?? ''), 'plan.tasks')).toMatchObject({
    value: '4',
    origin: `run ${run}`,
  });
  expect(valueOf(await sample.json('policy', 'show'), 'plan.tasks')).toMatchObject({ value: '7' });
  writeFileSync(file, 'plan:\n  taks: 7\n');
  const broken = await sample.slipway('policy', 'check');
  expect([broken.exit, broken.err]).toEqual([3, expect.stringContaining("did you mean 'tasks'?")]);
  expect(broken.err).toContain('line 2');
});

async function runsOf(): Promise<readonly string[]> {
  const { runs } = await sample.json('list');
  return Array.isArray(runs) ? runs.map((item: { run: string }) => item.run) : [];
}
