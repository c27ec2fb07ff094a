// A forge that is loaded by whoever first asks something of it: what it is made of costs every other run nothing.

import type { Forge } from './forge.ts';

export function lazyForge(name: string, load: () => Promise<Forge>): Forge {
  let loading: Promise<Forge> | undefined;
  const forge = (): Promise<Forge> => (loading ??= load());
  return {
    name,
    isShared: true,
    standing: async (...asked) => (await forge()).standing(...asked),
    branchHead: async (...asked) => (await forge()).branchHead(...asked),
    bring: async (...asked) => (await forge()).bring(...asked),
    target: async (...asked) => (await forge()).target(...asked),
    prepareTarget: async (...asked) => (await forge()).prepareTarget(...asked),
    push: async (...asked) => (await forge()).push(...asked),
    find: async (...asked) => (await forge()).find(...asked),
    get: async (...asked) => (await forge()).get(...asked),
    open: async (...asked) => (await forge()).open(...asked),
    update: async (...asked) => (await forge()).update(...asked),
    label: async (...asked) => (await forge()).label(...asked),
    comment: async (...asked) => (await forge()).comment(...asked),
    publishChecks: async (...asked) => (await forge()).publishChecks(...asked),
    inspect: async (...asked) => (await forge()).inspect(...asked),
    marks: async (...asked) => (await forge()).marks(...asked),
    logOf: async (...asked) => (await forge()).logOf(...asked),
    reply: async (...asked) => (await forge()).reply(...asked),
    requestReview: async (...asked) => (await forge()).requestReview(...asked),
    diff: async (...asked) => (await forge()).diff(...asked),
    merge: async (...asked) => (await forge()).merge(...asked),
    deleteBranch: async (...asked) => (await forge()).deleteBranch(...asked),
    close: async (...asked) => (await forge()).close(...asked),
  };
}
