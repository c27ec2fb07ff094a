// What every implementation of the journal port does alike. JOURNAL-1–JOURNAL-4 are the invariants of the port.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkHash } from '../../src/journal/chain.ts';
import type { AnyEvent, Append, FactFilter, Journal, RunView } from '../../src/journal/journal.ts';
import { identityIn } from '../../src/journal/sent.ts';
import type { RepositoryFact } from '../../src/core/memory/facts.ts';
import type { InboxItem, RunSummary } from '../../src/views/run/summary.ts';

/** A store that several handles share, as processes share a database. */
export interface JournalStore {
  readonly open: () => Promise<Journal>;
  readonly remove: () => Promise<void>;
}

export const at = 1_700_000_000_000;

export function noted(n: number): AnyEvent & { readonly n: number } {
  return { type: 'test.noted', n };
}

export function batch(stream: string, after: number, count = 1): Append {
  const events = Array.from({ length: count }, (_, index) => noted(after + index + 1));
  return { stream, after, at: at + after, events };
}

export function summary(run: string, changed: Partial<RunSummary> = {}): RunSummary {
  return {
    run,
    title: `Title of ${run}`,
    repository: 'harbour',
    stage: 'planning',
    visit: 1,
    status: 'running',
    startedAt: at,
    updatedAt: at,
    tasksDone: 0,
    tasksTotal: 2,
    launches: 1,
    usd: 0.25,
    launchesWithoutUsd: 0,
    budgetUsd: 10,
    budgetLaunches: 40,
    agentMs: 0,
    roles: {},
    ...changed,
  };
}

export function item(run: string, gate: string, openedAt = at): InboxItem {
  return {
    run,
    repository: 'harbour',
    gate,
    kind: 'plan',
    subject: 'plan',
    digest: 'd1',
    title: 'T',
    openedAt,
  };
}

/** A promoted fact of the repository `harbour`. */
export function fact(id: string, changed: Partial<RepositoryFact> = {}): RepositoryFact {
  return {
    repository: 'harbour',
    id,
    key: `said/${id}`,
    text: `Text of ${id}`,
    kind: 'feedback',
    origin: 'person',
    scope: 'repository',
    state: 'promoted',
    sources: [{ run: 'r-1', stage: 'planning', rule: 'note' }],
    changedAt: at,
    ...changed,
  };
}

function names(list: readonly RunSummary[]): readonly string[] {
  return list.map(({ run }) => run);
}

function withView(append: Append, view: RunView): Append {
  return { ...append, view: () => view };
}

