// The workspaces port on git: puts the parts of this folder together, and is all of it that others see.

import { changesBetween, commitsBetween, commonOf, damageIn, diffText } from './changes.ts';
import { checkout, clone } from './clone.ts';
import { eachContent, fileEntries } from './contents.ts';
import { discard, existing } from './discard.ts';
import { filteredAt } from './filtered.ts';
import { importTree } from './import-tree.ts';
import { commit, keep, merge, treeOf } from './integrate.ts';
import { canLand, land, userBranch } from './land.ts';
import { dirtiness, foundAgain, look, notesOn } from './look-at-checkout.ts';
import type { Context } from './places.ts';
import { storeOf } from './places.ts';
import { filesWith, listFiles, readFile } from './read.ts';
import { personIn } from './person.ts';
import { remotes } from './remotes.ts';
import { ensure, has } from './store.ts';
import { unfilledAt, usersCheckout } from './submodules.ts';
import { treeEntries } from './tree-entries.ts';
import { uncommitted } from './uncommitted.ts';
import { rewritten } from './rewritten.ts';
import { vary } from './vary.ts';
import type { Workspaces } from './workspace.ts';

export function createWorkspaces(context: Context): Workspaces {
  const store = (repository: string): string => storeOf(context, repository);
  return {
    look: (dir) => look(context, dir),
    remotes: (repository) => remotes(context, repository),
    person: async (repository, env) => personIn(context, await foundAgain(context, repository), env),
    root: async (repository) => (await foundAgain(context, repository)).path,
    dirtiness: (repository) => dirtiness(context, repository),
    notes: async (repository) => notesOn(context, await foundAgain(context, repository)),
    uncommitted: (repository, id) => uncommitted(context, repository, id),
    ensure: (repository, id) => ensure(context, repository, id),
    has: (repository, id) => has(context, repository, id),
    treeOf: async (repository, id) => treeOf(context, store(repository), id),
    readFile: (repository, id, path) => readFile(context, repository, id, path),
    listFiles: (repository, id) => listFiles(context, repository, id),
    entries: (repository, id) => fileEntries(context, store(repository), id),
    eachContent: (repository, ids, each) => eachContent(context, store(repository), ids, each),
    filtered: (repository, tree, paths) => filteredAt(context, repository, tree, paths),
    filesWith: (repository, id, word) => filesWith(context, repository, id, word),
    unfilled: async (repository, id) =>
      unfilledAt(
        context,
        await usersCheckout(context, repository),
        await treeEntries(context, store(repository), id),
      ),
    clone: (repository, id, name) => clone(context, repository, id, name),
    checkout: (repository, id, name, dress) => checkout(context, repository, id, { name, ...dress }),
    importTree: (repository, dir, base) => importTree(context, repository, dir, base),
    existing: (name) => existing(context, name),
    discard: (name) => discard(context, name),
    commit: (repository, request) => commit(context, repository, request),
    rewritten: (repository, at) => rewritten(context, repository, at),
    vary: (repository, variation) => vary(context, repository, variation),
    merge: (repository, sides) => merge(context, repository, sides),
    keep: (repository, name, id) => keep(context, repository, name, id),
    diff: async (repository, from, to) => diffText(context, store(repository), from, to),
    changes: async (repository, from, to) => changesBetween(context, store(repository), from, to),
    commits: async (repository, from, to) => commitsBetween(context, store(repository), from, to),
    common: async (repository, one, other) => commonOf(context, store(repository), one, other),
    damage: async (repository, from, to) => damageIn(context, store(repository), from, to),
    userBranch: (repository, branch) => userBranch(context, repository, branch),
    canLand: (repository, request) => canLand(context, repository, request),
    land: (repository, request) => land(context, repository, request),
  };
}
