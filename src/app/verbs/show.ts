// What a run holds: an overview, or one part of it in full.

import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { must, openGates } from '../../core/run.ts';
import type { Forge, PullRequestRecord } from '../../forges/forge.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { becauseOf } from '../../views/run/summarise.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { readRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import { UserError } from '../ending/user-error.ts';
import { factsAt } from '../words/gate-texts.ts';
import type { Next } from '../words/next.ts';
import { nextFor, nextLine } from '../words/next.ts';
import type { Part, ToldVerdict } from '../words/show-text.ts';
import {
  blobText,
  existing,
  renderAsked,
  renderEvidence,
  renderOverview,
  renderPullRequest,
  renderReviews,
  verdictsOf,
} from '../words/show-text.ts';
import type { PartInput } from './schemas/reads.ts';
import type { Look, LookContext, Paper } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export interface RunShown {
  readonly summary: RunSummary;
  readonly state: Run;
  readonly verdicts: readonly ToldVerdict[];
  /** What there is to be shown in full. */
  readonly parts: readonly Part[];
  readonly next: readonly Next[];
}

export const show: Look<WhichRun, RunShown> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const { run, events } = await readRun(journal, summary.run);
    const verdicts = verdictsOf(events);
    const gates = (await journal.inbox()).filter((item) => item.run === summary.run);
    return { summary, state: run, verdicts, parts: existing(run, verdicts), next: nextFor(summary, gates) };
  },
  words: ({ summary, state, verdicts, parts, next }, { style }) => {
    const because = becauseOf(state);
    return {
      data:
        `${summary.run}  ${forTerminal(summary.title)}\n` +
        `${summary.status} in ${summary.stage}${because === undefined ? '' : `: ${because}`}\n` +
        renderOverview(state, verdicts, style),
      talk: `\nIn full: slipway show ${summary.run} ${parts.join('|')}\n${nextLine(next)}`,
    };
  },
};

export function shownDocument({ summary, state, verdicts, parts }: RunShown): unknown {
  return { ...summary, parts, verdicts, evidence: state.evidence, gates: state.gates };
}

/** A text, and the blob it is kept in; no text where it is gone. */
interface Kept {
  readonly blob: string;
  readonly text?: string | undefined;
}

export type PartShown = { readonly run: string } & (
  | ({ readonly part: 'ticket'; readonly ticket: Run['ticket'] } & Kept)
  | ({ readonly part: 'analysis'; readonly analysis: Run['analysis'] } & Kept)
  | ({ readonly part: 'plan'; readonly plan: Run['plan'] } & Kept)
  | ({ readonly part: 'design' } & Kept)
  | {
      readonly part: 'review';
      readonly verdicts: readonly (ToldVerdict & { readonly text?: string | undefined })[];
    }
  | {
      readonly part: 'evidence';
      readonly evidence: Run['evidence'];
      readonly tasks: readonly { readonly task: string; readonly evidence: Run['evidence'] }[];
    }
  | {
      readonly part: 'gate';
      readonly gates: readonly (Gate & {
        readonly text?: string | undefined;
        readonly facts: readonly string[];
      })[];
    }
  | {
      readonly part: 'pr';
      readonly pullRequest: PullRequestRecord;
      /** In a run of several repositories, those of the others. */
      readonly others?: readonly PullRequestRecord[];
    }
);

export const part: Look<PartInput, PartShown> = {
  look: async (context, { part: name, ...which }) => {
    const { summary, journal } = await runSeen(context, which);
    const { run, events } = await readRun(journal, summary.run);
    const verdicts = verdictsOf(events);
    const there = existing(run, verdicts);
    if (!there.includes(name)) {
      const what = there.length === 0 ? 'It holds nothing yet.' : `It has ${there.join(', ')}.`;
      throw new UserError(`Run ${run.id} has no ${name} now. ${what}`, 'refused');
    }
    const { get } = await openTexts(context.places);
    const here = { context, run, verdicts, textOf: get };
    return {
      run: run.id,
      ...(await partOf(name, {
        ...here,
        seen: () => journal.summaries({ repository: summary.repository }),
      })),
    };
  },
  words: partWords,
};

