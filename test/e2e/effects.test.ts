// Whole runs in which people decide: gates, questions, rounds, budgets, landings. The journal tells what happened.

import { readFile } from 'node:fs/promises';
import { theRepository } from '../support/the-repository.ts';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { becomeOwner } from '../../src/app/home/owner.ts';
import { must, openGates } from '../../src/core/run.ts';
import type { App, Decide, Sample, Story } from '../support/app.ts';
import { gatesIn, of, person, reasonsIn, stagesIn, startApp, stateOf } from '../support/app.ts';
import { whenLine } from '../support/sample.ts';
import {
  analysedWith,
  answersInTurn,
  done,
  judged,
  oneTask,
  planned,
  recorder,
  said,
  scriptWith,
  tapCheck,
  write,
} from '../support/scripts.ts';

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) {
    const { trouble } = app;
    await app.close();
    expect(trouble).toEqual([]);
  }
});
async function appWith(sample: Sample | ((root: string) => Promise<Sample>)): Promise<App> {
  const app = await startApp(sample);
  apps.push(app);
  return app;
}

const changeA = [write('a.txt', 'new\n'), done];
const approveAll: Decide = (gate) => (gate.kind === 'merge' ? undefined : { answer: 'approve' });
const playedBy = (role: string, agent: string) => ({ default: 'scripted', [role]: agent });

