// A run as it went, for the page: where it is in a sentence, its stages, its bars, and its events in words, page by page.

import { pointInTime } from '../../views/words/words.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { TimelineBar, StripStage, ToldLine } from '../../views/page/timeline.ts';
import { roundWords } from '../../views/run/rounds.ts';
import type { RunDetails } from '../../views/run/details.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { must } from '../../core/run.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { readRun } from '../home/reader.ts';
import { whoDrives } from '../home/who-drives.ts';
import type { Next } from '../words/next.ts';
import { nextFor } from '../words/next.ts';
import { placeOf } from '../words/status-text.ts';
import type { TimelineInput } from './schemas/page.ts';
import type { Look } from './verb.ts';
import { runSeen } from './which-run.ts';

const barsMax = 400;
const linesMaxHere = 500;

/** Of a run: what its head line, its strip and its numbers are made of. */
export interface RunStanding {
  readonly enteredBecause: string;
  readonly since: number;
  readonly atWork: readonly { readonly key: string; readonly what: string; readonly since: number }[];
  readonly lastAct?: { readonly at: number; readonly what: string } | undefined;
  readonly nextActs: readonly string[];
  /** What went wrong, the commonest first, with what sort of failure it was. */
  readonly failures: readonly { readonly words: string; readonly class: string; readonly count: number }[];
  readonly rounds: readonly string[];
  readonly budgetUsd: number;
  readonly budgetLaunches: number;
  readonly level: string;
  readonly coverage: readonly string[];
  readonly ending?: string | undefined;
}

export interface TimelineShown {
  readonly summary: RunSummary;
  readonly owned: boolean;
  readonly sentence: string;
  readonly standing: RunStanding;
  readonly strip: readonly StripStage[];
  readonly bars: readonly TimelineBar[];
  readonly lines: readonly ToldLine[];
  /** How many events the run has; `lines` are some of them. */
  readonly events: number;
  readonly parts: readonly string[];
  readonly next: readonly Next[];
  /** What a person is asked first, where the run waits for that. */
  readonly gate?: { readonly gate: string; readonly name: string } | undefined;
}

export const timeline: Look<TimelineInput, TimelineShown> = {
  look: async (context, { before, limit = linesMaxHere, ...which }) => {
    const { summary, journal } = await runSeen(context, which);
    const [{ run, events }, { drives }, open, views, details, story, shown] = await Promise.all([
      readRun(journal, summary.run),
      whoDrives(context.places, context.driven),
      journal.inbox(),
      import('../../views/page/timeline.ts'),
      import('../../views/run/details.ts'),
      import('../../views/artifacts/story-of-events.ts'),
      import('../words/show-text.ts'),
    ]);
    const owned = drives(summary.run);
    const gates = open.filter((item) => item.run === summary.run);
    const [asked] = summary.status === 'waiting' ? gates : [];
    const told = details.detailsOf(run, events);
    const its = must(story.storyOf(events), 'a run that was found has events');
    const lines = views.linesOf(events).filter(({ seq }) => before === undefined || seq < before);
    return {
      summary,
      owned,
      sentence: placeOf({ summary, details: told, gates, owned, now: context.clock.now() }),
      ...(asked === undefined ? {} : { gate: { gate: asked.gate, name: nameOf(asked) } }),
      standing: { ...standingOf(told), failures: views.failuresOf(events) },
      strip: views.stripOf(run, its),
      bars: views.barsOf(its, events, barsMax),
      lines: lines.slice(-limit),
      events: events.length,
      parts: shown.existing(run, shown.verdictsOf(events)),
      next: nextFor(summary, gates, owned),
    };
  },
  words: ({ lines }, { now }) => ({
    data: lines.map(({ at, words }) => `${pointInTime(at, now)}  ${forTerminal(words)}\n`).join(''),
  }),
};

function standingOf(details: RunDetails): Omit<RunStanding, 'failures'> {
  return {
    enteredBecause: details.enteredBecause,
    since: details.since,
    atWork: details.atWork.map(({ key, what, since }) => ({ key, what, since })),
    lastAct: details.lastAct,
    nextActs: details.nextActs,
    rounds: details.roundsTold.map(roundWords),
    budgetUsd: details.budget.usd,
    budgetLaunches: details.budget.launches,
    level: details.level,
    coverage: details.coverage,
    ending: details.ending,
  };
}
