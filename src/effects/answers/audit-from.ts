// From an audit's answer to a verdict of the core. Findings, mirages and unclear points of a walk become findings of
// one kind, each with an id that later rounds answer; what a mirage says does not exist is looked up.

import type { AskInput } from '../../core/effects.ts';
import { unansweredRisks } from '../../core/plan/audit.ts';
import { scoreOf } from '../../core/plan/audit-score.ts';
import { lookedUp, severityOf } from '../../core/plan/mirages.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Plan } from '../../core/plan/plan.ts';
import { highRisks, planFiles } from '../../core/plan/plan.ts';
import { covers } from '../../core/fence/paths.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { Finding, Verdict } from '../../core/roles/verdict.ts';
import type { VerdictAnswer } from '../../prompts/prompts.ts';
import { walkPoints } from '../../prompts/prompts.ts';
import type { ReadAnswer } from './answers.ts';
import { gravest, isThere } from './answers.ts';
import type { Raised } from './audit-text.ts';
import { auditText } from './audit-text.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { isFact } from '../plans/plan-facts.ts';

interface About {
  readonly input: AskInput;
  readonly run: Run;
  readonly repository: string;
}

const walkedTasksMax = 3;

const letters: Readonly<Partial<Record<Role, string>>> = {
  auditor: 'A',
  'assumption-verifier': 'V',
  'executability-verifier': 'E',
};

export function isAudit(role: Role): boolean {
  return letters[role] !== undefined;
}

export async function auditFrom(
  parts: EffectParts,
  answer: VerdictAnswer,
  about: About,
): Promise<ReadAnswer> {
  const problems =
    answer.conclusion === 'abstain' ? [] : [...walkProblems(answer, about), ...earlierLeftOut(answer, about)];
  if (problems.length > 0) return { ok: false, problems };
  const { role } = about.input;
  const prefix = `${letters[role] ?? ''}${about.run.audits.length + 1}`;
  const plan = must(about.run.plan, 'a plan that is audited exists');
  const raised = gravest([
    ...answer.findings,
    ...openRisksOf(answer, plan),
    ...miragesOf(answer),
    ...unclearOf(answer),
  ]);
  const findings = await Promise.all(
    raised.map(async (item, n): Promise<Finding> => ({
      id: `${prefix}.${n + 1}`,
      severity: item.severity,
      ...(item.file === undefined ? {} : { file: parts.screener.redact(item.file).text }),
      ...(item.line === undefined ? {} : { line: item.line }),
      title: oneLine(parts, item.title),
      validation: await validationOf(parts, item, about),
    })),
  );
  const judged: Verdict = {
    blob: '',
    role,
    conclusion: answer.conclusion,
    confidence: answer.confidence,
    findings,
    criteria: [],
    concerns: answer.concerns,
    ...numbersOf(answer, raised, findings),
    ...(answer.risks === undefined
      ? {}
      : { risks: answer.risks.map(({ category, state }) => ({ category, state })) }),
    earlier: (answer.earlier ?? []).map(({ id, settled }) => ({ id: id.slice(0, idCharsMax), settled })),
  };
  const silent = unansweredRisks(plan, judged);
  const text = auditText(answer, { raised, findings, points: about.run.points, silent });
  const verdict: Verdict = { ...judged, blob: await keepText(parts, text) };
  return { ok: true, result: { answer: 'verdict', verdict } };
}

const idCharsMax = 20;

/** What code counts with: marks and their score, mirages that stood up to a look, what was unclear in the walk. */
function numbersOf(
  answer: VerdictAnswer,
  raised: readonly Raised[],
  findings: readonly Finding[],
): Partial<Verdict> {
  const { marks, mirages, walk } = answer;
  const states = (walk ?? []).map(({ points }) => points.map((item) => item.state));
  return {
    ...(marks === undefined ? {} : { marks, score: scoreOf(marks, { mirages: 0, blockedTasks: 0 }) }),
    ...(mirages === undefined
      ? {}
      : {
          mirages: findings.filter(
            (item, n) =>
              raised[n]?.mirage !== undefined && item.severity !== 'MINOR' && item.validation === 'confirmed',
          ).length,
        }),
    ...(walk === undefined
      ? {}
      : {
          walk: {
            unclear: states.flat().filter((state) => state === 'AMBIGUOUS').length,
            blocked: states.filter((points) => points.includes('BLOCKED')).length,
          },
        }),
  };
}

