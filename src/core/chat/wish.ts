// What a person can wish for in a conversation, and what becomes of a wish in the state a run is in: the one table of both. Whoever
// finds out what somebody wishes (a button, a known phrase, the dispatcher) comes here, so that nothing reads a state twice.
//
//   WISH-1. Nothing here acts. A wish becomes something to preview, or a word for why the run cannot have it now.
//   WISH-2. What is previewed is bound: to the gate and the digest it is about, or to how the run stood.
//   WISH-3. A gate is named, or the only one: a word that could mean two gates means neither.

import type { Gate } from '../gates/gate.ts';
import { coverageOf } from '../evidence/coverage.ts';
import { isRevisable } from '../pipeline/conditions.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';

/** What the dispatcher may answer, and what known phrases mean. */
export const wishes = [
  'start',
  'investigate',
  'full-auto',
  'approve',
  'revise',
  'reject',
  'answer',
  'tell',
  'triage',
  'skip-coverage',
  'check-reviews',
  'pause',
  'resume',
  'retry',
  'cancel',
] as const;
export type Wish = (typeof wishes)[number];

/** One thing that a yes would do. */
export interface WishedAct {
  readonly wish: Wish;
  readonly run?: string;
  readonly gate?: string;
  /** WISH-2. */
  readonly digest: string;
}

export type Unable =
  | 'no-run'
  | 'has-run'
  | 'nothing-asked'
  | 'several-asked'
  | 'is-question'
  | 'no-question'
  | 'not-revisable'
  | 'stops-at-plan'
  | 'past-plan'
  | 'goes-alone'
  | 'asks-as-begun'
  | 'no-pull-request'
  | 'coverage-over'
  | 'is-paused'
  | 'not-paused'
  | 'not-blocked';

export type Possible = { readonly act: WishedAct } | { readonly unable: Unable };

/** What a wish is about: the run of the conversation, and the gate that was answered, where one was. */
export interface WishAbout {
  readonly run: Run | undefined;
  readonly gate?: string | undefined;
}

/** Of a run that has ended nothing more can be wished: the next ticket is. */
export function isOver({ run }: Pick<WishAbout, 'run'>): boolean {
  return run === undefined || run.ended !== undefined;
}

export function possible(wish: Wish, about: WishAbout): Possible {
  const { run } = about;
  if (run === undefined || run.ended !== undefined)
    return starts.has(wish) ? { act: { wish, digest: 'ticket' } } : { unable: 'no-run' };
  return ofRun[wish](run, about);
}

const starts: ReadonlySet<Wish> = new Set<Wish>(['start', 'investigate', 'full-auto']);

type InRun = (run: Run, about: WishAbout) => Possible;

const ofRun: Readonly<Record<Wish, InRun>> = {
  start: () => ({ unable: 'has-run' }),
  investigate: (run) => ({ unable: isBeforeWork(run) ? 'stops-at-plan' : 'past-plan' }),
  'full-auto': (run) => ({ unable: asksNothing(run) ? 'goes-alone' : 'asks-as-begun' }),
  approve: (run, about) =>
    atGate(run, about, (gate) => (gate.kind === 'question' ? 'is-question' : undefined), 'approve'),
  revise: (run, about) =>
    atGate(
      run,
      about,
      (gate) => {
        if (gate.kind === 'question') return 'is-question';
        return isRevisable(gate) ? undefined : 'not-revisable';
      },
      'revise',
    ),
  reject: (run, about) =>
    atGate(run, about, (gate) => (gate.kind === 'question' ? 'is-question' : undefined), 'reject'),
  answer: (run, about) =>
    atGate(run, about, (gate) => (gate.kind === 'question' ? undefined : 'no-question'), 'answer'),
  tell: (run) => whole('tell', run),
  triage: (run) => (hasPullRequest(run) ? whole('triage', run) : { unable: 'no-pull-request' }),
  'check-reviews': (run) =>
    hasPullRequest(run) ? whole('check-reviews', run) : { unable: 'no-pull-request' },
  'skip-coverage': (run) => {
    const { skipped, stopped } = coverageOf(run);
    return skipped === undefined && stopped === undefined
      ? whole('skip-coverage', run)
      : { unable: 'coverage-over' };
  },
  pause: (run) => (run.paused ? { unable: 'is-paused' } : whole('pause', run)),
  resume: (run) => (run.paused ? whole('resume', run) : { unable: 'not-paused' }),
  retry: (run) =>
    run.blocked === undefined
      ? { unable: 'not-blocked' }
      : { act: { wish: 'retry', run: run.id, digest: `visit ${run.visit.n}` } },
  cancel: (run) => whole('cancel', run),
};

/** About the run as a whole: it means the same wherever the run is meanwhile. */
function whole(wish: Wish, { id }: Run): Possible {
  return { act: { wish, run: id, digest: 'run' } };
}

/** WISH-3. */
function atGate(
  run: Run,
  { gate: named }: WishAbout,
  unfit: (gate: Gate) => Unable | undefined,
  wish: Wish,
): Possible {
  const open = openGates(run);
  const [first, ...others] = named === undefined ? open : open.filter(({ id }) => id === named);
  if (first === undefined) return { unable: 'nothing-asked' };
  if (others.length > 0) return { unable: 'several-asked' };
  const unable = unfit(first);
  return unable === undefined
    ? { act: { wish, run: run.id, gate: first.id, digest: first.digest } }
    : { unable };
}

/** One that is merged has nothing to mend. */
function hasPullRequest({ repositories }: Run): boolean {
  return repositories.some(
    ({ pullRequest }) => pullRequest !== undefined && pullRequest.merged === undefined,
  );
}

/** Nothing of the change is made yet, and a plan will be asked about or is. */
function isBeforeWork({ tasks, policy }: Run): boolean {
  return tasks.length === 0 && policy.gates.plan;
}

function asksNothing({ policy: { gates } }: Run): boolean {
  return !gates.plan && !gates.delivery;
}

/** Whether a wish takes words of the person with it. */
export function takesWords(wish: Wish): boolean {
  return withWords.has(wish);
}

const withWords: ReadonlySet<Wish> = new Set<Wish>([
  'start',
  'investigate',
  'full-auto',
  'revise',
  'answer',
  'tell',
  'triage',
]);
