import { describe, expect, test } from 'vitest';
import { aPolicy, aStart, approval, failing, happy, me, saying, you } from '../../test/support/core.ts';
import type { JournalOn } from '../../test/support/journals.ts';
import { journals } from '../../test/support/journals.ts';
import type { Effect } from '../core/effects.ts';
import type { Gate } from '../core/gates/gate.ts';
import type { Policy } from '../core/policy.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import type { FakeStore } from '../journal/fake-journal.ts';
import { fakeJournal, fakeStore } from '../journal/fake-journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import type { MendingEngine } from './agent-halts.ts';
import { heldLaunch, mendingEngine } from './agent-halts.ts';
import { localEngine } from './engines/local.ts';
import { HomeLedger } from './home-ledger.ts';
import { Runs } from './runs.ts';

/** A home whose first agent is `claude`; whoever takes over is `codex`. */
interface Desk {
  readonly engine: MendingEngine;
  readonly home: HomeLedger;
  readonly runs: Runs;
  readonly journal: Journal;
  /** The agents that were launched, in order. */
  readonly launched: string[];
  /** Whose logins work. */
  readonly loggedIn: Set<string>;
  /** Called after the home has heard of a halt, before the run has. */
  onHalt: () => Promise<void>;
}

async function deskOn(journalOn: JournalOn, store: FakeStore = fakeStore()): Promise<Desk> {
  const journal = journalOn(store);
  await journal.takeOver();
  const clock = counterClock(1_000, 1);
  const [runs, home] = [new Runs(journal, clock), new HomeLedger(journal, clock)];
  const openRuns = async (): Promise<readonly string[]> =>
    (await journal.summaries({ open: true })).map(({ run }) => run);
  const [launched, loggedIn] = [new Array<string>(), new Set<string>()];
  const local = localEngine({
    runs,
    effects: {
      probe: () => Promise.resolve(undefined),
      act: async (effect, { run }) => {
        const agent = agentOf(effect);
        if (agent === undefined) return happy(run, effect);
        launched.push(agent);
        if (loggedIn.has(agent)) return happy(run, effect);
        await home.halt(agent, run.id);
        await desk.onHalt();
        return failing('auth', { provenance: { agent, transcript: 't' } });
      },
    },
    openRuns,
    instead: heldLaunch(home, (_run, effect) => Promise.resolve(agentOf(effect))),
    onTrouble: (error) => {
      throw error;
    },
  });
  const engine = mendingEngine({ engine: local, home, runs, clock, openRuns });
  const desk: Desk = {
    engine,
    home,
    runs,
    journal,
    launched,
    loggedIn,
    onHalt: () => Promise.resolve(),
  };
  return desk;
}

function agentOf(effect: Effect): string | undefined {
  if (effect.kind !== 'ask' && effect.kind !== 'attempt') return undefined;
  return effect.input.cast?.rank === 1 ? 'codex' : 'claude';
}

async function start(desk: Desk, run: string, policy: Policy = aPolicy()): Promise<void> {
  const { type: _type, ...started } = aStart(policy);
  await desk.engine.submit(run, { type: 'run.start', start: { ...started, run } });
}

async function stateOf(desk: Desk, run: string): Promise<Run> {
  const state = await desk.runs.load(run);
  if (state === undefined) throw new Error(`${run} was started`);
  return state;
}

const gatesOf = async (desk: Desk, run: string): Promise<readonly Gate[]> =>
  openGates(await stateOf(desk, run));
const kindsOf = async (desk: Desk, run: string): Promise<readonly string[]> =>
  (await gatesOf(desk, run)).map(({ kind }) => kind);

async function decide(desk: Desk, run: string, decision = approval): Promise<void> {
  const [gate] = await gatesOf(desk, run);
  if (gate === undefined) throw new Error(`${run} waits at a gate`);
  await desk.engine.submit(run, { type: 'gate.decide', gate: gate.id, seen: gate.digest, decision });
  await desk.engine.idle();
}

const homeEvents = async (desk: Desk): Promise<readonly string[]> =>
  (await desk.journal.read('home')).map(({ event }) => event.type);

describe.each(journals)('an agent that cannot log in, %s', (_name, journalOn) => {
  test('is launched once, and every other run of the home waits without paying for it', async () => {
    const desk = await deskOn(journalOn);
    await start(desk, 'r1');
    await desk.engine.idle();
    await start(desk, 'r2');
    await desk.engine.idle();
    expect(desk.launched).toEqual(['claude']);
    expect(await homeEvents(desk)).toEqual(['agent.halted']);
    expect([await kindsOf(desk, 'r1'), await kindsOf(desk, 'r2')]).toEqual([['login'], ['login']]);
    expect((await stateOf(desk, 'r2')).spend.launches).toBe(0);
    expect((await stateOf(desk, 'r2')).failures).toEqual({});
  });

  test('is halted once by two runs that find out at the same moment', async () => {
    const desk = await deskOn(journalOn);
    await Promise.all([start(desk, 'r1'), start(desk, 'r2')]);
    await desk.engine.idle();
    expect(await homeEvents(desk)).toEqual(['agent.halted']);
    expect([await kindsOf(desk, 'r1'), await kindsOf(desk, 'r2')]).toEqual([['login'], ['login']]);
  });

  test('hands over to the agent that takes over, in the other run before it is launched', async () => {
    const desk = await deskOn(journalOn);
    desk.loggedIn.add('codex');
    const policy = aPolicy({ alternatives: { investigator: 1, planner: 1 } });
    await start(desk, 'r1', policy);
    await desk.engine.idle();
    desk.launched.length = 0;
    await start(desk, 'r2', policy);
    await desk.engine.idle();
    expect(await kindsOf(desk, 'r2')).toEqual(['plan']);
    expect(new Set(desk.launched)).toEqual(new Set(['codex']));
  });

  test('waits for the last in the row where none of them can log in', async () => {
    const desk = await deskOn(journalOn);
    const policy = aPolicy({ alternatives: { investigator: 1 } });
    for (const run of ['r1', 'r2']) {
      await start(desk, run, policy);
      await desk.engine.idle();
    }
    expect(desk.launched).toEqual(['claude', 'codex']);
    expect((await gatesOf(desk, 'r2')).map(({ subject }) => subject)).toEqual(['codex']);
  });
});

