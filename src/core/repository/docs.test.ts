import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver, Options } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  answered,
  docsAnswer,
  drive,
  dueNow,
  failing,
  me,
  question,
  seenAs,
  testCheck,
  verdictAnswer,
} from '../../../test/support/core.ts';
import { documents } from './docs.ts';
import type { Effect, Outcome } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';
import { evolve } from '../evolve/evolve.ts';
import type { DocsPolicy } from '../policy.ts';
import { must, openGates } from '../run.ts';
import { statusOf } from '../status.ts';
import type { DocTrust } from './survey.ts';

const [architecture = '', style = '', findings = ''] = documents;

interface Keeping extends Options {
  readonly found?: readonly DocTrust[];
  readonly docs?: Partial<DocsPolicy>;
}

/** A run whose policy keeps documents right. */
function keeping({ found, docs, policy, script, ...options }: Keeping = {}): Driver {
  return drive({
    ...options,
    policy: { docs: { refresh: 'stale', deliver: 'off', ...docs }, ...policy },
    script: (effect, run) => (effect.kind === 'survey' ? surveyed(found ?? []) : script?.(effect, run)),
  });
}

function surveyed(docs: readonly DocTrust[]): Outcome {
  const result = { tree: 'tree c0', checks: [testCheck], dirty: 'clean', problems: [], docs } as const;
  return { type: 'done', kind: 'survey', result };
}

const trusted = (path: string, cites: readonly string[] = []): DocTrust => ({
  path,
  trust: 'trusted',
  cites,
});

function passDue(driver: Driver): Effect<'ask'> | undefined {
  return effectsDue(driver.run()).find(
    (effect): effect is Effect<'ask'> => effect.kind === 'ask' && effect.input.docs !== undefined,
  );
}

/** Begun and under way: the run goes on as if it took for ever. */
function begunIn(driver: Driver): Effect {
  return driver.begin('ask', 'documenter');
}

/** Goes on without ever ending what is done beside. */
function goBeside(driver: Driver, until: () => boolean): void {
  for (let step = 0; step < 200 && !until(); step += 1) {
    const next = effectsDue(driver.run()).find(({ line }) => !line.startsWith('docs/'));
    const [gate] = openGates(driver.run());
    if (next !== undefined) driver.perform(next.kind, next.subject);
    else driver.decide(must(gate, 'a gate is open').kind);
  }
}

const inStage = (driver: Driver, stage: string) => () => driver.run().visit.stage === stage;
const namesTold = (driver: Driver, kind: 'ask' | 'attempt') =>
  effectsDue(driver.run())
    .filter(
      (effect): effect is Effect<'ask' | 'attempt'> =>
        effect.kind === kind && !effect.line.startsWith('docs/'),
    )
    .flatMap((effect) => effect.input.inputs.map(({ name, blob }) => [name, blob]));
const count = (driver: Driver, type: string) => driver.events().filter((event) => event.type === type).length;

