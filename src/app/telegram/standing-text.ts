// Where the runs of some repositories are, in a few lines.

import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { clip } from '../../views/words/words.ts';
import type { CarryingDelivery } from '../triggers/carry-out.ts';

const runsMax = 15;
const titleCharsMax = 80;

export async function standingText(
  { owner: { journal }, tools }: CarryingDelivery,
  folders: readonly { readonly repository: string }[],
): Promise<string> {
  const repositories = new Set(folders.map(({ repository }) => repository));
  const open = (await journal.summaries({ open: true })).filter(({ repository }) =>
    repositories.has(repository),
  );
  const asked = await journal.inbox();
  const lines = open.slice(0, runsMax).map(({ run, title, status, stage }) => {
    const gates = asked.filter((gate) => gate.run === run).map((gate) => `waits for the ${nameOf(gate)}`);
    const where = gates.length === 0 ? `${status} in ${stage}` : gates.join(', ');
    return `${run} ${clip(forTerminal(title), titleCharsMax)}: ${where}`;
  });
  const rest = open.length > runsMax ? [`… and ${open.length - runsMax} more`] : [];
  const text =
    lines.length === 0 ? 'No run is open. Write what you want done.' : [...lines, ...rest].join('\n');
  return tools.screener.redact(text).text;
}
