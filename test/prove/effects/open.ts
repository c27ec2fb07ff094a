// What is known to be wrong and not mended yet, with the reason: it is played and counted apart, so that nobody takes a gap for a proof.
// What is mended leaves this list.

import type { Case, FaultName } from './case.ts';
import type { Finding } from './judge.ts';

interface Open {
  readonly reason: string;
  readonly covers: (one: Case, finding: Finding) => boolean;
}

const limits: readonly FaultName[] = ['429', '403 as a limit'];

function isLimit({ what }: Case): boolean {
  return 'fault' in what && limits.includes(what.fault);
}

const open: readonly Open[] = [
  {
    reason: 'nobody keeps a limit of Jira: after a probe that met one, the act asks at once',
    covers: (one, { what }) =>
      isLimit(one) && /Jira/.test(one.scene.name) && /sent before a limit was over/.test(what),
  },
  {
    reason: 'a log that could not be fetched is not fetched again: what is red is told without it',
    covers: ({ scene }, { what }) => scene.name === 'look at a red check' && /says of the log/.test(what),
  },
];

export function reasonFor(one: Case, finding: Finding): string | undefined {
  return open.find(({ covers }) => covers(one, finding))?.reason;
}