describe('a run that goes well', () => {
  test('ends on the forge and in the tracker, and touches the repository only when it is told to land', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA) });
    const story = await app.play();
    expect(story.status).toBe('waiting');
    expect(gatesIn(story)).toEqual(['merge']);
    expect(reasonsIn(story)).toEqual([]);
    expect(await app.isUntouched()).toBe(true);
    const [pull, ...others] = await app.pullRequests(story);
    expect(others).toEqual([]);
    expect(pull?.title).toBe('T-1: Change the texts');
    expect(pull?.body).toContain('| test | PASS | 1 passed, 0 failed, 0 skipped |');
    expect(pull?.labels).toEqual(['auto-generated', 'feature']);
    expect(pull?.checks.map((check) => `${check.name} ${check.conclusion}`)).toEqual([
      'slipway / test success',
      'slipway / review success',
    ]);
    const { ref } = story.run.source;
    expect(await app.tools.localTracker.status(ref)).toEqual({ ok: true, value: 'in-review' });

    const landed = await app.land(story);
    expect(landed.status).toBe('completed');
    expect(await app.tools.localTracker.status(ref)).toEqual({ ok: true, value: 'done' });
    const branch = story.run.branch ?? '';
    expect(await app.repository.git('show', `${branch}:a.txt`)).toBe('new');
    expect(await app.repository.git('status', '--porcelain')).toBe('');
    expect(await readFile(path.join(app.repository.dir, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  test('is checked together with the base as it is by then, and fast-forwards although the owner went on', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA) });
    const story = await app.play();
    await app.repository.write('b.txt', 'the owner went on\n');
    await app.repository.commit('second');
    const landed = await app.land(story, 'fast-forward');
    expect(landed.run.landed?.branch).toBe('main');
    // The owner changed another file: the change stays as it was reviewed, and what is merged was checked beside it.
    expect(gatesIn(landed)).toEqual(['merge']);
    expect(landed.run.rounds).toMatchObject({ rebase: 0, bug: 0 });
    const tree = await app.repository.git('rev-parse', 'main^{tree}');
    const { evidence = [] } = theRepository(landed.run).pullRequest?.trial ?? {};
    expect(evidence.map((item) => [item.tree, item.verdict])).toEqual([[tree, 'PASS']]);
    expect(await app.repository.git('show', 'main:b.txt')).toBe('the owner went on');
    expect(await app.repository.git('show', 'main:a.txt')).toBe('new');
    expect(await app.repository.git('status', '--porcelain')).toBe('');
  });

  test('is not merged as an empty commit where the owner did the same meanwhile', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA) });
    const story = await app.play();
    await app.repository.write('a.txt', 'new\n');
    await app.repository.commit('the same');
    const ordered = await app.land(story);
    expect([ordered.status, ordered.run.blocked]).toEqual([
      'blocked',
      'nothing of the change is left: the target branch has all of it already',
    ]);
    expect(theRepository(ordered.run).pullRequest?.merged).toBeUndefined();
  });

  test('lands as a branch although the base moved on after the merge, and is not fast-forwarded over it', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA) });
    const story = await app.play();
    const merge = {
      type: 'run.merge',
      by: story.run.by,
      head: theRepository(story.run).head.commit,
    } as const;
    expect((await app.submit(story.run.id, merge)).ok).toBe(true);
    await app.settle(story.run.id);
    await app.repository.write('b.txt', 'the owner went on\n');
    const moved = await app.repository.commit('second');
    const refused = await app.land(story, 'fast-forward');
    expect(refused.status).toBe('completed');
    expect(refused.run.landed).toBeUndefined();
    const [words = ''] = await app.details(refused);
    expect(words).toContain('main has moved');
    expect(words).toContain('land the change as a branch');
    expect(await app.repository.git('rev-parse', 'main')).toBe(moved);

    const landed = await app.land(refused);
    expect(landed.run.landed?.branch).toBe(story.run.branch);
    expect(await app.repository.git('show', `${story.run.branch ?? ''}:a.txt`)).toBe('new');
    expect(await app.repository.git('rev-parse', 'main')).toBe(moved);
    expect(await app.repository.git('status', '--porcelain')).toBe('');
  });

  test('goes beside another one in the same repository, and both land', async () => {
    const app = await appWith(async (root) => {
      const planner = await recorder(
        root,
        'planner',
        `if grep -q 'T-1' "$PROMPT"; then\n${answersInTurn(planned([{ id: 'one', files: ['a.txt'] }]))}else\n${answersInTurn(planned([{ id: 'two', files: ['b.txt'] }]))}fi\n`,
      );
      return {
        config: { agents: { planner }, roles: playedBy('planner', 'planner') },
        script: scriptWith(
          [],
          [
            { role: 'implementer', task: 'one', do: changeA },
            { role: 'implementer', task: 'two', do: [write('b.txt', 'wasp\n'), done] },
          ],
        ),
      };
    });
    const ids = [await app.start({ id: 'T-1' }), await app.start({ id: 'T-2' })];
    const stories = await Promise.all(ids.map((id) => app.settle(id)));
    expect(stories.map((story) => story.run.visit.stage)).toEqual(['merge', 'merge']);
    expect(await app.isUntouched()).toBe(true);
    const branches: string[] = [];
    for (const story of stories) branches.push((await app.land(story)).run.landed?.branch ?? '');
    expect(new Set(branches).size).toBe(2);
    expect(await app.repository.git('show', `${branches[0] ?? ''}:a.txt`)).toBe('new');
    expect(await app.repository.git('show', `${branches[1] ?? ''}:b.txt`)).toBe('wasp');
    expect(await app.repository.git('show', 'main:a.txt')).toBe('one\ntwo\nthree');
  });

  test('is cancelled in the middle of an attempt: the agent is gone and nothing is published', async () => {
    const app = await appWith(async (root) => ({
      script: oneTask(
        ['a.txt'],
        [write('a.txt', 'half\n'), { run: `echo $PPID > '${root}/agent'` }, { hang: { ignoreTerm: true } }],
      ),
    }));
    const id = await app.start();
    const file = path.join(app.repository.root, 'agent');
    const pid = Number(await whenLine(file));
    expect(await app.submit(id, { type: 'run.cancel', by: person })).toMatchObject({ ok: true });
    const story = await app.settle(id);
    expect(story.status).toBe('cancelled');
    expect(await stateOf(pid)).toBe('gone');
    expect(of(story.events, 'effect.ended').find((event) => event.key.includes('/attempt/'))?.how).toBe(
      'stopped',
    );
    expect(await app.pullRequests(story)).toEqual([]);
    expect(await app.isUntouched()).toBe(true);
  });
});

