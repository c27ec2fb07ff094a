import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate, Fact, Memory, MemoryCommand, MemoryEvent } from './facts.ts';
import { alike, emptyMemory, evolveMemory, factText, identityOf, isMemoryEvent, touchedBy } from './facts.ts';
import { decideMemory } from './promotion.ts';

const by = { who: 'ada', authenticated: 'os', channel: 'cli' };

function candidate(id: string, change: Partial<Candidate> & { readonly run?: string } = {}): Candidate {
  const { run = 'r-1', ...rest } = change;
  return {
    id,
    key: `key/${id}`,
    text: `Text of ${id}.`,
    kind: 'feedback',
    origin: 'slipway',
    scope: 'repository',
    source: { run, stage: 'planning', rule: 'survey' },
    ...rest,
  };
}

/** The memory after commands, each at the time of its place, and the events they gave. */
function after(commands: readonly MemoryCommand[]): After {
  return afterAll(commands.map((command, at) => ({ command, at })));
}

interface After {
  readonly memory: Memory;
  readonly events: readonly MemoryEvent[];
}

function afterAll(commands: readonly { readonly command: MemoryCommand; readonly at: number }[]): After {
  const events: MemoryEvent[] = [];
  let memory = emptyMemory;
  for (const { command, at } of commands) {
    const decided = decideMemory(memory, command, at);
    if ('refused' in decided) continue;
    events.push(...decided);
    memory = evolveMemory(
      memory,
      decided.map((event) => ({ event, at })),
    );
  }
  return { memory, events };
}

const notice = (...candidates: readonly Candidate[]): MemoryCommand => ({ type: 'fact.notice', candidates });
const promote = (id: string): MemoryCommand => ({ type: 'fact.promote', id, by });
const withdraw = (id: string): MemoryCommand => ({ type: 'fact.withdraw', id, by });
const add = (id: string, key = `key/${id}`): MemoryCommand => ({
  type: 'fact.add',
  fact: { id, key, text: `Text of ${id}.`, kind: 'project', origin: 'person' },
  by,
});

/** The thing a fact measures: three of them say something about the same. */
function keyOf(id: string): string | undefined {
  return 'abc'.includes(id) ? 'check/test' : undefined;
}

/** Nothing is gathered before it was measured. */
function past(command: MemoryCommand, at: number): MemoryCommand {
  if (command.type !== 'fact.notice') return command;
  return notice(
    ...command.candidates.map((one) =>
      one.measuredAt === undefined ? one : { ...one, measuredAt: Math.min(one.measuredAt, at) },
    ),
  );
}

/** States by id, such as `a:promoted`. */
function states(memory: Memory): readonly string[] {
  return [...memory.values()].map((fact: Fact) => `${fact.id}:${fact.state}`);
}

describe('a fact', () => {
  test('is the same one with other spacing, case, hyphens or a full stop (FACTS-1)', () => {
    const one = identityOf({ key: 'use/date-helper', text: 'Use  the Date_helper.' });
    expect(identityOf({ key: 'Use/Date helper', text: 'use the date helper' })).toBe(one);
    expect(identityOf({ key: 'use/date-helper', text: 'use no date helper' })).not.toBe(one);
    expect(alike(' A_b-C\n d ')).toBe('a b c d');
  });

  test('is one line of a limited length, without headings and never half a character', () => {
    expect(factText('# Title\n\nsome  words\n')).toBe('Title some words');
    const long = factText('😀'.repeat(500));
    expect(Array.from(long)).toHaveLength(400);
    expect(long.endsWith('😀…')).toBe(true);
  });
});

const words = 'Reports keep their dates in the zone of the shop that wrote them down';
const heardAs = (id: string, run: string, text: string): Candidate =>
  candidate(id, { run, text, key: `said/${id}`, paths: ['src/dates.ts'], blob: 'whole' });

const measured = (id: string, check: string): Candidate =>
  candidate(id, { key: `check/${check}`, text: `${words} for ${check}`, measuredAt: 1 });

/** A run that sees the same fact. */
const seen = (run: string, at: number) => ({ command: notice(candidate('a', { run })), at });

