// A run as it went: its stages as a strip, one bar for each effect that took time, and every event in words. Pure. The same story
// the report is made from.

import { followed } from '../../core/evolve/evolve.ts';
import { stagesOf } from '../../core/pipeline/pipeline.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageDefinitions } from '../../core/pipeline/stage.ts';
import { isLaunch } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import { reasonWords } from '../artifacts/failure-words.ts';
import type { Span, Story } from '../artifacts/story.ts';
import { eventWords, isTold } from '../events/event-words.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';
import { effectWords } from '../words/effect-words.ts';

export interface StripStage {
  readonly stage: StageName;
  readonly heading: string;
  readonly at: 'done' | 'now' | 'ahead' | 'skipped';
  /** How often the run was in it. */
  readonly times: number;
}

export interface TimelineBar {
  readonly key: string;
  readonly what: string;
  readonly stage: string;
  readonly task?: string | undefined;
  readonly agent?: string | undefined;
  readonly launch: boolean;
  readonly begunAt: number;
  readonly endedAt?: number | undefined;
  readonly how?: 'done' | 'failed' | 'stopped' | undefined;
  /** Why it failed, in words. */
  readonly reason?: string | undefined;
  readonly usd?: number | undefined;
}

export interface ToldLine {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly words: string;
  /** A person who watches is told of it; the rest is the journal's own book-keeping. */
  readonly told: boolean;
}

export function stripOf(run: Run, story: Story): readonly StripStage[] {
  const now = run.visit.stage;
  const names = stagesOf(run).map(({ name }) => name);
  const here = names.indexOf(now);
  return names.map((stage, index) => {
    const stays = story.visits.filter((stay) => stay.stage === stage);
    const isSkipped = stays.length > 0 && stays.every((stay) => stay.skipped !== undefined);
    return {
      stage,
      heading: stageDefinitions[stage].heading,
      at:
        run.ended === 'completed' && stays.length > 0 && !isSkipped
          ? 'done'
          : placeOf(index - here, stays.length, isSkipped),
      times: stays.length,
    };
  });
}

function placeOf(ahead: number, times: number, isSkipped: boolean): StripStage['at'] {
  if (ahead === 0) return 'now';
  if (ahead > 0) return 'ahead';
  return times === 0 || isSkipped ? 'skipped' : 'done';
}

/** What took no time, or is nobody's work, has no bar. */
export function barsOf(
  story: Story,
  events: readonly RecordedEvent[],
  barsMax: number,
): readonly TimelineBar[] {
  const agents = new Map(
    events.flatMap(({ event }) =>
      event.type === 'effect.ended' && event.provenance !== undefined
        ? [[event.key, event.provenance.agent] as const]
        : [],
    ),
  );
  return story.spans
    .filter(({ effect }) => effect.kind !== 'write-artifacts' && effect.kind !== 'wait-until')
    .slice(-barsMax)
    .map((span) => barOf(span, agents.get(span.effect.key)));
}

function barOf(
  { effect, stage, begunAt, endedAt, how, reason, charge }: Span,
  agent: string | undefined,
): TimelineBar {
  const task = 'task' in effect.input ? effect.input.task : undefined;
  return {
    key: effect.key,
    what: effectWords(effect),
    stage: stageDefinitions[stage].heading,
    task,
    agent,
    launch: isLaunch(effect.kind),
    begunAt,
    endedAt,
    how,
    reason: reason === undefined ? undefined : reasonWords[reason],
    usd: charge?.usd,
  };
}

export interface Failed {
  readonly words: string;
  readonly class: string;
  readonly count: number;
}

/** What went wrong so far, the commonest first. */
export function failuresOf(events: readonly RecordedEvent[]): readonly Failed[] {
  const found = new Map<string, Failed>();
  for (const { event } of events) {
    if (event.type !== 'failure.recorded') continue;
    const words = reasonWords[event.reason];
    const count = (found.get(words)?.count ?? 0) + 1;
    found.set(words, { words, class: event.class, count });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

/** Every event in the words of the state before it: a fold of the whole, of which a page is handed out. */
export function linesOf(events: readonly RecordedEvent[]): readonly ToldLine[] {
  let run: Run | undefined;
  return events.map(({ event, at, seq }) => {
    const before = run;
    run = followed(run, event, at);
    const state = before ?? run;
    return { seq, at, type: event.type, words: eventWords(event, state), told: isTold(event, state) };
  });
}
