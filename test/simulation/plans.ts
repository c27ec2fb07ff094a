// Random plans: one to five tasks with dependencies and files that overlap, sometimes destructive, sometimes with
// an open risk, sometimes asking leave for a protected path. In a round after the first, often inside the first.

import type { Plan, Risk, Task, Tier } from '../../src/core/plan/plan.ts';
import { needsDesign, planFiles, tierOf } from '../../src/core/plan/plan.ts';
import type { Run } from '../../src/core/run.ts';
import { everyRisk } from '../support/core.ts';
import { idFor, type World } from './world.ts';

const pool = [
  'src/a.ts',
  'src/b.ts',
  'src/c.ts',
  'src/d/',
  'src/d/e.ts',
  'src/f.ts',
  'src/g.ts',
  'docs/h.md',
];

export function planFor(world: World, run: Run): Plan {
  const { random } = world;
  const fixes = run.accepted !== undefined && random.chance(0.6);
  const files = fixes && run.accepted !== undefined ? planFiles(run.accepted) : pool;
  const taken = new Set(run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id));
  const ids = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T9']
    .map((id) => (taken.has(id) ? `${id}-${run.visit.n}` : id))
    .slice(0, fixes ? random.between(1, 2) : random.between(1, 5));
  const tasks = ids.map((id, index) => taskOf(world, run, files, { id, before: ids.slice(0, index) }));
  const risks: readonly Risk[] = random.chance(0.1)
    ? [{ category: 'migration_rollback', impact: 'HIGH', resolved: false }]
    : [];
  const plan = {
    confidence: random.pick([0.5, 0.95]),
    tasks,
    risks,
    openQuestions: 0,
    grants: random.chance(0.1) ? ['package-lock.json'] : [],
  };
  const hash = idFor(world, 'plan-', JSON.stringify(plan));
  const touched = new Set(tasks.flatMap((task) => [...task.files, ...task.tests])).size;
  // Sizes are drawn larger, now and then, than the few files call for: designs and audits hang on them.
  const tier = random.chance(0.25) && !fixes ? random.pick<Tier>(['MEDIUM', 'LARGE']) : tierOf(touched);
  const judged = needsDesign(tier) ? everyRisk(risks) : risks;
  return { ...plan, risks: judged, hash, blob: `blob-${hash}`, tier };
}

function taskOf(
  world: World,
  run: Run,
  files: readonly string[],
  place: { readonly id: string; readonly before: readonly string[] },
): Task {
  const { random } = world;
  const mine = [random.maybe(files), random.maybe(files)].filter((file) => file !== undefined);
  return {
    id: place.id,
    title: `task ${place.id}`,
    files: [...new Set(mine)],
    tests: [],
    dependsOn: place.before.filter(() => random.chance(0.3)),
    executor: 'implementer',
    verification: run.checks.map((check) => check.name),
    criteria: run.ticket?.criteria ?? [],
    destructive: random.chance(0.1),
  };
}
