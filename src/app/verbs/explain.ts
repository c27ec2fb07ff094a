// Why a run is where it is, and what would move it; and what one of its events means.

import { fold } from '../../core/evolve/evolve.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Status } from '../../core/status.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { eventMeaning, eventWords } from '../../views/events/event-words.ts';
import { detailsOf } from '../../views/run/details.ts';
import type { Explanation } from '../../views/run/explanation.ts';
import { explanationOf } from '../../views/run/explanation.ts';
import type { ToldEvent } from '../home/reader.ts';
import { readRun } from '../home/reader.ts';
import type { Texts } from '../home/texts.ts';
import { openTexts } from '../home/texts.ts';
import { whoDrives } from '../home/who-drives.ts';
import { UserError } from '../ending/user-error.ts';
import { renderExplanation } from '../words/explain-text.ts';
import type { Next } from '../words/next.ts';
import { nextFor } from '../words/next.ts';
import { sentenceOf } from '../words/status-text.ts';
import type { EventInput } from './schemas/reads.ts';
import type { Look } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export interface Explained {
  readonly run: string;
  readonly status: Status;
  readonly title: string;
  readonly sentence: string;
  readonly explanation: Explanation;
  /** The texts of failures and checks, by the blob they are kept in. */
  readonly texts: Readonly<Record<string, string>>;
  readonly next: readonly Next[];
}

export const explain: Look<WhichRun, Explained> = {
  look: async (context, input) => {
    const { places, clock } = context;
    const { summary, journal } = await runSeen(context, input);
    const { run, events } = await readRun(journal, summary.run);
    const explanation = explanationOf(run, events);
    const gates = (await journal.inbox()).filter((item) => item.run === summary.run);
    const { drives } = await whoDrives(places, context.driven);
    const owned = drives(summary.run);
    const details = detailsOf(run, events);
    return {
      run: summary.run,
      status: summary.status,
      title: summary.title,
      sentence: sentenceOf({ summary, details, gates, owned, now: clock.now() }),
      explanation,
      texts: await textsOf(explanation, await openTexts(places)),
      next: nextFor(summary, gates, owned).filter((item) => !item.command.startsWith('slipway explain ')),
    };
  },
  words: ({ texts, ...explained }, { style, now }) => ({
    data: renderExplanation({ ...explained, texts: new Map(Object.entries(texts)), now }, style),
  }),
};

export function explainedDocument({ run, status, sentence, explanation, texts, next }: Explained): unknown {
  const failures = explanation.failures.map((failure) => ({
    ...failure,
    text: failure.detail === undefined ? undefined : texts[failure.detail],
  }));
  return { run, status, sentence, ...explanation, failures, next };
}

async function textsOf(explanation: Explanation, texts: Texts): Promise<Readonly<Record<string, string>>> {
  const found = new Map<string, string>();
  const blobs = [...explanation.failures, ...explanation.checks, ...explanation.checks.map(testsAsDetail)];
  for (const { detail } of blobs) {
    const text = detail === undefined ? undefined : await texts.get(detail);
    if (detail !== undefined && text !== undefined) found.set(detail, text);
  }
  return Object.fromEntries(found);
}

function testsAsDetail({ tests }: Explanation['checks'][number]): { readonly detail: string | undefined } {
  return { detail: tests };
}

export interface EventShown {
  readonly run: string;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly words: string;
  readonly meaning: string;
  readonly event: RunEvent;
}

export const event: Look<EventInput, EventShown> = {
  look: async (context, { seq: number, ...which }) => {
    const { summary, journal } = await runSeen(context, which);
    const { run, events } = await readRun(journal, summary.run);
    const { event: found, at, seq } = eventAt(events, number);
    const before = fold(events.filter((item) => item.seq < seq)) ?? run;
    const { type } = found;
    return {
      run: run.id,
      seq,
      at,
      type,
      words: eventWords(found, before),
      meaning: eventMeaning(type),
      event: found,
    };
  },
  words: ({ run, seq, at, type, words, meaning, event: found }) => ({
    data:
      `${run}, event ${seq}: ${type}, ${new Date(at).toISOString()}\n` +
      `${forTerminal(words)}.\n${meaning}\n\n${forTerminal(JSON.stringify(found, undefined, 2))}\n`,
  }),
};

function eventAt(events: readonly ToldEvent[], number: string): ToldEvent {
  const found = events.find((item) => String(item.seq) === number);
  if (found !== undefined) return found;
  throw new UserError(
    `This run has the events 1 to ${events.length}, and '${number}' is none of them.`,
    'usage',
  );
}
