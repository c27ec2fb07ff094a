// Dependencies in attempts and checks: installed once, by npm itself, in a repository that needs no network for it.

import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandAgent } from '../agents/command/command.ts';
import { placesOf } from '../app/home/home-places.ts';
import { toolsOf } from '../app/parts.ts';
import type { CheckSpec, Evidence } from '../core/evidence/evidence.ts';
import type { Run } from '../core/run.ts';
import { aTask, testCheck } from '../../test/support/core.ts';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import { npmProject, npmSetup } from '../../test/support/npm-project.ts';
import { surroundingsIn } from '../../test/support/app.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { attempt } from './kinds/attempt.ts';
import { copyingAhead } from './launches/copying-ahead.ts';
import { check } from './kinds/check.ts';
import { runProbes } from './kinds/run-probes.ts';
import { writeArtifacts } from './kinds/write-artifacts.ts';

const greets: CheckSpec = {
  ...testCheck,
  name: 'test',
  kind: 'custom',
  command: `node -p "require('greet')"`,
};
const checks = [npmSetup, greets];

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts({ ...npmProject(), 'a.txt': 'a\n' });
  run = await world.run({
    checks,
    tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
  });
});
afterEach(() => world.close());

async function evidenceOn(
  commit: string,
  specs: readonly CheckSpec[] = checks,
): Promise<readonly Evidence[]> {
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  const effect = effectOf('check', { commit, tree, checks: specs });
  const outcome = await check(world.parts).act(effect, world.context(run));
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  return outcome.result.evidence;
}

async function logOf(evidence: Evidence | undefined): Promise<string> {
  return (await world.parts.blobs.get(evidence?.log ?? '')) ?? '';
}

const layersOf = (name: string): string => path.join(world.home, 'cache/layers', name);

