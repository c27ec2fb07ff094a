// What is not ours to keep, by name and with the reason: it is played, and counted apart from what is right and from what is wrong.

import { isGitCall } from './call-name.ts';
import type { Case } from './case.ts';
import type { Finding } from './judge.ts';

interface Exception {
  readonly reason: string;
  readonly covers: (one: Case, finding: Finding) => boolean;
}

const exceptions: readonly Exception[] = [
  {
    reason:
      'ADR 43: what no service holds by a key may be written again where lists lag for longer than we look',
    covers: ({ what }, { category }) =>
      'fault' in what &&
      what.fault === 'stale reads' &&
      what.times === 'for ever' &&
      category === 'duplicates',
  },
  {
    reason: 'git tells a status and no more: a limit by 403 cannot be told from a right that is missing',
    covers: ({ call, what }, { category }) =>
      'fault' in what && what.fault === '403 as a limit' && isGitCall(call.name) && category === 'wrong',
  },
  {
    reason:
      'the key of an App is signed with a time that was only waited for in play, and the server lives by another clock',
    covers: ({ scene, what }, { what: words }) =>
      scene.name === 'publish checks as runs' &&
      'fault' in what &&
      what.times === 'for ever' &&
      words.includes('does not accept the App'),
  },
];

export function exceptionFor(one: Case, finding: Finding): string | undefined {
  return exceptions.find(({ covers }) => covers(one, finding))?.reason;
}
