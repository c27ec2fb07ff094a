// The gate of a budget that is reached: which cap it is about, and to what a person may raise it.

import type { Refusal } from '../commands.ts';
import type { RunEvent } from '../events.ts';
import type { Decision, Gate } from '../gates/gate.ts';
import type { Run } from '../run.ts';
import type { NamedCap } from './budget.ts';
import { capNamed, limitOf, raised } from './budget.ts';
import { limitNow } from './day.ts';

/** A cap that is not raised would be reached again at once, and a lower one is passed already. */
export function mayRaise(run: Run, gate: Gate, { answer, choice }: Decision): Refusal | undefined {
  const cap = capOf(gate);
  if (cap === undefined || answer !== 'approve' || choice === undefined) return undefined;
  const limit = limitNow(run, cap);
  return Number.isFinite(choice) && choice > limit
    ? undefined
    : { refused: 'STATE_MISMATCH', expected: `a cap above ${limit}`, actual: String(choice) };
}

/** What an approval gives; undefined where the gate is about something else. */
export function raisedAt(run: Run, gate: Gate, { choice }: Decision): RunEvent | undefined {
  const cap = capOf(gate);
  if (cap === undefined) return undefined;
  const used = cap.scope === 'day' ? run.day?.spent[cap.cap] : undefined;
  const budget = raised(run.budget, cap, choice, used);
  if (cap.scope !== 'day') return { type: 'budget.raised', budget };
  const ofDay = { cap: cap.cap, from: limitNow(run, cap), to: limitOf(budget, cap) };
  return { type: 'budget.raised', budget, ofDay };
}

function capOf({ kind, subject }: Gate): NamedCap | undefined {
  return kind === 'budget' ? capNamed(subject) : undefined;
}
