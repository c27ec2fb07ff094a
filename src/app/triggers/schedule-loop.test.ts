import { describe, expect, test } from 'vitest';
import type { JournalOn } from '../../../test/support/journals.ts';
import { journals } from '../../../test/support/journals.ts';
import type { Schedule } from '../../config/trigger-settings.ts';
import { TriggerLedger } from '../../engine/trigger-ledger.ts';
import type { Scheduling } from './schedule-loop.ts';
import { seeTo } from './schedule-loop.ts';

const folder = '/home/ann/app';
const hourly: Schedule = { cron: '0 * * * *', zone: 'UTC', ticket: 'Look', missed: 'once', overlap: 'skip' };
const start = Date.parse('2026-01-01T00:30:00Z');

async function scheduled(journalOn: JournalOn, more: Partial<Schedule> = {}) {
  const time = { now: start };
  const clock = { now: () => time.now, monotonic: () => time.now, until: () => Promise.resolve() };
  const journal = journalOn();
  await journal.takeOver();
  const ledger = new TriggerLedger(journal, clock);
  const by = { who: 'ann', authenticated: 'os', channel: 'cli' };
  const armed = { folder, repository: 'r', config: 'c', references: {}, schedules: ['schedule hourly'], by };
  await ledger.record(() => [{ type: 'triggers.armed', ...armed }]);
  const open = new Set<string>();
  const scheduling: Scheduling = {
    folder,
    schedules: { hourly: { ...hourly, ...more } },
    ledger,
    clock,
    keep: (words) => Promise.resolve(`blob of ${words}`),
    isOpen: ({ id }) => Promise.resolve(open.has(id)),
    isDue: () => undefined,
  };
  const at = async (text: string): Promise<readonly string[]> => {
    time.now = Date.parse(`2026-01-0${text}:00Z`);
    await seeTo(scheduling);
    return [...(await ledger.inbox()).came.values()].map(({ subject }) => subject.slice(9, 16));
  };
  const away = async (): Promise<readonly string[]> =>
    (await ledger.inbox()).away.map(({ reason, about }) => `${reason}: ${about}`);
  return { at, away, open, ledger, scheduling, journal };
}

describe.each(journals)('a schedule, %s', (_name, journalOn) => {
  test('is put into the inbox once each time, however often it is looked at', async () => {
    const { at, scheduling } = await scheduled(journalOn);
    expect(await at('1T00:59')).toEqual([]);
    expect(await at('1T01:00')).toEqual(['1T01:00']);
    await Promise.all([seeTo(scheduling), seeTo(scheduling)]);
    expect(await at('1T01:30')).toEqual(['1T01:00']);
    expect(await at('1T02:00')).toEqual(['1T01:00', '1T02:00']);
  });

  test('is skipped while the run of the time before is open, and that is told', async () => {
    const { at, away, open } = await scheduled(journalOn);
    await at('1T01:00');
    open.add(`${folder}:schedule/hourly/2026-01-01T01:00:00.000Z`);
    expect(await at('1T02:00')).toEqual(['1T01:00']);
    open.clear();
    expect(await at('1T03:00')).toEqual(['1T01:00', '1T03:00']);
    expect(await away()).toEqual(['open: one time']);
  });

  test('of a machine that slept for three days makes one ticket, none, or one for each, as it is written', async () => {
    const once = await scheduled(journalOn);
    expect(await once.at('4T00:30')).toEqual(['4T00:00']);
    const skip = await scheduled(journalOn, { missed: 'skip' });
    expect(await skip.at('4T00:30')).toEqual([]);
    expect(await skip.away()).toEqual([expect.stringMatching(/^missed: \d+ times$/)]);
    const all = await scheduled(journalOn, { missed: 'all', overlap: 'start' });
    expect(await all.at('4T00:30')).toHaveLength(24);
  });

  test('that the clock was set back for fires no time twice', async () => {
    const { at } = await scheduled(journalOn);
    await at('1T03:00');
    await at('1T00:45');
    expect(await at('1T03:30')).toEqual(['1T03:00']);
  });
});
