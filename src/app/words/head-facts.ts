// What speaks for the head that somebody is asked to merge or to take: evidence of another one says nothing of it. Pure.

import { isAboutHead } from '../../core/evidence/vouched.ts';
import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { checkWords } from '../../views/events/event-row.ts';
import { list, short } from '../../views/words/words.ts';

export function headFacts(run: Run, gate: Gate): readonly string[] {
  const requests = run.repositories.flatMap(({ pullRequest }) => pullRequest ?? []);
  return [
    `The change is at ${short(gate.digest)}${requests.length === 0 ? '' : `, in pull request ${list(requests.map(({ number }) => `#${number}`))}`}.`,
    ...(isAboutHead(run) && run.evidence.length > 0
      ? [`Checks of exactly this: ${forTerminal(list(run.evidence.map(checkWords)))}.`]
      : []),
  ];
}
