// `slipway revert`: a pull request that takes a merged change back.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { revertLine } from '../../core/effects-due.ts';
import type { Run } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { verbs } from '../../app/verbs/table.ts';
import { endingOf } from '../../app/words/ending.ts';
import { notRevertedText, revertedText } from '../../app/words/reverted-text.ts';
import { callAsking } from '../consent-asking.ts';
import { follow } from '../follow.ts';
import { endWith, inHome } from '../moving.ts';
import type { Sitting } from '../sitting.ts';
import { tellEnding } from '../tell-ending.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Opens a pull request that takes the merged change of a run back, on top of what the target branch is now. Nothing is\n' +
    'merged by it: that is for people. What came into the branch since stays as it is; where it changed the same places,\n' +
    'nothing is opened, and it says which files.',
  examples: ['slipway revert', 'slipway revert r-4f8zk2mq'],
  options: {},
  wordsMax: 1,
  run: (context) => inHome(context, (sitting) => revert(context, sitting)),
};

async function revert(context: CommandContext, sitting: Sitting): Promise<Exit> {
  const ordered = await callAsking(sitting, verbs.revert, { run: context.words[0], dir: context.dir });
  const state = await follow(sitting, ordered);
  if (sitting.signalled !== undefined) return endWith(sitting, state);
  const there = state.repositories.flatMap(({ reverted }) => reverted ?? []);
  if (there.length < state.repositories.length) return notReverted(sitting, state);
  const ending = endingOf(state, sitting.tools.clock.now());
  const [{ number, branch } = { number: 0, branch: '' }] = there;
  tellEnding(context.io, context.json, { ...ending, next: [] }, { revertedBy: number, branch });
  if (!context.json) context.io.err(revertedText(there));
  return 'done';
}

/** Nothing of it is lost, and it can be ordered again. */
async function notReverted(sitting: Sitting, run: Run): Promise<Exit> {
  const detail = run.feedback[revertLine];
  const why =
    detail === undefined ? 'no reason was recorded' : forTerminal(await sitting.textOf(detail)).trim();
  if (sitting.context.json) {
    tellEnding(sitting.io, true, endingOf(run, sitting.tools.clock.now()), { problem: why });
  }
  sitting.io.err(notRevertedText(run.id, why));
  return 'refused';
}
