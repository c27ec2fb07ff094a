// Agents that lie, stray, hang, flood, hide things and leave things behind. What each costs is read from the
// journal; the user's repository must not have changed by a byte or a nanosecond.

import { access, readFile } from 'node:fs/promises';
import { theRepository } from '../support/the-repository.ts';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { App, Sample } from '../support/app.ts';
import { gatesIn, of, reasonsIn, startApp, stateOf } from '../support/app.ts';
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

/** A token of no account, put together here so that it stands in no file of ours, configuration included. */
const token = ['ghp', 'Zx8kQ2mVw4tRb7NcYpL3sDf9GhJ1aE5uT6iO'].join('_');
const tokenInShell = `$(printf '%s_%s%s' ghp ${token.slice(4, 20)} ${token.slice(20)})`;

describe('an attempt that did nothing', () => {
  test('is tried once more, then the run is blocked, and a person may order another try', async () => {
    const app = await appWith(async (root) => ({
      script: oneTask(['a.txt'], [{ run: `if [ -e '${root}/ready' ]; then echo new > a.txt; fi` }, done]),
    }));
    const story = await app.play();
    expect(reasonsIn(story)).toEqual(['no-change', 'no-change']);
    expect(of(story.events, 'failure.recorded').map((event) => event.remedy.type)).toEqual([
      'retry',
      'person',
    ]);
    expect(story.status).toBe('blocked');
    expect(story.run.blocked).toBe('a task used up its attempts');
    expect(await app.pullRequests(story)).toEqual([]);

    await app.repository.gitIn(app.repository.root, 'init', '--quiet', 'ready');
    const after = await app.retry(story);
    expect(after.run.visit.stage).toBe('merge');
    expect(await app.fileAt(after, 'a.txt')).toBe('new\n');
    expect(await app.isUntouched()).toBe(true);
  });
});

describe('an attempt that ends badly', () => {
  const good: readonly ScriptStep[] = [write('a.txt', 'good\n'), done];

  test('is classified by what was seen of it, dropped, and followed by the next', async () => {
    const app = await appWith(async (root) => ({
      config: {
        retries: { transient: 9, fixable: 9, malformed: 9, perTask: 20, sameClass: 20, wait: '1ms' },
        limits: { silence: '3s', output: '200KB', grace: '300ms', attempt: '30s' },
      },
      script: oneTask(
        ['a.txt'],
        [write('b.txt', 'strayed\n'), ...good],
        [write('a.txt', 'half\n'), { run: `echo $PPID > '${root}/hung'` }, { hang: { ignoreTerm: true } }],
        [{ flood: { bytes: 400_000, to: 'stderr' } }, ...good],
        [write('a.txt', 'half\n'), { fail: { exit: 3, message: 'The network is down.' } }],
        [write('a.txt', 'half\n'), { say: 'I have done everything you asked for.' }],
        [write('a.txt', 'half\n'), { say: '{"type":"work","status":"done"' }],
        [write('a.txt', 'half\n')],
        [
          { spawn: `echo $$ > '${root}/near'; exec sleep 1000` },
          { spawn: { command: `echo $$ > '${root}/far'; exec sleep 1000`, detached: true } },
          { run: `until [ -s '${root}/near' ] && [ -s '${root}/far' ]; do sleep 0.02; done` },
          ...good,
        ],
      ),
    }));
    const story = await app.play();
    expect(reasonsIn(story)).toEqual([
      'fence-breach',
      'agent-stalled',
      'agent-output-limit',
      'agent-failed',
      'malformed-answer',
      'malformed-answer',
      'no-result',
    ]);
    const details = await app.details(story);
    expect(details[0]).toContain('outside what the task may touch: b.txt');
    expect(details[3]).toContain('The network is down.');
    expect(story.run.visit.stage).toBe('merge');
    expect(story.run.spend.launches).toBe(1 + 1 + 8 + 1);
    expect(await app.fileAt(story, 'a.txt')).toBe('good\n');
    expect(await app.fileAt(story, 'b.txt')).toBe('bee\n');
    for (const name of ['hung', 'near', 'far']) {
      const pid = Number(await readFile(path.join(app.repository.root, name), 'utf8'));
      expect(pid).toBeGreaterThan(1);
      expect(await stateOf(pid), name).toBe('gone');
    }
    expect(await app.isUntouched()).toBe(true);
  });
});