const byHand = (app: App, { run }: Story) => {
  const { repository, head, pullRequest } = theRepository(run);
  const number = must(pullRequest, 'there is a pull request').number;
  return app.tools
    .forgeOf({ forge: 'local' })
    .merge({ repository, head: head.commit, number, message: 'by hand', at: 1 });
};

describe('a pull request at its merge gate', () => {
  test('that somebody merges on the forge completes the run, and nobody is asked any more', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA), config: { limits: { poll: '20ms' } } });
    const story = await app.play();
    expect([story.status, gatesIn(story)]).toEqual(['waiting', ['merge']]);
    const merged = await byHand(app, story);
    await vi.waitUntil(async () => (await app.story(story.run.id)).status === 'completed', {
      timeout: 30_000,
      interval: 20,
    });
    expect(openGates((await app.story(story.run.id)).run)).toEqual([]);
    expect((await app.land(story)).run.landed?.commit).toBe(merged.ok ? merged.value : '');
  });

  test('is looked at by the next owner at once, however far away the next look was', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], changeA), config: { limits: { poll: '1h' } } });
    const story = await app.play();
    await app.owner.close();
    await byHand(app, story);
    const heir = must(await becomeOwner(app.tools, { onTrouble: () => undefined }), 'the home is free');
    await heir.engine.recover();
    await heir.engine.settled(story.run.id);
    expect((await heir.runs.load(story.run.id))?.ended).toBe('completed');
    await heir.close();
  });
});

describe('pre-flight', () => {
  const gone = { type: 'command', command: ['no-such-program'] };

  test('comes too late for an agent whose program is missing: nothing is started, with what doctor says', async () => {
    const app = await appWith({
      config: { agents: { gone }, roles: { default: ['gone', 'scripted'] } },
      script: oneTask(['a.txt'], changeA),
    });
    await expect(app.start()).rejects.toMatchObject({
      exit: 'missing',
      message: expect.stringMatching(/no-such-program is not on the PATH.* Nothing was started\.$/),
    });
    expect(await app.owner.journal.summaries()).toEqual([]);
  });

  test('stops a run whose first agent cannot be used, and only warns of one that would take over', async () => {
    const loggedOut = { type: 'codex', program: process.execPath };
    const first = await appWith({
      config: { agents: { loggedOut }, roles: { default: ['loggedOut', 'scripted'] } },
      script: oneTask(['a.txt'], changeA),
    });
    const stopped = await first.play();
    expect(stopped.run).toMatchObject({ blocked: 'pre-flight failed', spend: { launches: 0 } });
    const second = await appWith({
      config: {
        gates: { plan: true },
        agents: { gone },
        roles: { default: { agent: 'scripted', fallbacks: ['gone'] } },
      },
      script: oneTask(['a.txt'], changeA),
    });
    const warned = await second.play();
    expect(gatesIn(warned)).toEqual(['plan']);
    expect(of(warned.events, 'survey.recorded').map(({ survey }) => survey)).toMatchObject([
      { problems: [], warnings: [expect.stringContaining('no-such-program is not on the PATH')] },
    ]);
  });

  test('warns of an agent that only a larger change, or a role that is not always asked, would need', async () => {
    const app = await appWith({
      config: {
        gates: { plan: true },
        agents: { gone, lost: { ...gone, command: ['nor-this-one'] } },
        roles: {
          default: 'scripted',
          designer: 'lost',
          implementer: { agent: 'scripted', tiers: { LARGE: 'gone' } },
        },
      },
      script: oneTask(['a.txt'], changeA),
    });
    const [recorded] = of((await app.play()).events, 'survey.recorded');
    expect(recorded?.survey.problems).toEqual([]);
    expect(recorded?.survey.warnings?.join()).toMatch(
      /nor-this-one.*no-such-program|no-such-program.*nor-this-one/,
    );
  });
});

