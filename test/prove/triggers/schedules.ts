// Schedules over many days of faked time: a machine that sleeps, a process that dies around its appends, and clocks that change.

import { seeTo } from '../../../src/app/triggers/schedule-loop.ts';
import type { Schedule } from '../../../src/config/trigger-settings.ts';
import { isTriggerEvent } from '../../../src/core/triggers/delivery.ts';
import { TriggerLedger } from '../../../src/engine/trigger-ledger.ts';
import { fakeJournal } from '../../../src/journal/fake-journal.ts';
import { nextTime } from '../../../src/triggers/schedule-times.ts';
import { Died, dying, seeded } from './dying.ts';
import type { Plan } from './times.ts';
import { timesOf } from './times.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const lateMs = 5 * minuteMs;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

export const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Santiago',
  'Africa/Casablanca',
];

interface Kind {
  readonly cron: string;
  readonly plan: Plan;
  readonly missed: Schedule['missed'];
}

export const daily: readonly Kind[] = [
  { cron: '30 2 * * *', plan: { at: [2, 30], weekdays: everyDay }, missed: 'all' },
  { cron: '15 2 * * *', plan: { at: [2, 15], weekdays: everyDay }, missed: 'once' },
  { cron: '0 0 * * *', plan: { at: [0, 0], weekdays: everyDay }, missed: 'skip' },
  { cron: '0 6 * * 1-5', plan: { at: [6, 0], weekdays: [1, 2, 3, 4, 5] }, missed: 'all' },
];
export const hourly: Kind = { cron: '0 * * * *', plan: 'hourly', missed: 'once' };

export interface Walked {
  readonly fired: number;
  readonly double: number;
  readonly missed: number;
  /** What fired and should not have. */
  readonly unplanned: number;
  readonly deaths: number;
  readonly slept: number;
}

const from = Date.parse('2026-01-10T12:07:00Z');
const folder = '/somewhere';
const trigger = 'schedule s';

export async function walk(kind: Kind, zone: string, days: number, seed: number): Promise<Walked> {
  const random = seeded(seed);
  const time = { now: from };
  const clock = { now: () => time.now, monotonic: () => time.now, until: () => Promise.resolve() };
  const store = fakeJournal();
  await store.takeOver();
  const { journal, setEvery, deaths } = dying(store, random);
  const schedules = { s: { ...kind, zone, ticket: 'Look', overlap: 'start' as const } };
  const by = { who: 'a', authenticated: 'os', channel: 'cli' };
  const armed = { folder, repository: 'r', config: 'c', references: {}, schedules: [trigger], by };
  await new TriggerLedger(journal, clock).record(() => [{ type: 'triggers.armed', ...armed }]);
  setEvery(6);
  const to = from + days * 24 * hourMs;
  const all = timesOf(kind.plan, zone, from + 1, to);
  const expected = new Set<number>();
  let [since, slept] = [from, 0];
  let ledger = new TriggerLedger(journal, clock);
  while (time.now < to) {
    const sleeps = random() < 0.03;
    if (sleeps) slept += 1;
    const nextAt = nextTime({ cron: kind.cron, zone }, time.now) ?? to;
    // A timer is late by a little; a machine that sleeps by hours.
    const at = sleeps
      ? time.now + Math.floor(random() * 80 * hourMs)
      : nextAt + Math.floor(random() * 20_000);
    time.now = Math.max(time.now + 1, Math.min(at, to));
    for (const planned of plannedBy(kind, all, since, time.now)) expected.add(planned);
    since = time.now;
    ledger = await seenTo(ledger, () => new TriggerLedger(journal, clock), { schedules, clock });
  }
  const fired = (await store.read('triggers')).flatMap(({ event }) =>
    isTriggerEvent(event) && event.type === 'delivery.received' ? [event.delivery.happenedAt] : [],
  );
  const once = new Set(fired);
  return {
    fired: fired.length,
    double: fired.length - once.size,
    missed: [...expected].filter((at) => !once.has(at)).length,
    unplanned: [...once].filter((at) => !expected.has(at)).length,
    deaths: deaths(),
    slept,
  };
}

/** Again and again, each time by the next process, until one lived through it. */
async function seenTo(
  first: TriggerLedger,
  next: () => TriggerLedger,
  { schedules, clock }: Pick<Parameters<typeof seeTo>[0], 'schedules' | 'clock'>,
): Promise<TriggerLedger> {
  let ledger = first;
  for (;;) {
    try {
      await seeTo({
        folder,
        schedules,
        ledger,
        clock,
        keep: () => Promise.resolve('blob'),
        isOpen: () => Promise.resolve(false),
        isDue: () => undefined,
      });
      return ledger;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      ledger = next();
    }
  }
}

/** As the guide says it. */
function plannedBy({ missed }: Kind, all: readonly number[], since: number, now: number): readonly number[] {
  const due = all.filter((at) => at > since && at <= now);
  const inTime = due.filter((at) => at >= now - lateMs);
  const late = due.filter((at) => at < now - lateMs);
  if (missed === 'skip') return inTime;
  if (missed === 'all') return [...late.slice(-24), ...inTime];
  return inTime.length > 0 ? inTime : late.slice(-1);
}