describe('a protected path', () => {
  const workflow = [write('a.txt', 'new\n'), write('.github/workflows/ci.yml', 'on: push\n'), done];

  test('waits for a person, whose leave lets the next attempt land it', async () => {
    const app = await appWith(async (root) => {
      const eager = await recorder(
        root,
        'eager',
        `echo new > a.txt; echo '{}' > package-lock.json; echo '${said(done)}'\n`,
      );
      return {
        config: { agents: { eager }, roles: { default: 'scripted', implementer: 'eager' } },
        script: scriptWith([{ id: 'task', files: ['a.txt'] }], []),
      };
    });
    const story = await app.play((gate) => (gate.kind === 'widen-scope' ? { answer: 'approve' } : undefined));
    const [before, after] = await app.prompts('eager', 'task');
    expect(before).not.toContain('- package-lock.json');
    expect(after).toMatch(/^- package-lock\.json$/m);
    expect(after).toContain('a person gave leave');
    expect(reasonsIn(story)).toEqual(['protected-path']);
    expect(of(story.events, 'task.granted')).toEqual([
      { type: 'task.granted', task: 'task', paths: ['package-lock.json'] },
    ]);
    expect(story.run.visit.stage).toBe('merge');
    expect(await app.fileAt(story, 'package-lock.json')).toBe('{}\n');
    expect(await app.isUntouched()).toBe(true);
  });

  test('is left alone by the next attempt where the person asks for that', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], workflow, [write('a.txt', 'new\n'), done]) });
    const story = await app.play((gate) =>
      gate.kind === 'widen-scope' ? { answer: 'revise', comment: 'Leave the workflow as it is.' } : undefined,
    );
    expect(gatesIn(story)).toEqual(['widen-scope', 'merge']);
    expect(await app.fileAt(story, 'a.txt')).toBe('new\n');
    expect(await app.fileAt(story, '.github/workflows/ci.yml')).toBeUndefined();
    expect(await app.isUntouched()).toBe(true);
  });

  test('blocks the run where the person says no, and nothing of the attempt is kept', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], workflow) });
    const story = await app.play((gate) => (gate.kind === 'widen-scope' ? { answer: 'reject' } : undefined));
    expect(story.status).toBe('blocked');
    expect(story.run.blocked).toBe('a person said no at a gate');
    expect(theRepository(story.run).head.commit).toBe(theRepository(story.run).base.commit);
    expect(await app.pullRequests(story)).toEqual([]);
    expect(await app.isUntouched()).toBe(true);
  });
});

describe('a file that is stored through a filter', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 3\n';
  const files = { '.gitattributes': 'img/* filter=lfs -text\n', 'img/logo.bin': pointer };

  test('is not overwritten by an attempt whose folder it lies in: the change is dropped, and the next is told why', async () => {
    const eager = [write('img/logo.bin', 'other\n'), write('img/note.txt', 'new\n'), done];
    const wise = [{ run: 'rm img/logo.bin' }, write('a.txt', 'new\n'), done];
    const app = await appWith({ files, script: oneTask(['img/', 'a.txt'], eager, wise) });
    // It is deleted in the end, and the script of the agents still names it: that is for a person to say.
    const story = await app.play((gate) => (gate.kind === 'destructive' ? { answer: 'approve' } : undefined));
    expect(gatesIn(story)).toEqual(['destructive', 'merge']);
    expect(reasonsIn(story)).toEqual(['fence-breach']);
    expect((await app.details(story))[0]).toMatch(/filter \(lfs\).+: img\/logo\.bin, img\/note\.txt\./);
    expect([story.run.visit.stage, await app.fileAt(story, 'a.txt')]).toEqual(['merge', 'new\n']);
  });

  test('is not planned to be changed: the planner hears of it before anybody works', async () => {
    const app = await appWith({
      files,
      script: oneTask(['img/logo.bin'], [write('img/logo.bin', 'x\n'), done]),
    });
    const story = await app.play();
    expect((await app.details(story)).join('\n')).toContain(
      "task task changes 'img/logo.bin', which is stored through a filter (lfs)",
    );
    expect(
      story.events.some((event) => event.type === 'effect.begun' && event.effect.kind === 'attempt'),
    ).toBe(false);
  });
});

