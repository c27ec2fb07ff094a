// The trackers under the contract of trackers, and what is the local one's own: names of files, damage.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { jiraTracker } from '../../src/trackers/jira/jira.ts';
import { localTracker } from '../../src/trackers/local/local.ts';
import { systemClock } from '../../src/telemetry/system-clock.ts';
import { startGitHub } from '../support/github/server.ts';
import { trackerOfGitHub } from '../support/github/tracker.ts';
import { paragraph, startJira } from '../support/jira/server.ts';
import { trackedOf, trackerContract } from './tracker.ts';

async function newHome(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'slipway-tracker-'));
}

trackerContract('local', async () => {
  const home = await newHome();
  return {
    handle: () => localTracker({ home }),
    put: (ticket) => localTracker({ home }).add(ticket),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
});

trackerContract('Jira', async () => {
  const jira = await startJira();
  jira.field('customfield_10042', 'Acceptance criteria');
  return {
    handle: () =>
      jiraTracker({
        settings: () => Promise.resolve({ url: jira.url, api: 'cloud', criteria: 'customfield_10042' }),
        env: jira.env,
        clock: systemClock(),
        learn: () => undefined,
      }),
    put: (ticket) => {
      jira.issue({
        key: ticket.id,
        summary: ticket.title,
        description: paragraph(...ticket.body.split('\n\n')),
        type: 'Story',
        custom: { customfield_10042: ticket.criteria.map((each) => `- ${each}`).join('\n') },
      });
      return Promise.resolve(`${jira.url}/browse/${ticket.id}`);
    },
    dispose: () => jira.close(),
  };
});

trackerContract('GitHub', async () => {
  const github = await startGitHub();
  const ann = github.person('ann');
  await github.repository('acme/shop', { files: { 'a.txt': 'one\n' }, collaborators: { ann: 'write' } });
  const tracker = trackerOfGitHub(github, github.token('ann'), {
    labels: { 'in-progress': 'doing', 'in-review': 'in review' },
  });
  return {
    handle: tracker,
    put: async ({ title, body, criteria }) => {
      const listed = criteria.map((each) => `- ${each}`).join('\n');
      const text = `${body}\n\n## Acceptance criteria\n\n${listed}`;
      return `${github.url}/acme/shop/issues/${await ann.files('acme/shop', { title, body: text })}`;
    },
    // GitHub gives its own numbers and knows who wrote; criteria and type are read from the words.
    gives: ({ title, body, criteria }) => ({
      id: 'GH-1',
      title,
      body: `${body}\n\n## Acceptance criteria\n\n${criteria.map((each) => `- ${each}`).join('\n')}`,
      criteria,
      criteriaFrom: 'listed',
      author: { name: 'ann', association: 'COLLABORATOR' },
    }),
    dispose: () => github.close(),
  };
});

describe('the local tracker in its home', () => {
  let home: string;
  beforeEach(async () => {
    home = await newHome();
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const ticket = { id: 'APP-7', title: 'Say it', body: 'Say it.', criteria: ['It is said'] };

  test('replaces the text of a ticket that is added again and keeps what was done about it', async () => {
    const tracker = localTracker({ home });
    const ref = await tracker.add({ ...ticket, type: 'bugfix' });
    trackedOf(await tracker.transition(ref, 'in-review'));
    trackedOf(await tracker.comment(ref, 'm', 'b'));
    expect(await tracker.add({ ...ticket, body: 'Say it louder.' })).toBe(ref);
    expect(trackedOf(await tracker.fetch(ref))).toEqual({ ...ticket, body: 'Say it louder.' });
    expect(trackedOf(await tracker.status(ref))).toBe('in-review');
    expect(trackedOf(await tracker.comments(ref))).toEqual([{ marker: 'm', body: 'b' }]);
    expect(await readdir(path.join(home, 'tracker'))).toEqual(['APP-7.json']);
  });

  test('keeps every id apart, inside its folder, and finds it by id and by ref', async () => {
    const tracker = localTracker({ home });
    const ids = ['#12', '-12', '.12', '..', '.', 'a#1', 'a.1', 'a-1', 'a_1', 'x'.repeat(60), '#'.repeat(60)];
    const refs = await Promise.all(ids.map((id) => tracker.add({ ...ticket, id })));
    for (const [at, id] of ids.entries()) {
      expect(trackedOf(await tracker.fetch(id)).id).toBe(id);
      expect(trackedOf(await tracker.fetch(refs[at] ?? '')).id).toBe(id);
    }
    const files = await readdir(path.join(home, 'tracker'));
    expect(files).toHaveLength(ids.length);
    expect(files.every((file) => /^[^.].*\.json$/.test(file))).toBe(true);
    expect(await readdir(home)).toEqual(['tracker']);
  });

  test('[I1] knows a ticket it gave an id by its words, and no other', async () => {
    const tracker = localTracker({ home });
    const made = { ...ticket, id: 'LOCAL-20260102T030405' };
    expect(await tracker.idOfWords(made)).toBeUndefined();
    await tracker.add({ ...ticket, body: 'Another.' });
    await tracker.add(made);
    expect(await tracker.idOfWords({ ...ticket, id: 'LOCAL-20300102T030405' })).toBe(made.id);
    expect(await tracker.idOfWords({ ...made, body: 'Another.' })).toBeUndefined();
  });

  test('[I1] gives an id to one ticket, also where two come in the same second', async () => {
    const tracker = localTracker({ home });
    const one = { ...ticket, id: 'LOCAL-20260102T030405' };
    const other = { ...one, body: 'Another.' };
    expect(await Promise.all([tracker.claim(one), tracker.claim(other), tracker.claim(one)])).toEqual([
      true,
      false, // the words of another
      true, // the same ticket again
    ]);
    await tracker.add(one);
    expect(await tracker.claim(one)).toBe(false);
    await tracker.remove(one);
    expect(await tracker.claim(other)).toBe(true);
  });

  test('answers a ref that could lead out of its folder with a refusal', async () => {
    await writeFile(path.join(home, 'secret.json'), '{}');
    for (const ref of ['../secret', '..%2Fsecret', '/etc/passwd', '', 'a b', 'a\0b']) {
      expect(await localTracker({ home }).fetch(ref)).toMatchObject({ ok: false, reason: 'preflight' });
    }
  });

  test('says which file is damaged, and adding the ticket again mends it', async () => {
    const tracker = localTracker({ home });
    const ref = await tracker.add(ticket);
    await writeFile(path.join(home, 'tracker', 'APP-7.json'), '{"ticket": ');
    const answer = await tracker.fetch(ref);
    expect(answer).toMatchObject({ ok: false, reason: 'preflight' });
    expect(answer.ok ? '' : answer.detail).toContain('tracker/APP-7.json');
    await tracker.add(ticket);
    expect(trackedOf(await tracker.fetch(ref))).toEqual(ticket);
  });

  test('takes a ticket away that nothing was done about, with its words, and no other', async () => {
    const tracker = localTracker({ home });
    const made = { ...ticket, id: 'LOCAL-20270115T080000' };
    await tracker.add(made);
    await tracker.remove(made);
    expect(await tracker.fetch(made.id)).toMatchObject({ ok: false });
    expect(await tracker.idOfWords(made)).toBeUndefined();
    await tracker.add(made);
    await tracker.transition(made.id, 'in-progress');
    await tracker.remove(made);
    expect(await tracker.fetch(made.id)).toMatchObject({ ok: true });
  });

  test('answers, and does not throw, where its files are not to be had', async () => {
    const tracker = localTracker({ home });
    await writeFile(path.join(home, 'tracker'), 'a file where a folder should be');
    const answer = await tracker.transition('APP-7', 'done');
    expect(answer).toMatchObject({ ok: false, reason: 'io' });
    expect(answer.ok ? '' : answer.detail).not.toContain(home);
  });
});
