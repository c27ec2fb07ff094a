// A pull request of a run, as it stands on the server before an effect does something with it.

import type { Run } from '../../../../src/core/run.ts';
import { aReview, aTask, evidenceOf, testCheck } from '../../../support/core.ts';
import type { Issue, Pull } from '../../../support/github/state.ts';
import type { Stage } from '../stage.ts';
import { shop } from '../stage.ts';

export interface Opened {
  readonly number: number;
  readonly head: string;
  readonly branch: string;
  readonly trunk: string;
  readonly base: string;
  readonly run: Run;
  readonly issue: () => Issue;
  readonly pull: () => Pull;
}

export function branchOf(n: number): string {
  return `feature/T-${n}_change`;
}

/** A branch on the server with one commit on `onto`, made with as little git as there can be. */
export async function branched(
  { shop: repository }: Stage,
  name: string,
  { onto, like }: { readonly onto: string; readonly like?: string },
): Promise<string> {
  const from = like ?? repository.branch('notice') ?? onto;
  const tree = await repository.git('rev-parse', `${from}^{tree}`);
  const sha = await repository.git('commit-tree', tree, '-p', onto, '-m', name);
  await repository.git('update-ref', `refs/heads/${name}`, sha);
  repository.state().refs[`refs/heads/${name}`] = sha;
  return sha;
}

/** `ownTarget`: nobody else moves it, and nobody here knows its commit. */
export async function openedPull(stage: Stage, n: number, ownTarget?: 'own target'): Promise<Opened> {
  const { ann, shop: repository, world } = stage;
  const branch = branchOf(n);
  const trunk = ownTarget === undefined ? 'main' : `trunk-${n}`;
  const base =
    ownTarget === undefined
      ? world.base
      : await branched(stage, trunk, { onto: world.base, like: world.base });
  const head = await branched(stage, branch, { onto: base });
  const number = await ann.opens(shop, { head: branch, base: trunk, title: 'T', body: 'B' });
  const tree = await repository.git('rev-parse', `${head}^{tree}`);
  const issue = (): Issue => repository.issueOf(number);
  const place = { alias: 'main', repository: world.id, base: { branch: trunk, commit: base } };
  return {
    number,
    head,
    branch,
    trunk,
    base,
    run: await stage.run({
      id: `r${n}`,
      forge: 'github',
      branch,
      tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
      evidence: [evidenceOf(testCheck, tree)],
      review: aReview(head),
      repositories: [{ ...place, head: { commit: head, tree }, pullRequest: { number } }],
    }),
    issue,
    pull: () => {
      const { pull } = issue();
      if (pull === undefined) throw new Error(`#${number} is no pull request.`);
      return pull;
    },
  };
}

export function count(holds: boolean): number {
  return holds ? 1 : 0;
}