describe('[C6] noticing', () => {
  test('makes a candidate, and once more in the same run makes nothing (FACTS-1)', () => {
    const first = candidate('a');
    const { memory, events } = after([notice(first), notice(first, first)]);
    expect(states(memory)).toEqual(['a:candidate']);
    expect(events).toHaveLength(1);
    expect(memory.get('a')).toMatchObject({ sources: [first.source], changedAt: 0 });
  });

  test('by a second run promotes for the whole repository, and a third adds nothing (FACTS-3)', () => {
    const { memory, events } = after([
      notice(candidate('a', { scope: 'run' })),
      notice(candidate('a', { scope: 'run', run: 'r-2' })),
      notice(candidate('a', { scope: 'run', run: 'r-3' })),
    ]);
    expect(memory.get('a')).toMatchObject({ state: 'promoted', scope: 'repository', changedAt: 1 });
    expect(memory.get('a')?.sources.map(({ run }) => run)).toEqual(['r-1', 'r-2']);
    expect(events.map(({ type }) => type)).toEqual(['fact.noticed', 'fact.noticed', 'fact.promoted']);
  });

  test('nearly the same words are noticing it: the older keeps its id, and has the sources of both (FACTS-7)', () => {
    const { memory, events } = after([
      notice(heardAs('a', 'r-1', words)),
      notice(heardAs('b', 'r-2', `${words} once`)),
    ]);
    expect(states(memory)).toEqual(['a:promoted']);
    expect(memory.get('a')).toMatchObject({
      text: words,
      sources: [{ run: 'r-1' }, { run: 'r-2' }],
      heard: [{ id: 'b', text: `${words} once`, run: 'r-2' }],
    });
    expect(touchedBy(events)).toEqual(new Set(['a']));
    const [, second] = events;
    expect(second).toMatchObject({ fact: { id: 'a', paths: ['src/dates.ts'], blob: 'whole' } });
  });

  test('nearly the same words of one run, or in one breath, are kept and promote nothing (FACTS-1, FACTS-7)', () => {
    const both = [heardAs('a', 'r-1', words), heardAs('b', 'r-1', `${words} once`)];
    const { memory, events } = after([notice(...both), notice(...both)]);
    expect(states(memory)).toEqual(['a:candidate']);
    expect(events).toHaveLength(2);
    expect(memory.get('a')).toMatchObject({ sources: [{ run: 'r-1' }], heard: [{ id: 'b' }] });
  });

  test('other words are kept up to a number, and once each (FACTS-7)', () => {
    const many = Array.from({ length: 12 }, (_, n) =>
      notice(
        candidate(`v${n}`, {
          run: `r-${n}`,
          key: `said/v${n}`,
          text: `${words} ${'abcdefghijkl'.charAt(n)}`,
        }),
      ),
    );
    const { memory } = after([...many, ...many]);
    expect(states(memory)).toEqual(['v0:promoted']);
    expect(memory.get('v0')?.heard).toHaveLength(8);
  });

  test('what a person withdrew does not come back in other words (FACTS-4, FACTS-7)', () => {
    const { memory } = after([
      notice(heardAs('a', 'r-1', words)),
      withdraw('a'),
      notice(heardAs('b', 'r-2', `${words} once`)),
    ]);
    expect(states(memory)).toEqual(['a:withdrawn']);
    expect(memory.get('a')).not.toHaveProperty('heard');
  });

  test('words of an older journal that were recorded twice are taken once', () => {
    const event: MemoryEvent = {
      type: 'fact.noticed',
      fact: heardAs('a', 'r-1', words),
      scope: 'repository',
      source: { run: 'r-1', stage: 'planning', rule: 'survey' },
    };
    const again = { ...event, heard: { id: 'b', text: 'x' } };
    const told = [event, again, again].map((item) => ({ event: item, at: 1 }));
    expect(evolveMemory(emptyMemory, told).get('a')?.heard).toEqual([{ id: 'b', text: 'x', run: 'r-1' }]);
  });

  test('what is measured is never taken for something that is only worded alike', () => {
    expect(states(after([notice(measured('a', 'one'), measured('b', 'two'))]).memory)).toEqual([
      'a:candidate',
      'b:candidate',
    ]);
  });

  test('a promoted fact again confirms it, once a day at most, and changes nothing else (FACTS-8)', () => {
    const day = 86_400_000;
    const { memory, events } = afterAll([
      seen('r-1', 0),
      seen('r-2', 1),
      seen('r-3', day),
      seen('r-4', day + 1),
      seen('r-4', day + 2),
      seen('r-5', day + 3),
      seen('r-6', 2 * day + 1),
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      'fact.noticed',
      'fact.noticed',
      'fact.promoted',
      'fact.noticed',
      'fact.noticed',
    ]);
    expect(memory.get('a')).toMatchObject({
      state: 'promoted',
      changedAt: 1,
      confirmed: { run: 'r-6', at: 2 * day + 1 },
    });
  });

  test('how something is now withdraws what was noticed of it before, promoted or not (FACTS-5)', () => {
    const seenBy = (run: string, measuredAt: number): Candidate =>
      candidate('old', { key: 'check/test', measuredAt, run });
    const now = candidate('new', { key: 'Check/Test', measuredAt: 2, run: 'r-3' });
    const changed = [notice(seenBy('r-1', 0)), notice(seenBy('r-2', 1)), notice(now)];
    const { memory } = after(changed);
    expect(states(memory)).toEqual(['old:withdrawn', 'new:candidate']);
    expect(memory.get('old')).toMatchObject({ supersededBy: 'new' });
    expect(memory.get('new')).toMatchObject({ supersedes: 'old' });
    // What was measured before the change says nothing, in whichever run it was.
    const late = candidate('late', { key: 'check/test', measuredAt: 1, run: 'r-4' });
    for (const item of [seenBy('r-1', 0), seenBy('r-4', 2), late]) {
      expect(decideMemory(memory, notice(item), 9)).toEqual([]);
    }
    const back = after([...changed, notice(seenBy('r-4', 3))]).memory;
    expect(states(back)).toEqual(['old:promoted', 'new:withdrawn']);
    expect(back.get('old')?.supersededBy).toBeUndefined();
  });

  test('never withdraws what a person added, and does not promote beside it (FACTS-2, FACTS-3)', () => {
    const seen = candidate('seen', { key: 'check/test', measuredAt: 1 });
    const { memory } = after([
      add('said', 'check/test'),
      notice(seen),
      notice({ ...seen, source: { ...seen.source, run: 'r-2' } }),
    ]);
    expect(states(memory)).toEqual(['said:promoted', 'seen:candidate']);
  });

  test('takes the place of another promoted fact of its key that runs alone promoted (FACTS-2)', () => {
    const two = ['a', 'b'].map((id) => candidate(id, { key: 'same' }));
    const again = two.map((item) => ({ ...item, source: { ...item.source, run: 'r-2' } }));
    const { memory } = after([notice(...two), notice(...again)]);
    expect(states(memory)).toEqual(['a:withdrawn', 'b:promoted']);
  });

  test('does not bring back what a person withdrew (FACTS-4)', () => {
    const { memory } = after([notice(candidate('a')), withdraw('a'), notice(candidate('a', { run: 'r-2' }))]);
    expect(states(memory)).toEqual(['a:withdrawn']);
  });
});

