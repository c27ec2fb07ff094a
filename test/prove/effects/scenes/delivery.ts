// What leaves the house: the push, the pull request and what is said of its head.

import { aTask } from '../../../support/core.ts';
import { effectOf } from '../../../support/effect-parts.ts';
import type { Scene } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { branchOf, branched, count, openedPull } from './pull.ts';

async function unpushed(stage: Stage, n: number) {
  const { world } = stage;
  const commit = await stage.commit(n);
  const place = { alias: 'main', repository: world.id, base: { branch: 'main', commit: world.base } };
  const run = await stage.run({
    id: `r${n}`,
    forge: 'github',
    branch: branchOf(n),
    tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
    repositories: [{ ...place, head: { commit } }],
  });
  return { commit, run, branch: branchOf(n) };
}

export const deliveryScenes: readonly Scene[] = [
  {
    name: 'push',
    set: async (stage, n) => {
      const { commit, run, branch } = await unpushed(stage, n);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('push', { branch, commit }) },
        there: () => ({ branch: count(stage.shop.branch(branch) === commit) }),
      };
    },
  },
  {
    name: 'push to a fork',
    set: async (stage, n) => {
      const { commit, run, branch } = await unpushed(stage, n);
      const fork = stage.github.repositoryNamed('carl/shop');
      return {
        run,
        reach: { env: stage.as.carl },
        deed: { effect: effectOf('push', { branch, commit }) },
        there: () => ({ branch: count(fork.branch(branch) === commit) }),
      };
    },
  },
  {
    name: 'open a pull request',
    set: async (stage, n) => {
      const branch = branchOf(n);
      const head = await branched(stage, branch, { onto: stage.world.base });
      const { run } = await unpushed(stage, n);
      const mine = () => stage.shop.state().issues.filter(({ pull }) => pull?.headRef === branch);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('open-pull-request', { branch, head, target: 'main' }) },
        there: () => ({ 'pull request': mine().length }),
        wrong: (result) =>
          JSON.stringify(result) === JSON.stringify({ number: mine()[0]?.number })
            ? undefined
            : `it names another pull request: ${JSON.stringify(result)}`,
      };
    },
  },
  {
    name: 'update a pull request',
    set: async (stage, n) => {
      const { run, number, head, issue } = await openedPull(stage, n);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('update-pull-request', { number, head }) },
        there: () => ({ title: count(issue().title === 'T-1: Change it') }),
      };
    },
  },
  {
    name: 'publish checks as statuses',
    set: async (stage, n) => {
      const { run, number, head } = await openedPull(stage, n);
      const of = (context: string): number =>
        stage.shop.state().statuses.filter((one) => one.sha === head && one.context === context).length;
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('publish-checks', { number, head }) },
        there: () => ({ test: of('slipway / test'), review: of('slipway / review') }),
      };
    },
  },
  {
    name: 'publish checks as runs',
    again: {
      'POST /app/installations/N/access_tokens': 'Two tokens do no harm: each ends by itself.',
    },
    set: async (stage, n) => {
      const { run, number, head } = await openedPull(stage, n);
      const of = (name: string): number =>
        stage.shop.state().checkRuns.filter((one) => one.sha === head && one.name === name).length;
      return {
        run,
        reach: { env: stage.as.app },
        deed: { effect: effectOf('publish-checks', { number, head }) },
        there: () => ({ test: of('slipway / test'), review: of('slipway / review') }),
      };
    },
  },
  {
    name: 'label',
    set: async (stage, n) => {
      const { run, number, issue } = await openedPull(stage, n);
      const labels = ['slipway', 'size/S'];
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('label', { number, labels }) },
        there: () =>
          Object.fromEntries(
            labels.map((name) => [name, issue().labels.filter((one) => one === name).length]),
          ),
      };
    },
  },
];
