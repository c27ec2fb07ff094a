// The report: one file that needs nothing else, for people who were not there. No script, no outside resource.

import type { PullRequest } from '../../../core/run.ts';
import { inEach } from '../in-each.ts';
import { plural } from '../../words/words.ts';
import type { Html } from './html.ts';
import { markup } from './html.ts';
import { headOf } from './head.ts';
import type { ReportParts } from './parts.ts';
import { command, facts, hash, mark, section } from './parts.ts';
import { evidenceOf, failuresSection, gatesOf, reviewsOf } from './proof.ts';
import { style } from './style.ts';
import { timelineOf } from './timeline.ts';
import { analysisOf, documentsOf, planOf, probesOf, searchesOf, tasksOf } from './work.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'";

export function reportHtml(parts: ReportParts): string {
  const { story } = parts;
  const shown = sectionsOf(parts).filter((item) => item.body !== undefined);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${story.run.title} – Slipway run ${story.run.id}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          ${headOf(story)} ${contents(shown)} ${shown.map(({ id, title, body }) => section(id, title, body))}
        </main>
      </body>
    </html> `;
  return `${page.html.trim()}\n`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Html | undefined;
}

function sectionsOf(parts: ReportParts): readonly Section[] {
  return [
    { id: 'timeline', title: 'Timeline', body: timelineOf(parts) },
    { id: 'tasks', title: 'Tasks', body: tasksOf(parts) },
    { id: 'pull-request', title: 'Pull request', body: pullRequest(parts) },
    { id: 'evidence', title: 'Evidence', body: evidenceOf(parts) },
    { id: 'reviews', title: 'Reviews', body: reviewsOf(parts) },
    { id: 'gates', title: 'Gates', body: gatesOf(parts) },
    { id: 'failures', title: 'Failures', body: failuresSection(parts) },
    { id: 'plan', title: 'Plan', body: planOf(parts) },
    { id: 'analysis', title: 'Analysis', body: analysisOf(parts) },
    { id: 'probes', title: 'Probes', body: probesOf(parts) },
    { id: 'searches', title: 'Web searches', body: searchesOf(parts) },
    { id: 'documents', title: 'Documents about the repository', body: documentsOf(parts) },
    { id: 'journal', title: 'Journal', body: journal(parts) },
  ];
}

function contents(shown: readonly Section[]): Html {
  return markup`<nav aria-label="Sections">
    ${shown.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}
  </nav> `;
}

function pullRequest({ story }: ReportParts): Html | undefined {
  const { run } = story;
  if (run.repositories.every(({ pullRequest: found }) => found === undefined)) return undefined;
  return facts([
    ...inEach(run, 'Number', ({ pullRequest: found }) => found && numberOf(found)),
    ...inEach(run, 'Branch', ({ base }) => `${run.branch ?? ''} into ${base.branch}`),
    ...inEach(run, 'Head', ({ head }) => hash(head.commit)),
    ...inEach(run, 'Merged as', ({ pullRequest: found }) => found?.merged && hash(found.merged)),
    ['In your repository', run.landed === undefined ? undefined : `branch ${run.landed.branch}`],
  ]);
}

function numberOf({ number, merged, seen }: PullRequest): Html {
  const state = merged === undefined ? mark('wait', seen?.state ?? 'open') : mark('good', 'merged');
  return markup`${number} ${state}`;
}

function journal({ story }: ReportParts): Html {
  const { run, last } = story;
  return markup`<p>
      This page is made from the journal of the run and can be made again from it; nothing reads it back.
      ${plural(last.seq, 'event')} were told when it was written. Each event's hash covers the event before
      it, so the head below vouches for all of them.
    </p>
    ${last.hash === undefined ? undefined : markup`<p class="head"><code>${last.hash}</code></p>`}
    <p>
      ${command(`slipway verify ${run.id}`)} walks the chain and names the first wrong event, if there is one.
    </p>`;
}