describe('[C6] a person', () => {
  test('adds a fact that holds at once and takes the place of the one under its key', () => {
    const { memory } = after([add('a', 'style'), add('b', 'style')]);
    expect(states(memory)).toEqual(['a:withdrawn', 'b:promoted']);
    expect(memory.get('b')).toMatchObject({ scope: 'repository', by, supersedes: 'a', sources: [] });
  });

  test('adds what a run has noticed: they are one fact, which keeps its source', () => {
    const { memory } = after([notice(candidate('a')), add('a')]);
    expect(memory.get('a')).toMatchObject({ state: 'promoted', by, sources: [{ run: 'r-1' }] });
  });

  test('promotes and withdraws, also what another fact took the place of', () => {
    const { memory } = after([notice(candidate('a')), promote('a'), withdraw('a'), promote('a')]);
    expect(states(memory)).toEqual(['a:promoted']);
    const gone = after([add('a', 'style'), add('b', 'style'), withdraw('a')]).memory;
    expect(gone.get('a')).not.toHaveProperty('supersededBy');
    const swapped = after([add('a', 'style'), add('b', 'style'), promote('a')]).memory;
    expect(states(swapped)).toEqual(['a:promoted', 'b:withdrawn']);
  });

  test.each([
    ['promotes what is not there', promote('x'), { refused: 'no-such-fact', id: 'x' }],
    ['withdraws what is not there', withdraw('x'), { refused: 'no-such-fact', id: 'x' }],
    ['promotes what is promoted', promote('a'), { refused: 'already-so', id: 'a', state: 'promoted' }],
    ['adds what is promoted', add('a'), { refused: 'already-so', id: 'a', state: 'promoted' }],
    ['withdraws what is withdrawn', withdraw('b'), { refused: 'already-so', id: 'b', state: 'withdrawn' }],
  ])('is refused who %s', (_, command, refusal) => {
    const { memory } = after([add('a'), add('b'), withdraw('b')]);
    expect(decideMemory(memory, command, 9)).toEqual(refusal);
  });
});

