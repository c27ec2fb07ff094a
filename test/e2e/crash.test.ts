// A run is cut at the four boundaries of a few effects and taken up again by a new owner. The whole sweep is
// `npm run prove:crash`; this is the part of it that every change has to pass.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { must } from '../../src/core/run.ts';
import type { Finding } from '../prove/support/compare.ts';
import { compare } from '../prove/support/compare.ts';
import type { Copy } from '../prove/support/copies.ts';
import { copyingRun } from '../prove/support/copies.ts';
import { drive } from '../prove/support/drive.ts';
import type { Facts } from '../prove/support/facts.ts';
import { factsOf } from '../prove/support/facts.ts';
import { planted } from '../prove/support/plant.ts';
import type { Point } from '../prove/support/points.ts';
import { makeWorld } from '../prove/support/world.ts';

const testMsMax = 180_000;
const boundaries = ['before-intent', 'after-intent', 'after-act', 'after-record'] as const;
const late = ['comment-ticket', 'open-pull-request', 'merge', 'land'] as const;

let root = '';
let control: Facts;
let copies: readonly Copy[] = [];

/** Late effects, because a run cut late is soon done again, and one attempt, because it leaves processes and files. */
function isChosen({ kind, key }: Point): boolean {
  return late.some((each) => each === kind) || key === 'main/5/attempt/command/1';
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-crash-test-')));
  const world = await makeWorld(path.join(root, 'control'), 'short');
  const run = await copyingRun(world, root, isChosen);
  control = run.facts;
  copies = run.copies;
}, testMsMax);
afterAll(() => rm(root, { recursive: true, force: true }));

async function resumed(kind: string, boundary: string): Promise<readonly Finding[]> {
  const copy = must(
    copies.find(({ point }) => point.kind === kind && point.boundary === boundary),
    `a copy at ${kind} ${boundary}`,
  );
  await drive(copy.world);
  return compare(control, await factsOf(copy.world), copy.acknowledged);
}

describe('a run that was cut', () => {
  it('comes to its end when nobody cuts it', () => {
    expect(compare(control, control)).toEqual([]);
    expect(control.pullRequests).toHaveLength(1);
    expect(control.landedCommit).not.toBe('');
  });

  for (const boundary of boundaries) {
    for (const kind of ['attempt', ...late]) {
      // The copy after the act of a comment is kept for the planted defect below.
      if (kind === 'comment-ticket' && boundary === 'after-act') continue;
      it(
        `ends the same after a crash at ${kind}, ${boundary}`,
        async () => {
          expect(await resumed(kind, boundary)).toEqual([]);
        },
        testMsMax,
      );
    }
  }

  it(
    'is seen to have done something twice where a defect is planted',
    async () => {
      const copy = must(
        copies.find(({ point }) => point.kind === 'comment-ticket' && point.boundary === 'after-act'),
        'a copy after the act of a comment',
      );
      const tools = must(planted('no-probe'), 'a planted defect');
      await drive(copy.world, { tools });
      const findings = compare(control, await factsOf(copy.world), copy.acknowledged);
      expect(findings.map((finding) => finding.category)).toContain('duplicated');
    },
    testMsMax,
  );
});

function categories(other: Facts, acknowledged: Copy['acknowledged'] = []): readonly string[] {
  return [...new Set(compare(control, other, acknowledged).map((finding) => finding.category))];
}

describe('the comparison with an undisturbed run', () => {
  it('sees what is there twice', () => {
    const twice = [...control.pullRequests, ...control.pullRequests];
    expect(categories({ ...control, pullRequests: twice })).toContain('duplicated');
    expect(categories({ ...control, begunTwice: ['main/1/reserve/run/1'] })).toContain('duplicated');
    expect(categories({ ...control, targetCommits: 2 })).toContain('duplicated');
    expect(categories({ ...control, done: { ...control.done, '11/merge/pull-request': 2 } })).toContain(
      'duplicated',
    );
  });

  it('sees what is lost', () => {
    expect(categories({ ...control, pullRequests: [] })).toContain('lost');
    expect(categories(control, [{ seq: 3, hash: 'another' }])).toEqual(['lost']);
    expect(categories({ ...control, doneLaunches: {} })).toContain('lost');
  });

  it('sees a run that did not come to its end', () => {
    expect(categories({ ...control, landed: false })).toEqual(['stuck']);
  });

  it('sees what is otherwise not the same', () => {
    expect(categories({ ...control, verified: false })).toEqual(['different']);
    expect(categories({ ...control, landedCommit: 'another' })).toEqual(['different']);
    expect(categories({ ...control, survivors: 1 })).toEqual(['different']);
    expect(categories({ ...control, failures: '[]' })).toEqual(['different']);
  });

  it('takes the order of independent tasks for what it is', () => {
    const order = control.order.toReversed();
    expect(categories({ ...control, order, landedCommit: 'another' })).toEqual([]);
  });
});