describe('the shape of what an attempt leaves', () => {
  test('a link out of the tree and a second .git go to a person; odd names and modes arrive as they are', async () => {
    const names = ['lib/with space.txt', 'lib/ünïcødé 日本.txt', "lib/it's $HOME; `x`.txt"];
    const app = await appWith(async (root) => {
      const strange = await recorder(
        root,
        'strange',
        `case $N in
1) ln -s ../../etc/passwd lib/link ;;
2) mkdir lib/.GIT && echo x > lib/.GIT/x ;;
*) git init --quiet lib/nested && echo x > lib/nested/x; ${names.map((name) => `echo odd > ${quoted(name)}`).join('; ')}; printf '#!/bin/sh\\n' > lib/tool; chmod +x lib/tool ;;
esac
echo '${said(done)}'
`,
      );
      return {
        config: { agents: { strange }, roles: { default: 'scripted', implementer: 'strange' } },
        script: scriptWith([{ id: 'task', files: ['lib/'] }], []),
      };
    });
    const linked = await app.play();
    expect([linked.status, ...reasonsIn(linked)]).toEqual(['blocked', 'outside-workspace']);
    const second = await app.retry(linked);
    expect([second.status, ...reasonsIn(second)]).toEqual([
      'blocked',
      'outside-workspace',
      'outside-workspace',
    ]);
    expect(of(second.events, 'failure.recorded').map((event) => event.paths)).toEqual([
      ['lib/link'],
      ['lib/.GIT'],
    ]);
    const story = await app.retry(second);
    expect(await app.isUntouched()).toBe(true);
    await app.land(story);
    const branch = `refs/heads/${story.run.branch ?? ''}`;
    const listed = await app.repository.git('ls-tree', '-r', '-z', branch);
    const files = new Map(
      listed.split('\0').map((line): [string, string] => [line.slice(53), line.slice(0, 6)]),
    );
    expect(names.map((name) => files.get(name))).toEqual(['100644', '100644', '100644']);
    expect(files.get('lib/tool')).toBe('100755');
    expect([...files.keys()].filter((name) => /link|\.git/i.test(name))).toEqual([]);
    expect(files.get('lib/nested/x')).toBe('100644'); // a repository inside the repository is files like any others
  });

  test('what the agent does to its own .git runs nothing and hides nothing', async () => {
    const tampering: readonly ScriptStep[] = [
      { run: 'printf "hidden.txt\\na.txt\\n" >> .git/info/exclude' },
      {
        run: `cat >> .git/config <<CONFIG
[core]
	fsmonitor = "$PWD/.git/run.sh"
	hooksPath = "$PWD/.git/hooks"
	attributesFile = "$PWD/.git/attributes"
[filter "trap"]
	clean = "$PWD/.git/run.sh"
	smudge = "$PWD/.git/run.sh"
CONFIG`,
      },
      { run: 'printf "* filter=trap\\n" | tee .git/attributes > .git/info/attributes' },
    ];
    const app = await appWith(async (root) => {
      const trap: readonly ScriptStep[] = [
        { run: 'git update-index --assume-unchanged a.txt' }, // while its own git still runs nothing
        { run: `printf '#!/bin/sh\\ntouch "${root}/ran"\\ncat\\n' > .git/run.sh; chmod +x .git/run.sh` },
        {
          run: 'mkdir -p .git/hooks; for hook in pre-commit post-checkout post-index-change reference-transaction update; do cp .git/run.sh .git/hooks/$hook; done',
        },
      ];
      return {
        script: oneTask(
          ['a.txt'],
          [...trap, ...tampering, write('a.txt', 'new\n'), write('hidden.txt', 'psst\n'), done],
          [...trap, ...tampering, write('a.txt', 'new\n'), done],
        ),
      };
    });
    const story = await app.play();
    expect(reasonsIn(story)).toEqual(['fence-breach']);
    expect(of(story.events, 'failure.recorded')[0]?.paths).toEqual(['hidden.txt']);
    expect(await app.isUntouched()).toBe(true);
    expect(await app.fileAt(story, 'a.txt')).toBe('new\n');
    await app.land(story);
    expect(await exists(path.join(app.repository.root, 'ran'))).toBe(false);
  });
});

