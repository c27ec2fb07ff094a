// What Slipway itself tells a role about the run, besides the texts an effect names: its own facts in words.

import { becauseOf, countsOf } from '../../views/artifacts/reports.ts';
import { plainOf } from '../../views/artifacts/say.ts';
import { evidenceNotes } from '../../views/words/evidence-words.ts';
import type { Diagnosed, Failing } from '../../views/run/diagnosis.ts';
import { diagnosisText } from '../../views/run/diagnosis.ts';
import { plannedList } from '../../views/words/planned-words.ts';
import { placeOf } from '../../views/words/finding-words.ts';
import { list } from '../../views/words/words.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import { commandWords } from '../../core/evidence/evidence.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { Finding } from '../../core/roles/verdict.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { earlierVerdict } from '../../core/stages/implementation.ts';
import { allFailed, testsFrom } from '../../core/evidence/tests-text.ts';
import type { PromptPiece, ToldCheck } from '../../prompts/prompts.ts';
import { hunksOf } from '../answers/hunks.ts';
import type { EffectParts } from '../parts.ts';

interface About {
  readonly role: Role;
  readonly task?: string;
  /** Where it is asked, and at which commit. */
  readonly repository: string;
  readonly commit: string;
}

interface Parts {
  readonly blobs: Pick<EffectParts['blobs'], 'get'>;
  readonly artifacts: Pick<EffectParts['artifacts'], 'failures'>;
  readonly workspaces: Pick<EffectParts['workspaces'], 'diff'>;
}

const planners: readonly Role[] = ['investigator', 'planner', 'splitter'];

/** Who works on the code, or on a plan for it, and so has to know what was red before anybody touched it. */
const toldOfBase: readonly Role[] = [
  'planner',
  'splitter',
  'implementer',
  'tester',
  'documenter',
  'reviewer',
];

const auditors: readonly Role[] = ['auditor', 'assumption-verifier', 'executability-verifier'];

export async function ownPieces(parts: Parts, run: Run, about: About): Promise<readonly PromptPiece[]> {
  const [base, others] = await Promise.all([
    toldOfBase.includes(about.role) ? basePiece(parts, run, about) : [],
    piecesFor(parts, run, about),
  ]);
  return [...base, ...others];
}

/** A check as a prompt names it: its command alone does not tell the parts of one script apart. */
export function toldCheck({ name, kind, command, script }: CheckSpec): ToldCheck {
  const part = script && { at: script.part, of: script.parts, text: script.text };
  return { name, kind, command, ...(part === undefined ? {} : { part }) };
}

async function piecesFor(parts: Parts, run: Run, about: About): Promise<readonly PromptPiece[]> {
  const state = run.tasks.find(({ task }) => task.id === about.task);
  if (about.role === 'reviewer') {
    return [
      ...planned(run, state),
      ...results(state?.evidence ?? run.evidence),
      ...(await earlierFindings(parts, run, about)),
    ];
  }
  if (planners.includes(about.role)) return planning(parts, run);
  if (auditors.includes(about.role)) return risksToAnswer(run);
  if (state === undefined) return [];
  const { evidence, delivered, collided } = state;
  return diagnosis(parts, run, { evidence, changed: delivered?.touched ?? [], collided: collided === true });
}

/** AUDIT-4: each by name, with what the planner says of it; its note stands in the plan. */
function risksToAnswer({ plan }: Run): readonly PromptPiece[] {
  const high = plan === undefined ? [] : plan.risks.filter(({ impact }) => impact === 'HIGH');
  if (high.length === 0) return [];
  const lines = high.map(
    ({ category, resolved }) =>
      `- ${category}: HIGH, ${resolved ? 'resolved, as the planner says' : 'not resolved'}`,
  );
  return piece('HIGH risks of the plan, each to be looked at', lines.join('\n'));
}

/** What the checks said of the base, with the tests that are red there: nobody else's fault. */
async function basePiece({ blobs }: Parts, run: Run, about: About): Promise<readonly PromptPiece[]> {
  const { baseline } = run.repositories.find(({ repository }) => repository === about.repository) ?? {};
  if (baseline === undefined || baseline.evidence.length === 0) return [];
  const lines = await Promise.all(
    baseline.evidence.map(async (item) => {
      const text = item.tests === undefined ? '' : ((await blobs.get(item.tests)) ?? '');
      const red = allFailed(testsFrom(text));
      const left = red.length - redShownMax;
      return [
        evidenceLine(item),
        ...red.slice(0, redShownMax).map((name) => `  - red: ${name}`),
        ...(left > 0 ? [`  - and ${left} more`] : []),
        ...(item.verdict === 'FAIL' && red.length === 0 ? lastLines((await blobs.get(item.log)) ?? '') : []),
      ];
    }),
  );
  return piece('results of the checks at the base commit', lines.flat().join('\n'));
}

const redShownMax = 50;
const lastLinesMax = 5;
const lastLineCharsMax = 200;

/** Where no test is named, only what it printed tells why a check is red. */
function lastLines(log: string): readonly string[] {
  const lines = plainOf(log)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .slice(-lastLinesMax);
  return lines.length === 0
    ? []
    : [
        '  its last lines:',
        ...lines.map((line) => `    ${Array.from(line).slice(0, lastLineCharsMax).join('')}`),
      ];
}

