// Runs of more than one repository, as far as their shape goes: whatever is about a repository names it, and what lets a
// run on holds in every one of them.

import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aRemark,
  aStart,
  aTask,
  checkedAs,
  drive,
  failing,
  me,
  saying,
  seenAs,
  testCheck,
  verdictAnswer,
  answered,
} from '../../test/support/core.ts';
import type { Driver, Options, Script } from '../../test/support/core.ts';
import { effectsDue } from './effects-due.ts';
import type { Effect } from './effects.ts';
import { startOf } from './evolve/start.ts';
import type { RunStarted } from './events.ts';
import { falseClaims } from './pipeline/carried.ts';
import * as conditions from './pipeline/conditions.ts';
import type { Run } from './run.ts';
import { headsOf, must, openGates, repositoryOf, startedIn } from './run.ts';
import { fewerHere } from './stages/tampering.ts';
import { withChain } from './tasks/queue.ts';

const repositories: RunStarted['repositories'] = [
  { alias: 'main', repository: 'repo', base: { branch: 'trunk', commit: 'c0' } },
  { alias: 'web', repository: 'pages', base: { branch: 'live', commit: 'w0' } },
];
const plan = aPlan([aTask('a'), aTask('b', { repository: 'web' })]);

const both = (options: Options = {}): Driver => drive({ repositories, plans: [plan], ...options });

const inEach = <T>(run: Run, of: (alias: string) => T): readonly T[] =>
  run.repositories.map(({ alias }) => of(alias));

const begun = (driver: Driver): readonly Effect[] =>
  driver.events().flatMap((event) => (event.type === 'effect.begun' ? [event.effect] : []));

/** Where effects of a kind were performed, each place once. */
const placesOf = (driver: Driver, kind: Effect['kind']): readonly string[] => [
  ...new Set(begun(driver).flatMap((effect) => (effect.kind === kind ? [effect.repository] : []))),
];

const inWeb =
  (script: Script): Script =>
  (effect, run) =>
    effect.repository === 'web' ? script(effect, run) : undefined;

describe('the repository of something', () => {
  const run = startOf({ ...aStart(), repositories }, 1);

  test('is the one it names', () => {
    expect(repositoryOf(run, { repository: 'main' }).repository).toBe('repo');
    expect(repositoryOf(run, { repository: 'web' }).repository).toBe('pages');
  });

  test('is where the run was started, where it names none', () => {
    expect(repositoryOf(run, {})).toBe(startedIn(run));
    expect(startedIn(run).alias).toBe('main');
  });

  test('is one of the run', () => {
    expect(() => repositoryOf(run, { repository: 'other' })).toThrow(
      'the repository other is one of the run',
    );
  });
});

