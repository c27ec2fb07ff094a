// `slipway answer`: an answer to a question of a run, in words or by the number of an option.

import type { Exit } from '../../app/exit-codes.ts';
import { UserError } from '../../app/user-error.ts';
import type { Decision, Gate } from '../../core/gates/gate.ts';
import { optionIn } from '../ask-gate.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { commentOption, pickGate, seenOption, sendDecision, wordsOf } from '../decide.ts';
import { answerText } from '../../app/words/gate-texts.ts';
import { goOn, onRun } from '../moving.ts';
import type { Sitting } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] TEXT|NUMBER [--comment TEXT] [--seen DIGEST]',
  about:
    'Answers a question of a run: with your own words, or with the number of one of the options it offers. What you\n' +
    'say reaches whoever asked. The last word is the answer.',
  examples: ['slipway answer 2', 'slipway answer r-4f8zk2mq "Use the existing parser"'],
  options: { seen: seenOption, comment: commentOption },
  wordsMax: 3,
  run: answer,
};

async function answer(context: CommandContext): Promise<Exit> {
  const words = context.words.at(-1)?.trim();
  if (words === undefined || words === '') {
    throw new UserError('Say what the answer is: slipway answer [RUN] [GATE] TEXT|NUMBER', 'usage');
  }
  const { run: word, gate: named } = wordsOf(context.words.slice(0, -1));
  return onRun(context, word, async (sitting, run) => {
    const gate = pickGate(run, named);
    if (gate.kind !== 'question') {
      throw new UserError(
        `Gate ${gate.id} asks for a decision, not for an answer: approve, revise or reject it.`,
        'usage',
      );
    }
    await sendDecision(sitting, run, gate, await decisionOf(sitting, gate, words));
    return goOn(sitting, run.id);
  });
}

async function decisionOf(sitting: Sitting, gate: Gate, words: string): Promise<Decision> {
  const text = gate.blob === undefined ? '' : await sitting.textOf(gate.blob);
  const option = optionIn(words, gate.options ?? 0);
  const comment = sitting.context.value('comment');
  const said =
    option === undefined ? [words, comment].filter((part) => part !== undefined).join('\n\n') : comment;
  return {
    answer: 'approve',
    by: sitting.by,
    comment: await sitting.keep(answerText(text, option, said)),
    ...(option === undefined ? {} : { choice: option }),
  };
}