describe('the memory of a repository', () => {
  /** What one run gathers: each fact once, and of each thing that is measured one value. */
  const gathering = fc
    .record({
      run: fc.constantFrom('r-1', 'r-2', 'r-3', 'r-4'),
      found: fc.uniqueArray(
        fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), measuredAt: fc.nat(12) }),
        { selector: ({ id }) => keyOf(id) ?? id },
      ),
    })
    .map(({ run, found }) =>
      notice(
        ...found.map(({ id, measuredAt }) => {
          const key = keyOf(id);
          return candidate(id, { run, ...(key === undefined ? {} : { key, measuredAt }) });
        }),
      ),
    );
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const command: fc.Arbitrary<MemoryCommand> = fc.oneof(
    { arbitrary: gathering, weight: 3 },
    { arbitrary: ids.map((id) => add(id, keyOf(id))), weight: 1 },
    { arbitrary: ids.map(promote), weight: 1 },
    { arbitrary: ids.map(withdraw), weight: 1 },
  );
  const commands = fc.array(command, { maxLength: 12 }).map((items) => items.map(past));

  test('does not depend on notices that are told twice, wherever the second stands (FACTS-1)', () => {
    fc.assert(
      fc.property(commands, fc.nat(), fc.nat(), (given, from, to) => {
        const { events } = after(given);
        const timed = events.map((event, at) => ({ event, at }));
        const double = timed[from % Math.max(1, timed.length)];
        if (double?.event.type !== 'fact.noticed') return;
        const place = timed.indexOf(double) + 1;
        const at = place + (to % (timed.length - place + 1));
        const doubled = [...timed.slice(0, at), double, ...timed.slice(at)];
        expect(evolveMemory(emptyMemory, doubled)).toEqual(evolveMemory(emptyMemory, timed));
      }),
    );
  });

  test('holds every fact it was told of, and no more where a run gathers twice (FACTS-1)', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { memory, events } = after(given);
        const twice = given.flatMap((item, at) => {
          const once = { command: item, at };
          return item.type === 'fact.notice' ? [once, once] : [once];
        });
        expect(afterAll(twice).events).toEqual(events);
        expect([...memory.keys()].toSorted()).toEqual(
          [...new Set(events.flatMap((event) => ('fact' in event ? [event.fact.id] : [])))].toSorted(),
        );
      }),
    );
  });

  test('holds at most one promoted fact under a key (FACTS-2)', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const promoted = [...after(given).memory.values()].filter((fact) => fact.state === 'promoted');
        expect(new Set(promoted.map((fact) => alike(fact.key))).size).toBe(promoted.length);
      }),
    );
  });

  test('names every fact that its events have changed', () => {
    fc.assert(
      fc.property(commands, (given) => {
        let memory = emptyMemory;
        for (const [at, event] of after(given).events.entries()) {
          const next = evolveMemory(memory, [{ event, at }]);
          const changed = [...next].filter(([id, fact]) => memory.get(id) !== fact).map(([id]) => id);
          for (const id of changed) expect(touchedBy([event]).has(id)).toBe(true);
          memory = next;
        }
      }),
    );
  });

  test('folds events about facts it does not know, and knows its own events from others', () => {
    const events: readonly MemoryEvent[] = [
      { type: 'fact.withdrawn', id: 'x', by },
      { type: 'fact.promoted', id: 'x' },
      { type: 'fact.promoted', id: 'y', supersedes: 'x' },
    ];
    expect(
      evolveMemory(
        emptyMemory,
        events.map((event) => ({ event, at: 1 })),
      ).size,
    ).toBe(0);
    expect(events.every(isMemoryEvent)).toBe(true);
    expect(isMemoryEvent({ type: 'baseline.recorded' })).toBe(false);
  });
});

describe('what a person says of a fact under an id (FACTS-6)', () => {
  const sent = { id: 'c-1', content: 'one' };
  const adding = (memory: Memory, identity = sent): ReturnType<typeof decideMemory> =>
    decideMemory(memory, add('a'), 1, identity);

  test('is said once: again under the same id it changes nothing and is no refusal', () => {
    const events = adding(emptyMemory);
    if ('refused' in events) throw new Error('the first is taken');
    const memory = evolveMemory(
      emptyMemory,
      events.map((event) => ({ event, at: 1 })),
    );
    expect(memory.get('a')).toMatchObject({ state: 'promoted', by, sent });
    expect(adding(memory)).toEqual([]);
    expect(decideMemory(memory, add('a'), 1)).toMatchObject({ refused: 'already-so' });
    expect(adding(memory, { id: 'c-1', content: 'another' })).toEqual({ refused: 'id-reused', id: 'c-1' });
  });

  test('is not remembered where it was refused', () => {
    expect(decideMemory(emptyMemory, promote('a'), 1, sent)).toMatchObject({ refused: 'no-such-fact' });
    expect(adding(emptyMemory)).toHaveLength(1);
  });
});

test('what another fact took the place of is a candidate once a run sees it again (FACTS-5)', () => {
  const old = candidate('old', { key: 'check/test', measuredAt: 0 });
  const now = candidate('new', { key: 'check/test', measuredAt: 2, run: 'r-2' });
  const { memory } = after([notice(old), notice(now)]);
  expect(memory.get('old')).toMatchObject({ state: 'withdrawn', supersededBy: 'new' });
  const {
    scope,
    source,
    measuredAt: _measuredAt,
    ...fact
  } = candidate('old', { key: 'check/test', run: 'r-3' });
  const back = evolveMemory(memory, [{ event: { type: 'fact.noticed', fact, scope, source }, at: 9 }]);
  expect(back.get('old')?.state).toBe('candidate');
});
