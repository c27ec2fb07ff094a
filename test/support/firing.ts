// A world in which shots are fired at changes: real git and processes, each change green by its own tests.

import { expect } from 'vitest';
import type { CheckSpec, Evidence } from '../../src/core/evidence/evidence.ts';
import type { FireInput, Shot } from '../../src/core/evidence/live-fire.ts';
import { findingsIn } from '../../src/core/evidence/live-fire.ts';
import type { Run } from '../../src/core/run.ts';
import { check } from '../../src/effects/kinds/check.ts';
import { fire } from '../../src/effects/kinds/fire.ts';
import type { TestParts } from './effect-parts.ts';
import { effectOf, startParts } from './effect-parts.ts';

export type FiringChange = Readonly<Record<string, string>>;

interface Shown {
  /** Kind and file of each finding. */
  readonly kinds: readonly string[];
  readonly words: string;
  readonly told: string;
}

export interface FiringWorld {
  /** Of the base. */
  readonly files: FiringChange;
  readonly shotAt: (
    shot: Shot,
    change: FiringChange,
    more?: Partial<FireInput>,
    about?: Partial<Run>,
  ) => Promise<Shown>;
  readonly close: () => Promise<void>;
}

export function testSpec(name: string, command: string): CheckSpec {
  return { name, kind: 'test', command, timeoutMs: 60_000, when: 'task' };
}

export const nodeCheck: CheckSpec = testSpec('unit', 'node --test');

export async function firingWorld(files: FiringChange): Promise<FiringWorld> {
  const world = await startParts(files);
  const known = new Map<string, readonly Evidence[]>();
  return {
    files,
    shotAt: async (shot, change, more = {}, about = {}) => {
      const { checks = [nodeCheck] } = more;
      const name = checks.map((one) => one.command).join();
      const against = known.get(name) ?? (await evidenceOf(world, world.base, checks));
      known.set(name, against);
      const to = await world.commit(change);
      const tree = await world.parts.workspaces.treeOf(world.id, to);
      const now = await evidenceOf(world, to, checks);
      expect(now.map(({ verdict }) => verdict)).not.toContain('FAIL'); // green by its own tests
      const input: FireInput = {
        from: world.base,
        to,
        tree,
        checks,
        against,
        now,
        grants: [],
        announced: [],
        ...more,
      };
      return fired(world, shot, input, about);
    },
    close: () => world.close(),
  };
}

async function evidenceOf(
  world: TestParts,
  commit: string,
  checks: readonly CheckSpec[],
): Promise<readonly Evidence[]> {
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  const effect = effectOf('check', { commit, tree, checks });
  const outcome = await check(world.parts).act(effect, world.context(await world.run()));
  if (outcome.type !== 'done') throw new Error(`not checked: ${outcome.type}`);
  return outcome.result.evidence;
}

async function fired(world: TestParts, shot: Shot, input: FireInput, about: Partial<Run>): Promise<Shown> {
  const effect = { ...effectOf('fire', input), subject: shot };
  const outcome = await fire(world.parts).act(effect, world.context(await world.run(about)));
  if (outcome.type !== 'done') throw new Error(`not fired: ${JSON.stringify(outcome)}`);
  const text = async (blob: string | undefined): Promise<string> =>
    (blob === undefined ? undefined : await world.parts.blobs.get(blob)) ?? '';
  const findings = findingsIn(await text(outcome.result.findings));
  return {
    kinds: findings.map(({ kind, file }) => `${kind} ${file}`.trim()),
    words: findings.map(({ words }) => words).join('\n'),
    told: await text(outcome.result.told),
  };
}
