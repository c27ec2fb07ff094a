// What people are told who look elsewhere: a matter is one thing of a run that somebody wants to hear of, and a notice is what a notifier
// says of it. What is due follows from the matters, from what was told before, and from the time.
//
//   NOTICE-1. A matter is told once when it opens and once when it is over, on each notifier; one that was over before anybody was told is not
//       told at all.
//   NOTICE-2. At least once: what was begun and never ended is told again after a crash, and after so many of them not any more.
//   NOTICE-3. In quiet hours nothing new is said; what was said may still be changed. What is still so when they end is said then. Of a run
//       that its reader talks about there, it is said, and rings nowhere.
//   NOTICE-4. What a run came to before the notifier was turned on, or longer than a day ago, is no news.

import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import type { GateKind } from '../gates/gate.ts';
import type { Quiet } from './quiet.ts';
import { isQuiet } from './quiet.ts';

export interface Matter {
  /** By what it is known for as long as the home is there. */
  readonly key: string;
  readonly run: string;
  readonly about: About;
  readonly since: number;
  readonly isOpen: boolean;
}

export type About =
  | { readonly is: 'gate'; readonly gate: string }
  | { readonly is: 'blocked' }
  | { readonly is: 'ended' };

/** Which of the two things that are said of a matter. */
export type Side = 'open' | 'over';

/** In whose form it can be sent. */
export const templateNames = ['standard', 'slack', 'teams'] as const;
export type Template = (typeof templateNames)[number];

/** `notifier` is its folder and its name. */
export type NoticeEvent =
  | {
      readonly type: 'notice.begun';
      readonly notifier: string;
      readonly matter: string;
      readonly run: string;
      readonly about: About['is'];
      readonly side: Side;
    }
  /** `as` is what its service calls it, where it can be changed there. */
  | {
      readonly type: 'notice.told';
      readonly notifier: string;
      readonly matter: string;
      readonly side: Side;
      readonly as?: string;
    }
  /** It is not said again: its service does not want this one. */
  | {
      readonly type: 'notice.refused';
      readonly notifier: string;
      readonly matter: string;
      readonly side: Side;
      readonly because: string;
    }
  /** Nothing can be said there now. */
  | {
      readonly type: 'notifier.down';
      readonly notifier: string;
      readonly matter: string;
      readonly because: string;
      readonly until: number;
    };

const types: Readonly<Record<NoticeEvent['type'], true>> = {
  'notice.begun': true,
  'notice.told': true,
  'notice.refused': true,
  'notifier.down': true,
};

export function isNoticeEvent(event: { readonly type: string }): event is NoticeEvent {
  return Object.hasOwn(types, event.type);
}

/** Where several runs wait for the same login, that is one matter. */
export function gateKey(
  run: string,
  { id, kind, digest }: { readonly id: string; readonly kind: GateKind; readonly digest: string },
): string {
  return kind === 'login' ? `login/${digest}` : `${run}/${id}`;
}

/** `movedAt` is when the run moved last. */
export function mattersOf(run: Run, movedAt: number): readonly Matter[] {
  const open = new Set(run.ended === undefined ? openGates(run).map(({ id }) => id) : []);
  const gates = run.gates.map((gate): Matter => {
    const { id, openedAt: since } = gate;
    const about = { is: 'gate', gate: id } as const;
    return { key: gateKey(run.id, gate), run: run.id, about, since, isOpen: open.has(id) };
  });
  const isBlocked = run.blocked !== undefined && run.ended === undefined;
  return [
    ...gates,
    { key: `${run.id}/blocked`, run: run.id, about: { is: 'blocked' }, since: movedAt, isOpen: isBlocked },
    ...(run.ended === undefined
      ? []
      : [
          {
            key: `${run.id}/ended`,
            run: run.id,
            about: { is: 'ended' },
            since: movedAt,
            isOpen: true,
          } as const,
        ]),
  ];
}

/** What was said of a matter last, on one notifier. */
export interface NoticeSaid {
  readonly run: string;
  readonly about: About['is'];
  readonly side: Side;
  readonly came: 'begun' | 'told' | 'refused';
  /** How often it was begun since something came of it. */
  readonly tries: number;
  readonly as?: string | undefined;
  readonly at: number;
}

export interface Telling {
  readonly since: number;
  readonly quiet?: Quiet | undefined;
  /** The run that whoever is told talks about where it is said. */
  readonly talksOf?: string | undefined;
  /** Until when nothing can be said there. */
  readonly downUntil: number;
}

export interface DueNotice {
  readonly matter: Matter;
  readonly side: Side;
  /** What is to be changed. */
  readonly as?: string | undefined;
  /** NOTICE-3. */
  readonly isHushed?: true;
}

/** NOTICE-2. */
const triesMax = 3;
/** NOTICE-4. */
const newsMs = 24 * 3_600_000;

export function noticesDue(
  matters: readonly Matter[],
  said: (key: string) => NoticeSaid | undefined,
  telling: Telling,
  now: number,
): readonly DueNotice[] {
  if (telling.downUntil > now) return [];
  const isHushed = telling.quiet !== undefined && isQuiet(telling.quiet, now);
  return once(matters).flatMap((matter) => {
    const side = sideDue(matter, said(matter.key), telling, now);
    if (side === undefined) return [];
    const as = side === 'over' ? said(matter.key)?.as : undefined;
    if (!isHushed || as !== undefined) return [{ matter, side, ...(as === undefined ? {} : { as }) }];
    return matter.run === telling.talksOf ? [{ matter, side, isHushed: true as const }] : []; // NOTICE-3
  });
}

/** Of those with one key, one that is open where there is one. */
function once(matters: readonly Matter[]): readonly Matter[] {
  const kept = new Map<string, Matter>();
  for (const matter of matters) if (kept.get(matter.key)?.isOpen !== true) kept.set(matter.key, matter);
  return [...kept.values()];
}

function sideDue(
  matter: Matter,
  last: NoticeSaid | undefined,
  telling: Telling,
  now: number,
): Side | undefined {
  if (last === undefined || (last.side === 'over' && !isTriedAgain(last)))
    return matter.isOpen && isNews(matter, telling, now) ? 'open' : undefined; // NOTICE-1
  if (!matter.isOpen) return last.came === 'refused' ? undefined : 'over';
  return isTriedAgain(last) ? 'open' : undefined;
}

/** NOTICE-2. */
function isTriedAgain({ came, tries }: NoticeSaid): boolean {
  return came === 'begun' && tries < triesMax;
}

/** NOTICE-4. */
function isNews({ about, since }: Matter, telling: Telling, now: number): boolean {
  if (about.is === 'gate') return true;
  return since >= telling.since && (about.is === 'blocked' || since > now - newsMs);
}
