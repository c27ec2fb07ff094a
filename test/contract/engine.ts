// What every engine must do, whatever drives it: see runs through, wait without spinning, cancel what nobody wants,
// take up what a dead owner left, and stop when nothing can be recorded any more.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../support/the-repository.ts';
import type { Effect, Outcome } from '../../src/core/effects.ts';
import type { RunEvent } from '../../src/core/events.ts';
import type { Run } from '../../src/core/run.ts';
import { openGates } from '../../src/core/run.ts';
import type { EffectContext, Effects } from '../../src/effects/effect.ts';
import type { Boundary, BoundaryHook, Engine } from '../../src/engine/engine.ts';
import { identityOf } from '../../src/engine/identify.ts';
import { Runs } from '../../src/engine/runs.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { type FakeStore, fakeStore } from '../../src/journal/fake-journal.ts';
import { counterClock } from '../../src/telemetry/counter-clock.ts';
import { aStart, approval, happy, me } from '../support/core.ts';

export interface EngineParts {
  readonly runs: Runs;
  readonly effects: Effects;
  readonly openRuns: () => Promise<readonly string[]>;
  readonly onBoundary?: BoundaryHook;
  readonly onTrouble: (error: unknown) => void;
}

type Act = (effect: Effect, context: EffectContext) => Promise<Outcome> | Outcome | undefined;

type Agent = (context: EffectContext) => Promise<Outcome>;

interface Desk {
  readonly engine: Engine;
  readonly runs: Runs;
  readonly acted: string[];
  readonly probed: { readonly key: string; readonly recovered: boolean }[];
  readonly events: RunEvent[];
  readonly trouble: unknown[];
}

