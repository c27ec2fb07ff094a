// What a person must be asked now: a base that cannot be checked, what the stage asks, open questions of a role, a login that does not work, a
// budget that is reached.

import { capName, limitOf } from '../budget/budget.ts';
import { dayGate } from '../budget/day.ts';
import { capsInTheWay } from '../effects-due.ts';
import type { GateRequest } from './gate.ts';
import { sameGate } from './gate.ts';
import type { Question, Run } from '../run.ts';
import { isTaskLine } from '../run.ts';
import { baseGates } from '../stages/baseline.ts';
import { stages } from '../stages/table.ts';

export function gatesDue(run: Run): readonly GateRequest[] {
  if (run.ended !== undefined || run.blocked !== undefined) return [];
  return [
    ...baseGates(run),
    ...stages[run.visit.stage].gates(run),
    ...questions(run),
    ...logins(run),
    ...budget(run),
    ...dayGate(run),
  ].filter((request) => !isAsked(run, request));
}

/** A gate is asked once a visit for the same thing; an approval of the same thing counts in every visit. */
function isAsked(run: Run, request: GateRequest): boolean {
  return run.gates.some(
    (gate) => sameGate(gate, request) && (gate.visit === run.visit.n || gate.decision?.answer === 'approve'),
  );
}

/** A task's line outlives a visit, so its question is put again in the next one. */
function questions(run: Run): readonly GateRequest[] {
  const isOpen = (question: Question): boolean =>
    question.answer === undefined && (question.visit === run.visit.n || isTaskLine(question.line));
  return run.questions.filter(isOpen).map((question) => ({
    kind: 'question' as const,
    subject: question.line,
    digest: questionDigest(run, question),
    blob: question.blob,
    options: question.options,
  }));
}

/** The same words may be asked twice; the second time they are another question. */
function questionDigest(run: Run, { line, blob }: Question): string {
  const before = run.questions.filter(
    (item) => item.line === line && item.blob === blob && item.answer !== undefined,
  );
  return `${blob}.${before.length + 1}`;
}

/** One gate for an agent whose login does not work, however many lines wait for it. */
function logins(run: Run): readonly GateRequest[] {
  const agents = new Set(run.holds.flatMap(({ login }) => (login === undefined ? [] : [login])));
  return [...agents].map((agent) => {
    const before = run.gates.filter(
      (gate) => gate.kind === 'login' && gate.subject === agent && gate.decision !== undefined,
    );
    return { kind: 'login' as const, subject: agent, digest: `${agent}.${before.length + 1}` };
  });
}

function budget(run: Run): readonly GateRequest[] {
  return capsInTheWay(run).map((cap) => ({
    kind: 'budget' as const,
    subject: capName(cap),
    digest: `${capName(cap)}.${limitOf(run.budget, cap)}`,
  }));
}