describe('work that fails its check', () => {
  test('goes back with the output of the check, from which secrets are gone', async () => {
    const app = await appWith(async (root) => {
      const careless = await recorder(
        root,
        'careless',
        `TOKEN=${tokenInShell}
echo "I looked around and found $TOKEN" >&2
if [ $N = 1 ]; then echo BROKEN > a.txt; else echo fine > a.txt; fi
echo '{"type":"work","status":"done","summary":"All tests pass."}'
`,
      );
      return {
        files: {
          'check.sh': `if grep -q BROKEN a.txt; then echo "not ok 1 - fine with ${tokenInShell}"; echo '1..1'; exit 1; fi
echo 'ok 1 - fine'; echo '1..1'
`,
        },
        config: { agents: { careless }, roles: { default: 'scripted', implementer: 'careless' } },
        script: scriptWith([{ id: 'task', files: ['a.txt'] }], []),
      };
    });
    const story = await app.play();
    const told = await app.prompts('careless', 'task');
    expect(reasonsIn(story)).toEqual(['checks-failed']);
    expect(story.run.visit.stage).toBe('merge');
    expect(told).toHaveLength(2);
    expect(told[0]).not.toContain('not ok 1 - fine');
    expect(told[1]).toMatch(/not ok 1 - fine with \[REDACTED:[a-z-]+\]/);
    const transcripts = await Promise.all(
      of(story.events, 'effect.ended').map((event) => app.text(event.provenance?.transcript)),
    );
    expect(transcripts.join('\n')).toMatch(/I looked around and found \[REDACTED:[a-z-]+\]/);
    expect(await app.isUntouched()).toBe(true);
    expect(await app.filesWith(token)).toEqual([]);
  });
});

describe('work that takes its tests away', () => {
  test('has not passed: where tests ran at the base, finding none is a failure that nobody is asked to waive', async () => {
    const app = await appWith({
      files: {
        'check.sh':
          'n=0; for t in tests/*.sh; do if [ -e "$t" ]; then n=$((n + 1)); sh "$t" && echo "ok $n"; fi; done; echo "1..$n"\n',
        'tests/one.sh': 'true\n',
      },
      script: oneTask(['tests/'], [{ delete: 'tests/one.sh' }, done]),
    });
    const story = await app.settle(await app.start());
    expect(reasonsIn(story)).toEqual(['checks-failed', 'checks-failed']);
    expect(gatesIn(story)).toEqual([]);
    const none = { check: 'test', verdict: 'FAIL', because: 'exit', fewer: { base: 1, now: 0 } };
    expect(of(story.events, 'evidence.recorded').flatMap((event) => event.evidence)).toMatchObject([
      none,
      none,
    ]);
    expect(await app.isUntouched()).toBe(true);
    expect(story.status).toBe('blocked');
  });
});

describe('a secret in the change', () => {
  const leaks: readonly ScriptStep[] = [{ run: `echo "key: ${tokenInShell}" > a.txt` }, done];

  test('goes back to the agent by file and rule, and what it does next is delivered', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], leaks, [write('a.txt', 'key: $KEY\n'), done]) });
    const story = await app.play();
    expect(reasonsIn(story)).toEqual(['secret-in-change']);
    expect((await app.details(story)).join()).toContain('- a.txt: github-token');
    expect(story.run.visit.stage).toBe('merge');
    expect(await app.fileAt(story, 'a.txt')).toBe('key: $KEY\n');
    expect(of(story.events, 'delivery.screened').map((event) => event.verdict)).toEqual(['CLEAN']);
    expect(await app.filesWith(token)).toEqual([]);
    expect(await app.isUntouched()).toBe(true);
  });

  test('that stays there stops the run before anything is on the forge', async () => {
    const app = await appWith({ script: oneTask(['a.txt'], leaks) });
    const story = await app.play();
    expect(reasonsIn(story)).toEqual(['secret-in-change', 'secret-in-change']);
    expect(story.status).toBe('blocked');
    expect(of(story.events, 'branch.pushed')).toEqual([]);
    expect(await app.pullRequests(story)).toEqual([]);
    expect(
      await app.tools
        .forgeOf(story.run)
        .branchHead(theRepository(story.run).repository, story.run.branch ?? ''),
    ).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await app.filesWith(token)).toEqual([]);
    expect(await app.isUntouched()).toBe(true);
  });
});

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
