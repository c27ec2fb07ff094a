// How strongly the agents and checks of a run were contained, as the journal knows it: a run may be resumed at another level
// than it was started at, and then every level is told.

import type { Level } from '../../core/roles/modes.ts';
import type { Worked } from '../../core/roles/worked.ts';
import type { Run } from '../../core/run.ts';
import { list, plural } from './words.ts';

/** From the strongest to the weakest. */
const levels: readonly Level[] = ['contained', 'fenced', 'open'];

const means: Readonly<Record<Level, string>> = {
  contained: 'Agents and checks were contained: their files, network and processes were their own.',
  fenced: 'Agents were fenced: what they could write and reach was limited, what they could read was not.',
  open: 'Agents were not contained; what they left was audited afterwards.',
};

/** For people who judge the change. */
export function levelSentence(run: Pick<Run, 'level' | 'worked'>): string {
  const [level, ...others] = levelsOf(run);
  if (level !== undefined && others.length === 0) return means[level];
  const { agents, checks } = run.worked;
  const parts = [timesWords('agents worked', agents), timesWords('checks ran', checks)].filter(isSaid);
  const end = others.includes('open') ? ' What was left in the open was audited afterwards.' : '';
  return `The run worked at more than one level: ${parts.join('; ')}.${end}`;
}

/** In a word or two. */
export function levelShort(run: Pick<Run, 'level' | 'worked'>): string {
  return list(levelsOf(run));
}

/** Where nothing has worked yet, and in journals that do not say, it is the level the run was started at. */
function levelsOf({ level, worked }: Pick<Run, 'level' | 'worked'>): readonly Level[] {
  const seen = levels.filter((item) => (worked.agents[item] ?? worked.checks[item]) !== undefined);
  return seen.length === 0 ? [level] : seen;
}

function timesWords(who: string, times: Worked['agents']): string {
  const said = levels.flatMap((level) => {
    const count = times[level];
    return count === undefined ? [] : [`${level} ${plural(count, 'time')}`];
  });
  return said.length === 0 ? '' : `${who} ${list(said)}`;
}

function isSaid(text: string): boolean {
  return text !== '';
}
