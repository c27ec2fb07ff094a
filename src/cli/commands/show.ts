// `slipway show`: what a run holds, for reading.

import type { Places } from '../../app/places.ts';
import { findRun, readRun } from '../../app/reader.ts';
import { openTexts } from '../../app/texts.ts';
import { UserError } from '../../app/user-error.ts';
import type { Run } from '../../core/run.ts';
import { must, only, openGates } from '../../core/run.ts';
import type { PullRequestRecord } from '../../forges/forge.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Told } from '../../views/run/details.ts';
import { becauseOf } from '../../views/run/summarise.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { nextFor, nextLine } from '../../app/words/next.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import type { Part, TextOf } from '../../app/words/show-text.ts';
import {
  blobText,
  existing,
  parts,
  renderEvidence,
  renderGate,
  renderOverview,
  renderPullRequest,
  renderReviews,
  verdictsOf,
} from '../../app/words/show-text.ts';
import { styleOf } from '../../app/words/style.ts';

export const command: CommandSpec = {
  usage: `[RUN] [${parts.join('|')}]`,
  about:
    'Shows what a run holds: an overview, or one part of it in full. The text is made safe for a terminal. ' +
    'Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway show', 'slipway show plan', 'slipway show r-4f8zk2 pr'],
  options: {},
  wordsMax: 2,
  run: (context) =>
    reading(context, async ({ journal, places }) => {
      const { word, part } = wordsOf(context.words);
      const summary = await findRun(journal, word, hereOf(context));
      const { run, events } = await readRun(journalOf({ journal, places }), summary.run);
      const texts = await openTexts(places);
      const here = async (): Promise<readonly RunSummary[]> =>
        (await journal?.summaries({ repository: summary.repository })) ?? [];
      const seen: Seen = { context, run, events, places, textOf: texts.get, here };
      if (part !== undefined) {
        await showPart(seen, part);
        return 'done';
      }
      const gates = ((await journal?.inbox()) ?? []).filter((item) => item.run === summary.run);
      const { io } = context;
      const there = existing(run, events);
      if (context.json) {
        io.out(
          json({
            ...summary,
            parts: there,
            verdicts: verdictsOf(events),
            evidence: run.evidence,
            gates: run.gates,
          }),
        );
        return 'done';
      }
      const because = becauseOf(run);
      io.out(`${summary.run}  ${forTerminal(summary.title)}\n`);
      io.out(`${summary.status} in ${summary.stage}${because === undefined ? '' : `: ${because}`}\n`);
      io.out(renderOverview(run, events, styleOf(io.outColors)));
      io.err(`\nIn full: slipway show ${summary.run} ${there.join('|')}\n`);
      io.err(nextLine(nextFor(summary, gates)));
      return 'done';
    }),
};

interface Seen {
  readonly context: CommandContext;
  readonly run: Run;
  readonly events: readonly Told[];
  readonly places: Places;
  readonly textOf: TextOf;
  /** The runs of the same repository. */
  readonly here: () => Promise<readonly RunSummary[]>;
}

/** `show plan` means the plan of the newest run. */
function wordsOf(words: readonly string[]): {
  readonly word: string | undefined;
  readonly part: Part | undefined;
} {
  const [first, second] = words;
  if (second === undefined && isPart(first)) return { word: undefined, part: first };
  if (second === undefined || isPart(second)) return { word: first, part: second };
  throw new UserError(`There is no part '${second}'. The parts are ${parts.join(', ')}.`, 'usage');
}

function isPart(word: string | undefined): word is Part {
  return parts.some((part) => part === word);
}

async function showPart(seen: Seen, part: Part): Promise<void> {
  const { context, run, events } = seen;
  if (!existing(run, events).includes(part)) {
    const there = existing(run, events);
    const what = there.length === 0 ? 'It holds nothing yet.' : `It has ${there.join(', ')}.`;
    throw new UserError(`Run ${run.id} has no ${part} now. ${what}`, 'refused');
  }
  if (context.json) context.io.out(json({ run: run.id, part, ...(await partJson(seen, part)) }));
  else context.io.out(await partText(seen, part));
}

async function partText({ context, run, events, places, textOf, here }: Seen, part: Part): Promise<string> {
  const style = styleOf(context.io.outColors);
  switch (part) {
    case 'ticket':
    case 'analysis':
    case 'plan':
    case 'design':
      return blobText(blobOf(run, part), textOf);
    case 'review':
      return renderReviews(events, textOf);
    case 'evidence':
      return renderEvidence(run, style);
    case 'gate':
      return renderGate(run, { textOf, now: systemClock().now(), seen: await here() });
    case 'pr':
      return renderPullRequest(await pullRequestOf(context, run, places), style);
  }
}

async function partJson({ context, run, events, places, textOf }: Seen, part: Part): Promise<object> {
  switch (part) {
    case 'ticket':
      return { ticket: run.ticket, text: await textOf(blobOf(run, part)) };
    case 'analysis':
      return { analysis: run.analysis, text: await textOf(blobOf(run, part)) };
    case 'plan':
      return { plan: run.plan, text: await textOf(blobOf(run, part)) };
    case 'design':
      return { text: await textOf(blobOf(run, part)) };
    case 'review': {
      const verdicts = verdictsOf(events);
      const texts = await Promise.all(verdicts.map((item) => textOf(item.verdict.blob)));
      return { verdicts: verdicts.map((item, index) => ({ ...item, text: texts[index] })) };
    }
    case 'evidence':
      return {
        evidence: run.evidence,
        tasks: run.tasks.map((state) => ({ task: state.task.id, evidence: state.evidence })),
      };
    case 'gate': {
      const gates = openGates(run);
      const texts = await Promise.all(
        gates.map(async ({ blob }) => (blob === undefined ? undefined : textOf(blob))),
      );
      return { gates: gates.map((gate, index) => ({ ...gate, text: texts[index] })) };
    }
    case 'pr':
      return { pullRequest: await pullRequestOf(context, run, places) };
  }
}

function blobOf(run: Run, part: 'ticket' | 'analysis' | 'plan' | 'design'): string {
  return must(run[part], `the ${part} was just seen`).blob;
}

/** The forge needs git and more, so it is loaded only where its record is asked for. */
async function pullRequestOf(context: CommandContext, run: Run, places: Places): Promise<PullRequestRecord> {
  const { toolsOf } = await import('../../app/parts.ts');
  const { forgeOf } = toolsOf(places, context.surroundings, systemClock());
  const { repository, pullRequest } = only(run);
  const answer = await forgeOf(run).get(
    repository,
    must(pullRequest, 'the pull request was just seen').number,
  );
  if (answer.ok) return answer.value;
  throw new UserError(answer.detail, 'missing');
}