describe('documents about the repository [I6]', () => {
  test('are nobody’s business where policy does not say so', () => {
    const driver = drive().to('planning');
    expect(dueNow(driver.run())).not.toContain('ask documenter');
    expect(count(driver.go(), 'docs.refreshed')).toBe(0);
    expect(count(keeping({ docs: { refresh: 'off', deliver: 'commit' } }).go(), 'docs.refreshed')).toBe(0);
  });

  test('that are missing, stale or unknown are asked for beside planning, and trusted ones are not', () => {
    const driver = keeping({
      found: [{ path: architecture, trust: 'stale' }, { path: style, trust: 'unknown' }, trusted(findings)],
    }).to('planning');
    expect(dueNow(driver.run())).toEqual(['ask planner', 'ask documenter']);
    expect(passDue(driver)?.input).toMatchObject({
      role: 'documenter',
      mode: 'investigate',
      docs: [architecture, style],
      commit: 'c0',
    });
    const all = keeping({ found: documents.map((path) => trusted(path)) }).to('planning');
    expect(passDue(all)).toBeUndefined();
    expect(passDue(keeping().to('planning'))?.input.docs).toEqual(documents);
  });

  test('never keep planning waiting, and outlive the visits until they are written', () => {
    const driver = keeping().to('planning');
    const pass = begunIn(driver);
    expect(dueNow(driver.run())).toContain('ask planner');
    goBeside(driver, () => openGates(driver.run()).length > 0);
    expect(statusOf(driver.run())).toBe('waiting'); // the plan gate: nobody waits for the documenter
    goBeside(driver, inStage(driver, 'implementation'));
    expect(effectsDue(driver.run())).toContainEqual(pass);
    expect(namesTold(driver, 'attempt')).not.toContainEqual([
      `${style}, refreshed in this run`,
      `new ${style}`,
    ]);
    driver.end(pass, answered(docsAnswer([style])));
    expect(namesTold(driver, 'attempt')).toContainEqual([`${style}, refreshed in this run`, `new ${style}`]);
    expect(passDue(driver)).toBeUndefined();
  });

  test('that an earlier run wrote are told from the start, and the newer text once there is one', () => {
    const kept: DocTrust = { path: style, trust: 'trusted', text: 'kept' };
    const driver = keeping({ found: [kept, trusted(architecture)] }).to('analysis');
    expect(namesTold(driver, 'ask')).toContainEqual([`${style}, refreshed in an earlier run`, 'kept']);
    driver.to('planning');
    const pass = begunIn(driver);
    driver.end(pass, answered(docsAnswer([findings])));
    expect(namesTold(driver, 'ask')).toContainEqual([`${style}, refreshed in an earlier run`, 'kept']);
    const anew = keeping({
      found: [{ ...kept, cites: ['src/'] }, trusted(architecture), trusted(findings)],
    }).to('completion');
    anew.perform('ask', 'documenter');
    expect(anew.run().docs.fresh).toMatchObject([{ path: style, blob: `new ${style}` }]);
  });

  test('take only room that no other launch of the run wants', () => {
    const driver = keeping({ policy: { slots: 1 } }).to('planning');
    expect(passDue(driver)).toBeUndefined();
    driver.go((run) => openGates(run).length > 0);
    expect(passDue(driver)).toBeDefined(); // nobody else is at work while a person thinks
  });

  test.each([
    ['an agent that fails', failing('agent-failed'), 4],
    ['a login that does not work', failing('auth'), 1],
    ['a quota', failing('quota', { resetsAt: 99 }), 1],
    ['a question', question('ask'), 2],
    ['another answer', answered(verdictAnswer()), 2],
    ['no document at all', answered(docsAnswer([])), 2],
    ['a document nobody asked for', answered(docsAnswer(['README.md'])), 2],
  ])('are given up after %s, which is a warning and stops nothing', (_, outcome, launches) => {
    const driver = keeping({
      script: (effect) => (effect.line.startsWith('docs/') && effect.kind === 'ask' ? outcome : undefined),
    }).go();
    expect(driver.run().ended).toBe('completed');
    expect(driver.run().docs).toMatchObject({ over: ['before'], fresh: [] });
    expect(driver.run().spend.roles.documenter).toBe(launches);
    expect(driver.run().gates.map((gate) => gate.kind)).toEqual(['plan', 'merge']);
  });

  test('are given to whoever takes over, where policy has the agent that fails replaced', () => {
    const policy = { alternatives: { documenter: 1 }, onQuota: 'fail-over' } as const;
    const driver = keeping({ policy }).to('planning');
    const provenance = { agent: 'first', transcript: 't' };
    driver.end(begunIn(driver), failing('quota', { resetsAt: 99, provenance }));
    expect(passDue(driver)?.input).toMatchObject({ cast: { rank: 1 } });
    expect(driver.run().docs.over).toEqual([]);
  });

  test('are asked for again where they were stopped, also in another visit', () => {
    const driver = keeping().to('planning');
    const pass = begunIn(driver);
    goBeside(driver, inStage(driver, 'implementation'));
    driver.send({ type: 'run.pause', by: me });
    expect(effectsDue(driver.run())).not.toContainEqual(pass);
    driver.end(pass, { type: 'stopped' });
    driver.send({ type: 'run.resume', by: me });
    expect(passDue(driver)).toMatchObject({ visit: driver.run().visit.n, n: 1 });
    const again = begunIn(driver);
    driver.end(again, { type: 'stopped' });
    expect(passDue(driver)?.n).toBe(2);
  });

  test('never make anybody ask for more budget', () => {
    const driver = keeping({ policy: { budget: { launches: 2 } } }).to('planning');
    driver.perform('ask', 'planner');
    expect(passDue(driver)).toBeUndefined();
    expect(openGates(driver.run()).map((gate) => gate.kind)).toEqual(['plan']);
  });
});

const wave = [aPlan([aTask('a')])];

/** An attempt that changed this file, as git saw it. */
function touching(effect: Effect, file: string): Outcome | undefined {
  if (effect.kind !== 'attempt') return undefined;
  const commit = `${file} ${effect.key}`;
  const result = {
    agent: 'x',
    transcript: 't',
    answer: 'delivered',
    files: 1,
    commit,
    tree: `tree ${commit}`,
    parent: effect.input.parent,
    touched: [file],
  } as const;
  return { type: 'done', kind: 'attempt', result };
}

