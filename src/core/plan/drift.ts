// Drift [P6]: the target branch moved on, and on the way changed or removed what the approved plan names. A person approved
// the plan for the files they knew, so the approval is void.
//   DRIFT-1. A target that moves on is no drift; only what an entry of the accepted plan stands for counts
//       (`effects/kinds/merge.ts` looks at what changed).
//   DRIFT-2. Where a person approves plans, they are asked again before anything is put onto that base, once for each such move.
//       Where nobody does, the run goes on, and its pull request says so.
//   DRIFT-3. A plan that is accepted afterwards was made for that base: nothing of the drift is left.

import type { MovedBase } from '../remarks/seen.ts';
import type { GateRequest } from '../gates/gate.ts';
import type { Plan } from './plan.ts';
import type { Run } from '../run.ts';
import { must } from '../run.ts';
import { changed } from '../evolve/within.ts';

export interface Drift {
  /** The commit the target was found at. */
  readonly base: string;
  readonly paths: readonly string[];
}

/** What is known of drift after a move; an earlier one stays, with the answer that was given to it. */
export function driftAfter(run: Run, { commit, drift = [] }: MovedBase): Pick<Run, 'drift'> {
  return drift.length === 0 ? { drift: run.drift } : { drift: { base: commit, paths: drift } };
}

/** DRIFT-2. */
export function awaitsDrift(run: Run): boolean {
  return driftGate(run).some(
    ({ digest }) =>
      !run.gates.some(
        (gate) => gate.kind === 'drift' && gate.digest === digest && gate.decision?.answer === 'approve',
      ),
  );
}

export function driftGate(run: Run): readonly GateRequest[] {
  const { drift } = run;
  if (drift === undefined) return [];
  const plan = must(run.accepted, 'what was delivered was planned');
  if (!run.policy.gates.plan && plan.grants.length === 0) return [];
  return [{ kind: 'drift', subject: 'plan', digest: driftDigest(run, plan, drift), paths: drift.paths }];
}

/** Bound to what an approval of the plan is bound to: the plan, the base and the policy. */
function driftDigest({ policyHash }: Run, { hash }: Plan, { base }: Drift): string {
  return `${hash}.${base}.${policyHash}`;
}

/** DRIFT-3. */
export function withoutDrift(run: Run): Run {
  return changed(run, { drift: undefined });
}
