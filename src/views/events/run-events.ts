// What happens to a run as a whole: its effects, stages, failures, gates, budgets, questions and ends, in words. Pure.

import { limitOf } from '../../core/budget/budget.ts';
import type { Effect } from '../../core/effects.ts';
import type { EventOf } from '../../core/events.ts';
import type { Searched } from '../../core/roles/asked-first.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { blockedWords } from '../words/blocked-words.ts';
import { nameOf } from '../words/gate-name.ts';
import { amountWords, usedWords } from '../words/amount-words.ts';
import { effectWords } from '../words/effect-words.ts';
import { probedWords } from '../words/probe-words.ts';
import { duration, list, plural, pointInTime } from '../words/words.ts';
import type { EventRows } from './event-row.ts';
import { whyAsked } from '../run/why-asked.ts';
import { levelShort } from '../words/level-words.ts';
import { oneLine, reasonWords, whereOf } from './event-row.ts';

const toldKinds: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'attempt',
  'ask',
  'check',
  'measure',
  'run-probes',
  'wait-until',
]);

export const runEvents = {
  'run.started': {
    meaning: 'The ticket, the base commit and the policy of the run are fixed from here on.',
    words: (event) => `run ${event.run} started: ${oneLine(event.title)}`,
  },
  'command.taken': {
    meaning: 'The same order under the same id does nothing more; it is answered with what this one did.',
    words: (event) => `an order came in under the id ${oneLine(event.id)}`,
    isTold: () => false,
  },
  'effect.begun': {
    meaning:
      'The intent is written before anything is done, so that a crash is found and nothing is done twice.',
    words: (event, run) => begunWords(event.effect, run),
    isTold: ({ effect }) => toldKinds.has(effect.kind) && !isEmptyCheck(effect),
  },
  'effect.ended': {
    meaning:
      'What the world answered is recorded with its cost; the facts it brought follow as events of their own.',
    words: (event, run) => endedWords(event, run),
    isTold: (event, run) => event.how === 'stopped' && launchOf(event, run) !== undefined,
  },
  'failure.recorded': {
    meaning: 'What went wrong, its class, and the remedy code chose for it from the policy.',
    words: (event, run) => failureWords(event, run),
  },
  'stage.entered': {
    meaning: 'A row of the transition table held, so the run began a new visit to a stage.',
    words: (event) => `${event.stage} begins: ${oneLine(event.because)}`,
  },
  'stage.skipped': {
    meaning: 'The stage has nothing to do here, and that is recorded instead of left out.',
    words: (event) => `${event.stage}: skipped, ${oneLine(event.because)}`,
    isTold: (event, run) => event.stage === run.visit.stage,
  },
  'note.added': {
    meaning: 'The words of a person go into every later prompt they are meant for.',
    words: (event) =>
      `${oneLine(event.by.who)} told the agents something${event.task === undefined ? '' : ` about task ${oneLine(event.task)}`}`,
  },
  'question.raised': {
    meaning: 'An agent asks a person; its line of work stands still until there is an answer.',
    words: (event, run) => `${whereOf(event.line, run)}: asks a question`,
  },
  'search.asked': {
    meaning:
      'A role wants something looked up on the web before it answers; Slipway looks, and asks it again.',
    words: (event, run) =>
      `${whereOf(event.line, run)}: the ${event.role} wants something looked up on the web`,
  },
  'search.recorded': {
    meaning:
      'What was found, and what did not work, goes into the next prompt of the role as the words of strangers.',
    words: (event, run) => `${whereOf(event.line, run)}: ${searchWords(event.searched)}`,
  },
  'probes.asked': {
    meaning:
      'The investigator wants small scripts of its own run before it answers; Slipway runs them, and asks it again.',
    words: (event, run) =>
      `${whereOf(event.line, run)}: the investigator wants to know what reading does not tell: ${oneLine(
        list(event.probes.map(({ name }) => name)),
      )}`,
  },
  'probes.recorded': {
    meaning:
      'What the scripts printed on a checkout that was thrown away, or why they did not run, goes into the next prompt.',
    words: (event, run) => `${whereOf(event.line, run)}: probed: ${oneLine(probedWords(event.probed))}`,
  },
  'gate.opened': {
    meaning: 'The run asks a person, and binds the answer to the digest of what is shown.',
    words: (event, run) =>
      `${run.visit.stage}: waits for you: the ${oneLine(nameOf(event.request))} (${event.gate})${whyWords(event, run)}`,
  },
  'gate.decided': {
    meaning: 'A person answered. The first answer stands.',
    words: (event, run) => answerWords(event, run),
  },
  'budget.raised': {
    meaning: 'A person raised a cap, so launches are possible again.',
    words: (_, run) => `${run.visit.stage}: the budget was raised`,
  },
  'day.reached': {
    meaning:
      'All runs of the home together have used what a day allows: nothing is launched until tomorrow, or until a person raises the cap.',
    words: (event, run) => `${run.visit.stage}: ${dayWords(event, run)}`,
  },
  'day.raised': {
    meaning:
      'A person raised the cap of this day in another run, so launches are possible again in this one.',
    words: ({ cap, to }, run) =>
      `${run.visit.stage}: the budget of the day was raised to ${amountWords(cap, to)}, and the run goes on`,
  },
  'day.passed': {
    meaning: 'Another day has begun, so launches are possible again.',
    words: (_, run) => `${run.visit.stage}: it is another day, and the run goes on`,
  },
  'run.taken-up': {
    meaning: 'Another process found the run in the middle of something. Until then its wall clock stood.',
    words: (_, run) =>
      `${run.visit.stage}: another process goes on with it; what passed until then does not count`,
  },
  'run.paused': {
    meaning: 'A person paused the run: agents are stopped, their work is kept.',
    words: (event) => `${oneLine(event.by.who)} paused the run`,
  },
  'run.resumed': {
    meaning: 'A person let the run go on.',
    words: (event) => `${oneLine(event.by.who)} let the run go on`,
  },
  'run.blocked': {
    meaning: 'Nothing is left to try by itself: only the choice of a person moves the run now.',
    words: (event, run) =>
      `blocked in ${run.visit.stage}: ${oneLine(blockedWords({ ...run, blocked: event.because }))}`,
  },
  'run.retried': {
    meaning: 'A person let a blocked run go on: every loop gets one more round.',
    words: (event) => `${oneLine(event.by.who)} asked the run to go on`,
  },
  'run.cancelled': {
    meaning: 'A person ended the run. What it made is kept, nothing more is done.',
    words: (event) => `${oneLine(event.by.who)} cancelled the run`,
  },
  'discard.ordered': {
    meaning: 'A person wants what the cancelled run published to be taken back.',
    words: (event) => `${oneLine(event.by.who)} wants what it published taken back`,
  },
  'change.discarded': {
    meaning:
      'What the run published is taken back: the pull request is closed and its branch deleted, where they were.',
    words: (event, run) =>
      repositoryOf(run, event).pullRequest === undefined
        ? 'nothing that it published is left; there was no pull request'
        : 'the pull request is closed and the branch deleted',
  },
  'run.completed': {
    meaning: 'The pull request is merged and the tracker told.',
    words: () => 'completed',
  },
  'run.failed': {
    meaning: 'A rule inside Slipway was broken, so the run was stopped with its journal intact.',
    words: (event) => `the run failed by a bug of Slipway: ${oneLine(event.because)}`,
  },
} satisfies Partial<EventRows>;

