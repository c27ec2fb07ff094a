// From a role's parsed answer to a fact of the core. What code can check, code checks here: cited files and
// lines, the plan's contract, the findings of a reviewer.

import type { AskInput, AskResult, Provenance } from '../core/effects.ts';
import type { Plan } from '../core/plan.ts';
import { filesOf, planFiles, planProblems, tierOf } from '../core/plan.ts';
import type { Run } from '../core/run.ts';
import { planContext } from '../core/stages/planning.ts';
import type { Finding } from '../core/verdict.ts';
import type {
  AnalysisAnswer,
  DesignAnswer,
  PlanAnswer,
  QuestionAnswer,
  VerdictAnswer,
} from '../prompts/prompts.ts';
import type { EffectParts } from './parts.ts';
import { keepText } from './parts.ts';
import { designText, planText, questionText, verdictText } from './texts.ts';

export type ReadAnswer =
  | { readonly ok: true; readonly result: Unsigned<AskResult> }
  | { readonly ok: false; readonly problems: readonly string[] };

type ReadPlan =
  | { readonly ok: true; readonly result: { readonly answer: 'plan'; readonly plan: Plan } }
  | { readonly ok: false; readonly problems: readonly string[] };

type TextParts = Pick<EffectParts, 'blobs' | 'screener'>;

/** An answer before it is said whose it is. */
type Unsigned<T> = T extends unknown ? Omit<T, keyof Provenance> : never;

const titleCharsMax = 100;
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
  const related = answer.relatedCode.map(({ file, line }) =>
    line === undefined ? { file } : { file, line },
  );
  const text = `${answer.analysis}\n\n## Related code\n\n${answer.relatedCode
    .map((item) => `- \`${item.file}${item.line === undefined ? '' : `:${item.line}`}\`: ${item.why}`)
    .join('\n')}\n`;
  const blob = await keepText(parts, text);
  const analysis = { blob, chars: answer.analysis.length, related, missing, reproduced: false };
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

/** A line ends with its line break: what follows the last one is no line. */
function hasLine(text: string, line: number): boolean {
  const lines = text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0);
  return line >= 1 && line <= lines;
}

/** The contract is checked here for the planner's sake, to say what is wrong; the core checks it again. */
export async function planFrom(parts: TextParts, answer: PlanAnswer, run: Run): Promise<ReadPlan> {
  const tasks = answer.tasks.map((task) => ({
    id: task.id,
    title: oneLine(parts, task.title),
    files: task.files,
    tests: task.tests,
    dependsOn: task.dependsOn,
    executor: task.executor,
    ...(task.speciality === undefined ? {} : { speciality: task.speciality }),
    verification: task.verification,
    criteria: task.covers,
    destructive: task.destructive,
  }));
  const blob = await keepText(parts, planText(answer));
  const files = new Set(tasks.flatMap(filesOf)).size;
  const plan: Plan = {
    hash: blob,
    blob,
    source: await keepText(parts, JSON.stringify(answer)),
    tier: tierOf(files),
    confidence: answer.confidence,
    tasks,
    risks: answer.risks.map(({ category, impact, resolved }) => ({ category, impact, resolved })),
    openQuestions: answer.openQuestions.length,
    grants: answer.grants,
  };
  const problems = [
    ...planProblems(plan, planContext(run)),
    ...deferrals(answer),
    ...secretPaths(parts, plan),
  ];
  return problems.length === 0 ? { ok: true, result: { answer: 'plan', plan } } : { ok: false, problems };
}

/** Paths go into the journal and to the forge as they are, so they are refused where other text would be redacted. */
function secretPaths(parts: TextParts, plan: Plan): readonly string[] {
  const paths = [...planFiles(plan), ...plan.grants];
  return paths.some((path) => parts.screener.redact(path).text !== path)
    ? ['a path of the plan looks like a secret; choose another name']
    : [];
}

const deferral =
  /\b(TBD|TODO|figure out|confirm later|research later|determine later|decide later|further research required)\b/i;

/** A plan that puts a decision off is not a plan. Code and names are left out of the search. */
function deferrals(answer: PlanAnswer): readonly string[] {
  return answer.tasks.flatMap((task) => {
    const prose = `${task.title}\n${task.description}`.replaceAll(/`[^`]*`/g, '');
    const found = deferral.exec(prose)?.[0];
    return found === undefined ? [] : [`task ${task.id} puts something off: '${found}'`];
  });
}

