// What people read about the quality of a change: the evidence of its checks, the words of its reviewer, and what
// came back on the pull request.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { lacksProgram } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { holdsNow } from './holds-now.ts';
import { coverageOf } from '../../core/evidence/coverage.ts';
import { waivedWords } from '../words/lack-words.ts';
import { baselineWords } from '../words/baseline-words.ts';
import { givenWords, notRunWords } from '../words/not-run-words.ts';
import { evidenceNotes } from '../words/evidence-words.ts';
import { coverageNotes } from '../words/coverage-words.ts';
import type { Artifact } from './artifact.ts';
import { plainOf, tailOf, timeOf, tookOf } from './say.ts';
import { lineWords } from '../words/effect-words.ts';
import { levelSentence } from '../words/level-words.ts';
import { firedWords } from '../words/live-fire-words.ts';
import { placeOf, validationWords } from '../words/finding-words.ts';
import { plannedList } from '../words/planned-words.ts';
import { comparedWords } from '../words/tamper-words.ts';
import { list, short } from '../words/words.ts';
import type { Proof, Stay, Story } from './story.ts';
import type { Words } from './texts.ts';

export function reportArtifacts(story: Story, words: Words): readonly Artifact[] {
  return [...testReport(story, words), ...feedback(story, words), ...finalReview(story, words)];
}

const logLimit = { linesMax: 60, charsMax: 8_000 };

function testReport(story: Story, words: Words): readonly Artifact[] {
  if (story.evidence.length === 0) return [];
  const ofRun = story.evidence.filter((item) => item.subject === 'run');
  const ofTasks = story.evidence.filter((item) => item.subject !== 'run');
  const lines = [
    '# Test report',
    '',
    'Slipway ran every check itself, on a clean checkout of the tree named beside it.',
    levelSentence(story.run),
    '',
    ...listed('How the base stands', [...baselineWords(story.run), ...givenWords(story.run)]),
    ...listed('What did not run', notRunWords(story.run)),
    ...(ofRun.length === 0
      ? []
      : ['## The whole change', '', ...ofRun.flatMap((item) => proofLines(item, story, words))]),
    ...firedLines(story, words),
    ...comparedLines(story, words),
    ...coverageLines(story, words),
    ...(ofTasks.length === 0
      ? []
      : ['## Tasks', '', ...ofTasks.flatMap((item) => proofLines(item, story, words))]),
  ];
  return [{ path: 'test-report.md', text: lines.join('\n') }];
}

function listed(title: string, sentences: readonly string[]): readonly string[] {
  return sentences.length === 0 ? [] : [`## ${title}`, '', ...sentences.map((line) => `- ${line}`), ''];
}

/** Whether the checks still ask for what they asked for before. */
function comparedLines({ run }: Story, words: Words): readonly string[] {
  const all = run.repositories.flatMap(({ compared }) => compared ?? []);
  if (all.length === 0) return [];
  return [
    '## Whether checks were weakened',
    '',
    ...all.flatMap((compared) => [
      `${capital(comparedWords(compared))}.`,
      '',
      ...(compared.weakened === undefined ? [] : [words(compared.weakened.blob).trimEnd(), '']),
      ...(compared.destroyed === undefined ? [] : [words(compared.destroyed.blob).trimEnd(), '']),
    ]),
  ];
}

/** Whether the checks could have failed. */
function firedLines({ run }: Story, words: Words): readonly string[] {
  const all = run.repositories.flatMap(({ fired = [] }) => fired);
  if (all.length === 0) return [];
  return [
    '## Whether checks can fail',
    '',
    ...all.flatMap((fired) => [
      `${capital(firedWords(fired))}.`,
      '',
      ...(fired.told === undefined ? [] : [words(fired.told).trimEnd(), '']),
    ]),
  ];
}

/** Which of the changed lines tests execute, as it was last measured. */
function coverageLines({ run }: Story, words: Words): readonly string[] {
  const last = coverageOf(run).measured.at(-1);
  return [
    ...listed('Coverage of the changed lines', coverageNotes(run)),
    ...(last === undefined ? [] : [words(last.blob).trimEnd(), '']),
  ];
}