function miragesOf(answer: VerdictAnswer): readonly Raised[] {
  return (answer.mirages ?? []).map((mirage) => ({
    severity: severityOf[mirage.severity],
    title: `${mirage.task === undefined ? '' : `${mirage.task}: `}${mirage.claim}`,
    detail: `${mirage.reality} (${mirage.pattern})`,
    ...(mirage.file === undefined ? {} : { file: mirage.file }),
    ...(mirage.line === undefined ? {} : { line: mirage.line }),
    mirage,
  }));
}

/** A HIGH risk that stays open stops a plan; another one the auditor names is worth a revision. */
function openRisksOf({ risks = [] }: VerdictAnswer, plan: Plan): readonly Raised[] {
  const high = highRisks(plan);
  return risks
    .filter(({ state }) => state === 'open')
    .map(({ category, note }) => ({
      severity: high.includes(category) ? ('CRITICAL' as const) : ('MAJOR' as const),
      title: `the risk ${category} is open`,
      detail: note,
    }));
}

/** A point that is not clear has to be mended in the plan, so it is a finding as well. */
function unclearOf(answer: VerdictAnswer): readonly Raised[] {
  return (answer.walk ?? []).flatMap(({ task, points }) =>
    points
      .filter((item) => item.state !== 'CLEAR')
      .map(({ point, state, note }) => ({
        severity: state === 'BLOCKED' ? ('CRITICAL' as const) : ('MAJOR' as const),
        title: `${task}: ${point.replaceAll('_', ' ')} is ${state.toLowerCase()}`,
        detail: note,
      })),
  );
}

/** A place that is named has to be there; what is said not to exist must not exist. */
async function validationOf(parts: EffectParts, item: Raised, about: About): Promise<Finding['validation']> {
  const { mirage, file, line, quote } = item;
  const place = { repository: about.repository, commit: about.input.commit };
  if (mirage !== undefined) {
    const kind = lookedUp[mirage.pattern];
    if (kind === undefined || mirage.name === undefined) return 'confirmed';
    const willBe = kind === 'file' && covers(plannedFiles(about.run), mirage.name);
    const exists = await isFact(parts.workspaces, { kind, name: mirage.name }, place);
    return exists || willBe ? 'rejected' : 'confirmed';
  }
  if (file === undefined || covers(plannedFiles(about.run), file)) return 'confirmed';
  return (await isThere(parts, place, { file, line, quote })) ? 'confirmed' : 'rejected';
}

function plannedFiles(run: Run): readonly string[] {
  return planFiles(must(run.plan, 'a plan that is audited exists'));
}

/** The walk is one through the first three tasks, in order, each with all its points. */
function walkProblems(answer: VerdictAnswer, { run }: About): readonly string[] {
  if (answer.walk === undefined) return [];
  const wanted = must(run.plan, 'a plan that is audited exists').tasks.slice(0, walkedTasksMax);
  const walked = answer.walk.map((item) => item.task);
  const first = wanted.map((task) => task.id);
  return [
    ...(walked.join('\n') === first.join('\n')
      ? []
      : [`the walk has to go through ${first.join(', ')}, in this order, and through nothing else`]),
    ...answer.walk
      .filter((item) => new Set(item.points.map(({ point }) => point)).size !== walkPoints.length)
      .map(
        (item) => `the walk through ${item.task} has to say something of each of ${walkPoints.join(', ')}`,
      ),
  ];
}

/** Silence on an earlier point would settle it unseen. */
function earlierLeftOut(answer: VerdictAnswer, { run, input }: About): readonly string[] {
  const said = new Set((answer.earlier ?? []).map((item) => item.id));
  return run.points
    .filter((point) => point.role === input.role && !said.has(point.id))
    .map(
      (point) =>
        `point ${point.id} of an earlier round is not answered: say in earlier whether it is settled`,
    );
}
