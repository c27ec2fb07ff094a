import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { Run } from '../../core/run.ts';
import { fetchTicket } from './fetch-ticket.ts';

let world: TestParts | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const branchOf = async ({ parts, context }: TestParts, run: Run): Promise<string> => {
  const outcome = await fetchTicket(parts).act(
    effectOf('fetch-ticket', { source: run.source }),
    context(run),
  );
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result.branch;
};

describe('[I1] the branch of a run', () => {
  test('[I1] is named after work type, ticket and title', async () => {
    world = await startParts();
    expect(await branchOf(world, await world.run())).toBe('feature/T-1_change');
  });

  test('[I1] has the id of the run added where a branch of that name is there', async () => {
    world = await startParts();
    const run = await world.run();
    execFileSync('git', ['branch', 'feature/T-1_change'], { cwd: world.repository.dir });
    expect(await branchOf(world, run)).toBe(`feature/T-1_change_${run.id}`);
  });
});
