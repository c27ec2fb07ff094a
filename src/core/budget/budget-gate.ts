// The gate of a budget that is reached: which cap it is about, and to what a person may raise it.

import type { Refusal } from '../commands.ts';
import type { RunEvent } from '../events.ts';
import type { Decision, Gate } from '../gates/gate.ts';
import type { Run } from '../run.ts';
import type { NamedCap } from './budget.ts';
import { capNamed, limitOf, raised } from './budget.ts';

/** A cap that is not raised would be reached again at once, and a lower one is passed already. */
export function mayRaise(run: Run, gate: Gate, { answer, choice }: Decision): Refusal | undefined {
  const cap = capOf(gate);
  if (cap === undefined || answer !== 'approve' || choice === undefined) return undefined;
  const limit = limitOf(run.budget, cap);
  return Number.isFinite(choice) && choice > limit
    ? undefined
    : { refused: 'STATE_MISMATCH', expected: `a cap above ${limit}`, actual: String(choice) };
}

/** What an approval gives; undefined where the gate is about something else. */
export function raisedAt(run: Run, gate: Gate, { choice }: Decision): RunEvent | undefined {
  const cap = capOf(gate);
  if (cap === undefined) return undefined;
  const used = cap.scope === 'day' ? run.day?.spent[cap.cap] : undefined;
  return { type: 'budget.raised', budget: raised(run.budget, cap, choice, used) };
}

function capOf({ kind, subject }: Gate): NamedCap | undefined {
  return kind === 'budget' ? capNamed(subject) : undefined;
}
