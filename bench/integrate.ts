// Fifty finished tasks into one branch of a repository with 20,000 files: the effect itself, which merges each onto the one
// before it and makes its commit, against fifty bare `git merge-tree` of the same sides, which make none.

import { rmSync } from 'node:fs';
import { placesOf, makeHome } from '../src/app/home/home-places.ts';
import { toolsOf } from '../src/app/parts.ts';
import type { Merging } from '../src/core/tasks/queue.ts';
import type { Run } from '../src/core/run.ts';
import { integrate } from '../src/effects/kinds/integrate.ts';
import { systemClock } from '../src/telemetry/system-clock.ts';
import { gitOk } from '../src/workspace/git-ok.ts';
import { gitRunner } from '../src/workspace/git-runner.ts';
import { storeOf } from '../src/workspace/places.ts';
import { surroundingsIn } from '../test/support/app.ts';
import { aRun, aTask, aTicket } from '../test/support/core.ts';
import { effectOf } from '../test/support/effect-parts.ts';
import type { Measurement } from './support/bench.ts';
import { median, rounded, timed } from './support/compare.ts';
import { folderOnDisk, newFolder } from './support/folder.ts';
import { largeRepository } from './support/large-repository.ts';

const tasks = 50;
/** Times the bare merges: commits have to be made, and the sides put into shape. */
const limit = 8;

export const integrate50: Measurement = async ({ size, say }) => {
  const source = await largeRepository(say);
  const dir = newFolder(folderOnDisk());
  try {
    const surroundings = surroundingsIn(dir);
    const tools = toolsOf(placesOf(surroundings), surroundings, systemClock());
    await makeHome(tools.places);
    const seen = await tools.workspaces.look(source);
    if ('problem' in seen) throw new Error(seen.problem);
    const { repository, commit, branch } = seen;
    await tools.workspaces.ensure(repository, commit);
    const git = gitRunner();
    const gitDir = storeOf({ home: tools.places.home, git }, repository);
    const merging = await finished(
      (args, stdin) => gitOk(git, { gitDir, args, ...(stdin && { stdin }) }),
      commit,
    );
    const run: Run = {
      ...aRun(),
      ticket: aTicket,
      tasks: merging.map(({ task }) => ({ task: aTask(task), at: 'accepted', grants: [], evidence: [] })),
      repositories: [{ alias: 'main', repository, base: { branch, commit }, head: { commit } }],
    };
    const parts = { ...tools, memory: { gather: () => Promise.resolve() } };
    const effect = effectOf('integrate', { onto: commit, tasks: merging });
    const { signal } = new AbortController();
    const context = { run, begunAt: 0, recovered: false, signal, save: () => Promise.resolve() };
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < size.attemptRounds; round += 1) {
      let chain: readonly string[] = [];
      ours.push(
        await timed(async () => {
          const outcome = await integrate(parts).act(effect, context);
          if (outcome.type !== 'done' || outcome.kind !== 'integrate')
            throw new Error('It was not integrated.');
          chain = outcome.result.chain.map((item) => item.commit);
        }),
      );
      if (chain.length !== tasks) throw new Error(`Only ${chain.length} of ${tasks} were integrated.`);
      bare.push(
        await timed(async () => {
          for (const [at, { commit: theirs }] of merging.entries()) {
            const onto = chain[at - 1] ?? commit;
            await gitOk(git, { gitDir, args: ['merge-tree', '--write-tree', onto, theirs] });
          }
        }),
      );
      say(`round ${round + 1}: ${rounded(ours.at(-1) ?? 0)} ms against ${rounded(bare.at(-1) ?? 0)} ms`);
    }
    const ratio = median(ours) / median(bare);
    return {
      seconds: rounded(median(ours) / 1000),
      bareSeconds: rounded(median(bare) / 1000),
      ratio: rounded(ratio),
      limit,
      ok: ratio <= limit,
      tasks,
      rounds: ours.length,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

/** A commit a task on the same parent, each with two files of its own. */
async function finished(
  git: (args: readonly string[], stdin?: string) => Promise<string>,
  parent: string,
): Promise<readonly Merging[]> {
  const listed = await git(['ls-tree', '-r', '--name-only', parent]);
  const names = listed.trim().split('\n');
  const refs = Array.from({ length: tasks }, (_, n) => `refs/slipway/bench/${n}`);
  const stream = refs.map((ref, n) => {
    const files = [names[n * 300], names[n * 300 + 150]].map(
      (name) => `M 100644 inline ${name ?? ''}\n${data(`// changed by task ${n}\n`)}`,
    );
    return `commit ${ref}\ncommitter A <a@example.test> 1700000000 +0000\n${data('x')}from ${parent}\n${files.join('')}\n`;
  });
  await git(['fast-import', '--quiet'], stream.join(''));
  return Promise.all(
    refs.map(async (ref, n) => ({ task: `t${n}`, commit: (await git(['rev-parse', ref])).trim(), parent })),
  );
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
