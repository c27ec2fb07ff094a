import { describe, expect, test } from 'vitest';
import type { Driver } from '../../test/support/core.ts';
import { aPolicy, approval, drive } from '../../test/support/core.ts';
import type { JournalOn } from '../../test/support/journals.ts';
import { journals } from '../../test/support/journals.ts';
import type { Command } from '../core/commands.ts';
import type { Effect } from '../core/effects.ts';
import { effectsDue } from '../core/effects-due.ts';
import type { RunEvent } from '../core/events.ts';
import type { Caps } from '../core/policy.ts';
import type { Run } from '../core/run.ts';
import { must } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import { viewOf } from '../views/run/summarise.ts';
import { DayBudget, dayOf } from './day-budget.ts';

const noon = new Date(2026, 10, 16, 12).getTime();
const dayMs = 86_400_000;
const { budget } = aPolicy();

type Listener = (run: string, events: readonly RunEvent[]) => void;

interface World {
  readonly day: DayBudget;
  readonly state: Map<string, Run>;
  readonly told: (listener: string, events: readonly RunEvent[]) => void;
  /** Records what a run went through, at a time. */
  readonly record: (id: string, driver: Driver, at: number) => Promise<void>;
  now: number;
  /** Lets whoever waits for midnight go on. */
  midnight: () => void;
}

async function makeWorld(journalOn: JournalOn): Promise<World> {
  const journal = journalOn();
  await journal.takeOver();
  const state = new Map<string, Run>();
  const known = new Map<string, number>();
  const listeners: Listener[] = [];
  const world: World = {
    day: new DayBudget({
      journal,
      runs: {
        load: async (id) => state.get(id),
        state: (id) => state.get(id),
        onEvents: (listener) => {
          listeners.push(listener);
          return () => undefined;
        },
      },
      clock: { now: () => world.now },
      waiting: {
        now: () => world.now,
        until: (at, signal) =>
          new Promise((resolve) => {
            expect(dayOf(at)).toBe(dayOf(world.now + dayMs));
            signal.addEventListener('abort', () => resolve());
            world.midnight = () => {
              world.now = at;
              resolve();
            };
          }),
      },
    }),
    state,
    told: (run, events) => {
      for (const listener of listeners) listener(run, events);
    },
    record: async (id, driver, at) => {
      const seq = known.get(id) ?? 0;
      const run = { ...driver.run(), id };
      const events = driver.events().slice(seq);
      state.set(id, run);
      known.set(id, seq + events.length);
      const { summary } = viewOf(run, at);
      await journal.append({
        stream: `run/${id}`,
        after: seq,
        at,
        events,
        view: () => ({ summary, inbox: [] }),
      });
    },
    now: noon,
    midnight: () => undefined,
  };
  return world;
}

const running = (day: Caps): Driver => drive({ policy: { budget: { ...budget, day } } }).to('planning');
const charged = { usd: 1, tokens: 500, agentMs: 60_000 };

function planner(driver: Driver): Effect {
  return must(
    effectsDue(driver.run()).find((effect) => effect.subject === 'planner'),
    'a planner is due',
  );
}

const asked = (world: World, id: string, driver: Driver): Promise<Command | undefined> =>
  world.day.instead(must(world.state.get(id), 'it is recorded'), planner(driver));

