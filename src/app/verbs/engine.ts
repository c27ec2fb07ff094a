// The process that owns a home, asked about itself: how it is, to stay connected to it, and to have it leave.

import { pointInTime, duration } from '../../views/words/words.ts';
import type { Awaited, Due, HostFacts, Leaving } from '../home/host.ts';
import { must } from '../../core/run.ts';
import type { Look, LookContext, Order, Subscription } from './verb.ts';

type Nothing = Readonly<Record<string, never>>;

export const engine: Look<Nothing, HostFacts> = {
  look: (context) => Promise.resolve(hostOf(context).facts()),
  words: (facts, { now }) => ({ data: engineText(facts, now) }),
};

/** It is asked of the owner alone: nobody else has anything to say. */
function hostOf({ host }: LookContext): NonNullable<LookContext['host']> {
  return must(host, 'what is asked of the owner is answered by it');
}

function engineText(
  { pid, build, startedAt, detached, attached, due, awaits = [], listens = [], graceMs }: HostFacts,
  now: number,
): string {
  const what = detached ? 'The engine of this home' : 'A command at a terminal owns this home';
  const rows = [
    `${what}: process ${pid}, ${duration(Math.max(0, now - startedAt))} old, Slipway ${build}`,
    `attached   ${attached === 0 ? 'nobody' : attached}`,
    `due        ${due.length === 0 ? 'nothing' : due.map((one) => dueText(one, now)).join(', ')}`,
    ...(awaits.length === 0 ? [] : [`awaits     ${awaits.map((one) => awaitedText(one, now)).join(', ')}`]),
    ...(listens.length === 0
      ? []
      : [`listens    for ${listens.map((what) => listenWords[what]).join(' and ')}`]),
    ...(graceMs === undefined ? [] : [`leaves     ${leavesWords({ awaits, listens }, duration(graceMs))}`]),
  ];
  return `${rows.join('\n')}\n`;
}

const listenWords = { page: 'the page', triggers: 'triggers' } as const;

/** While something is awaited or heard it does not leave by itself. */
function leavesWords(
  { awaits = [], listens = [] }: Pick<HostFacts, 'awaits' | 'listens'>,
  grace: string,
): string {
  if (listens.length > 0) return 'when nothing listens any more, or by `slipway engine stop`';
  const what = awaits.length > 0 ? 'nothing is due or awaited' : 'nothing is due';
  return `${grace} after ${what} and nobody is attached`;
}

function awaitedText({ run, what, until }: Awaited, now: number): string {
  if (what === 'others') return `${run} (others, at its pull request)`;
  return `${run} (another day${until === undefined ? '' : `, ${pointInTime(until, now)}`})`;
}

function dueText({ run, until }: Due, now: number): string {
  return until === undefined ? `${run} (at work)` : `${run} (waits until ${pointInTime(until, now)})`;
}

export type AttachItem =
  /** The first one. */
  | { readonly type: 'attached'; readonly host: HostFacts }
  /** The last one: it takes on nothing more. */
  | { readonly type: 'left'; readonly why: Leaving };

/** Stays as long as whoever asked does, or the owner. */
export const attach: Subscription<Nothing, AttachItem> = {
  follow: async function* follow(context, _input, gone) {
    const host = hostOf(context);
    const detach = host.attach();
    try {
      yield { type: 'attached', host: host.facts() };
      await either(gone, host.leaving);
      if (!gone.aborted) yield { type: 'left', why: host.why ?? 'stopped' };
    } finally {
      detach();
    }
  },
  words: () => ({}),
};

/** When the first of them fires. */
export function either(one: AbortSignal, other: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => resolve();
    for (const signal of [one, other]) {
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    }
  });
}

export const leave: Order<{ readonly why: Exclude<Leaving, 'idle'> }, HostFacts> = {
  order: ({ owner: { host } }, { why }) => {
    const facts = host.facts();
    host.sendAway(why);
    return Promise.resolve(facts);
  },
  words: ({ pid, due }) => ({
    talk:
      due.length === 0
        ? `The engine (process ${pid}) leaves.\n`
        : `The engine (process ${pid}) leaves; agents at work are asked to stop, and what they did is saved.\n`,
  }),
};