describe('documents that a change made untrue [I6]', () => {
  const found = [trusted(architecture, ['src/']), trusted(style, ['lib/']), trusted(findings)];

  test('are written anew once after review, with the change at hand', () => {
    const driver = keeping({ found, plans: wave }).to('completion');
    const pass = passDue(driver);
    const { base, head } = theRepository(driver.run());
    expect(pass?.input).toMatchObject({
      docs: [architecture],
      commit: head.commit,
      diff: { from: base.commit, to: head.commit },
    });
    driver.go();
    expect(driver.run()).toMatchObject({ ended: 'completed', docs: { over: ['after'], committed: [] } });
    expect(count(driver, 'docs.refreshed')).toBe(1);
    expect(count(driver, 'docs.committed')).toBe(0);
  });

  test('are kept although the run is completed before they are written', () => {
    const driver = keeping({ found }).to('completion');
    const pass = begunIn(driver);
    goBeside(driver, () => driver.run().ended === 'completed');
    expect(effectsDue(driver.run())).toContainEqual(pass);
    driver.end(pass);
    expect(driver.run().docs.fresh).toMatchObject([{ path: architecture }]);
  });

  test('are left alone where the change wrote them itself, or touched nothing they speak of', () => {
    const own = [aPlan([aTask('a', { files: ['src/a.ts', architecture] })])];
    expect(count(keeping({ found, plans: own }).go(), 'docs.refreshed')).toBe(0);
    const other = [aPlan([aTask('a', { files: ['bin/a.ts'] })])];
    expect(count(keeping({ found, plans: other }).go(), 'docs.refreshed')).toBe(0);
  });

  test('are judged by what git saw touched, where that is known', () => {
    const driver = keeping({ found, plans: wave, script: (effect) => touching(effect, 'lib/b.ts') }).to(
      'completion',
    );
    expect(passDue(driver)?.input.docs).toEqual([style]);
  });
});