describe.each(journals)('[C8] the budget of a day, %s', (_name, journalOn) => {
  test('is over all runs of the home, and no concern of a run that has none', async () => {
    const world = await makeWorld(journalOn);
    const [one, two] = [running({ launches: 2 }), running({ launches: 3 })];
    await world.record('one', one, noon);
    await world.record('two', two, noon);
    expect(await asked(world, 'one', one)).toMatchObject({
      type: 'launch.refuse',
      reached: { day: '2026-11-16', cap: 'launches', spent: { launches: 2 } },
    });
    expect(await asked(world, 'two', two)).toBeUndefined();
    const free = drive().to('planning');
    await world.record('free', free, noon);
    expect(await asked(world, 'free', free)).toBeUndefined();
  });

  test('counts what it let through and is not begun yet, so that two do not pass it together', async () => {
    const world = await makeWorld(journalOn);
    const [one, two] = [running({ launches: 3 }), running({ launches: 3 })];
    await world.record('one', one, noon);
    await world.record('two', two, noon);
    expect(await asked(world, 'one', one)).toBeUndefined();
    expect(await asked(world, 'two', two)).toMatchObject({ type: 'launch.refuse' });
    one.begin('ask', 'planner'); // begun, it counts as itself and not twice
    await world.record('one', one, noon);
    two.send({ type: 'run.pause', by: two.run().by });
    await world.record('two', two, noon);
    const more = running({ launches: 5 });
    await world.record('more', more, noon);
    expect(await asked(world, 'more', more)).toBeUndefined();
  });

  test('is not passed by two that ask at the same moment', async () => {
    const world = await makeWorld(journalOn);
    const [one, two] = [running({ launches: 3 }), running({ launches: 3 })];
    await world.record('one', one, noon);
    await world.record('two', two, noon);
    const answers = await Promise.all([asked(world, 'one', one), asked(world, 'two', two)]);
    expect(answers.map((answer) => answer?.type)).toEqual([undefined, 'launch.refuse']);
  });

  test('counts what it let through and has ended while it read', async () => {
    const one = running({ launches: 3 });
    let meanwhile: (() => Promise<void>) | undefined;
    const world = await makeWorld((store) => {
      const journal = journalOn(store);
      const read: Journal['read'] = async (stream, after) => {
        const found = await journal.read(stream, after);
        await meanwhile?.();
        return found;
      };
      return { ...journal, read };
    });
    await world.record('one', one, noon);
    const two = running({ launches: 3 });
    await world.record('two', two, noon);
    expect(await asked(world, 'one', one)).toBeUndefined();
    meanwhile = async () => {
      meanwhile = undefined;
      one.end(one.begin('ask', 'planner'), { type: 'stopped', charge: charged });
      await world.record('one', one, noon);
    };
    expect(await asked(world, 'two', two)).toMatchObject({ type: 'launch.refuse' });
  });

  test.each([
    ['usd', { usd: 1.2 }],
    ['tokens', { tokens: 400 }],
    ['agentMs', { agentMs: 60_000 }],
  ] as const)('limits %s', async (cap, day) => {
    const world = await makeWorld(journalOn);
    const spender = running({});
    const effect = spender.begin('ask', 'planner');
    spender.end(effect, { type: 'stopped', charge: charged });
    await world.record('spender', spender, noon);
    const driver = running(day);
    await world.record('run', driver, noon);
    expect(await asked(world, 'run', driver)).toMatchObject({ reached: { cap } });
  });

  test('begins anew at midnight; what ends then is paid then', async () => {
    const world = await makeWorld(journalOn);
    const late = running({});
    const effect = late.begin('ask', 'planner');
    await world.record('late', late, noon);
    const driver = running({ launches: 1, usd: 1.1 });
    await world.record('run', driver, noon);
    expect(await asked(world, 'run', driver)).toMatchObject({ reached: { cap: 'launches' } });
    world.now = noon + dayMs;
    expect(await asked(world, 'run', driver)).toBeUndefined();
    late.end(effect, { type: 'stopped', charge: charged });
    await world.record('late', late, noon + dayMs);
    expect(await asked(world, 'run', driver)).toMatchObject({
      reached: { cap: 'usd', day: '2026-11-17' },
    });
  });

  test('lets runs that wait for another day go on when it comes, and with the next command', async () => {
    const world = await makeWorld(journalOn);
    const driver = running({ launches: 1 });
    await world.record('run', driver, noon);
    await world.record('other', running({}), noon);
    driver.send(must(await asked(world, 'run', driver), 'it is refused'));
    await world.record('run', driver, noon);
    const sent: (readonly [string, Command])[] = [];
    let hear: (() => void) | undefined;
    const heard = new Promise<void>((resolve) => (hear = resolve));
    const engine = {
      submit: (run: string, command: Command) => {
        sent.push([run, command]);
        hear?.();
        return Promise.resolve({ ok: true, events: [] } as const);
      },
    };
    world.day.watch(engine, async () => ['run', 'other']);
    world.told('other', [{ type: 'run.completed' }]);
    world.told('run', driver.events());
    world.told('run', driver.events()); // one alarm is enough
    await world.day.takeUp(engine, ['run', 'other']);
    expect(sent).toEqual([]);
    world.midnight();
    await heard;
    expect(sent).toEqual([['run', { type: 'day.pass', day: '2026-11-17' }]]);
    await world.day.takeUp(engine, ['run', 'other']); // as the next command does
    expect(sent).toHaveLength(2);
    world.told('run', driver.events());
    await world.day.stop(); // nobody stays for midnight
    expect(sent).toHaveLength(2);
  });

  test('is raised for every run that waits for it by a person in one of them, and for those that reach it later on that day', async () => {
    const world = await makeWorld(journalOn);
    const [one, two, strict] = [running({ launches: 3 }), running({ launches: 3 }), running({ launches: 2 })];
    const runs = { one, two, strict };
    for (const [id, driver] of Object.entries(runs)) await world.record(id, driver, noon);
    const engine = {
      submit: async (run: string, command: Command) => {
        const driver = must(Object.entries(runs).find(([id]) => id === run)?.[1], 'it is known');
        driver.send(command);
        await world.record(run, driver, noon);
        return { ok: true, events: [] } as const;
      },
    };
    world.day.watch(engine, async () => Object.keys(runs));
    for (const [id, driver] of Object.entries(runs)) {
      driver.send(must(await asked(world, id, driver), 'three launches are used'));
      await world.record(id, driver, noon);
      world.told(id, driver.events());
    }
    expect(world.day.awaited().map(({ run }) => run)).toEqual(['one', 'two', 'strict']);
    const before = one.events().length;
    one.decide('budget', { ...approval, choice: 5 });
    await world.record('one', one, noon);
    world.told('one', one.events().slice(before));
    for (let turns = 0; turns < 50 && two.run().day !== undefined; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([two.run().day, strict.run().day?.cap]).toEqual([undefined, 'launches']); // a lower cap of its own is another question
    expect(world.day.awaited().map(({ run }) => run)).toEqual(['strict']);
    const late = running({ launches: 3 });
    await world.record('late', late, noon); // four launches by now
    expect(await asked(world, 'late', late)).toBeUndefined();
    expect(await asked(world, 'two', two)).toMatchObject({
      reached: { cap: 'launches', limit: 5, spent: { launches: 5 } },
    });
    world.now = noon + dayMs;
    expect(dayOf(must(world.day.awaited()[0], 'one waits').until)).toBe('2026-11-18');
    await world.day.stop();
  });

  test('that was raised while no process was there moves the others with the next one', async () => {
    const world = await makeWorld(journalOn);
    const [one, two] = [running({ launches: 2 }), running({ launches: 2 })];
    for (const [id, driver] of [
      ['one', one],
      ['two', two],
    ] as const) {
      await world.record(id, driver, noon);
    }
    for (const [id, driver] of [
      ['one', one],
      ['two', two],
    ] as const) {
      driver.send(must(await asked(world, id, driver), 'it is refused'));
      await world.record(id, driver, noon);
    }
    one.decide('budget', { ...approval, choice: 8 });
    await world.record('one', one, noon);
    const sent: (readonly [string, Command])[] = [];
    const engine = {
      submit: (run: string, command: Command) => {
        sent.push([run, command]);
        return Promise.resolve({ ok: true, events: [] } as const);
      },
    };
    await world.day.takeUp(engine, ['one', 'two']);
    expect(sent).toEqual([['two', { type: 'day.raise', day: '2026-11-16', cap: 'launches', to: 8 }]]);
    await world.day.stop();
  });

  test('looks again at the next midnight for a run that began to wait at this one', async () => {
    const world = await makeWorld(journalOn);
    const driver = running({ launches: 1 });
    await world.record('run', driver, noon);
    driver.send(must(await asked(world, 'run', driver), 'it is refused'));
    await world.record('run', driver, noon);
    const passed: Command[] = [];
    const waits = new Array<() => void>();
    const engine = {
      submit: async (run: string, command: Command) => {
        passed.push(command);
        if (passed.length === 1) world.told(run, driver.events()); // it has launched at once, and reached the cap again
        waits.shift()?.();
        return { ok: true, events: [] } as const;
      },
    };
    const next = (): Promise<void> => new Promise((resolve) => waits.push(resolve));
    world.day.watch(engine, async () => ['run']);
    world.told('run', driver.events());
    for (let nights = 0; nights < 2; nights += 1) {
      const taken = next();
      world.midnight();
      await taken;
      await new Promise((resolve) => setImmediate(resolve)); // until midnight is waited for again
    }
    expect(passed).toMatchObject([{ day: '2026-11-17' }, { day: '2026-11-18' }]);
    await world.day.stop();
  });

  test('looks again at midnight for a run that began to wait in an earlier process', async () => {
    const world = await makeWorld(journalOn);
    const driver = running({ launches: 1 });
    await world.record('run', driver, noon);
    driver.send(must(await asked(world, 'run', driver), 'it is refused'));
    await world.record('run', driver, noon);
    const heard = new Promise<Command>((resolve) => {
      const submit = (_run: string, command: Command) => {
        resolve(command);
        return Promise.resolve({ ok: true, events: [] } as const);
      };
      world.day.watch({ submit }, async () => ['run']);
      void world.day.takeUp({ submit }, ['run']).then(() => world.midnight());
    });
    expect(await heard).toEqual({ type: 'day.pass', day: '2026-11-17' });
    await world.day.stop();
  });
});