describe('a run with a secret in its configuration', () => {
  test('is not started: what is kept of it would be another configuration', async () => {
    const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
    const app = await appWith({ script: oneTask(['a.txt'], [write('a.txt', token), done]) });
    await expect(app.start()).rejects.toThrow(/looks like a secret \([a-z-]+\).*Take it out/s);
    expect(await app.owner.journal.summaries()).toEqual([]);
    expect(await app.filesWith(token)).toEqual([]);
  });
});

describe('a person at a gate', () => {
  test('waives missing tests once, at intake, and the pull request says so', async () => {
    const app = await appWith({
      config: { checks: { lint: 'echo tidy' } },
      script: scriptWith([{ id: 'task', files: ['a.txt'] }], [{ role: 'implementer', do: changeA }]).map(
        (entry) =>
          entry.role === 'planner'
            ? { role: 'planner', do: [withoutVerification(planned([{ id: 'task', files: ['a.txt'] }]))] }
            : entry,
      ),
    });
    const id = await app.start();
    const asked = await app.settle(id);
    expect(asked.run.visit.stage).toBe('intake');
    expect(gatesIn(asked)).toEqual(['waiver']);
    expect(asked.run.spend.launches).toBe(0);
    const story = await app.settle(id, approveAll);
    expect(gatesIn(story)).toEqual(['waiver', 'merge']);
    const [pull] = await app.pullRequests(story);
    expect(pull?.body).toContain('No test was found at the base commit; a person waived that.');
    expect(await app.isUntouched()).toBe(true);
  });

  test('lets a destructive task begin; before that nobody is launched for it', async () => {
    const app = await appWith({
      script: scriptWith(
        [{ id: 'task', files: ['b.txt'], destructive: true }],
        [{ role: 'implementer', do: [{ delete: 'b.txt' }, done] }],
      ),
    });
    const refused = await app.play((gate) =>
      gate.kind === 'destructive' ? { answer: 'reject' } : undefined,
    );
    expect(refused.status).toBe('blocked');
    expect(refused.run.spend.launches).toBe(3); // the auditor's is one of them
    const story = await app.retry(refused, approveAll);
    expect(gatesIn(story)).toEqual(['destructive', 'destructive', 'merge']);
    expect(await app.fileAt(story, 'b.txt')).toBeUndefined();
    expect(await app.isUntouched()).toBe(true);
    expect(await app.fileAt(story, 'a.txt')).toBe('one\ntwo\nthree\n');
  });

  test('raises a budget that is reached, or stops the run there', async () => {
    const app = await appWith({
      config: { budget: { launches: 2 } },
      script: oneTask(['a.txt'], changeA),
    });
    const story = await app.play((gate, run) => {
      if (gate.kind !== 'budget') return undefined;
      return run.budget.launches === 2 ? { answer: 'approve', choice: 3 } : { answer: 'reject' };
    });
    expect(gatesIn(story)).toEqual(['budget', 'budget']);
    expect(of(story.events, 'budget.raised').map((event) => event.budget.launches)).toEqual([3]);
    expect(story.run.spend.launches).toBe(3);
    expect(of(story.events, 'task.integrated')).toHaveLength(1);
    expect([story.status, story.run.blocked]).toEqual(['blocked', 'a person said no at a gate']);
    expect(await app.isUntouched()).toBe(true);
  });

  test('answers a planner, whose next prompt has the answer; one that answers in prose is told what was wrong', async () => {
    const app = await appWith(async (root) => {
      const question = {
        answer: {
          type: 'needs_input',
          question: 'Which colour?',
          options: ['Blue', 'Red'].map((title) => ({
            title,
            pros: 'bright',
            cons: 'loud',
            files: ['a.txt'],
            impact: 'one file',
          })),
          recommendation: 1,
        },
      };
      const plan = planned([{ id: 'task', files: ['a.txt'] }]);
      const script = `if [ $N = 1 ]; then echo 'Let me think about that.'; exit 0; fi\nN=$((N - 1))\n`;
      const asking = await recorder(root, 'asking', script + answersInTurn(question, plan));
      return {
        config: { agents: { asking }, roles: playedBy('planner', 'asking') },
        script: oneTask(['a.txt'], changeA),
      };
    });
    const story = await app.play((gate) =>
      gate.kind === 'question'
        ? { answer: 'approve', choice: 1, comment: 'The blue one, of course.' }
        : undefined,
    );
    expect(gatesIn(story)).toEqual(['question', 'merge']);
    expect(reasonsIn(story)).toEqual(['malformed-answer']);
    const [first, second, third] = await app.prompts('asking');
    expect(first).not.toContain('cannot be used');
    expect(second).toContain('The answer cannot be used');
    expect(second).not.toContain('The blue one');
    expect(third).toContain('Which colour?');
    expect(third).toContain('The blue one, of course.');
    expect(await app.isUntouched()).toBe(true);
  });
});

