// Tells a run as it happens: an event, and the sentence for it. Pure. Events that a watcher would not miss have none.

import type { EventOf, RunEvent, RunEventType } from '../../core/events.ts';
import type { Effect } from '../../core/effects.ts';
import type { Evidence } from '../../core/evidence/evidence.ts';
import { allGood } from '../../core/evidence/evidence.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Level } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import { isTaskLine } from '../../core/run.ts';
import { measuredWords, stopWords } from '../../views/words/coverage-words.ts';
import { isQueueLine } from '../../views/words/effect-words.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { duration, list, plural, short } from '../../views/words/words.ts';

export interface Sentence {
  readonly tone: 'stage' | 'plain' | 'good' | 'trouble' | 'person';
  readonly text: string;
}

const levelWords: Readonly<Record<Level, string>> = {
  contained: 'contained: each sees its workspace and nothing else',
  fenced: 'fenced: they write nowhere else',
  open: 'in the open: what they did is looked at afterwards',
};

const told = (tone: Sentence['tone'], text: string): Sentence => ({ tone, text });

/** `run` is the state after the event. Most events have no sentence: nobody who watches would miss them. */
type Sentences = { readonly [T in RunEventType]?: (event: EventOf<T>, run: Run) => Sentence | undefined };

const sentences: Sentences = {
  'run.started': (event) =>
    told(
      'plain',
      `Run ${event.run} begins on ${event.repositories.map(({ base }) => short(base.commit)).join(', ')}. Its agents and checks are ${levelWords[event.level]}.`,
    ),
  'stage.entered': (event) => told('stage', `${capital(event.stage)}, because ${event.because}`),
  'effect.begun': (event) => begun(event.effect),
  'failure.recorded': (event) => told('trouble', failureWords(event)),
  'plan.proposed': (event) => told('plain', planWords(event.plan)),
  'verdict.recorded': (event) => told('good', `${verdictBy(event)}: ${event.verdict.conclusion}`),
  'baseline.recorded': (event) =>
    told(
      allGood(event.evidence) ? 'good' : 'trouble',
      `Checks of the base commit, before anybody changes it: ${list(event.evidence.map(resultWords))}`,
    ),
  'evidence.recorded': (event) => told(allGood(event.evidence) ? 'good' : 'trouble', evidenceWords(event)),
  'task.integrated': (event) => told('good', `Task ${event.task} is on the run's branch`),
  'gate.opened': (event) => told('person', `A person would be asked now: the ${nameOf(event.request)}`),
  'gate.decided': (event, run) =>
    told('person', `The ${gateName(run.gates, event.gate)}: approved by ${event.decision.by.who}`),
  'pull-request.told': () => told('person', 'A review of the pull request came in: somebody wants a change'),
  'pull-request.sorted': (event) => told('plain', sortedWords(event.sorted)),
  'task.reopened': (event) => told('plain', `Task ${event.task} is worked on again`),
  'pull-request.opened': (event) => told('good', `Pull request #${event.number} is open`),
  'pull-request.merged': (event) => told('good', `The pull request is merged as ${short(event.commit)}`),
  'change.landed': (event) =>
    told('good', `Landed in the sample's repository as branch ${event.landed.branch}`),
  'run.blocked': (event) => told('trouble', `The run is blocked: ${event.because}`),
  'run.failed': (event) => told('trouble', `The run failed: ${event.because}`),
  'run.completed': () => told('good', 'The run is completed'),
  'coverage.measured': (event) => told('plain', capital(measuredWords(event.measured))),
  'coverage.stopped': (event) =>
    told('plain', `Nothing more is done about coverage: ${stopWords(event.because)}`),
  'stage.skipped': (event) => told('plain', `Nothing to do: ${event.because}`),
};

export function narrate(event: RunEvent, run: Run): Sentence | undefined {
  return sentenceOf(event.type, event, run);
}

function sentenceOf<T extends RunEventType>(type: T, event: EventOf<T>, run: Run): Sentence | undefined {
  return sentences[type]?.(event, run);
}

function begun(effect: Effect): Sentence | undefined {
  if (effect.kind === 'attempt') {
    return told('plain', `Task ${effect.input.task}: attempt ${effect.input.ordinal}`);
  }
  if (effect.kind !== 'ask') return undefined;
  const { role, task } = effect.input;
  return told('plain', `The ${role} is asked${task === undefined ? '' : ` about task ${task}`}`);
}

type Recorded = EventOf<'failure.recorded'>;

function failureWords(event: Recorded): string {
  return `${capital(whole(event.line))}: ${reasonWords(event)}. ${remedyWords(event)}`;
}

function reasonWords({ reason, paths }: Recorded): string {
  if (reason === 'fence-breach') {
    return `it left its fence and touched ${list(paths ?? [])}: dropped`;
  }
  if (reason === 'checks-failed') return 'its tests failed';
  return reason === 'agent-failed' ? 'the agent ended with an error' : reason.replaceAll('-', ' ');
}

function remedyWords(event: Recorded): string {
  switch (event.remedy.type) {
    case 'retry':
      return event.remedy.waitMs > 0
        ? `Tried again in ${duration(event.remedy.waitMs)}`
        : 'Tried again with the diagnosis';
    case 'park':
      return 'It waits';
    case 'replan':
      return 'It is planned again';
    case 'fail-over':
      return 'Another agent takes over';
    case 'login':
    case 'person':
      return 'A person has to look';
    case 'warn':
      return 'The run goes on without it';
  }
}

function sortedWords(sorted: EventOf<'pull-request.sorted'>['sorted']): string {
  const classes = sorted.map((item) => item.class.replaceAll('_', ' '));
  return `What the review wants is sorted, and is mended on the same pull request: ${list(classes)}`;
}

function planWords(plan: EventOf<'plan.proposed'>['plan']): string {
  const tasks = plan.tasks.map((task) =>
    task.dependsOn.length === 0 ? task.id : `${task.id} (after ${list(task.dependsOn)})`,
  );
  return `A ${plan.tier} plan of ${plural(tasks.length, 'task')}: ${list(tasks)}`;
}

function verdictBy(event: EventOf<'verdict.recorded'>): string {
  const { role } = event.verdict;
  if (role !== 'reviewer') return `The ${role} on the plan`;
  return `The reviewer on ${whole(event.subject)}`;
}

function evidenceWords(event: EventOf<'evidence.recorded'>): string {
  return `Checks of ${whole(event.subject)}, on a clean checkout: ${list(event.evidence.map(resultWords))}`;
}

function resultWords({ check, verdict, counts }: Evidence): string {
  if (counts === undefined) return `${check} ${verdict}`;
  const failed = counts.failed === 0 ? '' : `, ${counts.failed} failed`;
  return `${check} ${verdict} (${counts.passed} passed${failed})`;
}

function gateName(gates: readonly Gate[], id: string): string {
  const gate = gates.find((item) => item.id === id);
  return gate === undefined ? 'gate' : nameOf(gate);
}

/** What a line of work is, in words: a task, the whole change, or who was asked. */
function whole(line: string): string {
  if (isTaskLine(line)) return `task ${line.slice('task/'.length)}`;
  if (line === 'run') return 'the whole change';
  if (isQueueLine(line)) return 'accepted tasks together';
  return `the ${line.split('/').at(-1) ?? line}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
