// Checks that let this very tree pass already, on a clean checkout and by the same commands: running them again would
// tell nothing.
//
// Invariants
//   PASSED-BEFORE-1. A failure is never taken over. Beyond its run a pass is not either that came with a reservation.
//   PASSED-BEFORE-2. A warning stands again on its tree, and says again what it is, where it would be held against the same: what a task was
//       let pass with while the test of a bug was still red is no warning at the end. What a linter warns of has no part in that.

import type { CheckInput } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { checksAtOnceOf, reuseMsOf } from '../../core/policy.ts';
import type { Run } from '../../core/run.ts';
import type { Unfilled } from '../../workspace/workspace.ts';
import type { EffectParts } from '../parts.ts';
import { isPlainPass, passKey } from './passes.ts';

interface Asked extends CheckInput {
  /** Submodules that are empty folders where it runs. */
  readonly empty?: readonly Unfilled[];
}

type Parts = Pick<EffectParts, 'passes' | 'blobs' | 'clock' | 'processes'>;

/** All of them, or nothing: what is left over would need the setup of the others. */
export function passedBefore(run: Run, { tree, checks }: CheckInput): readonly Evidence[] | undefined {
  const isSameBase = run.proofs.every(({ onto }) => onto === undefined); // PASSED-BEFORE-2
  const passed = new Map(
    evidenceOf(run)
      .filter((item) => item.tree === tree)
      .filter(
        ({ verdict, kind }) => verdict === 'PASS' || (verdict === 'WARN' && (isSameBase || kind !== 'test')),
      )
      .map((item) => [item.check, item]),
  );
  const found = checks.flatMap(({ name }) => passed.get(name) ?? []);
  if (checks.length === 0 || found.length < checks.length) return undefined;
  return found.map((item) => ({ ...item, ms: 0, reused: true }));
}

/** The commands of a run do not change once somebody works on it (OTHER-CHECKS-2), so a name says which. */
function evidenceOf({ tasks, queue = [] }: Run): readonly Evidence[] {
  return [...tasks.flatMap((state) => state.evidence), ...queue.flatMap(({ evidence = [] }) => evidence)];
}

/**
 * For the base only, which is the same for many runs: whatever is held against a base of its own (fewer tests than there,
 * failures that are known there) has to be run with that base in mind.
 */
export async function passedElsewhere(
  parts: Parts,
  input: Asked,
  run: Run,
): Promise<readonly Evidence[] | undefined> {
  const maxMs = reuseMsOf(run.policy);
  if (input.against !== undefined || input.checks.length === 0 || maxMs === 0) return undefined;
  const pass = await parts.passes.get(passKey(input, surroundings(parts, run, input)));
  if (pass === undefined || pass.run === run.id || parts.clock.now() - pass.at > maxMs) return undefined;
  const blobs = pass.evidence.flatMap(({ log, tests }) => [log, ...(tests === undefined ? [] : [tests])]);
  const there = await Promise.all(blobs.map((name) => parts.blobs.intact(name)));
  if (there.some((state) => state !== 'intact')) return undefined;
  return pass.evidence.map((item) => ({ ...item, ms: 0, reused: true }));
}

/** A list of checks that passed stands for its tree in later runs. */
export async function keepPasses(
  parts: Parts,
  input: Asked,
  run: Run,
  evidence: readonly Evidence[],
): Promise<void> {
  if (evidence.length === 0 || !evidence.every(isPlainPass)) return;
  await parts.passes
    .put(passKey(input, surroundings(parts, run, input)), { run: run.id, at: parts.clock.now(), evidence })
    .catch(() => undefined); // losing it costs time and nothing else
}

/**
 * What else decides how a command ends, as far as it is known: side by side a check does not see what the others leave, and a suite
 * that passes beside an empty submodule may not once that is filled.
 */
function surroundings({ processes }: Parts, { policy }: Run, { empty = [] }: Asked): readonly string[] {
  const turns = checksAtOnceOf(policy) > 1 ? 'side by side' : 'one by one';
  const submodules = empty.map(({ path }) => `empty ${path}`);
  return [processes.level, turns, process.version, process.platform, process.arch, ...submodules];
}