describe('[P1] the test that shows a bug', () => {
  const bug = { path: 'tests/bug.sh', content: 'grep -q MENDED a.txt\n' };

  test('is committed first, red; no task may touch it, none but the one that mends it is charged with it', async () => {
    const app = await appWith({
      files: { 'check.sh': tapCheck, 'tests/old.sh': 'true\n' },
      script: scriptWith(
        [
          { id: 'other', files: ['b.txt'] },
          { id: 'mend', files: ['a.txt'], tests: [bug.path] },
        ],
        [
          { role: 'investigator', do: [analysedWith({ reproduction: bug })] },
          { role: 'implementer', task: 'other', do: [write('b.txt', 'other\n'), done] },
          { role: 'implementer', task: 'mend', attempt: 1, do: [write(bug.path, 'true\n'), done] },
          { role: 'implementer', task: 'mend', do: [write('a.txt', 'MENDED\n'), done] },
        ],
      ),
    });
    const story = await app.play(approveAll, { title: 'Fix the text that is not mended' });
    expect(story.status).toBe('waiting');
    expect(reasonsIn(story)).toEqual(['fence-breach']);
    expect((await app.details(story))[0]).toContain('tests/bug.sh is the test that shows the bug.');
    const { repository, base, head } = theRepository(story.run);
    const { workspaces } = app.tools;
    const [first = ''] = await workspaces.commits(repository, base.commit, head.commit);
    expect(of(story.events, 'reproduction.committed')).toMatchObject([
      { path: bug.path, head: { commit: first } },
    ]);
    expect(await workspaces.changes(repository, base.commit, first)).toMatchObject([
      { path: bug.path, kind: 'added' },
    ]);
    expect(await app.fileAt(story, bug.path)).toBe(bug.content);
    expect(story.run.evidence.map(({ check: name, verdict }) => `${name} ${verdict}`)).toEqual([
      'test PASS',
      'bug-fix-proof PASS',
    ]);
    const [pull] = await app.pullRequests(story);
    expect(pull?.body).toContain('The test that shows the bug, tests/bug.sh, was committed first');
  });

  test('is given again by its author where the first lies where no runner looks, and the log says that it was not run', async () => {
    const lost = { path: 'spec/bug.sh', content: bug.content };
    const app = await appWith(async (root) => ({
      files: { 'check.sh': tapCheck, 'tests/old.test.sh': 'true\n' },
      config: {
        agents: {
          looking: await recorder(
            root,
            'looking',
            answersInTurn(analysedWith({ reproduction: lost }), analysedWith({ reproduction: bug })),
          ),
        },
        roles: playedBy('investigator', 'looking'),
        reproduction: 'require',
      },
      script: scriptWith(
        [{ id: 'mend', files: ['a.txt'], tests: [bug.path] }],
        [{ role: 'implementer', task: 'mend', do: [write('a.txt', 'MENDED\n'), done] }],
      ),
    }));
    const story = await app.play(approveAll, { title: 'Fix the text that is not mended' });
    const [first, second] = of(story.events, 'reproduction.tried');
    expect([first?.red, second?.red]).toEqual([false, true]);
    expect(await app.text(first?.unrun)).toBe(
      `Slipway added spec/bug.sh to the base and ran the checks. No runner picked it up, so that it shows nothing of the bug, neither that it is there nor that it is not.

- check "test" (sh check.sh): 1 test with the file, as without it

Files that it says it ran:
- tests/old.test.sh

A test is found where such a command looks: by its folder, its name and its ending, and by what the runner takes for a test in it.
`,
    );
    const [, told] = await app.prompts('looking');
    expect(told).toContain('No runner picked it up');
    expect(told).toContain('tests/old.test.sh');
    expect(story.run.evidence.map(({ check: name, verdict }) => `${name} ${verdict}`)).toEqual([
      'test PASS',
      'bug-fix-proof PASS',
    ]);
  });
});

