// The artifacts of a run, as paths and texts, from its events and the texts they name. Pure but for asking for
// those texts: the same journal gives the same files, and only those that have content.

import type { Artifact } from './artifact.ts';
import { jsonOf } from './artifact.ts';
import { blockedArtifact } from './blocked.ts';
import { failuresOf } from './failures.ts';
import { gateEventArtifact } from './gate-events.ts';
import { summaryOf } from './patterns.ts';
import { progressArtifact } from './progress.ts';
import { reportHtml } from './report/sections.ts';
import { reportArtifacts } from './reports.ts';
import { roundArtifacts } from './rounds.ts';
import { sarifArtifact } from './sarif.ts';
import { orNull } from './say.ts';
import { stateArtifact } from './state.ts';
import type { Story } from './story.ts';
import type { TextOf, Words } from './texts.ts';
import { reasonFor, wordsOf } from './texts.ts';
import { ticketArtifacts } from './ticket.ts';
import { storyOf } from './story-of-events.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';

export type { Artifact } from './artifact.ts';
export type { TextOf } from './texts.ts';

export async function artifactsOf(
  events: readonly RecordedEvent[],
  textOf: TextOf,
): Promise<readonly Artifact[]> {
  const story = storyOf(events);
  if (story === undefined) return [];
  const words = await wordsOf(story, textOf);
  const failures = failuresOf(story, words);
  const summary = summaryOf(failures);
  const texts = [
    ...ticketArtifacts(story, words),
    ...surveyArtifacts(story, words),
    ...analysisArtifacts(story, words),
    ...roundArtifacts(story, words),
    ...reportArtifacts(story, words),
    ...sarifArtifact(story, words),
  ];
  const paths = texts.map((artifact) => artifact.path);
  return [
    ...texts,
    stateArtifact({ story, failures, summary, paths }),
    progressArtifact(story),
    ...blockedArtifact(story, failures, summary),
    ...gateEventArtifact(story),
    logArtifact(events),
    { path: 'report.html', text: reportHtml({ story, words, failures, summary }) },
  ];
}

function surveyArtifacts({ run }: Story, words: Words): readonly Artifact[] {
  return run.survey === undefined ? [] : [{ path: 'survey.md', text: words(run.survey) }];
}

function analysisArtifacts({ run }: Story, words: Words): readonly Artifact[] {
  const { analysis } = run;
  if (analysis === undefined) return [];
  const text = words(analysis.blob);
  const results = analysis.related.map(({ file, line }) => ({
    file,
    line: orNull(line),
    why: orNull(reasonFor(text, line === undefined ? file : `${file}:${line}`)),
  }));
  return [
    { path: 'analysis.md', text },
    { path: 'related-code.json', text: jsonOf({ results, missing: analysis.missing }) },
  ];
}

/** One line an event, as the journal has it. */
function logArtifact(events: readonly RecordedEvent[]): Artifact {
  return {
    path: 'log.jsonl',
    text: events.map(({ event, at, seq }) => `${JSON.stringify({ seq, at, ...event })}\n`).join(''),
  };
}