/** Whoever reviews again looks first at what was found before, and at what became of it. */
async function earlierFindings(parts: Parts, run: Run, about: About): Promise<readonly PromptPiece[]> {
  const earlier = about.task === undefined ? run.review : earlierVerdict(run, about.task);
  if (earlier === undefined || earlier.findings.length === 0) return [];
  const since = about.task === undefined ? await changedSince(parts, run, about) : undefined;
  const lines = earlier.findings.map((finding) => {
    const at = placeOf(finding);
    return `- ${finding.severity} ${finding.title}${at === undefined ? '' : ` (${at})`}: ${fateOf(finding, since)}`;
  });
  return piece('findings of the earlier verdict, and what became of them', lines.join('\n'));
}

function fateOf({ validation, file }: Finding, since: ReadonlySet<string> | undefined): string {
  if (validation === 'rejected') return 'it could not be confirmed, so nobody was asked to mend it';
  if (file === undefined || since === undefined) return 'look whether it is mended';
  return since.has(file) ? 'its file was changed since' : 'its file was not changed since';
}

/** Undefined where that cannot be told, as after the branch was made anew. */
async function changedSince(
  { workspaces }: Parts,
  { review }: Run,
  { repository, commit }: About,
): Promise<ReadonlySet<string> | undefined> {
  if (review === undefined || review.head === commit) return undefined;
  const diff = await workspaces.diff(repository, review.head, commit).catch(() => undefined);
  return diff === undefined ? undefined : new Set(hunksOf(diff).keys());
}

/** Once a round began, whoever plans it is told what failed, and what went wrong before that [E6]. */
async function planning(parts: Parts, run: Run): Promise<readonly PromptPiece[]> {
  const { design: _design, ...loops } = run.rounds;
  if (Object.values(loops).every((count) => count === 0)) return [];
  const changed = new Set(run.tasks.flatMap(({ delivered }) => delivered?.touched ?? []));
  const [found, log] = await Promise.all([
    diagnosis(parts, run, { evidence: run.evidence, changed: [...changed] }),
    parts.artifacts.failures(run.id),
  ]);
  return [
    ...simplification(run),
    ...found,
    ...piece('failures of this run so far', log === '' ? undefined : log),
  ];
}

/** The last try before a person is asked is for what fails alone [E5]; its name keeps it from being cut. */
function simplification(run: Run): readonly PromptPiece[] {
  if (!run.simplifying) return [];
  const failing = run.evidence.filter(({ verdict }) => verdict === 'FAIL').map(({ check }) => check);
  const unmet = run.review?.criteria.filter(({ met }) => !met).map(({ id }) => id) ?? [];
  const text = [
    'The bug rounds are used up. This is the simplification pass: the one try that is left before a person is asked.',
    `Work on what fails and on nothing else: ${list(failing, 'the checks')}.`,
    ...(unmet.length === 0 ? [] : [`Acceptance criteria that were last found not met: ${list(unmet)}.`]),
    'Look for the simplest change that makes it pass: take code of this run away rather than add to it, and give up what no acceptance criterion asks for.',
    'Touch only files this run has worked on: a plan that names another one is refused.',
  ].join('\n');
  return piece('limits of this pass', text);
}

async function diagnosis(
  parts: Parts,
  run: Run,
  about: Pick<Diagnosed, 'changed' | 'collided'> & { readonly evidence: readonly Evidence[] },
): Promise<readonly PromptPiece[]> {
  const failing = await Promise.all(
    about.evidence.filter(({ verdict }) => verdict === 'FAIL').map((item) => textsOf(parts, run, item)),
  );
  const { changed, collided = false } = about;
  return piece('diagnosis of the failure', diagnosisText({ failing, changed, collided }));
}

async function textsOf({ blobs }: Parts, run: Run, evidence: Evidence): Promise<Failing> {
  const check = run.checks.find(({ name }) => name === evidence.check);
  const [log, tests] = await Promise.all([
    blobs.get(evidence.log),
    evidence.tests === undefined ? undefined : blobs.get(evidence.tests),
  ]);
  return {
    evidence,
    ...(check === undefined ? {} : { command: commandWords(check) }),
    names: testsFrom(tests ?? ''),
    log: log ?? '',
  };
}

/** Whoever reviews a LARGE change is told what each task was planned to touch and touched; smaller ones fit the eye. */
function planned(run: Run, state: TaskState | undefined): readonly PromptPiece[] {
  if (run.accepted?.tier !== 'LARGE') return [];
  return piece('planned and touched files', plannedList(state === undefined ? run.tasks : [state]));
}

/** What the checks said of what is to be judged: a criterion may be met by a test, and here it is seen to pass. */
function results(evidence: readonly Evidence[]): readonly PromptPiece[] {
  if (evidence.length === 0) return [];
  return piece(
    'results of the checks',
    [...evidence.map(evidenceLine), ...evidenceNotes(evidence)].join('\n'),
  );
}

function evidenceLine(item: Evidence): string {
  const counts = item.counts === undefined ? '' : `, ${countsOf(item)}`;
  return `- ${item.check}: ${item.verdict}, ${becauseOf(item)}${counts}`;
}

function piece(name: string, text: string | undefined): readonly PromptPiece[] {
  return text === undefined ? [] : [{ name, origin: 'this run', text }];
}