interface Here {
  readonly context: LookContext;
  readonly run: Run;
  readonly verdicts: readonly ToldVerdict[];
  readonly textOf: (blob: string) => Promise<string | undefined>;
  /** The runs of the same repository. */
  readonly seen: () => Promise<readonly RunSummary[]>;
}

async function partOf(name: Part, { context, run, verdicts, textOf, seen }: Here): Promise<Omitted> {
  const kept = async (blob: string): Promise<Kept> => ({ blob, text: await textOf(blob) });
  switch (name) {
    case 'ticket':
      return { part: name, ticket: run.ticket, ...(await kept(blobOf(run, name))) };
    case 'analysis':
      return { part: name, analysis: run.analysis, ...(await kept(blobOf(run, name))) };
    case 'plan':
      return { part: name, plan: run.plan, ...(await kept(blobOf(run, name))) };
    case 'design':
      return { part: name, ...(await kept(blobOf(run, name))) };
    case 'review': {
      const texts = await Promise.all(verdicts.map((item) => textOf(item.verdict.blob)));
      return { part: name, verdicts: verdicts.map((item, index) => ({ ...item, text: texts[index] })) };
    }
    case 'evidence':
      return {
        part: name,
        evidence: run.evidence,
        tasks: run.tasks.map((state) => ({ task: state.task.id, evidence: state.evidence })),
      };
    case 'gate': {
      const runs = await seen();
      const gates = openGates(run).map(async (gate) => ({
        ...gate,
        text: gate.blob === undefined ? undefined : await textOf(gate.blob),
        facts: factsAt(run, gate, runs),
      }));
      return { part: name, gates: await Promise.all(gates) };
    }
    case 'pr':
      return { part: name, ...(await pullRequestsOf(context, run)) };
  }
}

type Omitted = PartShown extends infer T
  ? T extends { readonly run: string }
    ? Omit<T, 'run'>
    : never
  : never;

function blobOf(run: Run, name: 'ticket' | 'analysis' | 'plan' | 'design'): string {
  return must(run[name], `the ${name} was just seen`).blob;
}

/** The forge needs git and more, so it is loaded only where its record is asked for. */
async function pullRequestsOf(
  { places, surroundings, clock }: LookContext,
  run: Run,
): Promise<Pick<Extract<PartShown, { part: 'pr' }>, 'pullRequest' | 'others'>> {
  const { toolsOf } = await import('../parts.ts');
  const { forgeOf } = toolsOf(places, surroundings, clock);
  const open = run.repositories.flatMap(({ repository, pullRequest }) =>
    pullRequest === undefined ? [] : [{ repository, number: pullRequest.number }],
  );
  const records = await Promise.all(
    open.map(({ repository, number }) => recordOf(forgeOf(run), repository, number)),
  );
  const [first, ...others] = records;
  const pullRequest = must(first, 'the pull request was just seen');
  return { pullRequest, ...(others.length === 0 ? {} : { others }) };
}

async function recordOf(forge: Forge, repository: string, number: number): Promise<PullRequestRecord> {
  const answer = await forge.get(repository, number);
  if (answer.ok) return answer.value;
  throw new UserError(answer.detail, 'missing');
}

function partWords(shown: PartShown, { style, now }: Paper): { readonly data: string } {
  switch (shown.part) {
    case 'ticket':
    case 'analysis':
    case 'plan':
    case 'design':
      return { data: blobText(shown.blob, shown.text) };
    case 'review':
      return { data: renderReviews(shown.verdicts) };
    case 'evidence':
      return { data: renderEvidence(shown, style) };
    case 'gate':
      return { data: renderAsked(shown.run, shown.gates, now) };
    case 'pr':
      return {
        data: [shown.pullRequest, ...(shown.others ?? [])]
          .map((record) => renderPullRequest(record, style))
          .join('\n'),
      };
  }
}

/** Without what only words are made of. */
export function partDocument(shown: PartShown): unknown {
  if ('blob' in shown) {
    const { blob: _blob, ...rest } = shown;
    return rest;
  }
  if (shown.part !== 'gate') return shown;
  return { ...shown, gates: shown.gates.map(({ facts: _facts, ...gate }) => gate) };
}
