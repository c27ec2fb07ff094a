// Title and body of the pull request: what, why, how it was verified, what a reviewer should know.

import type { ScreenedPlace } from '../../core/evidence/screened.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Probed } from '../../core/roles/asked-first.ts';
import { isAnsweredByPolicy } from '../../core/plan/open-questions.ts';
import { planSize } from '../../core/plan/plan.ts';
import type { Repository, Run } from '../../core/run.ts';
import { isIn, must } from '../../core/run.ts';
import { baselineWords } from '../../views/words/baseline-words.ts';
import { givenWords, notRunWords } from '../../views/words/not-run-words.ts';
import { evidenceNotes } from '../../views/words/evidence-words.ts';
import { coverageNotes } from '../../views/words/coverage-words.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import { isTakenUnjudged } from '../../core/stages/reviewing.ts';
import { asksAboutChange } from '../../core/stages/destroying.ts';
import { becauseOf } from '../../views/artifacts/reports.ts';
import { criteriaOfBoth } from '../../views/artifacts/texts.ts';
import { placeOf } from '../../views/words/finding-words.ts';
import { levelSentence } from '../../views/words/level-words.ts';
import { probedWords } from '../../views/words/probe-words.ts';
import { witnessLine } from '../../views/words/witness.ts';
import { plural, short } from '../../views/words/words.ts';
import { deniedHeading } from '../answers/texts.ts';
import { disarmed } from './disarmed.ts';
import type { Section } from './fit-sections.ts';
import { cutAtWord, fitSections } from './fit-sections.ts';
import { redactedIn, redactedNote } from './redacted.ts';
import { carefully, changes, summary } from './what-was-done.ts';
import type { EffectParts } from '../parts.ts';

const titleCharsMax = 250;
/** Enough to know which one is meant; the ticket has the whole of it. */
const criterionCharsMax = 200;

/** All that is said in a pull request, and what was taken out of it. */
export interface PullRequestText {
  readonly title: string;
  readonly body: string;
  readonly redacted: readonly ScreenedPlace[];
}

export async function pullRequestText(
  parts: EffectParts,
  run: Run,
  repository: Repository,
): Promise<PullRequestText> {
  const title = titleOf(parts, run);
  const { body, redacted } = await bodyOf(parts, run, repository);
  return { title, body, redacted: [...redactedIn('title', title), ...redacted] };
}

function titleOf({ screener }: EffectParts, run: Run): string {
  const ticket = must(run.ticket, 'a pull request follows a recorded ticket');
  return cutAtWord(screener.redact(disarmed(`${ticket.id}: ${ticket.title}`)).text, titleCharsMax);
}

/** What a forge takes, with room to spare: 65,536 characters is the least of those in use. */
const bodyCharsMax = 60_000;