test('a check does not install again what the manifests say is the same, and says so', async () => {
  const commit = await world.commit({ 'packages/greet/index.js': "module.exports = 'good day';\n" });
  const [setup, greeting] = await evidenceOn(commit);
  const tree = await world.parts.workspaces.treeOf(world.id, commit);
  expect(setup).toMatchObject({ check: 'setup', kind: 'setup', verdict: 'PASS', tree, reused: true });
  expect(await logOf(setup)).toMatch(/added 1 package[^]*\[Not run again: .*commit/);
  expect(greeting).toMatchObject({ verdict: 'PASS' });
  expect(greeting).not.toHaveProperty('reused');
  expect(await logOf(greeting)).toBe('good day\n');
  expect(await readdir(path.join(world.home, 'workspaces'))).not.toContain('r1-1-check-subject-1');
});

test('a setup that ran for the base just now is told as that, and the next time as not run again', async () => {
  const [setup] = await evidenceOn(world.base);
  expect(setup).toMatchObject({ check: 'setup', verdict: 'PASS' });
  expect(setup).not.toHaveProperty('reused');
  expect(await logOf(setup)).not.toContain('Not run again');
  const [again] = await evidenceOn(world.base);
  expect(again).toMatchObject({ ms: 0, reused: true });
});

test('a check installs where installing runs something of the repository that may differ', async () => {
  const scripts = { postinstall: 'node -e 0' };
  const base = await world.commit(npmProject({ scripts }));
  run = {
    ...run,
    repositories: run.repositories.map((one) => ({ ...one, base: { ...one.base, commit: base } })),
  };
  const commit = await world.commit({ 'a.txt': 'b\n' }, base);
  const [setup, greeting] = await evidenceOn(commit);
  expect(setup).toMatchObject({ verdict: 'PASS' });
  expect(setup).not.toHaveProperty('reused');
  expect(greeting).toMatchObject({ verdict: 'PASS' });
});

/** A setup that fails, and how often it ran. */
function counted(): { readonly setup: CheckSpec; readonly times: () => Promise<number> } {
  const file = path.join(world.home, 'setups');
  const command = `echo no such package; echo x >> ${file}; exit 1`;
  const times = async (): Promise<number> => (await readFile(file, 'utf8')).length / 2;
  return { setup: { ...npmSetup, command }, times };
}

test('a setup that fails on the base runs once, is the evidence, and what follows is not run', async () => {
  const { setup: failing, times } = counted();
  const [setup, greeting] = await evidenceOn(world.base, [failing, greets]);
  expect(setup).toMatchObject({ verdict: 'FAIL', because: 'exit', exit: 1 });
  expect(await logOf(setup)).toContain('no such package');
  expect(greeting).toMatchObject({ verdict: 'FAIL', because: 'not-run' });
  expect(await logOf(greeting)).toContain('because the check "setup" failed');
  expect(await times()).toBe(1);
});

test('a setup that failed on the base is tried again there when somebody asks, and once on every other tree', async () => {
  const { setup: failing, times } = counted();
  await evidenceOn(world.base, [failing, greets]);
  await evidenceOn(world.base, [failing, greets]);
  expect(await times()).toBe(2);
  const commit = await world.commit({ 'a.txt': 'b\n' });
  const [setup] = await evidenceOn(commit, [failing, greets]);
  expect(setup).toMatchObject({ verdict: 'FAIL', because: 'exit' });
  expect(await times()).toBe(3);
});

test('a setup that failed at the base, and was waived, runs once on another tree in another process too', async () => {
  const { setup: failing, times } = counted();
  const [failed] = await evidenceOn(world.base, [failing, greets]);
  if (failed === undefined) throw new Error('nothing was checked');
  const tree = await world.parts.workspaces.treeOf(world.id, world.base);
  run = {
    ...run,
    repositories: run.repositories.map((one) => ({
      ...one,
      base: { ...one.base, tree },
      baseline: { tree, evidence: [failed] },
    })),
  };
  const surroundings = surroundingsIn(world.repository.root);
  const { layers } = toolsOf(placesOf(surroundings), surroundings, counterClock(2_000, 1)); // as another process has them
  world = { ...world, parts: { ...world.parts, layers } };
  await evidenceOn(await world.commit({ 'a.txt': 'b\n' }), [failing, greets]);
  expect(await times()).toBe(2);
});

test('what a run needs for its own manifests is made for it, and goes when it has ended', async () => {
  const commit = await world.commit({
    'package.json': npmProject({ description: 'x' })['package.json'] ?? '',
  });
  const [setup, greeting] = await evidenceOn(commit);
  expect([setup?.verdict, greeting?.verdict]).toEqual(['PASS', 'PASS']);
  expect(await readdir(layersOf('runs/r1'))).toHaveLength(1);
  const effect = effectOf('write-artifacts', {});
  await writeArtifacts(world.parts).act(effect, world.context(run));
  expect(existsSync(layersOf('runs/r1'))).toBe(true);
  await writeArtifacts(world.parts).act(effect, world.context({ ...run, ended: 'completed' }));
  expect(existsSync(layersOf('runs/r1'))).toBe(false);
});

test('an agent finds the dependencies in its workspace, and they are no part of its change', async () => {
  const answer = '{"type":"work","status":"done","summary":"Did it."}';
  const script = `node -p "require('greet')" > a.txt && echo x > node_modules/x && echo '${answer}'`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const { processes } = world.parts;
  const agent = commandAgent({ name: 'hand', command: ['/bin/sh', '-c', script], env, processes });
  const parts = { ...world.parts, agentFor: () => Promise.resolve({ agent }) };
  const input = { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [] };
  const outcome = await attempt(parts).act(effectOf('attempt', input), world.context(run));
  expect(outcome).toMatchObject({ type: 'done', result: { answer: 'delivered', files: 1 } });
  if (outcome.type !== 'done' || outcome.result.answer !== 'delivered')
    throw new Error('nothing was delivered');
  expect(await parts.workspaces.readFile(world.id, outcome.result.commit, 'a.txt')).toBe('hello\n');
});

test('while an agent is at work the dependencies of the next one are copied, unless nobody follows', async () => {
  const evidence = await evidenceOn(world.base);
  const tree = await world.parts.workspaces.treeOf(world.id, world.base);
  const repositories = run.repositories.map((one) => ({ ...one, baseline: { tree, evidence } }));
  run = { ...run, repositories };
  const [repository] = repositories;
  if (repository === undefined) throw new Error('a run has a repository');
  const signal = new AbortController().signal;
  const about = { run, repository, layer: undefined, tag: 'ahead', signal };
  const commit = world.base;
  await copyingAhead(world.parts, { ...about, request: { mode: 'review', commit } }).done;
  expect(await readdir(layersOf('.making'))).toEqual([]);
  await copyingAhead(world.parts, { ...about, request: { mode: 'investigate', commit } }).done;
  const [name = ''] = await readdir(layersOf('.making'));
  const { ino } = await stat(path.join(layersOf('.making'), name, '0/.package-lock.json'));
  const answer = '{"type":"work","status":"done","summary":"Did it."}';
  const script = `stat -c %i node_modules/.package-lock.json > a.txt && echo '${answer}'`;
  const env = { PATH: process.env['PATH'] ?? '' };
  const { processes } = world.parts;
  const agent = commandAgent({ name: 'hand', command: ['/bin/sh', '-c', script], env, processes });
  const parts = { ...world.parts, agentFor: () => Promise.resolve({ agent }) };
  const input = { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [] };
  const outcome = await attempt(parts).act(effectOf('attempt', input), world.context(run));
  if (outcome.type !== 'done' || outcome.result.answer !== 'delivered')
    throw new Error('nothing was delivered');
  expect(await parts.workspaces.readFile(world.id, outcome.result.commit, 'a.txt')).toBe(`${ino}\n`);
});

test('a probe finds the dependencies installed, and the layer stays as it was', async () => {
  const [installed] = await evidenceOn(world.base);
  expect(installed).toMatchObject({ verdict: 'PASS' });
  const content =
    "console.log(require('greet')); require('fs').rmSync('node_modules/greet', { recursive: true, force: true });";
  const blob = await world.parts.blobs.put(world.parts.screener.redact(content));
  const probes = [{ name: 'greet', path: 'probe.cjs', blob, command: 'node probe.cjs' }];
  const input = { commit: world.base, probes, checks: [npmSetup], timeMs: 20_000, leave: 'given' as const };
  const outcome = await runProbes(world.parts).act(effectOf('run-probes', input), world.context(run));
  if (outcome.type !== 'done') throw new Error(JSON.stringify(outcome));
  expect(await world.parts.blobs.get(outcome.result.told)).toContain('```\nhello\n```');
  const [, greeting] = await evidenceOn(world.base);
  expect(await logOf(greeting)).toBe('hello\n');
});
