// Why a run stopped where only a person can move it, and what that person can do.

import type { Artifact } from './artifact.ts';
import { adviceFor, reasonWords } from './failure-words.ts';
import type { Failure } from './failures.ts';
import type { FailureSummary } from './patterns.ts';
import { isoOf, timeOf } from './say.ts';
import { limitOf } from '../../core/pipeline/rounds.ts';
import { roundWords } from '../run/rounds.ts';
import { list, plural } from '../words/words.ts';
import type { Story } from './story.ts';

const lastFailures = 3;

/** Written once a run was blocked, and kept up to date after that, so that an old one does not mislead. */
export function blockedArtifact(
  story: Story,
  failures: readonly Failure[],
  summary: FailureSummary,
): readonly Artifact[] {
  const block = story.blocks.at(-1);
  if (block === undefined) return [];
  const { run } = story;
  const before = failures.filter((failure) => failure.at <= block.at);
  const lines = [
    run.blocked === undefined ? `# Run ${run.id} was blocked` : `# Run ${run.id} is blocked`,
    '',
    `It stopped in the ${block.stage} stage at ${timeOf(block.at)}: ${block.because}.`,
    ...(block.retried === undefined
      ? []
      : ['', `${block.retried.who} let it go on at ${timeOf(block.retried.at)}, so this is history.`]),
    '',
    '## What was tried',
    '',
    ...triedLines(story, block.seq),
    '',
    '## Counts',
    '',
    `${plural(summary.total, 'failure')} in all.`,
    '',
    ...countLines('by stage', summary.byStage),
    ...countLines('by type', summary.byReason),
    '## Recurring patterns',
    '',
    ...(summary.recurring.length === 0
      ? ['None: no trouble came twice.']
      : summary.recurring.map(
          ({ pattern, ids }) => `- ${ids.length} times (${ids.join(', ')}): ${code(pattern)}`,
        )),
    '',
    '## Last failures',
    '',
    ...(before.length === 0
      ? ['None was recorded.']
      : before.slice(-lastFailures).toReversed().map(failureLine)),
    '',
    '## What to do next',
    '',
    nextAction(story, before.at(-1)),
    '',
    'Then this one command moves it, with your words for the agents and one more round of every loop:',
    '',
    `    slipway retry ${run.id} --comment "..."`,
    '',
    `- \`slipway explain ${run.id}\` says which guard is not met.`,
    `- \`slipway show ${run.id} review\` and \`test-report.md\` have the words of reviewers and checks.`,
    `- \`slipway cancel ${run.id}\` ends it; \`--discard\` leaves nothing behind.`,
    '',
  ];
  return [{ path: 'BLOCKED-summary.md', text: lines.join('\n') }];
}

/** The plan, and each round that followed it, with what it was to mend and what was planned for that. */
function triedLines(story: Story, until: number): readonly string[] {
  const events = story.events.filter(({ seq }) => seq <= until);
  const lines: string[] = [];
  const used = new Map<string, number>();
  for (const { event, at } of events) {
    if (event.type === 'stage.entered' && event.round !== undefined && event.round !== 'design') {
      const { round, because, carry } = event;
      const n = (used.get(round) ?? 0) + 1;
      used.set(round, n);
      const why = carry.length === 0 ? because : list(carry.map(({ name }) => name));
      lines.push(`- ${timeOf(at)}: ${roundWords({ round, n, of: limitOf(story.run, round), because: why })}`);
    } else if (event.type === 'plan.proposed' || event.type === 'plan.edited') {
      const titles = event.plan.tasks.map(({ title }) => title);
      lines.push(`- ${timeOf(at)}: planned ${plural(titles.length, 'task')}: ${code(list(titles))}`);
    }
  }
  return lines.length === 0 ? ['Nothing: it stopped before there was a plan.'] : lines;
}

function nextAction({ run }: Story, last: Failure | undefined): string {
  if (run.preflight !== undefined && run.preflight.length > 0) {
    return ['Mend what pre-flight found:', '', ...run.preflight.map((problem) => `- ${problem}`)].join('\n');
  }
  return adviceFor(last?.reason);
}

function countLines(title: string, counts: Readonly<Record<string, number>>): readonly string[] {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
  if (entries.length === 0) return [];
  return [
    `| ${title} | failures |`,
    '|---|---|',
    ...entries.map(([key, count]) => `| ${key} | ${count} |`),
    '',
  ];
}

function failureLine(failure: Failure): string {
  return `- ${failure.id}, ${isoOf(failure.at)}, ${failure.stage}, ${failure.actor}: ${reasonWords[failure.reason]}. ${code(failure.summary)} Then: ${failure.next}.`;
}

/** Words from outside, so that nothing in them is read as Markdown. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