export async function designFrom(parts: EffectParts, answer: DesignAnswer): Promise<ReadAnswer> {
  return { ok: true, result: { answer: 'design', blob: await keepText(parts, designText(answer)) } };
}

export async function questionFrom(parts: EffectParts, answer: QuestionAnswer): Promise<ReadAnswer> {
  const blob = await keepText(parts, questionText(answer));
  return { ok: true, result: { answer: 'question', blob, options: answer.options.length } };
}

export async function verdictFrom(
  parts: EffectParts,
  answer: VerdictAnswer,
  about: { readonly input: AskInput; readonly run: Run; readonly repository: string },
): Promise<ReadAnswer> {
  const unanswered = criteriaLeftOut(answer, about);
  if (unanswered.length > 0) return { ok: false, problems: unanswered };
  const findings = await Promise.all(gravest(answer).map((finding) => validated(parts, finding, about)));
  const { conclusion, confidence, score, concerns } = answer;
  const verdict = {
    role: about.input.role,
    conclusion,
    confidence,
    ...(score === undefined ? {} : { score }),
    findings,
    criteria: answer.criteria.map(({ id, met }) => ({ id, met })),
    concerns,
    blob: await keepText(parts, verdictText(answer)),
  };
  return { ok: true, result: { answer: 'verdict', verdict } };
}

/** The gravest first, and no more than an event can hold; the report names all of them. */
function gravest(answer: VerdictAnswer): VerdictAnswer['findings'] {
  const order = ['CRITICAL', 'MAJOR', 'MINOR'];
  return answer.findings
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .slice(0, findingsMax);
}

/** The reviewer of the whole change answers every acceptance criterion; silence is no answer. */
function criteriaLeftOut(
  answer: VerdictAnswer,
  { input, run }: { readonly input: AskInput; readonly run: Run },
): readonly string[] {
  if (input.role !== 'reviewer' || input.task !== undefined || answer.conclusion === 'abstain') return [];
  const answered = new Set(answer.criteria.map((criterion) => criterion.id));
  return (run.ticket?.criteria ?? [])
    .filter((id) => !answered.has(id))
    .map((id) => `acceptance criterion ${id} is not answered: say whether it is met, and by what evidence`);
}

/** A finding is confirmed when the place it names exists and holds what it quotes; one that names no place stays unvalidated unless it is about the plan. */
async function validated(
  parts: EffectParts,
  finding: VerdictAnswer['findings'][number],
  about: { readonly input: AskInput; readonly run: Run; readonly repository: string },
): Promise<Finding> {
  const { severity, file, line } = finding;
  const place = {
    ...(file === undefined ? {} : { file: parts.screener.redact(file).text }),
    ...(line === undefined ? {} : { line }),
  };
  const base = { severity, ...place, title: oneLine(parts, finding.title) };
  if (about.input.diff === undefined) return { ...base, validation: planFinding(about.run, file) };
  if (file === undefined) return { ...base, validation: 'confirmed' };
  const text = await parts.workspaces.readFile(about.repository, about.input.commit, file);
  const there = text !== undefined && (line === undefined || hasLine(text, line));
  const quoted = finding.quote === undefined || text?.includes(finding.quote.trim()) === true;
  return { ...base, validation: there && quoted ? 'confirmed' : 'rejected' };
}

function planFinding(run: Run, file: string | undefined): Finding['validation'] {
  if (file === undefined || run.plan === undefined) return 'confirmed';
  return planFiles(run.plan).includes(file) ? 'confirmed' : 'unvalidated';
}

/** Titles stand in the journal itself. They are screened whole: half a secret is not recognised as one. */
function oneLine(parts: TextParts, text: string): string {
  const line = parts.screener.redact(text).text.replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, titleCharsMax).replace(/[\uD800-\uDBFF]$/, ''); // never half a character
}
