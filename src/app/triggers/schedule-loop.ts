// The schedules of one folder: what is due is put into the inbox, with the moment up to which it was, in one append.
//
//   SCHEDULE-LOOP-1. A time is a delivery once: its ticket and the moment that was seen to are written together, so that no crash makes
//       two of it or none.
//   SCHEDULE-LOOP-2. While the run of the time before is open, the next one is skipped, where nobody wrote something else.

import type { Schedule, TriggerSettings } from '../../config/trigger-settings.ts';
import type { Came, Delivery, TriggerEvent } from '../../core/triggers/delivery.ts';
import type { Inbox, TriggerLedger } from '../../engine/trigger-ledger.ts';
import { scheduleKey } from '../../engine/trigger-ledger.ts';
import type { Clock } from '../../telemetry/clock.ts';
import { dueBetween, nextTime } from '../../triggers/schedule-times.ts';

/** A clock that was set, or a machine that slept, is noticed within this. */
const lookMsMax = 20_000;

export interface Scheduling {
  readonly folder: string;
  readonly schedules: TriggerSettings['schedules'];
  readonly ledger: Pick<TriggerLedger, 'inbox' | 'record'>;
  readonly clock: Clock;
  /** Keeps the words of a ticket, and names them. */
  readonly keep: (words: string) => Promise<string>;
  /** Whether the run that came of a delivery is open. */
  readonly isOpen: (came: Came, inbox: Inbox) => Promise<boolean>;
  readonly isDue: (id: string) => void;
}

export async function scheduleLoop(scheduling: Scheduling, signal: AbortSignal): Promise<void> {
  const { clock, schedules } = scheduling;
  while (!signal.aborted) {
    await seeTo(scheduling);
    const now = clock.now();
    const next = Object.values(schedules).map((one) => nextTime(one, now) ?? now + lookMsMax);
    await clock.until(Math.min(now + lookMsMax, ...next), signal);
  }
}

/** Everything that is due now. */
export async function seeTo(scheduling: Scheduling): Promise<void> {
  for (const [name, schedule] of Object.entries(scheduling.schedules))
    await seeToOne(scheduling, name, schedule);
}

async function seeToOne(scheduling: Scheduling, name: string, schedule: Schedule): Promise<void> {
  const { folder, ledger, clock } = scheduling;
  const trigger = `schedule ${name}`;
  const key = scheduleKey(folder, trigger);
  const inbox = await ledger.inbox();
  const now = clock.now();
  const since = inbox.passed.get(key) ?? now;
  const { planned, missed } = dueBetween(schedule, since, now);
  if (planned.length === 0 && missed === 0) return;
  const last = inbox.came.get(inbox.fired.get(key) ?? '');
  const isBlocked =
    schedule.overlap === 'skip' && last !== undefined && (await scheduling.isOpen(last, inbox));
  const [first, ...rest] = planned;
  const fired =
    isBlocked || first === undefined ? [] : schedule.overlap === 'skip' ? [first] : [first, ...rest];
  const text = fired.length === 0 ? '' : await scheduling.keep(schedule.ticket);
  const deliveries = fired.map((at) => deliveryAt({ folder, trigger, name, text }, at));
  const skipped = planned.length - fired.length;
  await ledger.record(({ passed }) =>
    (passed.get(key) ?? now) === since
      ? [
          ...deliveries.map((delivery): TriggerEvent => ({ type: 'delivery.received', delivery })),
          ...(skipped === 0 ? [] : [away(folder, trigger, 'open', skipped)]),
          ...(missed === 0 ? [] : [away(folder, trigger, 'missed', missed)]),
          { type: 'schedule.passed', folder, trigger, until: now, missed },
        ]
      : [],
  ); // SCHEDULE-LOOP-1
  for (const { id } of deliveries) scheduling.isDue(id);
}

function away(folder: string, trigger: string, reason: 'open' | 'missed', times: number): TriggerEvent {
  const about = times === 1 ? 'one time' : `${times} times`;
  return { type: 'delivery.turned-away', folder, trigger, reason, about, more: 0 };
}

function deliveryAt(
  {
    folder,
    trigger,
    name,
    text,
  }: { readonly folder: string; readonly trigger: string; readonly name: string; readonly text: string },
  at: number,
): Delivery {
  const planned = new Date(at).toISOString();
  return {
    id: `${folder}:schedule/${name}/${planned}`,
    folder,
    trigger,
    happenedAt: at,
    who: trigger,
    known: 'schedule',
    subject: planned,
    asks: { do: 'start-told', text, name },
  };
}
