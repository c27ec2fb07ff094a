// Performs plays, each in a world of its own, a few at a time, and says of every case what came of it.

import { inLanes } from '../../support/proof.ts';
import { isEnding } from '../remains.ts';
import { strayIn } from '../strays.ts';
import { plant } from '../world.ts';
import type { Act, Fate } from './company.ts';
import { isNoticed, type Noted } from './noted.ts';
import type { Play, Question } from './play.ts';

export interface Verdict {
  readonly question: Question;
  /** The name of the play, where several cases share one. */
  readonly play: string;
  readonly held: boolean;
  /** It was tried and nothing was written down about it. */
  readonly unrecorded: boolean;
  readonly fate: Fate;
}

export interface Staged {
  readonly play: Play;
  readonly verdicts: readonly Verdict[];
  /** Something of this world that was alive when its run was over. */
  readonly stray?: string;
  readonly noted: Noted;
  readonly ms: number;
}

export interface Season {
  readonly acts: readonly Act[];
  readonly lanes: number;
  readonly onStaged: (staged: Staged) => void;
}

export function stageAll({ acts, lanes, onStaged }: Season): Promise<readonly Staged[]> {
  return inLanes({ items: acts, lanes, work: stage, onDone: onStaged });
}

/** A case may end the agent it shares with others; those behind it are played again, without it. */
async function stage({ play, company }: Act): Promise<Staged> {
  const staged = await stageOnce({ play, company });
  const played = staged.verdicts.findIndex(({ fate }) => fate === 'untried');
  if (played <= 0 || play.rest === undefined) return staged;
  const more = await stage({ play: play.rest(played), company });
  return {
    ...staged,
    verdicts: [...staged.verdicts.slice(0, played), ...more.verdicts],
    ...(more.stray === undefined ? {} : { stray: more.stray }),
    ms: staged.ms + more.ms,
  };
}

async function stageOnce({ play, company }: Act): Promise<Staged> {
  const startedMs = performance.now();
  const world = await plant(play.files);
  try {
    const noted = await company.perform(world, play);
    if (isEnding()) throw new Error(`stopped while ${play.name} was played`);
    const verdicts: Verdict[] = [];
    for (const [index, question] of play.questions.entries()) {
      verdicts.push({
        question,
        play: play.name,
        held: await question.succeeded(world),
        unrecorded: question.traces && !isNoticed(noted),
        fate: company.fateOf(world, index),
      });
    }
    const stray = await strayIn(world.nonce, world.bystander.pid);
    return {
      play,
      verdicts,
      ...(stray === undefined ? {} : { stray }),
      noted,
      ms: performance.now() - startedMs,
    };
  } finally {
    await world.close();
  }
}
