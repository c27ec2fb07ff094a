// Tasks and plan: what was to be done, by whom, and what became of it.

import { allGood } from '../../../core/evidence/evidence.ts';
import type { TaskState } from '../../../core/run.ts';
import { plannedWords } from '../../words/planned-words.ts';
import { probedWords } from '../../words/probe-words.ts';
import { list, plural } from '../../words/words.ts';
import type { Story } from '../story.ts';
import type { TaskStatus } from '../waves.ts';
import { taskStatus, wavesOf } from '../waves.ts';
import type { Html } from './html.ts';
import { markup } from './html.ts';
import { markdown } from './markdown.ts';
import type { ReportParts, Tone } from './parts.ts';
import { hash, mark, more, table } from './parts.ts';

const tones: Readonly<Record<TaskStatus, Tone>> = {
  pending: 'off',
  running: 'busy',
  waiting: 'wait',
  accepted: 'good',
  integrated: 'good',
  failed: 'bad',
  dropped: 'off',
};

export function tasksOf({ story }: ReportParts): Html | undefined {
  const { tasks } = story.run;
  if (tasks.length === 0) return undefined;
  return table(
    ['Task', 'Files', 'Attempts', 'Checks', 'Commit', 'Status'],
    tasks.map((state) => taskRow(state, story)),
  );
}

function taskRow(state: TaskState, story: Story): readonly (Html | string)[] {
  const { task } = state;
  const attempts = story.spans.filter(
    (span) => span.effect.kind === 'attempt' && span.effect.subject === task.id,
  );
  const status = taskStatus(state);
  const after = task.dependsOn.length === 0 ? '' : ` after ${list(task.dependsOn)}`;
  return [
    markup`<b>${task.title}</b> <small>${task.id}, ${task.executor}${after}</small>`,
    markup`${fileList([...task.files, ...task.tests])}${touchedNote(state)}`,
    String(attempts.length),
    state.evidence.length === 0 ? '–' : allGood(state.evidence) ? 'passed' : 'failed',
    state.delivered === undefined ? '–' : hash(state.delivered.commit),
    mark(tones[status], status),
  ];
}

/** Planned against actual, as our own git saw it. */
function touchedNote(state: TaskState): Html | undefined {
  const words = plannedWords(state);
  return words === undefined ? undefined : markup`<br /><small>${words}</small>`;
}

const filesShown = 6;

function fileList(files: readonly string[]): Html {
  const left = files.length - filesShown;
  return markup`${files.slice(0, filesShown).map((file) => markup`<code>${file}</code> `)}${left > 0 ? `and ${left} more` : undefined}`;
}

export function planOf({ story, words }: ReportParts): Html | undefined {
  const proposed = story.plans.at(-1);
  if (proposed === undefined) return undefined;
  const { plan, n } = proposed;
  const waves = wavesOf(plan);
  // A plan nobody has approved yet is what a person opens this page to read.
  const underReview = story.run.accepted?.hash === plan.hash ? 'closed' : 'open';
  const open = plan.risks.filter((risk) => !risk.resolved);
  return markup`<p>
      ${plan.tier} by size, ${plural(plan.tasks.length, 'task')} in ${plural(waves.length, 'wave')}, the
      planner's confidence ${Math.round(plan.confidence * 100)} %.
      ${n > 1 ? `This is plan ${n}; the ones before it are in their round folders.` : undefined}
    </p>
    ${open.length === 0 ? undefined : markup`<p>${mark('wait', 'open risks')} ${list(open.map((risk) => `${risk.category.replaceAll('_', ' ')} (${risk.impact})`))}</p>`}
    ${more('The plan in words', markdown(words(plan.blob)), underReview)}`;
}

/** What the investigator had run to find out: the scripts, and what they printed. */
export function probesOf({ story, words }: ReportParts): Html | undefined {
  const { probes } = story.run;
  if (probes.length === 0) return undefined;
  return markup`${probes.map(
    ({ blob, probed }) =>
      markup`<p>
          ${probed === undefined ? 'The investigator gave scripts that did not come to run.' : `Probed: ${probedWords(probed)}.`}
        </p>
        ${more('The scripts', markdown(words(blob)))}
        ${probed === undefined ? undefined : more('What became of them', markdown(words(probed.told)))}`,
  )}`;
}

/** What roles had looked up on the web: the words that left this machine, and those that came back. */
export function searchesOf({ story, words }: ReportParts): Html | undefined {
  const { searches } = story.run;
  if (searches.length === 0) return undefined;
  return markup`${searches.map(
    ({ role, queries, refused, results }) =>
      markup`<p>
          The ${role} had looked up: ${list(linesOf(words(queries)), 'nothing')}.
          ${refused === 0 ? undefined : `${plural(refused, 'query', 'queries')} held something secret and stayed here.`}
        </p>
        ${results === undefined ? undefined : more('What was found', markdown(words(results)))}`,
  )}`;
}

/** What the documenter wrote about the repository beside the work: where it went, and the words. */
export function documentsOf({ story, words }: ReportParts): Html | undefined {
  const { fresh, committed } = story.run.docs;
  if (fresh.length === 0) return undefined;
  const paths = new Set(committed.map(({ path }) => path));
  return markup`${fresh.map(
    ({ path, blob }) =>
      markup`<p>
          ${path}: ${paths.has(path) ? 'part of the change, in a commit of its own.' : 'kept by Slipway for later runs; the repository stays as it is.'}
        </p>
        ${more('The document', markdown(words(blob)))}`,
  )}`;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

export function analysisOf({ story, words }: ReportParts): Html | undefined {
  const { analysis } = story.run;
  if (analysis === undefined) return undefined;
  return markup`<p>
      ${plural(analysis.related.length, 'piece')} of related code cited, all of them checked by code.
    </p>
    ${more('The analysis in words', markdown(words(analysis.blob)))}`;
}