describe('a round', () => {
  test('of bug fixing follows a red evaluation; a fix inside the approved files needs no second approval', async () => {
    const app = await appWith(async (root) => {
      const both = [
        { id: 'one', files: ['a.txt'] },
        { id: 'two', files: ['b.txt'] },
      ];
      const planner = await recorder(
        root,
        'planner',
        answersInTurn(planned(both), planned([{ id: 'mend', files: ['b.txt'] }])),
      );
      return {
        config: {
          agents: { planner },
          roles: playedBy('planner', 'planner'),
          gates: { plan: true },
          // What is checked after each task would be found red in the queue, before anything is evaluated.
          checks: { test: 'sh check.sh', whole: { command: 'sh both.sh', kind: 'test', when: 'run' } },
        },
        files: {
          'both.sh':
            'if grep -q NEW a.txt && grep -q NEW b.txt; then echo "not ok 1 - the two get along"; echo 1..1; exit 1; fi\necho "ok 1"; echo 1..1\n',
        },
        script: scriptWith(both, [
          { role: 'implementer', task: 'one', do: [write('a.txt', 'NEW\n'), done] },
          { role: 'implementer', task: 'two', do: [write('b.txt', 'NEW\n'), done] },
          { role: 'implementer', task: 'mend', do: [write('b.txt', 'newer\n'), done] },
        ]),
      };
    });
    const story = await app.play(approveAll);
    expect(gatesIn(story)).toEqual(['plan', 'merge']);
    expect(stagesIn(story).slice(3, 8)).toEqual([
      'implementation',
      'evaluation',
      'analysis',
      'planning',
      'plan-review',
    ]);
    expect(of(story.events, 'stage.entered').find((event) => event.round === 'bug')?.because).toBe(
      'bug round',
    );
    const [, second] = await app.prompts('planner');
    expect(second).toContain('not ok 1 - the two get along');
    expect(second).toContain('The check "whole" (test, command: sh both.sh) failed: it ended with 1');
    expect(second).toMatch(/What was changed before that:\n- a\.txt\n- b\.txt\n/);
    expect(second).toContain('- fail-001 (evaluation, run): a check failed.');
    expect(story.run.tasks.map((state) => `${state.task.id} ${state.at}`)).toEqual([
      'one integrated',
      'two integrated',
      'mend integrated',
    ]);
    expect(await app.fileAt(story, 'a.txt')).toBe('NEW\n');
    expect(await app.fileAt(story, 'b.txt')).toBe('newer\n');
    expect(await app.isUntouched()).toBe(true);
  });

  test('of review reopens the named task once, plans again after a reject, and asks a person where nobody will judge', async () => {
    const app = await appWith(async (root) => {
      const finding = {
        severity: 'MAJOR',
        file: 'a.txt',
        line: 1,
        quote: 'one',
        title: 'Too short',
        detail: 'Say more.',
      };
      const reviewer = await recorder(
        root,
        'reviewer',
        answersInTurn(
          judged('pass', { findings: [finding] }),
          judged('reject', { summary: 'This is the wrong way.', findings: [finding] }),
          judged('abstain'),
        ),
      );
      const planner = await recorder(
        root,
        'planner',
        answersInTurn(
          planned([{ id: 'first', files: ['a.txt'] }]),
          planned([{ id: 'second', files: ['a.txt'] }]),
        ),
      );
      return {
        config: {
          agents: { reviewer, planner },
          roles: { ...playedBy('planner', 'planner'), reviewer: 'reviewer' },
        },
        script: scriptWith(
          [],
          [{ role: 'implementer', do: [{ append: { path: 'a.txt', text: 'more\n' } }, done] }],
        ),
      };
    });
    const story = await app.play();
    expect(of(story.events, 'task.reopened').map((event) => event.task)).toEqual(['first']);
    expect(of(story.events, 'stage.entered').flatMap((event) => event.round ?? [])).toEqual([
      'fix',
      'review',
    ]);
    expect((await app.prompts('planner'))[1]).toContain('This is the wrong way.');
    expect(reasonsIn(story)).toEqual(['abstained']);
    expect([story.status, gatesIn(story)]).toEqual(['waiting', ['review']]);
    expect(await app.fileAt(story, 'a.txt')).toBe('one\ntwo\nthree\nmore\nmore\nmore\n');
    expect(await app.isUntouched()).toBe(true);
    expect(await app.pullRequests(story)).toEqual([]);
  });

  test('of planning follows an implementer who asks for it; what is integrated stays', async () => {
    const app = await appWith(async (root) => {
      const planner = await recorder(
        root,
        'planner',
        answersInTurn(
          planned([
            { id: 'one', files: ['a.txt'] },
            { id: 'two', files: ['b.txt'], dependsOn: ['one'] },
          ]),
          planned([{ id: 'three', files: ['lib/c.txt'], dependsOn: ['one'] }]),
        ),
      );
      const replan = {
        answer: { type: 'work', status: 'replan', summary: 'The sea is what has to change.' },
      };
      return {
        config: { agents: { planner }, roles: playedBy('planner', 'planner') },
        script: scriptWith(
          [],
          [
            { role: 'implementer', task: 'one', do: changeA },
            { role: 'implementer', task: 'two', do: [write('b.txt', 'half\n'), replan] },
            { role: 'implementer', task: 'three', do: [write('lib/c.txt', 'ocean\n'), done] },
          ],
        ),
      };
    });
    const story = await app.play();
    expect(reasonsIn(story)).toEqual(['replan-asked']);
    expect((await app.prompts('planner'))[1]).toContain('The sea is what has to change.');
    expect(story.run.tasks.map((state) => `${state.task.id} ${state.at}`).toSorted()).toEqual([
      'one integrated',
      'three integrated',
      'two dropped',
    ]);
    expect(await app.fileAt(story, 'a.txt')).toBe('new\n');
    expect(await app.fileAt(story, 'b.txt')).toBe('bee\n');
    expect(await app.fileAt(story, 'lib/c.txt')).toBe('ocean\n');
    expect(await app.isUntouched()).toBe(true);
  });
});

