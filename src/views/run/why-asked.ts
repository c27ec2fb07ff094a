// Why a person is asked about a plan, where that does not follow from what they wanted: said wherever the gate is named, because
// whoever started a run without plan gates would take it for a mistake.

import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import type { Trouble } from '../../core/stages/plan-review.ts';
import { list } from '../words/words.ts';

const troubleWords: Readonly<Record<Trouble, string>> = {
  rejected: 'An audit rejected this plan.',
  abstained: 'An audit could not judge this plan, and neither could another agent.',
  stagnation:
    'The audits ask for more, and the last two rounds brought hardly anything. This is the best version.',
  rounds: 'The audits ask for more, and the rounds are used up. This is the best version.',
};

function isTrouble(subject: string): subject is Trouble {
  return Object.hasOwn(troubleWords, subject);
}

/** A sentence, or nothing where the question speaks for itself. */
export function whyAsked(
  { policy, plan }: Pick<Run, 'policy' | 'plan'>,
  { kind, subject }: Pick<Gate, 'kind' | 'subject'>,
): string | undefined {
  if (kind !== 'plan') return undefined;
  if (isTrouble(subject)) return troubleWords[subject];
  const grants = plan?.grants ?? [];
  return policy.gates.plan || grants.length === 0
    ? undefined
    : `This run asks about no plan, but for this one: it wants leave to touch what is protected or what checks the change (${list(grants)}), and only a person gives that.`;
}
