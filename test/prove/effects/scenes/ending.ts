// Looks at a pull request, its merge, and taking it back.

import { isRecord } from '../../../../src/plain/json.ts';
import { effectOf } from '../../../support/effect-parts.ts';
import { pullsOf } from '../../../support/github/state.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { shop } from '../stage.ts';
import type { Opened } from './pull.ts';
import { count, openedPull } from './pull.ts';

function looked(result: unknown, wanted: Readonly<Record<string, unknown>>): string | undefined {
  if (!isRecord(result)) return 'it brought nothing';
  const others = Object.entries(wanted).filter(([key, value]) => result[key] !== value);
  return others.length === 0
    ? undefined
    : `it saw ${others.map(([key]) => `${key}: ${JSON.stringify(result[key])}`).join(', ')}`;
}

async function commitsSince(stage: Stage, { base, trunk }: Opened): Promise<number> {
  return Number(await stage.shop.git('rev-list', '--count', `${base}..refs/heads/${trunk}`));
}

export const endingScenes: readonly Scene[] = [
  {
    name: 'look at a pull request',
    set: async (stage, n) => {
      const { run, number, head } = await openedPull(stage, n, 'own target');
      await stage.ben.comments(shop, number, 'Why?');
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('inspect', { number }) },
        there: () => ({}),
        wrong: (result) =>
          looked(result, { state: 'open', head, mergeable: true, checks: 'success', comments: 1 }),
      };
    },
  },
  {
    name: 'look at a red check',
    set: async (stage, n) => {
      const { run, number, head } = await openedPull(stage, n, 'own target');
      stage.shop.ci.runs({ name: 'build', head, conclusion: 'failure', log: 'it broke at line 7\n' });
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('inspect', { number }) },
        there: () => ({}),
        wrong: async (result, { blobs }) => {
          const words =
            isRecord(result) && typeof result['words'] === 'string' ? await blobs.get(result['words']) : '';
          if (words?.includes('it broke at line 7') !== true) return `it says of the log: ${words ?? ''}`;
          return looked(result, { state: 'open', head, checks: 'failure' });
        },
      };
    },
  },
  {
    name: 'look whether anything is new',
    set: async (stage, n) => {
      const { run, number } = await openedPull(stage, n);
      const asked = { name: 'marks', numbers: [number] } as const;
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('write-artifacts', {}), asked },
        there: () => ({}),
        wrong: (result) => (result instanceof Map && result.size === 1 ? undefined : 'it marks nothing'),
      };
    },
  },
  {
    name: 'show the change',
    set: async (stage, n) => {
      const { run, number } = await openedPull(stage, n, 'own target');
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('write-artifacts', {}), asked: { name: 'diff', number } },
        there: () => ({}),
        wrong: (result) => (String(result).includes('+++ b/c.txt') ? undefined : 'it shows another change'),
      };
    },
  },
  {
    name: 'merge',
    set: async (stage, n) => {
      const opened = await openedPull(stage, n, 'own target');
      const { run, number, head, pull, trunk } = opened;
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('merge', { number, head }) },
        there: async () => ({
          merge: count(pull().merged !== undefined),
          commits: await commitsSince(stage, opened),
        }),
        wrong: (result) => looked(result, { commit: stage.shop.branch(trunk) }),
      };
    },
  },
  {
    name: 'merge by a queue',
    set: async (stage, n) => {
      const { run, number, head, pull, trunk, issue } = await openedPull(stage, n, 'own target');
      stage.shop.rule({ branch: trunk, queue: 'squash' });
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('merge', { number, head }) },
        there: () => ({
          'in the queue': count(pull().queued !== undefined),
          put: issue().events.filter(({ kind }) => kind === 'added_to_merge_queue').length,
        }),
        wrong: (result) => looked(result, { isQueued: true }),
      };
    },
  },
  {
    name: 'take back a merge',
    set: async (stage, n) => {
      const { run, number, base, head, trunk, branch } = await openedPull(stage, n, 'own target');
      await stage.ann.merges(shop, number);
      const undo = `revert-${number}-${branch.replaceAll('/', '-')}`;
      const pulls = () => pullsOf(stage.shop.state()).filter(({ pull }) => pull.headRef === undo);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('revert', { number, target: trunk, from: base, to: head }) },
        there: () => ({ pushed: count(stage.shop.branch(undo) !== undefined), opened: pulls().length }),
        wrong: (result) => looked(result, { branch: undo, number: pulls()[0]?.number }),
      };
    },
  },
  {
    name: 'take back',
    set: async (stage, n) => {
      const { run, number, branch, issue } = await openedPull(stage, n);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('discard', { branch, number }) },
        there: () => ({
          closed: count(issue().state === 'closed'),
          deleted: count(stage.shop.branch(branch) === undefined),
        }),
      };
    },
  },
];