describe('documents for the pull request [I6]', () => {
  const docs = { deliver: 'commit' } as const;

  test('are on the branch in a commit of their own before the change is evaluated', () => {
    const driver = keeping({ docs, plans: wave });
    driver.to('evaluation');
    const { head } = theRepository(driver.run());
    expect(head.commit).toMatch(/^docs on /);
    expect(driver.run().docs.committed.map(({ path }) => path)).toEqual(documents);
    expect(count(driver, 'docs.refreshed')).toBe(2); // beside planning, and for what the change touched
    expect(effectsDue(driver.run()).find(({ kind }) => kind === 'check')?.input).toMatchObject(head);
    driver.go();
    expect(driver.run().ended).toBe('completed');
    expect(count(driver, 'docs.committed')).toBe(1);
  });

  test('are waited for at the end of implementation', () => {
    const driver = keeping({ docs }).to('planning');
    const pass = begunIn(driver);
    goBeside(driver, () => driver.run().tasks.some((state) => state.at === 'integrated'));
    expect(driver.run().visit.stage).toBe('implementation');
    expect(dueNow(driver.run())).toEqual(['ask documenter']);
    expect(statusOf(driver.run())).toBe('running');
    driver.end(pass);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('are committed again only where a later text is another one', () => {
    let reviews = 0;
    const driver = keeping({
      docs,
      script: (effect) => {
        if (effect.kind !== 'ask' || effect.input.role !== 'reviewer') return undefined;
        reviews += 1;
        return reviews === 1 ? answered(verdictAnswer({ conclusion: 'revise' })) : undefined;
      },
    }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', rounds: { fix: 1 } });
    expect(count(driver, 'docs.committed')).toBe(1);
  });

  test('are committed once more where a fix touches what they speak of', () => {
    let reviews = 0;
    const driver = keeping({
      docs,
      script: (effect, run) => {
        if (effect.kind === 'attempt')
          return touching(effect, run.rounds.fix === 0 ? 'src/a.ts' : 'lib/b.ts');
        if (effect.kind !== 'ask') return undefined;
        const { docs: asked = [], role } = effect.input;
        if (effect.line === 'docs/before') return answered(docsAnswer(asked, ['lib/b.ts']));
        if (effect.line === 'docs/after') {
          const written = [{ path: style, blob: 'newer', cites: [] }];
          return answered({ ...docsAnswer([]), answer: 'docs', documents: written });
        }
        if (role !== 'reviewer') return undefined;
        reviews += 1;
        return reviews === 1 ? answered(verdictAnswer({ conclusion: 'revise' })) : undefined;
      },
    }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', docs: { over: ['before', 'after'] } });
    expect(count(driver, 'docs.committed')).toBe(2);
    expect(driver.run().docs.committed).toEqual([
      { path: architecture, blob: `new ${architecture}` },
      { path: findings, blob: `new ${findings}` },
      { path: style, blob: 'newer' },
    ]);
  });

  test('keep to themselves what is protected and what the change wrote itself', () => {
    const own = [aPlan([aTask('a', { files: ['src/a.ts', style] })])];
    const driver = keeping({ docs, plans: own, policy: { protectedPaths: [findings] } }).to('evaluation');
    expect(driver.run().docs.committed.map(({ path }) => path)).toEqual([architecture]);
    const none = keeping({ docs, policy: { protectedPaths: ['docs/'] } }).go();
    expect(none.run().ended).toBe('completed');
    expect(count(none, 'docs.committed')).toBe(0);
  });

  test('do not void the order to merge the same change on a target that moved', () => {
    const base = { commit: 'c9', tree: 'tree c9' };
    const asked: string[] = [];
    let tried = 0;
    const driver = keeping({
      docs,
      script: (effect, run) => {
        if (effect.kind === 'merge' && (tried += 1) === 1) {
          return { type: 'done', kind: 'merge', result: { moved: base } };
        }
        const moves =
          effect.kind === 'inspect' && tried > 0 && theRepository(run).base.commit !== base.commit;
        return moves ? seenAs({ base })(run) : undefined;
      },
      person: (gate) => {
        if (gate.kind === 'merge') asked.push(gate.digest);
        return undefined;
      },
    }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', rounds: { rebase: 1 } });
    expect(count(driver, 'docs.committed')).toBe(2);
    expect(asked).toHaveLength(1);
    const { mergeOrder } = driver.run();
    expect(mergeOrder?.documents.map(({ path }) => path)).toEqual(documents);
    const other = [{ path: style, blob: 'words that nobody ordered' }];
    const head = { commit: 'c10', tree: 'tree c10' };
    const later = evolve(driver.run(), { type: 'docs.committed', documents: other, head }, 1);
    expect(later.mergeOrder).toEqual(mergeOrder);
  });

  test('are theirs who changed them on a target that moved (REPOSITORY-DOCS-4)', () => {
    const base = { commit: 'c9', tree: 'tree c9' };
    const asked: (readonly (string | undefined)[])[] = [];
    const driver = keeping({
      docs,
      script: (effect, run) => {
        if (effect.kind === 'inspect' && theRepository(run).base.commit !== base.commit)
          return seenAs({ base })(run);
        if (effect.kind !== 'commit-docs') return undefined;
        asked.push(effect.input.documents.map(({ since }) => since));
        const head = { commit: 'c10', tree: 'tree c10' };
        return run.rounds.rebase === 0
          ? undefined
          : { type: 'done', kind: 'commit-docs', result: { ...head, left: [style] } };
      },
    }).go();
    expect(asked).toEqual([Array.from(documents, () => undefined), Array.from(documents, () => 'c0')]);
    const kept = [architecture, findings];
    expect(driver.run().docs.committed.map(({ path }) => path)).toEqual(kept);
    expect(driver.run().docs.fresh.map(({ path }) => path)).toEqual(kept);
    expect(driver.run().ended).toBe('completed');
  });

  test('that cannot be committed are left out, and the run goes on', () => {
    const driver = keeping({
      docs,
      script: (effect) => (effect.kind === 'commit-docs' ? failing('disk-full') : undefined),
    }).go();
    expect(driver.run()).toMatchObject({ ended: 'completed', docs: { committed: [] } });
  });

  test('are not waited for where the budget cannot pay for them', () => {
    const driver = keeping({ docs, policy: { slots: 1, gates: { plan: false }, budget: { launches: 3 } } });
    driver.go();
    expect(driver.run()).toMatchObject({ ended: 'completed', docs: { fresh: [], committed: [] } });
  });
});

test('documents are not waited for where a stage has no launch left for them', () => {
  const budget = { stages: { implementation: { launches: 1 } } };
  const docs = { deliver: 'commit' } as const;
  const driver = keeping({ docs, policy: { slots: 1, gates: { plan: false }, budget } });
  driver.go();
  expect(driver.run()).toMatchObject({ ended: 'completed', docs: { fresh: [], committed: [] } });
});