describe('a run of two repositories', () => {
  test('goes from its ticket to two merges, and nothing is due twice', () => {
    const driver = both().go();
    expect(driver.run().ended).toBe('completed');
    expect(
      inEach(driver.run(), (repository) => repositoryOf(driver.run(), { repository }).pullRequest?.merged),
    ).toEqual(['merged head c0+a.5.1', 'merged head w0+b.5.1']);
    const keys = begun(driver).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test.each([
    'survey',
    'check',
    'integrate',
    'compare',
    'screen',
    'push',
    'open-pull-request',
    'inspect',
    'merge',
  ] as const)('has %s done in both, each under a key of its own', (kind) => {
    const driver = both().go();
    expect(placesOf(driver, kind)).toEqual(['main', 'web']);
    for (const effect of begun(driver)) expect(effect.key.startsWith(`${effect.repository}/`)).toBe(true);
  });

  test('asks about the ticket as a whole where it was started', () => {
    const driver = both().go();
    for (const kind of [
      'fetch-ticket',
      'reserve',
      'comment-ticket',
      'transition-ticket',
      'write-artifacts',
    ] as const) {
      expect(placesOf(driver, kind)).toEqual(['main']);
    }
  });

  test('tells its ticket once there is a pull request in both', () => {
    const driver = both().to('completion');
    driver.go((run) => startedIn(run).pullRequest !== undefined);
    const told = () => effectsDue(driver.run()).some(({ kind }) => kind === 'comment-ticket');
    expect(told()).toBe(false);
    driver.go((run) => run.repositories.every(({ pullRequest }) => pullRequest !== undefined));
    expect(told()).toBe(true);
  });

  test('works on a task in its repository, on the head that has', () => {
    const driver = both().to('implementation');
    expect(driver.begin('attempt', 'a')).toMatchObject({ repository: 'main', input: { parent: 'c0' } });
    expect(driver.begin('attempt', 'b')).toMatchObject({ repository: 'web', input: { parent: 'w0' } });
  });

  test('moves the head of one and leaves that of the other', () => {
    const driver = both().go((run) => run.tasks.some((state) => state.at === 'integrated'));
    const heads = driver.run().repositories.map(({ head }) => head.commit);
    expect(heads).toEqual(['head c0+a.5.1', 'w0']);
    expect(headsOf(driver.run())).toBe('main:head c0+a.5.1 web:w0');
  });

  test('holds each repository against its own checks', () => {
    const driver = both().to('evaluation');
    const checks = effectsDue(driver.run()).flatMap((effect) => (effect.kind === 'check' ? [effect] : []));
    expect(checks.map(({ repository, input }) => [repository, input.commit, input.checks])).toEqual([
      ['main', 'head c0+a.5.1', [{ ...testCheck, repository: 'main' }]],
      ['web', 'head w0+b.5.1', [{ ...testCheck, repository: 'web' }]],
    ]);
  });

  test('is looked at again as a whole, where the pre-flight of one fails', () => {
    const script = inWeb((effect) =>
      effect.kind === 'survey'
        ? {
            type: 'done',
            kind: 'survey',
            result: { tree: 't', checks: [], dirty: 'clean', problems: ['no git'] },
          }
        : undefined,
    );
    const driver = both({ script }).go();
    expect(driver.run()).toMatchObject({ blocked: 'pre-flight failed', preflight: ['no git'] });
  });
});

describe('what lets a run of two repositories on', () => {
  test('is evidence for both: one that is red is worked on again', () => {
    const script = inWeb((effect, run) =>
      effect.kind === 'check' && run.visit.stage === 'evaluation' ? checkedAs('FAIL', effect) : undefined,
    );
    const driver = both({ script }).go((run) => run.rounds.bug === 1);
    expect(driver.taken().at(-1)).toBe('evaluation → analysis: bug round');
  });

  test('is a reviewer who passed both', () => {
    const script = inWeb((effect, run) =>
      effect.kind === 'ask' && run.visit.stage === 'review'
        ? answered(verdictAnswer({ conclusion: 'reject' }))
        : undefined,
    );
    const driver = both({ script }).go((run) => run.rounds.review === 1);
    expect(driver.taken().at(-1)).toBe('review → planning: the reviewer rejected the change');
  });

  test('is a forge that would merge both: neither is merged while one could not be', () => {
    const script = inWeb((effect, run) =>
      effect.kind === 'inspect' && run.visit.stage === 'merge' ? seenAs({ head: 'theirs' })(run) : undefined,
    );
    const driver = both({ script }).go();
    expect(driver.run().blocked).toBe('somebody else rewrote the branch of the pull request');
    expect(placesOf(driver, 'merge')).toEqual([]);
  });

  test('is an order for both heads, and no other', () => {
    const driver = both().to('merge');
    driver.go((run) => openGates(run).length > 0);
    const heads = headsOf(driver.run());
    expect(openGates(driver.run())).toMatchObject([{ kind: 'merge', digest: heads }]);
    expect(driver.refused({ type: 'run.merge', by: me, head: 'head c0+a.5.1' })).toMatchObject({
      refused: 'STATE_MISMATCH',
      actual: heads,
    });
    driver.send({ type: 'run.merge', by: me, head: heads });
    expect(effectsDue(driver.run()).filter(({ kind }) => kind === 'merge')).toHaveLength(2);
  });

  test('is news of either at its merge gate', () => {
    const driver = both()
      .to('merge')
      .go((run) => openGates(run).length > 0);
    const web = must(driver.run().repositories.at(-1)?.pullRequest?.seen, 'it was looked at');
    const { visit: _visit, ...seen } = web;
    const found = { ...seen, state: 'closed' as const };
    driver.send({ type: 'pull-request.see', repository: 'web', found });
    expect(driver.run().blocked).toBe('the pull request was closed');
  });
});

describe('a queue of two repositories', () => {
  test('is one for each: what is merged in the one keeps nothing of the other waiting', () => {
    const driver = both({ policy: { slots: 2 } }).to('implementation');
    for (const id of ['a', 'b']) driver.perform('attempt', id);
    for (const id of ['a', 'b']) driver.perform('check', `task-${id}`);
    for (const id of ['a', 'b']) driver.perform('ask', `reviewer-${id}`);
    const integrating = () =>
      effectsDue(driver.run()).flatMap(({ kind, repository }) => (kind === 'integrate' ? [repository] : []));
    expect(integrating()).toEqual(['main', 'web']);
    driver.begin('integrate');
    expect(integrating()).toEqual(['main', 'web']);
  });
});

const seenIn = (run: Run, alias: string) => {
  const outcome = seenAs({ head: repositoryOf(run, { repository: alias }).head.commit })(run);
  if (outcome.type !== 'done' || outcome.kind !== 'inspect') throw new Error('a look has an answer');
  return outcome.result;
};

const remarked = (run: Run, alias: string) => {
  const seen = { ...seenIn(run, alias), remarks: [aRemark('c-1')] };
  return { type: 'done', kind: 'inspect', result: seen } as const;
};

describe('what is said on the pull request of one', () => {
  test('is sorted before the run goes on, though nobody said anything on the other', () => {
    const driver = both().to('triage');
    driver.perform('inspect');
    const effect = driver.begin('inspect');
    expect(effect.repository).toBe('web');
    driver.end(effect, remarked(driver.run(), 'web'));
    expect(conditions.remarksSorted.holds(driver.run())).toBe(false);
    expect(effectsDue(driver.run()).map(({ subject }) => subject)).toContain('dispatcher');
  });

  test('is heard where the other is merged already and looked at no more', () => {
    const driver = both().to('triage');
    driver.perform('inspect');
    const effect = driver.begin('inspect');
    driver.end(effect, remarked(driver.run(), 'web'));
    const [main, web] = driver.run().repositories;
    const there = must(main?.pullRequest, 'it was opened');
    const { seen: _seen, ...unseen } = there;
    const merged = {
      ...must(main, 'it is one'),
      pullRequest: { ...unseen, merged: 'm1', found: true as const },
    };
    const run = { ...driver.run(), repositories: [merged, must(web, 'it is the other')] };
    expect(conditions.remarksUnsorted.holds(run)).toBe(true);
  });
});

describe('a target that moves under one of two repositories', () => {
  test('takes along what was done there, and nothing of the other', () => {
    const base = { commit: 'w9', tree: 'tree w9' };
    const script = inWeb((effect, run) =>
      effect.kind === 'inspect' && repositoryOf(run, effect).base.commit === 'w0'
        ? seenAs({ head: repositoryOf(run, effect).head.commit, base })(run)
        : undefined,
    );
    const driver = both({ script }).go((run) => run.rounds.rebase === 1);
    expect(driver.run().repositories).toMatchObject([
      { base: { commit: 'c0' }, head: { commit: 'head c0+a.5.1' } },
      { base: { commit: 'w9' }, head: { commit: 'w9' } },
    ]);
    expect(driver.run().replay.map(({ task }) => task)).toEqual(['b']);
    expect(driver.run().steps.map(({ task }) => task)).toEqual(['a']);
    expect(driver.go().run().ended).toBe('completed');
  });
});

const bothMove: Script = (effect, run) => {
  const { alias, base, head } = repositoryOf(run, effect);
  const moved = { commit: `${alias} moved`, tree: `tree ${alias} moved` };
  return effect.kind === 'inspect' && base.commit.endsWith('0')
    ? seenAs({ head: head.commit, base: moved })(run)
    : undefined;
};

describe('what somebody else pushed in one', () => {
  test('is followed there, and leaves the other as it is', () => {
    const theirs = { commit: 'theirs', tree: 'tree theirs', isOnTop: true as const };
    let pushes = 0;
    const script: Script = (effect, run) => {
      if (effect.repository !== 'web') return undefined;
      const { pushed, pullRequest } = repositoryOf(run, effect);
      if (effect.kind === 'push' && pushed !== undefined) {
        pushes += 1;
        return pushes === 1 ? failing('ref-moved') : undefined;
      }
      return effect.kind === 'inspect' && pushes > 0 && pullRequest?.isShared !== true
        ? seenAs({ head: theirs.commit, foreign: theirs })(run)
        : undefined;
    };
    let asked = false;
    const person: Options['person'] = (gate) => {
      if (gate.kind !== 'merge' || asked) return undefined;
      asked = true;
      return saying('revise', 'shorter');
    };
    const driver = both({ script, person }).go();
    const of = (type: string) => driver.events().filter((event) => event.type === type);
    expect(of('branch.followed')).toMatchObject([{ repository: 'web', head: { commit: 'theirs' } }]);
    expect(of('branch.joined')).toMatchObject([{ repository: 'web' }]);
    expect([driver.run().blocked, driver.run().ended]).toEqual([undefined, 'completed']);
  });
});

describe('targets that move under both', () => {
  test('take along what was done in each', () => {
    const driver = both({ script: bothMove }).go((run) => run.rounds.rebase === 1);
    expect(driver.run().replay.map(({ task }) => task)).toEqual(['a', 'b']);
    expect(driver.run().repositories.map(({ head }) => head.commit)).toEqual(['main moved', 'web moved']);
    expect(driver.go().run().ended).toBe('completed');
  });
});

const point = (task: string, commit: string) => [{ task, commit, tree: `tree ${commit}` }];

describe('chains of two repositories', () => {
  test('stand side by side, and each takes the place of its own', () => {
    const run = both().to('implementation').run();
    const formed = withChain(withChain(run, point('a', 'x')), point('b', 'y'));
    expect(formed.queue?.map(({ commit }) => commit)).toEqual(['x', 'y']);
    expect(withChain(formed, point('a', 'z')).queue?.map(({ commit }) => commit)).toEqual(['y', 'z']);
  });
});

describe('what closes a run of two repositories', () => {
  test('is a landing in each: it has landed once both have', () => {
    const driver = both().go((run) => openGates(run).some((gate) => gate.kind === 'merge'));
    driver.send({ type: 'run.land', by: me, head: headsOf(driver.run()), how: 'branch' });
    driver.go((run) => startedIn(run).landed !== undefined);
    expect(driver.run().landed).toBeUndefined();
    driver.go();
    expect(placesOf(driver, 'land')).toEqual(['main', 'web']);
    expect(driver.run().landed).toMatchObject({ commit: 'merged head c0+a.5.1' });
  });

  test('is what was published taken back in each', () => {
    const driver = both().to('merge');
    driver.send({ type: 'run.cancel', by: me, discard: true });
    driver.go((run) => run.repositories.some(({ discarded }) => discarded === true));
    expect(driver.run().discard).toBe('ordered');
    driver.go();
    expect(placesOf(driver, 'discard')).toEqual(['main', 'web']);
    expect(driver.run().discard).toBe('done');
  });

  test('waits on a line of its own where the world fails it in one', () => {
    const script = inWeb((effect) => (effect.kind === 'push' && effect.n === 1 ? failing('io') : undefined));
    const driver = both({ script }).go((run) => run.holds.length > 0);
    expect(driver.run().holds).toMatchObject([{ line: '8/push/web' }]);
    expect(effectsDue(driver.run()).map(({ kind, repository }) => [kind, repository])).toContainEqual([
      'wait-until',
      'web',
    ]);
    expect(driver.go().run().ended).toBe('completed');
  });
});

describe('what is known of both', () => {
  test('is told together: fewer tests, and claims about a base', () => {
    const script = inWeb((effect) => {
      if (effect.kind !== 'check' || effect.subject !== 'run') return undefined;
      const outcome = checkedAs('PASS', effect);
      if (outcome.type !== 'done' || outcome.kind !== 'check') return undefined;
      const evidence = outcome.result.evidence.map((item) => ({ ...item, fewer: { base: 2, now: 1 } }));
      return { ...outcome, result: { evidence } };
    });
    const driver = both({ script })
      .to('evaluation')
      .go((run) => openGates(run).length > 0);
    expect(fewerHere(driver.run())).toMatchObject([{ check: 'test', base: 2, now: 1 }]);
    const validation = { workingDirectory: '.', checksPerTask: [], knownFailures: ['test'] };
    const claiming: Run = {
      ...driver.run(),
      plan: { ...plan, validation, visit: 1 },
      repositories: driver
        .run()
        .repositories.map(({ baseline, ...item }) =>
          item.alias === 'web' || baseline === undefined ? item : { ...item, baseline },
        ),
    };
    expect(falseClaims(claiming)).toMatchObject([{ blob: 'log of test' }]);
  });
});