/** What stands in it fits by design: every section has room of its own, and the ticket takes what is left. */
async function bodyOf(
  parts: EffectParts,
  run: Run,
  repository: Repository,
): Promise<Pick<PullRequestText, 'body' | 'redacted'>> {
  const ticket = must(run.ticket, 'a pull request follows a recorded ticket');
  const [words, refined, plan, analysis, first, weakened, destroyed, ...fired] = await Promise.all(
    [
      ticket.blob,
      ticket.refined?.blob,
      must(run.accepted, 'a pull request follows an accepted plan').blob,
      run.analysis?.blob,
      run.analysis?.first ?? run.analysis?.blob,
      repository.compared?.weakened?.blob,
      repository.compared?.destroyed?.blob,
      ...(repository.fired ?? []).map(({ told }) => told),
    ].map(async (blob) => (blob === undefined ? '' : ((await parts.blobs.get(blob)) ?? ''))),
  );
  const of = (part: string): string => `\`slipway show ${run.id}${part}\``;
  const criteria = criteriaOfBoth(words ?? '', refined, ticket).map(({ id, text }) => {
    // Screened before it is cut, as everything here is.
    const said = cutAtWord(parts.screener.redact(text).text, criterionCharsMax);
    return `- ${id}: ${said === '' ? '' : `${said} – `}${isMet(run, id)}`;
  });
  const end = `${runMark(run)} ${repository.base.commit}. ${levelSentence(run)}`;
  const head = await parts.headOf?.(run.id);
  // Each is screened whole, before anything is cut: half a secret is not recognised as one.
  const screened = ({ ours = [], ...section }: Section & { readonly ours?: readonly string[] }): Section => {
    const said = [...ours, ...(section.lines.length === 0 ? [] : [disarmed(section.lines.join('\n'))])];
    const { text } = parts.screener.redact(said.join('\n'));
    return { ...section, lines: text === '' ? [] : text.split('\n') };
  };
  const sections = [
    {
      heading: 'Summary',
      lines: summary(run, { analysis: first ?? '', plan: plan ?? '' }),
      charsMax: 4_000,
      whole: of(' analysis'),
    },
    { heading: 'Ticket', ours: closing(run), lines: quoted(words ?? ''), whole: of(' ticket') },
    { heading: 'Changes', lines: changes(run, repository), charsMax: 10_000, whole: of(' plan') },
    { heading: 'To be read with care', lines: carefully(repository), charsMax: 3_000, whole: of('') },
    { heading: 'Impact', lines: impact(run, plan ?? ''), charsMax: 8_000, whole: of(' plan') },
    {
      heading: 'Answered by policy',
      lines: answeredByPolicy(run, plan ?? ''),
      charsMax: 4_000,
      whole: of(' plan'),
    },
    {
      heading: 'How it was verified',
      lines: [...verified(run, repository), ...shotLines(fired)],
      charsMax: 6_000,
      whole: of(''),
    },
    {
      heading: 'What did not run',
      lines: notRunWords(run, repository).map((line) => `- ${line}`),
      charsMax: 3_000,
      whole: of(''),
    },
    { heading: 'Acceptance criteria', lines: criteria, charsMax: 5_000, whole: of(' review') },
    {
      heading: 'What the ticket says and the code denies',
      lines: bulletsUnder(analysis ?? '', deniedHeading),
      charsMax: 4_000,
      whole: of(' analysis'),
    },
    {
      heading: 'Changes to what checks this',
      lines: weakening(repository, weakened ?? ''),
      charsMax: 8_000,
      whole: of(''),
    },
    {
      heading: 'What this destroys',
      lines: destroying(run, repository, destroyed ?? ''),
      charsMax: 8_000,
      whole: of(''),
    },
    {
      heading: 'What the reviewer would still change',
      lines: minorFindings(run),
      charsMax: 5_000,
      whole: of(' review'),
    },
  ].map(screened);
  const redacted = sections.flatMap(({ heading, lines }) => redactedIn(heading, lines.join('\n')));
  const body = fitSections(
    [
      ...sections,
      screened({
        heading: 'Notes',
        lines: [...redactedNote(run, redacted), ...notes(run, repository)],
        charsMax: 6_000,
        whole: of(''),
      }),
      screened({ lines: [end], charsMax: 1_000, whole: of('') }),
      // After screening: nothing of it is anybody's words, and a hash looks like a key.
      ...(head === undefined ? [] : [{ lines: [witnessLine(head)], charsMax: 200, whole: of('') }]),
    ],
    bodyCharsMax,
  );
  return { body: `${body.trimEnd()}\n`, redacted };
}

/** By what a pull request is known as that of this run. */
export function runMark({ id }: Run): string {
  return `Run ${id} on base`;
}

function resultOf(item: Evidence): string {
  return item.because === 'ok' ? item.verdict : `${item.verdict}: ${becauseOf(item)}`;
}