function isEmptyCheck(effect: Effect): boolean {
  return effect.kind === 'check' && effect.input.checks.length === 0;
}

function begunWords(effect: Effect, run: Run): string {
  switch (effect.kind) {
    case 'attempt':
      return `${run.visit.stage}: task ${oneLine(effect.subject)}, attempt ${effect.input.ordinal} began`;
    case 'ask': {
      const again = effect.input.ordinal === 1 ? '' : `, attempt ${effect.input.ordinal}`;
      return `${whereOf(effect.line, run)}: the ${effect.input.role} is at work${again}`;
    }
    case 'check':
      return `${whereOf(effect.line, run)}: checks run: ${list(
        effect.input.checks.map((check) => check.name),
        'none',
      )}`;
    case 'wait-until':
      return waitBegun(effect, run);
    case 'search':
    case 'run-probes':
    case 'reserve':
    case 'fetch-ticket':
    case 'survey':
    case 'integrate':
    case 'commit-docs':
    case 'screen':
    case 'fire':
    case 'compare':
    case 'measure':
    case 'push':
    case 'open-pull-request':
    case 'update-pull-request':
    case 'publish-checks':
    case 'label':
    case 'comment-ticket':
    case 'transition-ticket':
    case 'inspect':
    case 'reply':
    case 'request-review':
    case 'merge':
    case 'land':
    case 'hand-out':
    case 'hand-in':
    case 'discard':
    case 'revert':
    case 'write-artifacts':
      return `${run.visit.stage}: ${oneLine(effectWords(effect))} began`;
  }
}