function proofLines(proof: Proof, story: Story, words: Words): readonly string[] {
  const name = proof.subject === 'run' ? 'Evaluation' : capital(lineWords(proof.subject));
  const bad = proof.evidence.filter((item) => item.verdict === 'FAIL');
  return [
    `### ${name}, ${timeOf(proof.at)}`,
    '',
    ...(proof.subject === 'run' ? [validity(proof, story), ''] : []),
    '| check | result | why | tests | time | tree |',
    '|---|---|---|---|---|---|',
    ...proof.evidence.map(
      (item) =>
        `| ${cell(item.check)} | ${item.verdict} | ${becauseOf(item)} | ${countsOf(item)} | ${tookOf(item)} | ${short(item.tree)} |`,
    ),
    '',
    ...evidenceNotes(proof.evidence).flatMap((line) => [line, '']),
    ...bad.flatMap((item) => [
      `What ${item.check} printed at its end:`,
      '',
      ...indented(tailOf(plainOf(words(item.log)), logLimit)),
      '',
    ]),
  ];
}

/** EVIDENCE-1 of the core: evidence counts only for the tree it was made on. */
function validity({ evidence }: Proof, { run }: Story): string {
  return holdsNow(run, evidence)
    ? 'This evidence holds for the head of the run branch.'
    : 'The run branch has moved on since, so this evidence is history.';
}

export function becauseOf(item: Evidence): string {
  const { because, exit } = item;
  switch (because) {
    case 'ok':
      return 'it passed';
    case 'exit':
      if (exit === undefined) return 'it failed';
      return lacksProgram(item) ? `its program is not there (${exit})` : `it ended with ${exit}`;
    case 'timeout':
      return 'it ran out of time';
    case 'no-tests':
      return 'no test was found';
    case 'output-limit':
      return 'it printed too much';
    case 'not-run':
      return 'it was not run';
    case 'waived':
      return item.lack === undefined
        ? 'no test was found, and a person waived that'
        : `it ${waivedWords(item)}, as at the base, and a person waived that`;
    case 'known-failures':
      return lacksProgram(item)
        ? 'its program is not there, as at the base: nothing was checked'
        : 'it fails only as it does at the base';
    case 'flaky':
      return 'it failed once and passed once on the same tree';
    case 'rewrote':
      return 'it changed files of the change while it ran, so that it says nothing about it';
    case 'unproved':
      return 'the test that shows the bug does not show that it is mended';
  }
}

export function countsOf({ counts }: Evidence): string {
  if (counts === undefined) return '–';
  const { passed, failed, skipped } = counts;
  return [
    `${passed} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(', ');
}

/** The words a triage round starts with: what a person or the forge said about the pull request. */
function feedback({ visits }: Story, words: Words): readonly Artifact[] {
  const rounds = visits.flatMap((visit, index) => {
    const triage = visits[index - 1];
    return visit.round === 'triage' && triage !== undefined ? [{ triage, visit }] : [];
  });
  return rounds.flatMap(({ triage, visit }, index) =>
    triage.carry.length === 0
      ? []
      : [
          {
            path: `review-feedback-${index + 1}.md`,
            text: feedbackText(index + 1, triage, visit.because, words),
          },
        ],
  );
}

function feedbackText(n: number, { carry, enteredAt }: Stay, because: string, words: Words): string {
  return [
    `# Feedback, triage round ${n}`,
    '',
    `Taken up at ${timeOf(enteredAt)}, because ${because}.`,
    '',
    ...carry.flatMap((item) => [`## ${capital(item.name)}`, '', words(item.blob).trimEnd(), '']),
  ].join('\n');
}

function finalReview({ run, verdicts }: Story, words: Words): readonly Artifact[] {
  const last = verdicts.findLast((item) => item.subject === 'run');
  if (last === undefined) return [];
  const ranges = run.repositories.map(({ base, head }) => `${short(base.commit)}..${short(head.commit)}`);
  const findings = last.verdict.findings.map((item) => {
    const place = placeOf(item);
    const at = place === undefined ? '' : ` (\`${place}\`)`;
    return `- ${item.severity}, ${validationWords(item)}. ${item.title}${at}`;
  });
  const lines = [
    '# Final review',
    '',
    `Concluded at ${timeOf(last.at)} by the ${last.verdict.role}, on ${list(ranges)}.`,
    '',
    words(last.verdict.blob)
      .replaceAll(/^(#{1,5}) /gm, '#$1 ')
      .trimEnd(),
    '',
    ...(findings.length === 0 ? [] : ['## What code found of the findings', '', ...findings, '']),
    ...plannedAndTouched(run),
  ];
  return [{ path: 'final_review.md', text: lines.join('\n') }];
}

/** For a LARGE change: what each task was planned to touch, and what it touched [E7]. */
function plannedAndTouched({ accepted, tasks }: Run): readonly string[] {
  const text = accepted?.tier === 'LARGE' ? plannedList(tasks) : undefined;
  return text === undefined ? [] : ['## Planned and touched', '', text, ''];
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Output of a program, so that nothing in it is read as Markdown. */
function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `    ${line}`);
}