export function journalContract(name: string, makeStore: () => Promise<JournalStore>): void {
  describe(`journal: ${name}`, () => {
    let store: JournalStore;
    let journal: Journal;
    const others: Journal[] = [];

    beforeEach(async () => {
      store = await makeStore();
      journal = await store.open();
    });

    afterEach(async () => {
      for (const open of [journal, ...others.splice(0)]) await open.close();
      await store.remove();
    });

    async function another(): Promise<Journal> {
      const handle = await store.open();
      others.push(handle);
      return handle;
    }

    function remember(facts: readonly RepositoryFact[], after = 0): ReturnType<Journal['append']> {
      return journal.append({ ...batch('repository/harbour', after), facts });
    }

    async function found(filter: Partial<FactFilter>): Promise<readonly string[]> {
      return (await journal.facts({ factsMax: 100, ...filter })).map(({ id }) => id);
    }

    test('numbers the events of each stream 1, 2, 3 … without a hole (JOURNAL-1)', async () => {
      expect(await journal.append(batch('run/a', 0, 2))).toMatchObject({ ok: true, seq: 2 });
      expect(await journal.append(batch('run/b', 0))).toMatchObject({ ok: true, seq: 1 });
      expect(await journal.append(batch('run/a', 2))).toMatchObject({ ok: true, seq: 3 });
      expect((await journal.read('run/a')).map(({ seq, event }) => [seq, event])).toEqual([
        [1, noted(1)],
        [2, noted(2)],
        [3, noted(3)],
      ]);
    });

    test('takes what follows an append that was taken, and not what follows one that was not (JOURNAL-7)', async () => {
      const [first, second] = await Promise.all([
        journal.append({ ...batch('run/a', 0), name: 1 }),
        journal.append({ ...batch('run/a', 1), name: 2, follows: 1 }),
      ]);
      expect([first, second]).toMatchObject([
        { ok: true, seq: 1 },
        { ok: true, seq: 2 },
      ]);
      const [third, fourth] = await Promise.all([
        journal.append({ ...batch('run/a', 1), name: 3 }),
        journal.append({ ...batch('run/a', 2), name: 4, follows: 3 }),
      ]);
      expect([third, fourth]).toEqual([
        { ok: false, refused: 'conflict', seq: 2 },
        { ok: false, refused: 'conflict', seq: 2 },
      ]);
      expect(await journal.append({ ...batch('run/a', 2), name: 5, follows: 2 })).toMatchObject({ ok: true });
      await journal.append(batch('run/a', 3));
      const late = await journal.append({ ...batch('run/a', 4), name: 6, follows: 5 });
      expect(late).toEqual({ ok: false, refused: 'conflict', seq: 4 });
    });

    test.each([0, 1, 3, 99])(
      'refuses an append after %i when the head is 2, and names the head',
      async (after) => {
        await journal.append(batch('run/a', 0, 2));
        const refused = await journal.append(batch('run/a', after));
        expect(refused).toEqual({ ok: false, refused: 'conflict', seq: 2 });
        expect(await journal.read('run/a')).toHaveLength(2);
      },
    );

    test('lets one of several appends in the same tick win, and the others see its number', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => journal.append(batch('run/a', 0))));
      expect(answers.map(({ ok }) => ok)).toEqual([true, false, false]);
      expect(answers[2]).toEqual({ ok: false, refused: 'conflict', seq: 1 });
    });

    test('takes appends of the same tick that follow each other, and those beside a refused one', async () => {
      const answers = await Promise.all([
        journal.append(batch('run/a', 0)),
        journal.append(batch('run/b', 7)),
        journal.append(batch('run/a', 1)),
        journal.append(batch('run/c', 0)),
      ]);
      expect(answers.map(({ ok }) => ok)).toEqual([true, false, true, true]);
      expect(await journal.read('run/a')).toHaveLength(2);
      expect(await journal.read('run/b')).toEqual([]);
      expect(await journal.read('run/c')).toHaveLength(1);
    });

    test('gives many appends of one tick growing positions', async () => {
      const streams = Array.from({ length: 1200 }, (_, n) => `run/${n}`);
      const answers = await Promise.all(streams.map((stream) => journal.append(batch(stream, 0))));
      const positions = answers.map((answer) => (answer.ok ? answer.position : -1));
      expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      expect(new Set(positions).size).toBe(1200);
    });

    test('reads after a number', async () => {
      await journal.append(batch('run/a', 0, 5));
      expect((await journal.read('run/a', 3)).map(({ seq }) => seq)).toEqual([4, 5]);
      expect(await journal.read('run/a', 5)).toEqual([]);
      expect(await journal.read('run/unknown')).toEqual([]);
    });

    test('gives back the event that was appended, without absent values and whatever its text', async () => {
      const event = {
        type: 'x',
        text: 'größe 🚢 "quoted"\n\u0000',
        absent: undefined,
        deep: [{ b: 1, a: 0.5 }],
      };
      await journal.append({ stream: 'run/a', after: 0, at, events: [event] });
      const [recorded] = await journal.read('run/a');
      const { absent: _, ...kept } = event;
      expect(recorded?.event).toEqual(kept);
      expect(Object.keys(recorded?.event ?? {})).not.toContain('absent');
      expect(recorded?.at).toBe(at);
    });

    test('records an event as it was when it was handed over', async () => {
      const event = { type: 'x', list: [1] };
      const appended = journal.append({ stream: 'run/a', after: 0, at, events: [event] });
      event.list.push(2);
      await appended;
      expect((await journal.read('run/a'))[0]?.event).toEqual({ type: 'x', list: [1] });
    });

    test.each([
      ['a number that is none', { type: 'x', n: Number.NaN }],
      ['a big integer', { type: 'x', n: 1n }],
      ['more text than an event may hold', { type: 'x', text: 'x'.repeat(300_000) }],
    ])('rejects %s, and nothing else of that tick', async (_, event) => {
      const bad = journal.append({ stream: 'run/a', after: 0, at, events: [event] });
      const good = journal.append(batch('run/b', 0));
      await expect(bad).rejects.toThrow('invariant');
      expect(await good).toMatchObject({ ok: true });
      expect(await journal.read('run/a')).toEqual([]);
    });

    test('has no newest position before the first event', async () => {
      expect(await journal.newest()).toBe(0);
    });

    test('tails all streams in the order of their positions, so much as is asked for', async () => {
      await journal.append(batch('run/b', 0, 2));
      await journal.append(batch('home', 0));
      await journal.append(batch('run/b', 2));
      const all = await journal.tail(0, 100);
      expect(all.map(({ stream, seq }) => `${stream} ${seq}`)).toEqual([
        'run/b 1',
        'run/b 2',
        'home 1',
        'run/b 3',
      ]);
      const second = all[1]?.position ?? 0;
      expect((await journal.tail(second, 1)).map(({ stream }) => stream)).toEqual(['home']);
      expect(await journal.tail(all[3]?.position ?? 0, 10)).toEqual([]);
      expect(await journal.tail(0, 0)).toEqual([]);
      expect(await journal.newest()).toBe(all.at(-1)?.position);
    });

    test('answers an append with the position its last event is tailed at', async () => {
      const appended = await journal.append(batch('run/a', 0, 3));
      expect(appended).toMatchObject({ position: (await journal.tail(0, 10)).at(-1)?.position });
    });

    test('answers each append of a tick with the position its last event is tailed at, beside refused ones', async () => {
      const batches = Array.from({ length: 23 }, (_, n) =>
        batch(`run/${n}`, n % 5 === 4 ? 9 : 0, 1 + (n % 3)),
      );
      const answers = await Promise.all(batches.map((one) => journal.append(one)));
      const tailed = new Map((await journal.tail(0, 1000)).map(({ stream, position }) => [stream, position]));
      expect(answers.map((answer) => (answer.ok ? answer.position : undefined))).toEqual(
        batches.map(({ stream }) => tailed.get(stream)),
      );
      expect(tailed.size).toBe(19);
    });

    test('finds what came under an id of its sender, in whatever stream, and nothing else', async () => {
      const taken = { type: 'command.taken', id: 'o-1', content: 'c', first: 1, last: 1 };
      await journal.append({ stream: 'run/b', after: 0, at, events: [noted(1), taken] });
      const takenToo = { ...taken, id: 'o-2' };
      await journal.append({ stream: 'run/a', after: 0, at, events: [takenToo] });
      const claimed = { type: 'ticket.claimed', run: 'o-1', sent: { id: 'o-1', content: 'other' } };
      const promoted = { type: 'fact.promoted', id: 'o-1' };
      await journal.append({ stream: 'home', after: 0, at, events: [claimed] });
      await journal.append({ stream: 'repository/x', after: 0, at, events: [promoted] });
      const found = await journal.sentAs('o-1');
      expect(found.map(({ stream, seq }) => `${stream} ${seq}`)).toEqual(['run/b 2', 'home 1']);
      expect(found.map(({ event }) => identityIn(event)?.content)).toEqual(['c', 'other']);
      expect(await journal.sentAs("o-3' or 1")).toEqual([]);
    });

    test('lists streams by prefix, in order, each once', async () => {
      for (const stream of ['run/b', 'home', 'repository/x', 'run/a', 'runs']) {
        await journal.append(batch(stream, 0, 2));
      }
      expect(await journal.streams('run/')).toEqual(['run/a', 'run/b']);
      expect(await journal.streams('repository/')).toEqual(['repository/x']);
      expect(await journal.streams('nothing')).toEqual([]);
      expect(await journal.streams('')).toEqual(['home', 'repository/x', 'run/a', 'run/b', 'runs']);
    });

    test('refuses a writer that another one has taken over from, and only that one (JOURNAL-3)', async () => {
      const first = await journal.takeOver();
      await journal.append(batch('run/a', 0));
      const second = await another();
      const epoch = await second.takeOver();
      expect(epoch).toBeGreaterThan(first);
      expect(await journal.append(batch('run/a', 1))).toEqual({ ok: false, refused: 'fenced', epoch });
      expect(await journal.append(batch('run/new', 0))).toEqual({ ok: false, refused: 'fenced', epoch });
      expect(await second.append(batch('run/a', 1))).toMatchObject({ ok: true, seq: 2 });
      expect(await journal.read('run/a')).toHaveLength(2);
    });

    test('accepts a writer again that takes over itself', async () => {
      await journal.takeOver();
      await (await another()).takeOver();
      await journal.takeOver();
      expect(await journal.append(batch('run/a', 0))).toMatchObject({ ok: true });
    });

    test('sees through what it remembers: a head that another handle moved is found in both directions', async () => {
      const second = await another();
      await journal.append(batch('run/a', 0));
      expect(await second.append(batch('run/a', 1))).toMatchObject({ ok: true, seq: 2 });
      expect(await journal.append(batch('run/a', 1))).toEqual({ ok: false, refused: 'conflict', seq: 2 });
      await second.append(batch('run/a', 2));
      expect(await journal.append(batch('run/a', 3))).toMatchObject({ ok: true, seq: 4 });
      expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 4 });
    });

    test('chains the hashes of a stream over body, time and the hash before (JOURNAL-4)', async () => {
      const event = { type: 'b', z: 1, a: 2 };
      await journal.append({ stream: 'run/a', after: 0, at, events: [event] });
      await journal.append(batch('run/a', 1));
      const [first, second] = await journal.read('run/a');
      expect(first?.previous).toBe('0'.repeat(64));
      const body = '{"a":2,"type":"b","z":1}';
      const link = { previous: '0'.repeat(64), stream: 'run/a', seq: 1, at, body };
      expect(first?.hash).toBe(linkHash(link));
      expect(second?.previous).toBe(first?.hash);
    });

    test('gives equal histories equal hashes, whoever wrote them and wherever they lie', async () => {
      const elsewhere = await makeStore();
      const other = await elsewhere.open();
      await other.append(batch('home', 0, 3));
      await other.takeOver();
      await other.append(batch('run/a', 0, 2));
      await journal.append(batch('run/a', 0, 2));
      expect((await other.read('run/a')).at(-1)?.hash).toBe((await journal.read('run/a')).at(-1)?.hash);
      await other.close();
      await elsewhere.remove();
    });

    test('verifies a whole stream and names the blobs its events name', async () => {
      const blob = `sha256:${'ab'.repeat(32)}`;
      const event = { type: 'x', deep: [{ blob }], text: `not ${blob}`, again: blob };
      await journal.append({ stream: 'run/a', after: 0, at, events: [noted(1), event] });
      const head = (await journal.read('run/a')).at(-1)?.hash;
      expect(await journal.verify('run/a')).toEqual({ ok: true, events: 2, head, blobs: [blob] });
      expect(await journal.verify('run/none')).toMatchObject({ ok: true, events: 0, blobs: [] });
    });

    test('changes summary and inbox with the events, and not at all when the append is refused', async () => {
      const opened = { summary: summary('a', { status: 'waiting' }), inbox: [item('a', 'g1')] };
      await journal.append(withView(batch('run/a', 0), opened));
      expect(await journal.summaries()).toEqual([opened.summary]);
      expect(await journal.inbox()).toEqual(opened.inbox);
      const late = { summary: summary('a', { title: 'late' }), inbox: [] };
      expect(await journal.append(withView(batch('run/a', 0), late))).toMatchObject({ refused: 'conflict' });
      expect(await journal.summaries()).toEqual([opened.summary]);
      expect(await journal.inbox()).toEqual(opened.inbox);
      const decided = { summary: summary('a'), inbox: [] };
      await journal.append(withView(batch('run/a', 1), decided));
      expect(await journal.summaries()).toEqual([decided.summary]);
      expect(await journal.inbox()).toEqual([]);
    });

    test('keeps the view of a run when an append brings none', async () => {
      await journal.append(withView(batch('run/a', 0), { summary: summary('a'), inbox: [item('a', 'g1')] }));
      await journal.append(batch('run/a', 1));
      expect(await journal.summaries()).toHaveLength(1);
      expect(await journal.inbox()).toHaveLength(1);
    });

    test('replaces the items of one run and leaves the others, oldest first', async () => {
      const first = { summary: summary('a'), inbox: [item('a', 'g1', at + 5), item('a', 'g2', at + 1)] };
      await journal.append(withView(batch('run/a', 0), first));
      await journal.append(
        withView(batch('run/b', 0), { summary: summary('b'), inbox: [item('b', 'g', at + 3)] }),
      );
      expect((await journal.inbox()).map(({ gate }) => gate)).toEqual(['g2', 'g', 'g1']);
      await journal.append(withView(batch('run/a', 1), { ...first, inbox: [item('a', 'g3', at + 9)] }));
      expect((await journal.inbox()).map(({ gate }) => gate)).toEqual(['g', 'g3']);
    });

    test('shows what another handle changed in the inbox, also after it went back to what it was', async () => {
      const second = await another();
      const view = { summary: summary('a'), inbox: [item('a', 'g1')] };
      await journal.append(withView(batch('run/a', 0), view));
      await second.append(withView(batch('run/a', 1), { ...view, inbox: [] }));
      expect(await journal.inbox()).toEqual([]);
      await journal.append(withView(batch('run/a', 2), view));
      expect(await second.inbox()).toEqual(view.inbox);
    });

    test('shows of appends that are called at once what the last that was taken brings', async () => {
      const views = ['first', 'second', 'refused'].map((title) => ({
        summary: summary('a', { title }),
        inbox: [item('a', title)],
      }));
      const answers = await Promise.all(
        views.map((view, index) => journal.append(withView(batch('run/a', Math.min(index, 1)), view))),
      );
      expect(answers.map(({ ok }) => ok)).toEqual([true, true, false]);
      expect(await journal.summaries()).toEqual([views[1]?.summary]);
      expect(await journal.inbox()).toEqual(views[1]?.inbox);
    });

    test('filters summaries by repository and by whether the run is open, newest change first', async () => {
      const runs = [
        summary('a', { updatedAt: at + 1 }),
        summary('b', { updatedAt: at + 9, status: 'completed' }),
        summary('c', { updatedAt: at + 5, status: 'blocked', repository: 'quay' }),
      ];
      for (const one of runs) {
        await journal.append(withView(batch(`run/${one.run}`, 0), { summary: one, inbox: [] }));
      }
      expect(names(await journal.summaries())).toEqual(['b', 'c', 'a']);
      expect(names(await journal.summaries({ open: true }))).toEqual(['c', 'a']);
      expect(names(await journal.summaries({ open: false }))).toEqual(['b']);
      expect(names(await journal.summaries({ repository: 'harbour' }))).toEqual(['b', 'a']);
      expect(names(await journal.summaries({ runs: ['a', 'c', 'none'] }))).toEqual(['c', 'a']);
      expect(names(await journal.summaries({ runs: ['a', 'b'], open: true }))).toEqual(['a']);
      expect(names(await journal.summaries({ repository: 'quay', open: false }))).toEqual([]);
    });

    test('changes facts of repositories with the events, and not at all when the append is refused', async () => {
      await remember([fact('f1'), fact('f2', { changedAt: at + 1 })]);
      expect(await journal.facts({ factsMax: 100 })).toEqual([fact('f2', { changedAt: at + 1 }), fact('f1')]);
      expect(await remember([fact('f1', { state: 'withdrawn' })])).toMatchObject({ refused: 'conflict' });
      expect(await journal.facts({ factsMax: 100 })).toHaveLength(2);
      await remember([fact('f1', { state: 'withdrawn', changedAt: at + 2 })], 1);
      expect(await journal.facts({ factsMax: 1 })).toEqual([
        fact('f1', { state: 'withdrawn', changedAt: at + 2 }),
      ]);
    });

    test.each(['date helper', 'DATE_HELPER', 'date-helper', 'helper   date', 'elp', 'Größe', ''])(
      '[C6] finds a fact by "%s": case, space, underscore and hyphen are alike',
      async (words) => {
        const found1 = fact('f1', {
          key: 'said/use-date_helper',
          text: 'Use the date-Helper for GRÖSSE größe.',
        });
        await remember([found1, fact('f2', { text: 'Something else' })]);
        expect(await found({ words })).toContain('f1');
        expect(await found({ words: `${words} nowhere` })).toEqual([]);
      },
    );

    test('gives facts by repository, and by what may hold in a run', async () => {
      const own = { scope: 'run', state: 'candidate' } as const;
      const other = { sources: [{ run: 'r-2', stage: 'planning', rule: 'note' }] } as const;
      await remember([
        fact('promoted'),
        fact('candidate', { state: 'candidate' }),
        fact('gone', { scope: 'run', state: 'withdrawn' }),
        fact('own', own),
        fact('others', { ...own, ...other }),
        fact('elsewhere', { repository: 'quay' }),
      ]);
      expect(await found({ repository: 'quay' })).toEqual(['elsewhere']);
      expect(await found({ repository: 'harbour', heldIn: 'r-1' })).toEqual(['own', 'promoted']);
      expect(await found({ heldIn: 'r-2' })).toEqual(['others', 'promoted', 'elsewhere']);
    });

    test('shows a handle opened later the facts', async () => {
      await remember([fact('f1')]);
      expect(await (await another()).facts({ factsMax: 9 })).toEqual([fact('f1')]);
    });

    test('shows a handle opened later everything that was acknowledged (JOURNAL-2)', async () => {
      const view = { summary: summary('a'), inbox: [item('a', 'g1')] };
      await journal.append(withView(batch('run/a', 0, 3), view));
      const before = await journal.read('run/a');
      await journal.close();
      journal = await store.open();
      expect(await journal.read('run/a')).toEqual(before);
      expect(await journal.summaries()).toEqual([view.summary]);
      expect(await journal.inbox()).toEqual(view.inbox);
      expect(await journal.verify('run/a')).toMatchObject({ ok: true, events: 3 });
      expect(await journal.append(batch('run/a', 3))).toMatchObject({ ok: true, seq: 4 });
    });

    test('finishes what was appended before it closed, refuses what comes after, and closes twice as once', async () => {
      const last = journal.append(batch('run/a', 0));
      await journal.close();
      await journal.close();
      expect(await last).toMatchObject({ ok: true });
      await expect(journal.append(batch('run/a', 1))).rejects.toMatchObject({ code: 'closed' });
      await expect(journal.takeOver()).rejects.toMatchObject({ code: 'closed' });
    });
  });
}