/** Only a quota names the time at which it is over, and not every program tells it. */
function waitBegun(effect: Effect<'wait-until'>, run: Run): string {
  const { waitMs, untilMs } = effect.input;
  const isQuota = run.holds.some((hold) => hold.line === effect.line && hold.quota === true);
  return untilMs === undefined
    ? `${whereOf(effect.line, run)}: ${isQuota ? 'waits for the quota and ' : ''}tries again in ${duration(waitMs ?? 0)}`
    : `${whereOf(effect.line, run)}: waits for the quota until ${pointInTime(untilMs, run.visit.enteredAt)}`;
}

type Launch = Effect<'ask' | 'attempt'>;

function launchOf(event: EventOf<'effect.ended'>, run: Run): Launch | undefined {
  return run.inFlight.find(
    (item): item is Launch => item.key === event.key && (item.kind === 'attempt' || item.kind === 'ask'),
  );
}

const endWords = { done: 'is done', failed: 'failed', stopped: 'was stopped' } as const;

function endedWords(event: EventOf<'effect.ended'>, run: Run): string {
  const launch = launchOf(event, run);
  if (launch === undefined) return `${run.visit.stage}: ${event.key} ${endWords[event.how]}`;
  const who = launch.kind === 'ask' ? `the ${launch.input.role}` : 'the attempt';
  return `${whereOf(launch.line, run)}: ${who} ${endWords[event.how]}`;
}

function failureWords(event: EventOf<'failure.recorded'>, run: Run): string {
  const what = `${whereOf(event.line, run)}: ${reasonWords(event.reason)}${boxWords(event, run)}`;
  switch (event.remedy.type) {
    case 'retry':
      return `${what}; it is tried again`;
    case 'park':
      return `${what}; it waits until that is over`;
    case 'replan':
      return `${what}; it has to be planned again`;
    case 'person':
      return event.reason === 'protected-path'
        ? `${what}; a person decides`
        : `${what}; nothing is left to try`;
    case 'fail-over':
      return `${what}; another agent takes over`;
    case 'login':
      return `${what}; the agent ${oneLine(event.remedy.agent)} has to be logged in`;
    case 'warn':
      return event.key.includes('/hand-in/') ? what : `${what}; the run goes on without it`;
  }
}

function whyWords({ request }: EventOf<'gate.opened'>, run: Run): string {
  const why = whyAsked(run, request);
  return why === undefined ? '' : `. ${oneLine(why).replace(/\.$/, '')}`;
}

/** It does not pass by itself, so that whoever looks on is told of the level at once. */
function boxWords({ reason }: EventOf<'failure.recorded'>, run: Run): string {
  return reason === 'box-refused'
    ? ` the agent what it wanted to write (the run works ${levelShort(run)}; SLIPWAY_LEVEL=open has it work without a box)`
    : '';
}

function searchWords({ found, failed }: Searched): string {
  const trouble = failed === 0 ? '' : `; ${plural(failed, 'search', 'searches')} failed, and the run goes on`;
  return `the web search found ${plural(found, 'page')}${trouble}`;
}

function answerWords({ gate: id, decision }: EventOf<'gate.decided'>, run: Run): string {
  const gate = run.gates.find((item) => item.id === id);
  const name = gate === undefined ? id : `the ${oneLine(nameOf(gate))}`;
  return `${run.visit.stage}: ${oneLine(decision.by.who)} answered ${decision.answer} to ${name}`;
}

function dayWords({ cap, spent, limit: raised }: EventOf<'day.reached'>, { budget }: Run): string {
  const limit = raised ?? limitOf(budget, { cap, scope: 'day' });
  return `the budget of the day is used up (${usedWords(cap, spent[cap], limit)}, over all runs); it goes on tomorrow, or when the cap is raised`;
}