function testCounts({ counts }: Evidence): string {
  return counts === undefined
    ? '–'
    : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

function isMet(run: Run, id: string): string {
  const found = run.review?.criteria.find((item) => item.id === id);
  if (found === undefined) return 'not answered by the reviewer';
  if (found.unproven === true) return 'called met by the reviewer, and not shown';
  return found.met ? 'met, by the reviewer' : 'not met, by the reviewer';
}

/** How large the change is and what the plan says could go wrong, in its own words where they are still there. */
function impact(run: Run, planText: string): readonly string[] {
  const plan = must(run.accepted, 'a pull request follows an accepted plan');
  const files = planSize(plan);
  const told = bulletsUnder(planText, 'Risks');
  const risks = plan.risks.map(
    ({ category, impact: weight, resolved }) =>
      `- ${category}: ${weight}, ${resolved ? 'dealt with' : 'open'}`,
  );
  return [
    `${plan.tier}: ${files} ${files === 1 ? 'file' : 'files'} planned.`,
    ...(told.length === 0 ? risks : told),
  ];
}

/** What nobody was asked, because policy takes the recommended answer for a plan of this size. */
function answeredByPolicy({ accepted, policy }: Run, planText: string): readonly string[] {
  if (accepted === undefined || !isAnsweredByPolicy(accepted, policy)) return [];
  return [
    'The plan left this open, and no person was asked: policy takes the recommended answer (`questions: recommended`).',
    '',
    ...bulletsUnder(planText, 'Open questions'),
  ];
}

/** Every check that was asked for has a row, also one that did not run. */
function verified(run: Run, repository: Repository): readonly string[] {
  const evidence = run.evidence.filter((item) => isIn(run, item, repository));
  const silent = run.checks
    .filter((spec) => isIn(run, spec, repository))
    .filter((spec) => !evidence.some((item) => item.check === spec.name));
  if (evidence.length === 0 && silent.length === 0) {
    return [
      'No check ran: none is configured, and none was found. Nothing but the review stands behind this.',
    ];
  }
  return [
    'Slipway ran these checks itself, on a clean checkout of this tree.',
    '',
    '| check | result | tests |',
    '|---|---|---|',
    ...evidence.map((item) => `| ${item.check} | ${resultOf(item)} | ${testCounts(item)} |`),
    ...silent.map((spec) => `| ${spec.name} | not run | – |`),
  ];
}

function notes(run: Run, repository: Repository): readonly string[] {
  return [
    ...evidenceNotes(run.evidence).map((line) => `- ${line}`),
    ...baselineWords(run).map((line) => `- ${line}`),
    ...givenWords(run, repository).map((line) => `- ${line}`),
    ...coverageNotes(run).map((line) => `- ${line}`),
    ...roundsNote(run),
    ...grantsNote(run, repository),
    ...widenedNotes(run, repository),
    ...uncommittedNote(run, repository),
    ...(run.gates.some(
      (gate) => gate.kind === 'waiver' && gate.subject === 'no-tests' && gate.decision?.answer === 'approve',
    )
      ? [
          `- No test was found${run.checks.some((check) => check.kind === 'test') ? '' : ' at the base commit'}; a person waived that.`,
        ]
      : []),
    ...unjudgedNotes(run),
    ...(run.drift === undefined
      ? []
      : [
          `- The target branch changed files of the plan after it was approved (${run.drift.paths.map((path) => `\`${path}\``).join(', ')}); the change was put onto it and checked there.`,
        ]),
    ...run.probes.flatMap(({ probed }) => (probed === undefined ? [] : [probesNote(probed)])),
    ...run.proofs.map(reproductionNote),
    ...(run.ticket?.type === 'bugfix' && run.analysis?.reproduced !== true
      ? [`- The bug was not reproduced by a test before it was fixed.${unrunNote(run)}`]
      : []),
  ];
}

/** What tests did where they should fail. */
function shotLines(fired: readonly string[]): readonly string[] {
  const lines = fired.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  return lines.length === 0 ? [] : ['', 'Whether these checks can fail:', '', ...lines];
}

/** Where a person stood in for a review, whoever merges knows it. */
function unjudgedNotes(run: Run): readonly string[] {
  const taken = run.gates.filter(({ kind, decision }) => kind === 'review' && decision?.answer === 'approve');
  const tasks = taken.filter(({ subject }) => subject !== 'change').map(({ subject }) => subject);
  return [
    ...(isTakenUnjudged(run) ? ['- No reviewer could judge this change; a person took it as it is.'] : []),
    ...(tasks.length === 0
      ? []
      : [
          `- No reviewer could judge ${plural(tasks.length, 'task')} alone (${tasks.join(', ')}); a person took what was delivered.`,
        ]),
  ];
}

/** What came of it the first time is not what is proposed here. */
function roundsNote({ rounds }: Run): readonly string[] {
  const turned = Object.entries(rounds).filter(([, count]) => count > 0);
  if (turned.length === 0) return [];
  const words = turned.map(([name, count]) => plural(count, `${name} round`));
  return [`- It took more than one try: ${words.join(', ')}.`];
}

function grantsNote(run: Run, repository: Repository): readonly string[] {
  const given = run.tasks
    .filter(({ task, at }) => at === 'integrated' && isIn(run, task, repository))
    .flatMap(({ grants }) => grants);
  const granted = [...new Set([...(run.accepted?.grants ?? []), ...given])].toSorted();
  if (granted.length === 0) return [];
  return [
    `- Leave was given to touch what is protected or checks this: ${granted.map((path) => `\`${path}\``).join(', ')}.`,
  ];
}

function uncommittedNote({ dirty }: Run, { included }: Repository): readonly string[] {
  if (included !== undefined) {
    return [
      `- The first commit (${short(included.commit)}, ${plural(included.files, 'file')}) is what was not committed in the checkout when the run started, as its author had it.`,
    ];
  }
  return dirty === 'dirty' || dirty === 'docs'
    ? ['- The checkout had uncommitted changes when the run started; they are not part of this.']
    : [];
}

/** Whoever reads the plan beside the change would miss these in it. */
function widenedNotes(run: Run, repository: Repository): readonly string[] {
  return run.tasks
    .filter(({ task, at }) => at === 'integrated' && isIn(run, task, repository))
    .flatMap(({ task, widened = [] }) =>
      widened.map(({ paths, by }) => {
        const who = by === undefined ? 'policy (`scope.widen`)' : 'a person';
        return `- Task ${task.id} needed more than its plan: ${paths.map((path) => `\`${path}\``).join(', ')}, given by ${who}.`;
      }),
    );
}

/** What stands in nobody's way is said all the same: whoever merges may think otherwise. */
function minorFindings({ review }: Run): readonly string[] {
  return (review?.findings ?? [])
    .filter(({ severity, validation }) => severity === 'MINOR' && validation !== 'rejected')
    .map((finding) => {
      const at = placeOf(finding);
      return `- ${finding.title}${at === undefined ? '' : ` (\`${at}\`)`}`;
    });
}

function unrunNote({ analysis }: Run): string {
  const file = analysis?.unrun === undefined ? undefined : analysis.reproduction?.path;
  return file === undefined
    ? ''
    : ` The test that was to show it, \`${file}\`, was not run: no runner picked it up.`;
}

function reproductionNote({ path, commit, onto, moved }: Run['proofs'][number]): string {
  return onto !== undefined && moved === undefined
    ? `- The test that shows the bug, ${path}, was committed first (${short(commit)}), and nobody touched it since.`
    : `- The test that shows the bug, ${path}, came with the fix, unchanged: its runner names no tests that fail, or the target moved since.`;
}

function probesNote(probed: Probed): string {
  return `- Probed before it was planned, on a checkout that was thrown away: ${probedWords(probed)}.`;
}

/** What a person or the plan let pass is said where the change is judged. */
function weakening({ compared }: Repository, words: string): readonly string[] {
  const weakened = compared?.weakened;
  if (weakened === undefined) return [];
  const findings = words.split('\n').filter((line) => line.startsWith('- '));
  const allowed =
    stopping(weakened).length > 0
      ? '**A person let this pass.** The change weakens what it is checked with:'
      : 'Tests or their configuration changed, as the plan grants or for the reviewer to judge:';
  return [allowed, '', ...findings];
}

function destroying(run: Run, { compared }: Repository, words: string): readonly string[] {
  if (compared?.destroyed === undefined) return [];
  const findings = words.split('\n').filter((line) => line.startsWith('- '));
  const isAllowed = run.gates.some((gate) => asksAboutChange(gate) && gate.decision?.answer === 'approve');
  const allowed = isAllowed
    ? '**A person let this pass.** The change destroys something:'
    : 'The change destroys something, as the approved plan or policy lets it:';
  return [allowed, '', ...findings];
}

/** The list below a heading of a text of ours. */
function bulletsUnder(text: string, heading: string): readonly string[] {
  const lines = text.split('\n');
  const start = lines.indexOf(`## ${heading}`);
  if (start === -1) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('#'));
  return (end === -1 ? rest : rest.slice(0, end)).filter((line) => line.startsWith('- '));
}

function quoted(text: string): readonly string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`));
}

/** First, because a long ticket is cut. GitHub ties the issue to the pull request by this, and closes it with the merge; by its address, so that no other issue of that number is meant. */
function closing({ forge, source }: Run): readonly string[] {
  const isIssue = forge === 'github' && source.tracker === 'github' && /\/issues\/\d+$/.test(source.ref);
  return isIssue ? [`Closes ${source.ref}`, ''] : [];
}
