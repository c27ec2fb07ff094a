// One line about a run that has ended, for the list of all outcomes of a home.

import { startedIn } from '../../core/run.ts';
import { pullRequestKeys } from './pull-request-keys.ts';
import { linesOf } from './artifact.ts';
import { isoOf, orNull } from './say.ts';
import { storyOf } from './story-of-events.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

const ends: ReadonlySet<string> = new Set(['run.completed', 'run.cancelled', 'run.failed']);

/** Undefined while the run goes on, which is found out without folding it. */
export function outcomeLine(events: readonly RecordedEvent[]): string | undefined {
  if (!events.some(({ event }) => ends.has(event.type))) return undefined;
  const story = storyOf(events);
  if (story?.run.ended === undefined || story.endedAt === undefined) return undefined;
  const { run, endedAt } = story;
  const { repository } = startedIn(run);
  const counted = run.tasks.filter((state) => state.at !== 'dropped');
  return linesOf([
    {
      run: run.id,
      ticket: orNull(run.ticket?.id),
      title: run.title,
      repository,
      outcome: run.ended,
      stage: run.visit.stage,
      started_at: isoOf(run.startedAt),
      ended_at: isoOf(endedAt),
      wall_ms: endedAt - run.startedAt,
      agent_ms: run.spend.agentMs,
      launches: run.spend.launches,
      usd: run.spend.usd,
      launches_without_usd: run.spend.launchesWithoutUsd,
      tokens: run.spend.tokens,
      tier: orNull(run.accepted?.tier),
      tasks_done: counted.filter((state) => state.at === 'integrated').length,
      tasks_total: counted.length,
      rounds: { ...run.rounds },
      failures: story.failures.length,
      ...pullRequestKeys(run),
    },
  ]);
}
