// What a person must be asked now: what the stage asks, open questions of a role, a budget that is reached.

import { capInTheWay } from './effects-due.ts';
import type { GateRequest } from './gate.ts';
import { sameGate } from './gate.ts';
import type { Run } from './run.ts';
import { stages } from './stages/table.ts';

export function gatesDue(run: Run): readonly GateRequest[] {
  if (run.ended !== undefined || run.blocked !== undefined) return [];
  return [...stages[run.visit.stage].gates(run), ...questions(run), ...budget(run)].filter(
    (request) => !isAsked(run, request),
  );
}

/** A gate is asked once a visit for the same thing; an approval of the same thing counts in every visit. */
function isAsked(run: Run, request: GateRequest): boolean {
  return run.gates.some(
    (gate) => sameGate(gate, request) && (gate.visit === run.visit.n || gate.decision?.answer === 'approve'),
  );
}

function questions(run: Run): readonly GateRequest[] {
  return run.questions
    .filter((question) => question.answer === undefined && question.visit === run.visit.n)
    .map((question) => ({
      kind: 'question' as const,
      subject: question.line,
      digest: question.blob,
      blob: question.blob,
      options: question.options,
    }));
}

function budget(run: Run): readonly GateRequest[] {
  const cap = capInTheWay(run);
  return cap === undefined ? [] : [{ kind: 'budget', subject: cap, digest: `${cap}.${run.budget[cap]}` }];
}
