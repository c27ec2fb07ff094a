// From a role's parsed answer to a fact of the core. What code can check, code checks here: cited files and
// lines, the findings of a reviewer. Plans are a matter of their own (`plan-from.ts`).

import type { AskResult, Provenance } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { Finding, Severity, Verdict } from '../../core/roles/verdict.ts';
import type { AnalysisAnswer, VerdictAnswer } from '../../prompts/prompts.ts';
import { isShown } from './criterion-shown.ts';
import type { VerdictAbout } from './existing.ts';
import { existingFor } from './existing.ts';
import { owedFindings } from './owed-tests.ts';
import type { Change } from './finding-holds.ts';
import { judged, linesOf, namesCriterion } from './finding-holds.ts';
import { hunksOf } from './hunks.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';
import { reproductionFrom } from './reproduction.ts';
import { keepText } from '../parts.ts';
import { analysisText, verdictText } from './texts.ts';

export type ReadAnswer =
  | { readonly ok: true; readonly result: Unsigned<AskResult> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** An answer before it is said whose it is. */
type Unsigned<T> = T extends unknown ? Omit<T, keyof Provenance> : never;

const findingsMax = 30;

interface Place {
  readonly run: Run;
  readonly repository: string;
  readonly commit: string;
}

export async function analysisFrom(
  parts: EffectParts,
  answer: AnalysisAnswer,
  place: Place,
): Promise<ReadAnswer> {
  const cited = await Promise.all(
    answer.relatedCode.map(async (item) => ({ item, exists: await exists(parts, place, item) })),
  );
  const missing = cited
    .filter(({ exists: found }) => !found)
    .map(({ item }) => (item.line === undefined ? item.file : `${item.file}:${item.line}`));
  const problems = [
    ...missing.map((name) => `'${name}' is cited, but there is no such file or line at this commit`),
    ...(answer.relatedCode.length === 0 ? ['no related code is cited'] : []),
    ...(answer.analysis.length > place.run.policy.analysisCharsMin
      ? []
      : [
          `the analysis has ${answer.analysis.length} characters; say more than ${place.run.policy.analysisCharsMin}`,
        ]),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const shown =
    answer.reproduction === undefined ? undefined : await reproductionFrom(parts, answer.reproduction, place);
  if (shown?.ok === false) return { ok: false, problems: [shown.problem] };
  const related = answer.relatedCode.map(({ file, line }) =>
    line === undefined ? { file } : { file, line },
  );
  const blob = await keepText(parts, analysisText(answer));
  const analysis = {
    blob,
    chars: answer.analysis.length,
    related,
    missing,
    reproduced: false,
    ...(shown === undefined ? {} : { reproduction: shown.reproduction }),
  };
  return { ok: true, result: { answer: 'analysis', analysis } };
}

async function exists(
  parts: EffectParts,
  place: Place,
  cited: { readonly file: string; readonly line?: number },
): Promise<boolean> {
  const text = await parts.workspaces.readFile(place.repository, place.commit, cited.file);
  if (text === undefined) return false;
  return cited.line === undefined || hasLine(text, cited.line);
}

function hasLine(text: string, line: number): boolean {
  return line >= 1 && line <= linesOf(text).length;
}

export async function verdictFrom(
  parts: EffectParts,
  answer: VerdictAnswer,
  about: VerdictAbout,
): Promise<ReadAnswer> {
  const unanswered = [
    ...criteriaLeftOut(answer, about),
    ...mandatesLeftOut(answer, about),
    ...placesLeftOut(answer, about),
  ];
  if (unanswered.length > 0) return { ok: false, problems: unanswered };
  const change = await changeIn(parts, about);
  const looked = await Promise.all(answer.findings.map((finding) => validated(parts, finding, change)));
  const criteria = await criteriaShown(parts, answer, { ...about, change });
  const owed = await owedFindings(parts, answer, { ...about, change });
  const findings = gravest([...looked, ...owed.map(({ finding }) => finding)]);
  const { conclusion, confidence, score, concerns } = answer;
  const verdict = {
    role: about.input.role,
    conclusion,
    confidence,
    ...(score === undefined ? {} : { score }),
    findings,
    criteria,
    ...mandatesOf(answer),
    concerns,
    blob: await keepText(
      parts,
      verdictText(
        { ...answer, findings: [...answer.findings, ...owed.map(({ raised }) => raised)] },
        looked,
        criteria,
      ),
    ),
  };
  return { ok: true, result: { answer: 'verdict', verdict } };
}

/** The gravest first, and no more than an event can hold; the report names all of them. */
export function gravest<T extends { readonly severity: Severity }>(findings: readonly T[]): readonly T[] {
  const order = ['CRITICAL', 'MAJOR', 'MINOR'];
  return findings
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, findingsMax);
}

/** The reviewer of the whole change answers every acceptance criterion; silence is no answer. */
function criteriaLeftOut(answer: VerdictAnswer, { input, run }: VerdictAbout): readonly string[] {
  if (input.role !== 'reviewer' || input.task !== undefined || answer.conclusion === 'abstain') return [];
  const answered = new Set(answer.criteria.map((criterion) => criterion.id));
  return (run.ticket?.criteria ?? [])
    .filter((id) => !answered.has(id))
    .map((id) => `acceptance criterion ${id} is not answered: say whether it is met, and by what evidence`);
}

/** A reviewer answers every mandate it was given: of the task, or of the whole ticket. */
function mandatesLeftOut(answer: VerdictAnswer, { input, run }: VerdictAbout): readonly string[] {
  if (input.role !== 'reviewer' || answer.conclusion === 'abstain') return [];
  const state = run.tasks.find((item) => item.task.id === input.task);
  const given = (input.task === undefined ? run.ticket?.mandates : state?.task.mandates) ?? [];
  const answered = new Set((answer.mandates ?? []).map((mandate) => mandate.id));
  return given
    .filter((id) => !answered.has(id))
    .map((id) => `mandate ${id} is not answered: say whether it was followed, and where that can be seen`);
}

function mandatesOf({ mandates = [] }: VerdictAnswer): Pick<Verdict, 'mandates'> {
  return mandates.length === 0 ? {} : { mandates: mandates.map(({ id, followed }) => ({ id, followed })) };
}

/** What is called met and not shown is not met. */
async function criteriaShown(
  parts: EffectParts,
  { criteria }: VerdictAnswer,
  about: VerdictAbout & { readonly change: Change },
): Promise<Verdict['criteria']> {
  if (!criteria.some(({ met }) => met)) return criteria.map(({ id }) => ({ id, met: false }));
  const exists = await existingFor(parts, about);
  return Promise.all(
    criteria.map(async ({ id, met, evidence }) => {
      if (!met || (await isShown(evidence, exists))) return { id, met };
      return { id, met: false, unproven: true as const };
    }),
  );
}

/** A finding is confirmed where what it names is part of the change, and says why where it is not. */
async function validated(
  parts: EffectParts,
  finding: VerdictAnswer['findings'][number],
  change: Change,
): Promise<Finding> {
  const { severity, file, line } = finding;
  const base = {
    severity,
    ...(file === undefined ? {} : { file: parts.screener.redact(file).text }),
    ...(line === undefined ? {} : { line }),
    title: oneLine(parts, finding.title),
  };
  const doubt = await judged(finding, change);
  if (doubt === undefined) return { ...base, validation: 'confirmed' };
  return { ...base, validation: doubt === 'names-nothing' ? 'unvalidated' : 'rejected', doubt };
}

async function changeIn(parts: EffectParts, { input, run, repository }: VerdictAbout): Promise<Change> {
  const { from, to } = must(input.diff, 'a reviewer is given a diff');
  return {
    run,
    hunks: hunksOf(await parts.workspaces.diff(repository, from, to)),
    textOf: (file) => parts.workspaces.readFile(repository, to, file),
  };
}

/** A pass cannot leave something grave open that nobody could look up: it is said where, or it is not grave. */
function placesLeftOut(answer: VerdictAnswer, { run }: VerdictAbout): readonly string[] {
  if (answer.conclusion !== 'pass') return [];
  return answer.findings
    .filter((item) => item.severity !== 'MINOR' && item.file === undefined && !namesCriterion(item, run))
    .map(
      (item) =>
        `the ${item.severity} finding '${item.title}' names no place: give file, line and the quoted code, ` +
        'or the id of the criterion that is missed, and conclude revise; or call it MINOR',
    );
}

/** Whether a place exists and holds what is quoted from it. */
export async function isThere(
  parts: Pick<EffectParts, 'workspaces'>,
  { repository, commit }: { readonly repository: string; readonly commit: string },
  at: { readonly file: string; readonly line?: number | undefined; readonly quote?: string | undefined },
): Promise<boolean> {
  const text = await parts.workspaces.readFile(repository, commit, at.file);
  if (text === undefined || (at.line !== undefined && !hasLine(text, at.line))) return false;
  return at.quote === undefined || text.includes(at.quote.trim());
}