export function engineContract(
  name: string,
  make: (parts: EngineParts) => Engine,
  journalOn: (store: FakeStore) => Journal,
): void {
  /** The journal as its newest owner has it; whoever had it before is fenced. */
  const owned = async (store = fakeStore()): Promise<Journal> => {
    const journal = journalOn(store);
    await journal.takeOver();
    return journal;
  };

  const deskOn = (journal: Journal, act: Act = () => undefined, onBoundary?: BoundaryHook): Desk => {
    const runs = new Runs(journal, counterClock(1_000, 1));
    const desk = { runs, acted: [], probed: [], events: [], trouble: [] } satisfies Omit<Desk, 'engine'>;
    const found: Desk = { ...desk, engine: make(partsOf(desk, journal, act, onBoundary)) };
    runs.onEvents((_run, events) => found.events.push(...events));
    return found;
  };

  /** A started run whose first agent is at work; `agent` says how it ends, if it does. */
  const atAsk = async (journal: Journal, agent: Agent): Promise<Desk> => {
    const asked = withResolvers<void>();
    const desk = deskOn(journal, (effect, context) => {
      if (effect.kind !== 'ask') return undefined;
      asked.resolve();
      return agent(context);
    });
    await desk.engine.submit('r', { type: 'run.start', start: startOf() });
    await asked.promise;
    return desk;
  };

  describe(`${name}: an engine`, () => {
    test('takes a command once that is sent twice under one id, and answers both alike', async () => {
      const desk = deskOn(journalOn(fakeStore()));
      await desk.engine.submit('r', { type: 'run.start', start: startOf() });
      const tell = { type: 'run.tell', note: 'mind the dates', by: me } as const;
      const [first, second] = await Promise.all(
        [1, 2].map(() => desk.engine.submit('r', tell, identityOf('c-1', tell))),
      );
      expect(first).toMatchObject({ ok: true, events: [{ type: 'note.added' }, { type: 'command.taken' }] });
      expect(second).toEqual({ ...first, repeated: true });
      expect(desk.events.filter((event) => event.type === 'note.added')).toHaveLength(1);
      const other = { ...tell, note: 'other' };
      expect(await desk.engine.submit('r', other, identityOf('c-1', other))).toMatchObject({
        refusal: { refused: 'id-reused', id: 'c-1' },
      });
    });

    test('sees a run through to the gate, and after the decision to its end', async () => {
      const desk = deskOn(await owned());
      await begin(desk);
      expect(openGates(await stateOf(desk)).map((gate) => gate.kind)).toEqual(['plan']);
      await approve(desk);
      expect(openGates(await stateOf(desk)).map((gate) => gate.kind)).toEqual(['merge']);
      await approve(desk);
      expect((await stateOf(desk)).ended).toBe('completed');
    });

    test('does each effect once', async () => {
      const desk = deskOn(await owned());
      await begin(desk);
      await approve(desk);
      await approve(desk);
      expect(desk.acted).toEqual([...new Set(desk.acted)]);
      expect(desk.acted.length).toBeGreaterThan(20);
    });

    test('does nothing the journal does not intend first', async () => {
      const desk = deskOn(await owned(), (effect) => {
        const begun = desk.events.some(
          (event) => event.type === 'effect.begun' && event.effect.key === effect.key,
        );
        expect(begun).toBe(true);
        return undefined;
      });
      await begin(desk);
      expect(desk.trouble).toEqual([]);
    });

    test('intends what follows from a result while that is on its way to the journal', async () => {
      const journal = await owned();
      let [onTheirWay, together] = [0, 0];
      const desk = deskOn({
        ...journal,
        append: async (batch) => {
          onTheirWay += 1;
          const types = batch.events.map(({ type }) => type);
          if (types[0] === 'effect.begun' && onTheirWay > 1) together += 1;
          const appended = await journal.append(batch);
          onTheirWay -= 1;
          return appended;
        },
      });
      await begin(desk);
      expect(together).toBeGreaterThan(5);
      expect(desk.trouble).toEqual([]);
    });

    test('asks the world before it acts', async () => {
      const desk = deskOn(await owned());
      await begin(desk);
      expect(desk.probed.map((item) => item.key)).toEqual(expect.arrayContaining(desk.acted));
    });

    test('passes the four boundaries of an effect in order', async () => {
      const passed: Boundary[] = [];
      const desk = deskOn(await owned(), undefined, (boundary, _run, effect) => {
        if (effect.kind === 'fetch-ticket') passed.push(boundary);
      });
      await begin(desk);
      expect(passed).toEqual(['before-intent', 'after-intent', 'after-act', 'after-record']);
    });

    test('tells an effect that nobody wants any more to stop, and records that it did', async () => {
      const desk = await atAsk(await owned(), untilStopped);
      await desk.engine.submit('r', { type: 'run.pause', by: me });
      await desk.engine.settled('r');
      expect(
        desk.events.filter((event) => event.type === 'effect.ended' && event.how === 'stopped'),
      ).toHaveLength(1);
      expect((await stateOf(desk)).inFlight).toEqual([]);
    });

    test('goes on with a command that comes in while a run comes to rest', async () => {
      const desk = deskOn(await owned());
      await desk.engine.submit('r', { type: 'run.start', start: startOf() });
      await desk.engine.settled('r');
      const first = desk.engine.submit('r', { type: 'run.pause', by: me });
      const second = desk.engine.submit('r', { type: 'run.resume', by: me });
      await Promise.all([first, second]);
      await desk.engine.settled('r');
      await approve(desk);
      expect((await stateOf(desk)).visit.stage).toBe('merge');
    });

    test('takes up, as recovered, what an owner that is gone had begun', async () => {
      const store = fakeStore();
      await atAsk(await owned(store), () => new Promise(() => undefined));
      const heir = deskOn(await owned(store));
      expect(await heir.engine.recover()).toEqual(['r']);
      await heir.engine.settled('r');
      expect(heir.probed[0]).toMatchObject({ recovered: true });
      expect(openGates(await stateOf(heir)).map((gate) => gate.kind)).toEqual(['plan']);
    });

    test('ends without doing it what an owner that is gone had begun and nobody wants any more', async () => {
      const store = fakeStore();
      const dead = await atAsk(await owned(store), () => new Promise(() => undefined));
      await dead.runs.submit('r', { type: 'run.cancel', by: me });
      const heir = deskOn(await owned(store));
      await heir.engine.recover();
      await heir.engine.idle();
      expect(heir.acted.filter((key) => key.includes('/ask/'))).toEqual([]);
      expect((await stateOf(heir)).inFlight).toEqual([]);
    });

    test('stops when a command cannot be recorded, because nobody knows whether it was', async () => {
      const store = fakeStore();
      const desk = deskOn(await owned(store));
      await begin(desk);
      await owned(store);
      await expect(desk.engine.submit('r', { type: 'run.pause', by: me })).rejects.toThrow('took over');
      expect(desk.trouble).toHaveLength(1);
    });

    test('stops when somebody else took over, and says so once', async () => {
      const store = fakeStore();
      const go = withResolvers<Outcome>();
      const desk = await atAsk(await owned(store), () => go.promise);
      await owned(store);
      go.resolve({ type: 'stopped' });
      await desk.engine.idle();
      expect(desk.trouble).toHaveLength(1);
      expect(String(desk.trouble[0])).toContain('took over');
    });

    test('stops on order: agents are told, what they did is recorded, nothing new starts', async () => {
      const desk = await atAsk(await owned(), untilStopped);
      await desk.engine.stop();
      const before = desk.acted.length;
      await desk.engine.stop();
      expect(desk.acted.length).toBe(before);
      expect((await stateOf(desk)).inFlight).toEqual([]);
      expect((await stateOf(desk)).ended).toBeUndefined();
    });

    test('stops one run on order, leaves the others at work, and takes it up again when somebody asks', async () => {
      const [go, both] = [withResolvers<undefined>(), withResolvers<undefined>()];
      let asked = 0;
      const desk = deskOn(await owned(), (effect, context) => {
        if (effect.kind !== 'ask' || context.run.visit.stage !== 'analysis') return undefined;
        asked += 1;
        if (asked === 2) both.resolve(undefined);
        if (context.run.id === 'other') return go.promise.then(() => happy(context.run, effect));
        return asked < 3 ? untilStopped(context) : undefined;
      });
      for (const run of ['r', 'other']) {
        await desk.engine.submit(run, { type: 'run.start', start: { ...startOf(), run } });
      }
      await both.promise;
      await desk.engine.stopRun('r');
      expect((await stateOf(desk)).inFlight).toEqual([]);
      expect((await desk.runs.load('other'))?.inFlight.map(({ kind }) => kind)).toContain('ask');
      go.resolve(undefined);
      await desk.engine.idle();
      const stages = async (): Promise<unknown> =>
        Promise.all(['r', 'other'].map(async (run) => (await desk.runs.load(run))?.visit.stage));
      expect(await stages()).toEqual(['analysis', 'plan-review']);
      await desk.engine.recover('r');
      await desk.engine.idle();
      expect(await stages()).toEqual(['plan-review', 'plan-review']);
    });

    test('keeps the runs of a home apart', async () => {
      const desk = deskOn(await owned());
      const ids = Array.from({ length: 5 }, (_, index) => `r${index}`);
      await Promise.all(
        ids.map((run) => desk.engine.submit(run, { type: 'run.start', start: { ...startOf(), run } })),
      );
      await desk.engine.idle();
      for (const run of ids) expect((await desk.runs.load(run))?.visit.stage).toBe('plan-review');
    });
  });
}

