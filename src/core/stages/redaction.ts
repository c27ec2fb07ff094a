// Words that would leave the house with something taken out of them, because the screener took it for a secret. Where a person
// is at hand they say whether the rest may go out like this; else it goes out and says so itself.
//   REDACTION-1. Leave is for exactly the places and rules that were shown, whatever head they are about: another place is asked about.
//   REDACTION-2. Until a person decided, nothing of this head leaves.

import type { Gate, GateRequest } from '../gates/gate.ts';
import { redactedGateOf } from '../policy.ts';
import type { Repository, Run } from '../run.ts';
import { lineIn } from './lines.ts';
import { isWaived } from './waiver.ts';

const subject = 'redacted';

export function asksAboutRedaction({ kind, subject: name }: Pick<Gate, 'kind' | 'subject'>): boolean {
  return kind === 'waiver' && (name === subject || name.startsWith(`${subject}/`));
}

/** REDACTION-2. */
export function awaitsRedaction(run: Run, repository: Repository): boolean {
  return askedOf(run, repository) !== undefined;
}

export function redactionGates(run: Run): readonly GateRequest[] {
  return run.repositories.flatMap((repository) => {
    const digest = askedOf(run, repository);
    if (digest === undefined) return [];
    const blob = screenedOf(run, repository)?.told;
    return [
      {
        kind: 'waiver' as const,
        subject: lineIn(run, subject, repository),
        digest,
        ...(blob === undefined ? {} : { blob }),
      },
    ];
  });
}

/** What came of screening this head, in this visit. */
export function screenedOf(
  { visit }: Run,
  { head }: Repository,
): Run['visit']['screened'][number] | undefined {
  return visit.screened.findLast((item) => item.head === head.commit);
}

/** REDACTION-1. Undefined where nothing was taken out, policy asks nobody about it, or a person let it pass. */
function askedOf(run: Run, repository: Repository): string | undefined {
  const screened = screenedOf(run, repository);
  if (screened?.verdict !== 'REDACTED' || !redactedGateOf(run.policy)) return undefined;
  const places = (screened.where ?? []).map(({ place, rules }) => `${place}:${rules.join('+')}`);
  const digest = [subject, repository.alias, ...places].join('.');
  return isWaived(run, digest) ? undefined : digest;
}
