// A file that a task turns out to need: the work is kept, a person or policy gives the file, and nothing is done twice.

import { afterEach, describe, expect, test } from 'vitest';
import type { App, Sample, Story } from '../support/app.ts';
import { gatesIn, of, reasonsIn, startApp } from '../support/app.ts';
import type { ScriptStep } from '../support/scripts.ts';
import { done, oneTask, recorder, said, scriptWith, write } from '../support/scripts.ts';

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

/** Everything is approved but what is asked for the sake of this file. */
const sayingAtWiden =
  (answer: 'approve' | 'reject') =>
  ({ kind }: { readonly kind: string }) => {
    if (kind === 'widen-scope') return { answer };
    return kind === 'plan' ? { answer: 'approve' as const } : undefined;
  };

const needing = (file: string): ScriptStep => ({
  answer: { type: 'work', status: 'replan', summary: `${file} is missing.`, needs: [file] },
});

const asked = { gates: { plan: true } };
const strays = [write('a.txt', 'new\n'), write('b.txt', 'strayed\n'), done];

const attemptsIn = (story: Story): number =>
  of(story.events, 'effect.begun').filter(({ effect }) => effect.kind === 'attempt').length;

describe('work that touches an ordinary file outside its task', () => {
  test('is taken in as it is once a person lets it, by the one attempt that made it', async () => {
    const app = await appWith({ config: asked, script: oneTask(['a.txt'], strays) });
    const story = await app.play(sayingAtWiden('approve'));
    expect(gatesIn(story)).toEqual(['plan', 'widen-scope', 'merge']);
    expect([attemptsIn(story), reasonsIn(story)]).toEqual([1, []]);
    expect(await app.fileAt(story, 'b.txt')).toBe('strayed\n');
    const [opened] = await app.pullRequests(story);
    expect(opened?.body).toContain('Task task needed more than its plan: `b.txt`, given by a person.');
    expect(await app.isUntouched()).toBe(true);
  });

  test('is dropped where the person says no, and the next attempt is told why', async () => {
    const app = await appWith({
      config: asked,
      script: oneTask(['a.txt'], strays, [write('a.txt', 'other\n'), done]),
    });
    const story = await app.play(sayingAtWiden('reject'));
    expect([attemptsIn(story), reasonsIn(story)]).toEqual([2, ['fence-breach']]);
    expect((await app.details(story))[0]).toContain('outside what the task may touch: b.txt');
    expect([await app.fileAt(story, 'a.txt'), await app.fileAt(story, 'b.txt')]).toEqual([
      'other\n',
      'bee\n',
    ]);
  });

  test('is asked about in a run without a plan gate only once no retry is left', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], strays, strays) });
    const story = await app.play(sayingAtWiden('approve'));
    expect([attemptsIn(story), reasonsIn(story)]).toEqual([2, ['fence-breach']]);
    expect(gatesIn(story)).toEqual(['widen-scope', 'merge']);
    expect(await app.fileAt(story, 'b.txt')).toBe('strayed\n');
  });

  test('goes on without asking beside files of the plan where policy says so, and the pull request tells', async () => {
    const app = await appWith({
      config: { scope: { widen: 'planned-folders' } },
      files: { 'lib/a.txt': 'a\n' },
      script: oneTask(['lib/a.txt'], [write('lib/a.txt', 'new\n'), write('lib/near.txt', 'near\n'), done]),
    });
    const story = await app.play();
    expect([attemptsIn(story), gatesIn(story)]).toEqual([1, ['merge']]);
    expect(await app.fileAt(story, 'lib/near.txt')).toBe('near\n');
    const [opened] = await app.pullRequests(story);
    expect(opened?.body).toContain('needed more than its plan: `lib/near.txt`, given by policy');
  });

  test('is not kept where it weakens what it is checked with', async () => {
    const app = await appWith({
      config: asked,
      files: { 'unit.test.js': "test('one', () => { expect(f()).toBe(1); });\n" },
      script: oneTask(
        ['a.txt'],
        [write('a.txt', 'new\n'), { run: 'rm unit.test.js' }, done],
        [write('a.txt', 'new\n'), done],
      ),
    });
    const story = await app.play(sayingAtWiden('approve'));
    expect(gatesIn(story)).toEqual(['plan', 'merge']);
    expect(reasonsIn(story)).toEqual(['fence-breach']);
  });
});

describe('an agent that says which file is missing', () => {
  test('is given it by a person, and the next attempt goes on from what is there', async () => {
    const app = await appWith(async (root) => {
      const first = `echo half > a.txt; echo '${said(needing('b.txt'))}'`;
      const next = `cat a.txt > b.txt; echo whole >> a.txt; echo '${said(done)}'`;
      const halting = await recorder(root, 'halting', `if [ $N = 1 ]; then ${first}; else ${next}; fi\n`);
      return {
        config: { ...asked, agents: { halting }, roles: { default: 'scripted', implementer: 'halting' } },
        script: scriptWith([{ id: 'task', files: ['a.txt'] }], []),
      };
    });
    const story = await app.play(sayingAtWiden('approve'));
    expect([attemptsIn(story), reasonsIn(story)]).toEqual([2, []]);
    expect(await app.fileAt(story, 'a.txt')).toBe('half\nwhole\n');
    expect(await app.fileAt(story, 'b.txt')).toBe('half\n');
  });

  test('is planned again where what it names is protected', async () => {
    const app = await appWith({
      config: asked,
      script: oneTask(['a.txt'], [needing('package-lock.json')], [write('a.txt', 'new\n'), done]),
    });
    const story = await app.play(sayingAtWiden('approve'));
    expect(reasonsIn(story)).toEqual(['replan-asked']);
    expect(gatesIn(story)).not.toContain('widen-scope');
  });
});
