// The example in `examples/plan-review`, played through: a LARGE plan fails its audits twice, is revised, is edited by a
// person and approved. What the guide shows is what comes out here.

import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../support/files-of.ts';
import { makeRepository } from '../support/repository.ts';
import type { Sample } from '../support/sample.ts';
import { sampleIn } from '../support/sample.ts';

const example = fileURLToPath(new URL('../../examples/plan-review', import.meta.url));

let sample: Sample;
beforeAll(async () => {
  const repository = await makeRepository(filesOf(path.join(example, 'repository')));
  const editor = path.join(repository.root, 'edit-plan.mjs');
  await copyFile(path.join(example, 'edit-plan.mjs'), editor);
  sample = await sampleIn(repository, { EDITOR: `${process.execPath} ${editor}` });
});
afterAll(() => sample.remove());

interface Audit {
  readonly conclusion: string;
  readonly score: number;
}

/** The log has one line an event, as the journal has it. */
function auditsOf(run: string): readonly Audit[] {
  return readFileSync(path.join(sample.home, 'runs', run, 'log.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"type":"audit.concluded"'))
    .map((line): Audit => JSON.parse(line));
}

test(
  'a plan that fails its audits twice is revised, edited, approved and landed',
  { timeout: 180_000 },
  async () => {
    const asked = await sample.slipway('run', '--trust', '--file', path.join(example, 'ticket.md'));
    expect(asked.exit, asked.err).toBe(7);
    const list: { readonly runs: readonly { readonly run: string }[] } = JSON.parse(
      (await sample.slipway('list', '--json')).out,
    );
    const run = list.runs[0]?.run ?? '';

    const waiting = await sample.slipway('show', run, 'gate');
    expect(waiting.out).toContain('Audits: round 1 revise with');
    expect(waiting.out).toContain('tier LARGE');
    expect((await sample.slipway('show', run, 'review')).out).toContain(
      'V1.1 **CRITICAL** straight: Helpers of a measuring module, which could only be src/measure.js',
    );

    const edited = await sample.decides('revise', run, '--edit');
    expect(edited.exit, edited.err).toBe(7);
    expect((await sample.slipway('show', run, 'plan')).out).toContain('ellipse');
    const read = /digest (\S+)/.exec(waiting.out)?.[1] ?? '';
    const late = await sample.slipway('approve', run, '--seen', read);
    expect([late.exit, late.err]).toEqual([
      6,
      expect.stringContaining('- task ellipse is new: Perimeter of the ellipse'),
    ]);

    const approved = await sample.decides('approve', run);
    expect(approved.exit, approved.err).toBe(7);
    const landed = await sample.decides('land', run);
    expect(landed.exit, landed.err).toBe(0);

    const audits = auditsOf(run);
    expect(audits.map((audit) => audit.conclusion)).toEqual(['revise', 'revise', 'pass', 'pass']);
    expect(audits.map((audit) => audit.score)).toEqual([55, 75, 97, 97]);
    const rounds = path.join(sample.home, 'runs', run);
    expect(readdirSync(rounds).filter((name) => name.startsWith('round-'))).toHaveLength(4);
    expect(await readFile(path.join(rounds, 'round-1', 'review_report.yaml'), 'utf8')).toContain('A1.1');
  },
);