function partsOf(
  desk: Omit<Desk, 'engine'>,
  journal: Journal,
  act: Act,
  onBoundary: BoundaryHook | undefined,
): EngineParts {
  return {
    runs: desk.runs,
    effects: {
      probe: (effect, context) => {
        desk.probed.push({ key: effect.key, recovered: context.recovered });
        return Promise.resolve(undefined);
      },
      act: async (effect, context) => {
        desk.acted.push(effect.key);
        return (await act(effect, context)) ?? happy(context.run, effect);
      },
    },
    openRuns: async () => (await journal.summaries({ open: true })).map((summary) => summary.run),
    onTrouble: (error) => desk.trouble.push(error),
    ...(onBoundary === undefined ? {} : { onBoundary }),
  };
}

const untilStopped: Agent = (context) =>
  new Promise((resolve) => {
    context.signal.addEventListener('abort', () => resolve({ type: 'stopped' }));
  });

function startOf() {
  const { type: _type, ...start } = aStart();
  return { ...start, run: 'r' };
}

async function stateOf(desk: Desk): Promise<Run> {
  const run = await desk.runs.load('r');
  if (run === undefined) throw new Error('the run was started');
  return run;
}

async function begin(desk: Desk): Promise<void> {
  await desk.engine.submit('r', { type: 'run.start', start: startOf() });
  await desk.engine.settled('r');
}

async function approve(desk: Desk): Promise<void> {
  const state = await stateOf(desk);
  const [gate] = openGates(state);
  if (gate === undefined) throw new Error(`no gate is open at ${theRepository(state).alias}`);
  await desk.engine.submit('r', {
    type: 'gate.decide',
    gate: gate.id,
    seen: gate.digest,
    decision: approval,
  });
  await desk.engine.settled('r');
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  const waiting: { settle?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => {
    waiting.settle = resolve;
  });
  return { promise, resolve: (value) => waiting.settle?.(value) };
}
