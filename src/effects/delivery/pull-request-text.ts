// Title and body of the pull request: what, why, how it was verified, what a reviewer should know.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Level } from '../../core/roles/modes.ts';
import { planSize } from '../../core/plan/plan.ts';
import type { Repository, Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import { baselineWords } from '../../views/words/baseline-words.ts';
import { evidenceNotes } from '../../views/words/evidence-words.ts';
import { coverageNotes } from '../../views/words/coverage-words.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import { short } from '../../views/words/words.ts';
import type { EffectParts } from '../parts.ts';

export function pullRequestTitle(run: Run): string {
  const ticket = must(run.ticket, 'a pull request follows a recorded ticket');
  return `${ticket.id}: ${ticket.title}`;
}

export async function pullRequestBody(parts: EffectParts, run: Run, repository: Repository): Promise<string> {
  const ticket = must(run.ticket, 'a pull request follows a recorded ticket');
  const words = (await parts.blobs.get(ticket.blob)) ?? '';
  const body = [
    '## Ticket',
    '',
    quoted(words),
    '',
    '## Changes',
    '',
    ...changes(run),
    '',
    '## Impact',
    '',
    ...impact(run),
    '',
    '## How it was verified',
    '',
    'Slipway ran these checks itself, on a clean checkout of this tree.',
    '',
    '| check | result | tests |',
    '|---|---|---|',
    ...run.evidence.map((item) => `| ${item.check} | ${item.verdict} | ${countsOf(item)} |`),
    '',
    '## Acceptance criteria',
    '',
    ...ticket.criteria.map((criterion) => `- ${criterion}: ${isMet(run, criterion)}`),
    '',
    ...(await weakening(parts, repository)),
    ...notes(run),
    `Run ${run.id} on base ${repository.base.commit}. ${levelWords[run.level]}`,
    '',
  ].join('\n');
  return parts.screener.redact(body).text;
}

function countsOf(item: Evidence): string {
  const { counts } = item;
  return counts === undefined
    ? '–'
    : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
}

function isMet(run: Run, id: string): string {
  const found = run.review?.criteria.find((item) => item.id === id);
  if (found === undefined) return 'not answered by the reviewer';
  return found.met ? 'met, by the reviewer' : 'not met, by the reviewer';
}

function changes(run: Run): readonly string[] {
  return run.tasks
    .filter((state) => state.at === 'integrated')
    .toSorted((a, b) => (a.task.id < b.task.id ? -1 : 1))
    .map(({ task }) => {
      const files = task.files.length === 0 ? task.tests : task.files;
      return `- ${task.title} (${files.map((file) => `\`${file}\``).join(', ')})`;
    })
    .concat(documentsLine(run));
}

function documentsLine({ docs }: Run): readonly string[] {
  const paths = docs.committed.map(({ path }) => `\`${path}\``).toSorted();
  return paths.length === 0
    ? []
    : [`- Documents about the repository brought up to date, in a commit of their own (${paths.join(', ')})`];
}

/** How large the change is and what the plan says could go wrong. */
function impact(run: Run): readonly string[] {
  const plan = must(run.accepted, 'a pull request follows an accepted plan');
  const files = planSize(plan);
  const risks = plan.risks.map(
    ({ category, impact: weight, resolved }) =>
      `- ${category}: ${weight}, ${resolved ? 'dealt with' : 'open'}`,
  );
  return [`${plan.tier}: ${files} ${files === 1 ? 'file' : 'files'} planned.`, ...risks];
}

const levelWords: Readonly<Record<Level, string>> = {
  contained: 'Agents and checks were contained: their files, network and processes were their own.',
  fenced: 'Agents were fenced: what they could write and reach was limited, what they could read was not.',
  open: 'Agents were not contained; what they left was audited afterwards.',
};

function notes(run: Run): readonly string[] {
  const lines = [
    ...evidenceNotes(run.evidence).map((line) => `- ${line}`),
    ...baselineWords(run).map((line) => `- ${line}`),
    ...coverageNotes(run).map((line) => `- ${line}`),
    ...(run.dirty === 'dirty' || run.dirty === 'docs'
      ? ['- The checkout had uncommitted changes when the run started; they are not part of this.']
      : []),
    ...(run.gates.some(
      (gate) => gate.kind === 'waiver' && gate.subject === 'no-tests' && gate.decision?.answer === 'approve',
    )
      ? [
          `- No test was found${run.checks.some((check) => check.kind === 'test') ? '' : ' at the base commit'}; a person waived that.`,
        ]
      : []),
    ...(run.drift === undefined
      ? []
      : [
          `- The target branch changed files of the plan after it was approved (${run.drift.paths.map((path) => `\`${path}\``).join(', ')}); the change was put onto it and checked there.`,
        ]),
    ...run.proofs.map(reproductionNote),
    ...(run.ticket?.type === 'bugfix' && run.analysis?.reproduced !== true
      ? ['- The bug was not reproduced by a test before it was fixed.']
      : []),
  ];
  return lines.length === 0 ? [] : ['## Notes', '', ...lines, ''];
}

function reproductionNote({ path, commit, onto, moved }: Run['proofs'][number]): string {
  return onto !== undefined && moved === undefined
    ? `- The test that shows the bug, ${path}, was committed first (${short(commit)}), and nobody touched it since.`
    : `- The test that shows the bug, ${path}, came with the fix, unchanged: its runner names no tests that fail, or the target moved since.`;
}

/** What a person or the plan let pass is said where the change is judged. */
async function weakening(
  { blobs }: Pick<EffectParts, 'blobs'>,
  { compared }: Repository,
): Promise<readonly string[]> {
  const weakened = compared?.weakened;
  if (weakened === undefined) return [];
  const words = (await blobs.get(weakened.blob)) ?? '';
  const findings = words.split('\n').filter((line) => line.startsWith('- '));
  const allowed =
    stopping(weakened).length > 0
      ? ['**A person let this pass.** The change weakens what it is checked with:']
      : ['Tests or their configuration changed, as the plan grants or for the reviewer to judge:'];
  return ['## Changes to what checks this', '', ...allowed, '', ...findings, ''];
}

function quoted(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
