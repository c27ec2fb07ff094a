// What was said on a pull request and no rule decides, in words for the person who does.

import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { heardOf } from '../../core/stages/triage.ts';
import { forTerminal } from '../../screening/terminal.ts';

/** Who said it, where, and why no rule decides it. */
export function remarkFacts(run: Run, { subject, about = [] }: Gate): readonly string[] {
  const said = heardOf(repositoryOf(run, { repository: subject })).filter(({ id }) => about.includes(id));
  return [
    `Said on the pull request, and for you to decide: ${said
      .map(({ author, path, sorted }) => {
        const where = path === undefined ? '' : ` on ${forTerminal(path)}`;
        const opposite = sorted?.opposes === undefined ? '' : ', against what was asked for and done before';
        return `${forTerminal(author.name)}${where} (${sorted?.class ?? 'remark'}${opposite})`;
      })
      .join('; ')}.`,
  ];
}
