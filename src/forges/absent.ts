// Stands in for a forge that this version does not have: a journal may be another version's. It answers every question with
// the same sentence, so that whatever is asked of it fails in words.

import type { Forge, ForgeAnswer } from './forge.ts';

export function absentForge(name: string, known: readonly string[]): Forge {
  const answer: ForgeAnswer<never> = {
    ok: false,
    reason: 'forge-refused',
    detail: `The run lives on the forge '${name}', and this version of Slipway knows only ${known.join(', ')}. Go on with the version that started it, or cancel the run.`,
  };
  const refuse = (): Promise<ForgeAnswer<never>> => Promise.resolve(answer);
  return {
    name,
    isShared: true,
    standing: refuse,
    branchHead: refuse,
    bring: refuse,
    target: refuse,
    prepareTarget: refuse,
    push: refuse,
    find: refuse,
    get: refuse,
    open: refuse,
    update: refuse,
    label: refuse,
    comment: refuse,
    publishChecks: refuse,
    inspect: refuse,
    marks: refuse,
    logOf: refuse,
    reply: refuse,
    requestReview: refuse,
    diff: refuse,
    merge: refuse,
    deleteBranch: refuse,
    close: refuse,
  };
}