async function twoWaiting(journalOn: JournalOn, store?: FakeStore): Promise<Desk> {
  const desk = await deskOn(journalOn, store);
  for (const run of ['r1', 'r2']) {
    await start(desk, run);
    await desk.engine.idle();
  }
  return desk;
}

describe.each(journals)('a login that is mended, %s', (_name, journalOn) => {
  test('lets every run go on, whichever of them a person answered', async () => {
    const desk = await twoWaiting(journalOn);
    desk.loggedIn.add('claude');
    await decide(desk, 'r2');
    expect(await homeEvents(desk)).toEqual(['agent.halted', 'agent.resumed']);
    expect([await kindsOf(desk, 'r1'), await kindsOf(desk, 'r2')]).toEqual([['plan'], ['plan']]);
    expect((await stateOf(desk, 'r1')).gates[0]?.decision).toEqual({ answer: 'approve', by: me });
  });

  test('lets every run go on when it was mended without any of them, and names them', async () => {
    const desk = await twoWaiting(journalOn);
    desk.loggedIn.add('claude');
    expect((await desk.engine.resumeAgent('claude', you)).toSorted()).toEqual(['r1', 'r2']);
    await desk.engine.idle();
    expect([await kindsOf(desk, 'r1'), await kindsOf(desk, 'r2')]).toEqual([['plan'], ['plan']]);
    expect((await stateOf(desk, 'r2')).gates[0]?.decision?.by).toEqual(you);
    expect(await desk.engine.resumeAgent('claude', you)).toEqual([]);
  });

  test('that was not mended halts the agent again, once, and both runs wait as before', async () => {
    const desk = await twoWaiting(journalOn);
    await decide(desk, 'r1');
    expect(await homeEvents(desk)).toEqual(['agent.halted', 'agent.resumed', 'agent.halted']);
    expect([await kindsOf(desk, 'r1'), await kindsOf(desk, 'r2')]).toEqual([['login'], ['login']]);
  });

  test('is not said by a no, nor by an answer that the run refuses', async () => {
    const desk = await twoWaiting(journalOn);
    const stale = { type: 'gate.decide', gate: 'g1', seen: 'something else', decision: approval } as const;
    expect(await desk.engine.submit('r1', stale)).toMatchObject({ ok: false });
    await decide(desk, 'r1', saying('reject'));
    expect(await homeEvents(desk)).toEqual(['agent.halted']);
    expect(await kindsOf(desk, 'r2')).toEqual(['login']);
  });

  test('lets a run go on that was left waiting by a crash', async () => {
    const store = fakeStore();
    await (await twoWaiting(journalOn, store)).home.resume('claude', you);
    const heir = await deskOn(journalOn, store);
    heir.loggedIn.add('claude');
    await heir.engine.recover('r2');
    await heir.engine.idle();
    expect([await kindsOf(heir, 'r1'), await kindsOf(heir, 'r2')]).toEqual([['login'], ['plan']]);
    await heir.engine.recover();
    await heir.engine.idle();
    expect(await kindsOf(heir, 'r1')).toEqual(['plan']);
  });

  test('lets a run go on that had not yet heard of the failure', async () => {
    const desk = await deskOn(journalOn);
    desk.onHalt = async () => {
      desk.loggedIn.add('claude');
      await desk.engine.resumeAgent('claude', you);
    };
    await start(desk, 'r1');
    await desk.engine.idle();
    expect(await kindsOf(desk, 'r1')).toEqual(['plan']);
  });

  test('is known to the next owner as halted until then', async () => {
    const store = fakeStore();
    await twoWaiting(journalOn, store);
    const heir = await deskOn(journalOn, store);
    await heir.engine.recover();
    await start(heir, 'r3');
    await heir.engine.idle();
    expect(heir.launched).toEqual([]);
    expect(await kindsOf(heir, 'r3')).toEqual(['login']);
  });
});

test('where nobody knows who would be launched, the launch itself finds out', async () => {
  const { home } = await deskOn(fakeJournal);
  await home.halt('claude', 'r1');
  const held = heldLaunch(home, () => Promise.resolve(undefined));
  const ask: Effect = {
    key: 'k',
    kind: 'ask',
    repository: 'main',
    visit: 1,
    subject: 'planner',
    n: 1,
    line: 'l',
    input: { role: 'planner', mode: 'investigate', ordinal: 1, commit: 'c', inputs: [] },
  };
  const { type: _type, ...started } = aStart();
  const desk = await deskOn(fakeJournal);
  await desk.runs.submit('r1', { type: 'run.start', start: { ...started, run: 'r1' } });
  expect(await held(await stateOf(desk, 'r1'), ask)).toBeUndefined();
});
