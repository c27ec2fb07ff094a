// What is known to be wrong and not mended yet, with the reason: it is played and counted apart, so that nobody takes a gap for a proof.
// What is mended leaves this list.

import type { Case, FaultName } from './case.ts';
import type { Finding } from './judge.ts';

interface Open {
  readonly reason: string;
  readonly covers: (one: Case, finding: Finding) => boolean;
}

const limits: readonly FaultName[] = ['429', '403 as a limit'];

function isOfLog({ scene, call }: Case): boolean {
  return scene.name === 'look at a red check' && /\/logs\b/.test(call.name);
}

const open: readonly Open[] = [
  {
    reason: 'a log is plain text: a page, or half of one, in its place is not told from it',
    covers: (one, { what }) => isOfLog(one) && /says of the log/.test(what),
  },
  {
    reason:
      'the push of a revert whose answer is lost every time is sent twice: one commit, one branch, one pull request',
    covers: ({ scene }, { category, what }) =>
      scene.name === 'take back a merge' &&
      category === 'duplicates' &&
      what === 'git git-receive-pack was carried out 2 times',
  },
  {
    reason: 'the place where logs lie is another one than GitHub: a limit there is an outage to us',
    covers: (one, { what }) =>
      isOfLog(one) &&
      'fault' in one.what &&
      limits.includes(one.what.fault) &&
      /without a time|a limit ended as/.test(what),
  },
];

export function reasonFor(one: Case, finding: Finding): string | undefined {
  return open.find(({ covers }) => covers(one, finding))?.reason;
}
