// `slipway land`: the change of a run comes into the user's repository.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { landLine } from '../../core/effects-due.ts';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { verbs } from '../../app/verbs/table.ts';
import { endingOf } from '../../app/words/ending.ts';
import { callAsking } from '../consent-asking.ts';
import { follow } from '../follow.ts';
import { endWith, inHome } from '../moving.ts';
import { landedText, notLandedText } from '../../app/words/landed-text.ts';
import { seenFirst, seenOption } from '../seen-first.ts';
import type { Sitting } from '../sitting.ts';
import { tellEnding } from '../tell-ending.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--seen WORD] [--ff]',
  about:
    'Merges the pull request of a run at the head you saw, and puts the change into your repository as a branch. Without\n' +
    '--seen it is shown at a terminal as it is now, and confirmed; what is merged already needs no answer.\n' +
    'Your checkout is not touched, unless --ff asks to move the branch you are on forward.',
  examples: ['slipway land', 'slipway land --ff'],
  options: {
    seen: seenOption,
    ff: {
      type: 'boolean',
      describe: 'move the checked-out target branch forward instead of making a branch',
    },
  },
  wordsMax: 1,
  run: start,
};

async function start(context: CommandContext): Promise<Exit> {
  const about = await seenFirst(context, { run: context.words[0], dir: context.dir, how: 'merge' });
  if (about === undefined) return 'awaits-person';
  return inHome(context, (sitting) => land(context, sitting, about.seen));
}

async function land(context: CommandContext, sitting: Sitting, seen: string | undefined): Promise<Exit> {
  const how = context.flag('ff') ? 'fast-forward' : 'branch';
  const ordered = await callAsking(
    sitting,
    verbs.land,
    { run: context.words[0], dir: context.dir, how },
    seen,
  );
  const state = await follow(sitting, ordered);
  if (state.landed === undefined) return notLanded(sitting, state);
  if (sitting.signalled !== undefined) return 'done';
  const { branch, commit } = state.landed;
  const target = startedIn(state).base.branch;
  const ending = endingOf(state, sitting.tools.clock.now());
  tellEnding(context.io, context.json, { ...ending, next: [] }, { landedCommit: commit });
  if (!context.json) context.io.err(landedText({ how, branch, commit, target }));
  return 'done';
}

/** Merged or not, the change is kept, and landing can be ordered again. */
async function notLanded(sitting: Sitting, run: Run): Promise<Exit> {
  if (sitting.signalled !== undefined || run.ended !== 'completed') return endWith(sitting, run);
  const detail = run.feedback[landLine];
  const why =
    detail === undefined ? 'no reason was recorded' : forTerminal(await sitting.textOf(detail)).trim();
  if (sitting.context.json) {
    tellEnding(sitting.io, true, endingOf(run, sitting.tools.clock.now()), { problem: why });
  }
  sitting.io.err(notLandedText(run.id, why));
  return 'refused';
}
