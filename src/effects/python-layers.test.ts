// A Python environment in attempts and checks: made once, by pip itself, and at home wherever it is shown. All of it in one world,
// because making one takes seconds.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandAgent } from '../agents/command/command.ts';
import type { CheckSpec, Evidence } from '../core/evidence/evidence.ts';
import type { Run } from '../core/run.ts';
import { aTask, testCheck } from '../../test/support/core.ts';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import {
  hasPython,
  pythonProject,
  pythonSetup,
  pythonSurroundings,
} from '../../test/support/python-project.ts';
import { attempt } from './kinds/attempt.ts';
import { check } from './kinds/check.ts';

const greets: CheckSpec = { ...testCheck, name: 'test', kind: 'custom', command: '.venv/bin/greet' };
const checks = [pythonSetup, greets];

describe.skipIf(!hasPython)('a Python environment (skipped where Python cannot make one)', () => {
  let wheels: ReturnType<typeof pythonSurroundings>;
  let world: TestParts;
  let run: Run;
  beforeAll(async () => {
    wheels = pythonSurroundings();
    world = await startParts({ ...pythonProject(), 'a.txt': 'a\n' }, wheels.env);
    run = await world.run({
      checks,
      tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
    });
  });
  afterAll(async () => {
    await world.close();
    await rm(wheels.dir, { recursive: true });
  });

  async function evidenceOn(commit: string): Promise<readonly Evidence[]> {
    const tree = await world.parts.workspaces.treeOf(world.id, commit);
    const effect = effectOf('check', { commit, tree, checks });
    const outcome = await check(world.parts).act(effect, world.context(run));
    if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
    return outcome.result.evidence;
  }

  async function logOf(evidence: Evidence | undefined): Promise<string> {
    return (await world.parts.blobs.get(evidence?.log ?? '')) ?? '';
  }

  test('is made for the base, and its commands run what every other tree has, without setup', async () => {
    const [made, first] = await evidenceOn(world.base);
    expect(made).toMatchObject({ verdict: 'PASS' });
    expect(made).not.toHaveProperty('reused');
    const checkout = path.join(world.home, 'workspaces/r1-1-check-subject-1');
    expect(await logOf(first)).toBe(`hello ${checkout}/src/greeting/__init__.py\n`);
    const commit = await world.commit({ 'src/greeting/words.py': 'says = "good day"\n' });
    const [again, second] = await evidenceOn(commit);
    expect(again).toMatchObject({ verdict: 'PASS', reused: true });
    expect(await logOf(second)).toBe(`good day ${checkout}/src/greeting/__init__.py\n`);
  });

  test('is in the workspace of an agent, whose commands run the files of that workspace', async () => {
    const answer = '{"type":"work","status":"done","summary":"Did it."}';
    const script = `echo 'says = "good evening"' > src/greeting/words.py && .venv/bin/greet > a.txt && echo '${answer}'`;
    const env = { PATH: process.env['PATH'] ?? '' };
    const { processes } = world.parts;
    const agent = commandAgent({ name: 'hand', command: ['/bin/sh', '-c', script], env, processes });
    const parts = { ...world.parts, agentFor: () => Promise.resolve({ agent }) };
    const fence = ['a.txt', 'src/'];
    const input = { task: 'one', ordinal: 1, parent: world.base, fence, grants: [], inputs: [] };
    const outcome = await attempt(parts).act(effectOf('attempt', input), world.context(run));
    if (outcome.type !== 'done' || outcome.result.answer !== 'delivered')
      throw new Error(JSON.stringify(outcome));
    const told = await parts.workspaces.readFile(world.id, outcome.result.commit, 'a.txt');
    expect(told).toMatch(
      /^good evening .*\/workspaces\/r1-1-attempt-subject\/src\/greeting\/__init__\.py\n$/,
    );
  });
});
