// What a proof says at its end, counted from the verdicts.

import type { Fate } from './company.ts';
import type { Staged, Verdict } from './verdicts.ts';

export interface Counts {
  readonly cases: number;
  readonly escapes: number;
  readonly secretsRead: number;
  /** Processes a case left, and runs after which something else was alive. */
  readonly survivors: number;
  readonly unrecorded: number;
  /** Cases that never began: they prove nothing. */
  readonly unplayed: number;
  /** Cases the rules of a real program stopped before they met the box. */
  readonly refused: number;
  /** Ordinary work that was done and delivered. */
  readonly controls: number;
}

export function countsOf(staged: readonly Staged[]): Counts {
  const verdicts = staged.flatMap((one) => one.verdicts);
  const held = (kind: Verdict['question']['kind']): number =>
    verdicts.filter((one) => one.held && one.question.kind === kind).length;
  const fated = (fate: Fate): number => verdicts.filter((one) => one.fate === fate).length;
  const others = staged.filter((one) => one.stray !== undefined && !one.verdicts.some(isSurvivor));
  return {
    cases: verdicts.filter(({ question }) => question.kind !== 'control').length,
    escapes: held('escape'),
    secretsRead: held('secret'),
    survivors: held('survivor') + others.length,
    unrecorded: verdicts.filter((one) => one.unrecorded).length,
    unplayed: fated('untried'),
    refused: fated('refused'),
    controls: held('control'),
  };
}

function isSurvivor({ held, question }: Verdict): boolean {
  return held && question.kind === 'survivor';
}

/** A line for each thing that is wrong with a play. */
export function faultsOf({ play, verdicts, stray, noted }: Staged): readonly string[] {
  const where = (name: string): string => (name === play.name ? name : `${name} (${play.name})`);
  const lines = verdicts.flatMap((verdict): readonly string[] => {
    const { question, held, fate, unrecorded } = verdict;
    const isRight = held === (question.kind === 'control');
    return [
      ...(isRight ? [] : [`${question.kind}: ${where(question.name)}`]),
      ...(fate === 'untried' ? [`never tried: ${where(question.name)}`] : []),
      ...(unrecorded ? [`not recorded: ${where(question.name)}`] : []),
    ];
  });
  const alive = stray === undefined ? [] : [`left alive by ${play.name}: ${stray}`];
  const failed = lines.length > 0 && noted.failures.length > 0;
  return [...lines, ...alive, ...(failed ? [`the run recorded ${noted.failures.join(', ')}`] : [])];
}