describe('two tasks', () => {
  test('that may touch the same granted file work one after the other', async () => {
    const tasks = [
      { id: 'one', files: ['a.txt'] },
      { id: 'two', files: ['b.txt'] },
    ];
    const app = await appWith(async (root) => ({
      config: {
        agents: {
          hand: await recorder(
            root,
            'hand',
            `echo $SLIPWAY_TASK >> package-lock.json\necho '${said(done)}'\n`,
          ),
        },
        roles: playedBy('implementer', 'hand'),
      },
      script: scriptWith(tasks, [], { grants: ['package-lock.json'] }),
      files: { 'package-lock.json': 'none\n' },
    }));
    const story = await app.play((gate) => (gate.kind === 'plan' ? { answer: 'approve' } : undefined));
    expect(reasonsIn(story)).toEqual([]);
    expect(await app.fileAt(story, 'package-lock.json')).toBe('none\none\ntwo\n');
    const [prompt] = await app.prompts('hand', 'two');
    expect(prompt).toMatch(/^- package-lock\.json$/m); // what the plan granted is listed with the task's files
    expect(await app.isUntouched()).toBe(true);
    expect(theRepository(story.run).pullRequest?.number).toBe(1);
  });
});

function withoutVerification(step: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return JSON.parse(JSON.stringify(step).replaceAll('"verification":["test"]', '"verification":[]'));
}
