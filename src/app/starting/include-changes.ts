// On order, what is not committed in the checkout becomes the first commit of the change, with the person as its author. It stands
// for itself in the branch, and is looked through before anything is started: it would be pushed like all the rest.

import type { Command } from '../../core/commands.ts';
import type { Included } from '../../core/remarks/seen.ts';
import { broughtBy, secretsIn } from '../../effects/launches/brought-in.ts';
import { includedMessage } from '../../effects/delivery/commit-message.ts';
import type { Change } from '../../workspace/workspace.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import type { PreparedRun } from './prepare-run.ts';

type Start = Extract<Command, { type: 'run.start' }>;

/** The command that starts the run with them; as it was, where everything is committed. */
export async function includingChanges(
  tools: Tools,
  { checkout, command, run }: PreparedRun,
): Promise<Start> {
  const { workspaces } = tools;
  const { repository, commit: base } = checkout;
  const { tree, changes } = await workspaces.uncommitted(repository, base);
  if (changes.length === 0) return command;
  const problem = await problemWith(tools, repository, { base, tree, changes });
  if (problem !== undefined) {
    throw new UserError(
      `What is not committed cannot be included, so nothing was started: ${problem}`,
      'refused',
    );
  }
  const { author } = command.start;
  const commit = await workspaces.commit(repository, {
    tree,
    parents: [base],
    message: includedMessage(run),
    at: tools.clock.now(),
    author,
  });
  await workspaces.keep(repository, `${run}/included`, commit);
  return withIncluded(command, repository, { commit, tree, files: changes.length });
}

async function problemWith(
  { workspaces, screener }: Tools,
  repository: string,
  {
    base,
    tree,
    changes,
  }: { readonly base: string; readonly tree: string; readonly changes: readonly Change[] },
): Promise<string | undefined> {
  const modules = changes.filter(({ mode }) => mode === '160000').map(({ path }) => path);
  if (modules.length > 0) {
    return `a submodule is at another commit (${modules.join(', ')}). Commit that first, or leave the changes out.`;
  }
  const written = changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  const filtered = await workspaces.filtered(repository, tree, written);
  if (filtered.length > 0) {
    return `files that are stored through a filter are among it (${filtered.map(({ path }) => path).join(', ')}), and Slipway runs no filter. Commit them first.`;
  }
  const secrets = [...secretsIn(screener, await broughtBy(workspaces, repository, { from: base, to: tree }))];
  if (secrets.length === 0) return undefined;
  const where = secrets.map(([file, rules]) => `\n- ${file}: ${rules.join(', ')}`).join('');
  return `it holds what looks like a secret.${where}\nTake it out, or leave the changes out: run without --include-changes.`;
}

function withIncluded(command: Start, repository: string, included: Included): Start {
  const repositories = command.start.repositories.map((item) =>
    item.repository === repository ? { ...item, included } : item,
  );
  return { ...command, start: { ...command.start, repositories } };
}
