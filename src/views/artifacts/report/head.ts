// The top of the report: what this is about, how it stands, what it took, how far it is, and what a person can do now.

import { blockedWords } from '../../words/blocked-words.ts';
import type { Gate } from '../../../core/gates/gate.ts';
import { seenWord } from '../../words/seen-word.ts';
import type { Spend } from '../../../core/budget/budget.ts';
import type { Run } from '../../../core/run.ts';
import { openGates } from '../../../core/run.ts';
import type { StageName } from '../../../core/pipeline/stage.ts';
import { stagesOf } from '../../../core/pipeline/pipeline.ts';
import { stageDefinitions } from '../../../core/pipeline/stage.ts';
import type { Status } from '../../../core/status.ts';
import { statusOf } from '../../../core/status.ts';
import { becauseOf } from '../../run/summarise.ts';
import { nameOf } from '../../words/gate-name.ts';
import { inEach } from '../in-each.ts';
import { progressOf } from '../progress.ts';
import { capital } from '../reports.ts';
import { durationOf, timeOf } from '../say.ts';
import { levelShort } from '../../words/level-words.ts';
import { list, plural } from '../../words/words.ts';
import { stageStatus } from '../state.ts';
import type { StageStatus } from '../state.ts';
import type { Story } from '../story.ts';
import type { Html } from './html.ts';
import { unionOf } from './axis.ts';
import { markup } from './html.ts';
import type { Tone } from './parts.ts';
import { command, facts, hash, mark } from './parts.ts';

const statusTones: Readonly<Record<Status, Tone>> = {
  running: 'busy',
  waiting: 'wait',
  blocked: 'bad',
  failed: 'bad',
  cancelled: 'off',
  completed: 'good',
};

export function headOf(story: Story): Html {
  const { run } = story;
  const status = statusOf(run);
  return markup`<header>
      <p class="brand"><b>Slipway</b> run report</p>
      <h1>${run.title}</h1>
      <p class="lead">${mark(statusTones[status], capital(status))} ${sentence(story, status)}</p>
      ${stats(story)}
      ${facts([
        ['Ticket', run.ticket?.id],
        ['Run', run.id],
        ...inEach(run, 'Repository', ({ repository }) => repository),
        ...inEach(run, 'Base', ({ base }) => markup`${base.branch} at ${hash(base.commit)}`),
        ['Branch', run.branch],
        ...inEach(run, 'Pull request', ({ pullRequest }) =>
          pullRequest === undefined ? undefined : `${pullRequest.number} on the ${run.forge} forge`,
        ),
        ['Level', levelShort(run)],
        ['Started', `${timeOf(run.startedAt)} by ${run.by.who}`],
        [story.endedAt === undefined ? 'Last event' : 'Ended', timeOf(story.endedAt ?? story.last.at)],
      ])}
    </header>
    ${strip(story)} ${callOut(story, status)} `;
}

function sentence(story: Story, status: Status): string {
  const { run, last, endedAt } = story;
  const took = durationOf((endedAt ?? last.at) - run.startedAt);
  switch (status) {
    case 'completed':
      return `in ${took}${mergedWords(run)}.`;
    case 'running':
      return `in the ${run.visit.stage} stage, ${took} after the start.`;
    case 'waiting':
      return `in the ${run.visit.stage} stage for ${becauseOf(run) ?? 'something outside'}.`;
    case 'blocked':
      return `in the ${run.visit.stage} stage after ${took}: ${blockedWords(run)}.`;
    case 'failed':
      return `in the ${run.visit.stage} stage after ${took}: this is a defect of Slipway, not of the change.`;
    case 'cancelled':
      return `in the ${run.visit.stage} stage after ${took}.`;
  }
}

function stats(story: Story): Html {
  const { run, last, endedAt, failures } = story;
  const { tasksDone, tasksTotal, percent } = progressOf(story);
  const items = [
    ['Time', durationOf((endedAt ?? last.at) - run.startedAt), timeNote(story)],
    ['Spend', ...spendWords(run.spend)],
    ['Tasks', tasksTotal === 0 ? proposedWords(run) : `${tasksDone} of ${tasksTotal}`, `${percent} % done`],
    [
      'Failures',
      failures.length === 0 ? 'none' : String(failures.length),
      failures.length === 0 ? 'nothing went wrong' : 'each is told below',
    ],
  ];
  return markup`<dl class="stats">
    ${items.map(
      ([name, value, note]) =>
        markup`<div>
          <dt>${name}</dt>
          <dd>${value}<small>${note}</small></dd>
        </div>`,
    )}
  </dl>`;
}

