// Effects reach the forge and the tracker that the run names, and no other.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import type { Run } from '../core/run.ts';
import { absentForge } from '../forges/absent.ts';
import { localForge } from '../forges/local/local.ts';
import { byName } from '../plain/by-name.ts';
import { trackersByName } from '../trackers/trackers.ts';
import { gitRunner } from '../workspace/git-runner.ts';
import { createWorkspaces } from '../workspace/workspaces.ts';
import type { EffectParts } from './parts.ts';
import { push } from './kinds/deliver.ts';
import { fetchTicket } from './kinds/fetch-ticket.ts';
import { inspect } from './kinds/merge.ts';

let world: TestParts;
let parts: EffectParts;
let run: Run;
let head: string;
const branch = 'feature/T-1_change_it';

beforeAll(async () => {
  world = await startParts({ 'a.txt': 'one\n' });
  head = await world.commit({ 'a.txt': 'two\n' });
  run = await world.run();
  // The second one is the local forge under another name, beside the store it shares with the first.
  const places = { home: world.home, git: gitRunner() };
  const local = localForge({ ...places, workspaces: createWorkspaces(places) });
  const pushed = new Map<string, string>();
  const second = {
    ...local,
    name: 'second',
    branchHead: (_repository: string, name: string) =>
      Promise.resolve({ ok: true as const, value: pushed.get(name) }),
    prepareTarget: () => Promise.resolve({ ok: true as const, value: undefined }),
    push: ({ branch: name, commit }: { readonly branch: string; readonly commit: string }) => {
      pushed.set(name, commit);
      return Promise.resolve({ ok: true as const, value: undefined });
    },
  };
  const named = byName({ local: () => local, second: () => second }, absentForge);
  parts = { ...world.parts, forgeOf: ({ forge }) => named(forge) };
});
afterAll(() => world.close());

const pushTo = (forge: string, commit: string) =>
  push(parts).act(effectOf('push', { branch, commit }), world.context({ ...run, forge }));
const headOn = async (forge: string): Promise<string | undefined> => {
  const answer = await parts.forgeOf({ forge }).branchHead(world.id, branch);
  return answer.ok ? answer.value : answer.detail;
};

const fetched = async (tracker: string, from: EffectParts = parts) => {
  const source = { tracker, ref: run.source.ref };
  const effect = effectOf('fetch-ticket', { source });
  return fetchTicket(from).act(effect, world.context({ ...run, source }));
};

describe('a forge', () => {
  test('is reached by the runs that name it, and by no others', async () => {
    expect((await pushTo('local', head)).type).toBe('done');
    expect([await headOn('local'), await headOn('second')]).toEqual([head, undefined]);
    const other = await world.commit({ 'a.txt': 'three\n' });
    expect((await pushTo('second', other)).type).toBe('done');
    expect([await headOn('local'), await headOn('second')]).toEqual([head, other]);
  });

  test.each(['gone', 'toString'])('called %s that nobody knows is a failure in words', async (name) => {
    const outcome = await pushTo(name, head);
    expect(outcome).toMatchObject({ type: 'failed', reason: 'forge-refused' });
    if (outcome.type !== 'failed') throw new Error('it failed');
    expect(await parts.blobs.get(outcome.detail ?? '')).toBe(
      `The run lives on the forge '${name}', and this version of Slipway knows only local, second. Go on with the version that started it, or cancel the run.`,
    );
    const look = effectOf('inspect', { number: 1 });
    const seen = await inspect(parts).act(look, world.context({ ...run, forge: name }));
    expect(seen).toMatchObject({ type: 'failed', reason: 'forge-refused' });
    const probed = effectOf('push', { branch, commit: head });
    expect(await push(parts).probe(probed, world.context({ ...run, forge: name }))).toBeUndefined();
  });

  test('is in the composition under its name alone', () => {
    const { forgeOf } = world.parts;
    expect(forgeOf(run).name).toBe('local');
    expect(forgeOf(run)).toBe(forgeOf({ forge: 'local' }));
  });
});

describe('a tracker', () => {
  test('is asked for the tickets that name it, and for no others', async () => {
    const local = parts.trackerOf({ tracker: 'local' });
    const theirs = { id: 'T-1', title: 'Theirs', body: '', criteria: ['It is theirs.'] };
    const second = {
      ...local,
      name: 'second',
      fetch: () => Promise.resolve({ ok: true as const, value: theirs }),
    };
    const named = trackersByName({ local: () => local, second: () => second });
    const both: EffectParts = { ...parts, trackerOf: ({ tracker }) => named(tracker) };
    const titleFrom = async (tracker: string): Promise<string> => {
      const outcome = await fetched(tracker, both);
      if (outcome.type !== 'done' || outcome.kind !== 'fetch-ticket') throw new Error('it was not fetched');
      return outcome.result.ticket.title;
    };
    expect([await titleFrom('local'), await titleFrom('second')]).toEqual(['Change it', 'Theirs']);
  });

  test('that nobody knows is a failure in words', async () => {
    const outcome = await fetched('gone');
    expect(outcome).toMatchObject({ type: 'failed', reason: 'preflight' });
    if (outcome.type !== 'failed') throw new Error('it failed');
    expect(await parts.blobs.get(outcome.detail ?? '')).toBe(
      "The ticket lives in the tracker 'gone', and this version of Slipway knows only local, github, jira. Go on with the version that started the run, or cancel it.",
    );
  });
});
