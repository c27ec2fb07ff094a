import { describe, expect, test } from 'vitest';
import { journals } from '../../../test/support/journals.ts';
import { eventful } from '../../../test/support/told.ts';
import type { RunEvent } from '../../core/events.ts';
import type { Journal } from '../../journal/journal.ts';
import { Watch } from './watch.ts';

const events = eventful().go().events();

function append(journal: Journal, after: number, more: readonly RunEvent[]): ReturnType<Journal['append']> {
  return journal.append({ stream: 'run/r', after, at: 1_000 + after, events: more });
}

describe.each(journals)('a watch, %s', (_name, journalOn) => {
  test('takes in each event once and in order, however many look while it grows', async () => {
    const journal = journalOn();
    const watch = new Watch(() => journal, 'r');
    const looks: ReturnType<Watch['steps']>[] = [];
    for (const [after, event] of events.entries()) {
      const appended = append(journal, after, [event]);
      looks.push(watch.steps(), watch.steps()); // as a listener and a person who asks
      await appended;
    }
    looks.push(watch.steps());
    const seen = (await Promise.all(looks)).flat().map(({ told }) => told.seq);
    expect(seen).toEqual(events.map((_event, index) => index + 1));
    expect(watch.tracked?.seq).toBe(events.length);
  });

  test('has told everything that was there before a look when that look is over', async () => {
    const journal = journalOn();
    await append(journal, 0, events);
    const watch = new Watch(() => journal, 'r');
    const told: string[] = [];
    const pull = async (): Promise<void> => {
      for (const { words } of await watch.pull()) told.push(words);
    };
    void pull();
    await pull();
    const alone = new Watch(() => journal, 'r');
    expect(told).toEqual((await alone.pull()).map(({ words }) => words));
    expect(told.length).toBeGreaterThan(10);
  });

  test('tells with the failure of an agent how it ended and its last line, as one line a terminal can show', async () => {
    const journal = journalOn();
    const failing = events.map((event): RunEvent =>
      event.type === 'failure.recorded' ? { ...event, reason: 'agent-failed', detail: 'why' } : event,
    );
    await append(journal, 0, failing);
    const text = `The agent ended with exit 3. Its last words: trace\nmore\n\u001b[31mboom${'m'.repeat(300)}\n`;
    const watch = new Watch(
      () => journal,
      'r',
      (blob) => Promise.resolve(blob === 'why' ? text : undefined),
    );
    const told = (await watch.pull()).map(({ words }) => words).filter((words) => words.includes('exit 3'));
    expect(told.length).toBeGreaterThan(0);
    for (const words of told) {
      expect(words).toMatch(/agent failed.*: The agent ended with exit 3\. Its last words: trace .*boomm+…$/);
      expect(words).not.toMatch(/\p{Cc}/u);
    }
  });
});