function proposedWords({ plan }: Run): string {
  return plan === undefined ? 'not planned yet' : `${plan.tasks.length} proposed`;
}

/** How long agents worked, and how long people were waited for: gates may be open side by side. */
function timeNote({ run, gates, last }: Story): string {
  const open = unionOf(gates.map((gate) => ({ from: gate.openedAt, to: gate.decidedAt ?? last.at })));
  const waited = open.reduce((sum, bar) => sum + bar.to - bar.from, 0);
  const worked = `${durationOf(run.spend.agentMs)} of agent time`;
  return waited === 0 ? worked : `${worked}, ${durationOf(waited)} waiting for people`;
}

/** Known and unknown money stay apart: unknown is never zero. */
function spendWords({ launches, launchesWithoutUsd, usd, tokens }: Spend): readonly [string, string] {
  const known = launches > launchesWithoutUsd;
  const note = [
    plural(launches, 'launch', 'launches'),
    ...(known && launchesWithoutUsd > 0 ? [`${launchesWithoutUsd} of unknown cost`] : []),
    ...(tokens === 0 ? [] : [`${tokens} tokens`]),
  ].join(', ');
  return [launches === 0 ? 'nothing yet' : known ? `$${usd.toFixed(2)}` : 'cost unknown', note];
}

const stageTones: Readonly<Record<StageStatus, readonly [Tone, string]>> = {
  pending: ['off', 'not reached'],
  in_progress: ['busy', 'here now'],
  blocked: ['bad', 'blocked'],
  completed: ['good', 'done'],
  skipped: ['off', 'skipped'],
};

function mergedWords({ repositories }: Run): string {
  const merged = repositories.flatMap(({ pullRequest }) =>
    pullRequest?.merged === undefined ? [] : [String(pullRequest.number)],
  );
  if (merged.length === 0) return '';
  const one = merged.length === 1;
  return `: pull ${one ? 'request' : 'requests'} ${list(merged)} ${one ? 'is' : 'are'} merged`;
}

function strip(story: Story): Html {
  return markup`<ol class="strip" aria-label="The stages of the pipeline">
    ${stagesOf(story.run).map(({ name }) => stageCell(story, name))}
  </ol>`;
}

function stageCell(story: Story, stage: StageName): Html {
  const visits = story.visits.filter((visit) => visit.stage === stage);
  const status = stageStatus(story, stage);
  const [tone, word] = stageTones[status];
  const ms = visits.reduce((sum, visit) => sum + (visit.leftAt ?? story.last.at) - visit.enteredAt, 0);
  const note =
    visits.length === 0 ? '' : `${durationOf(ms)}${visits.length > 1 ? `, ${visits.length} visits` : ''}`;
  return markup`<li class="${status}"><b>${stageDefinitions[stage].heading}</b>${mark(tone, word)}<small>${note}</small></li> `;
}

/** What a person is asked or can do. A run that goes on by itself asks nothing. */
function callOut({ run }: Story, status: Status): Html | undefined {
  if (status === 'blocked') {
    return markup`<aside class="call bad">
      <p>
        <b>Only a person can move this run.</b> ${capital(blockedWords(run))}. BLOCKED-summary.md beside this
        file says what was tried.
      </p>
      <p>
        ${command(`slipway explain ${run.id}`)} ${command(`slipway retry ${run.id}`)}
        ${command(`slipway cancel ${run.id}`)}
      </p>
    </aside>`;
  }
  const gates = status === 'waiting' ? openGates(run) : [];
  if (gates.length === 0) return undefined;
  return markup`<aside class="call wait">
    ${gates.map(
      (gate) =>
        markup`<p>
          <b>A person is asked:</b> the ${nameOf(gate)}, since ${timeOf(gate.openedAt)}.
          ${gateCommand(run, gate)}
        </p> `,
    )}
  </aside>`;
}

function gateCommand(run: Run, gate: Gate): Html {
  const seen = `--seen ${seenWord(gate)}`;
  if (gate.kind === 'question') return command(`slipway answer ${run.id} ${gate.id} ${seen} "..."`);
  if (gate.kind === 'merge') return command(`slipway land ${run.id} ${seen}`);
  return command(`slipway approve ${run.id} ${gate.id} ${seen}`);
}
