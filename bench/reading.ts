// How long a person waits for `list` and `status` in a home with 1,000 runs, against a Node that does nothing.

import path from 'node:path';
import type { Measurement } from './support/bench.ts';
import { compare, timed } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import type { Ended } from './support/program.ts';
import { nodeProgram, slipway } from './support/program.ts';
import { appendRuns } from './support/sample-run.ts';

const limit = 4;
const runs = 1000;

/** `answers` tells whether the command printed what it should: a quick refusal is no measurement. */
export function readingOf(words: readonly string[], answers: (stdout: string) => boolean): Measurement {
  return async ({ size, dir, say }) => {
    const home = path.join(dir, 'home');
    const journal = await openJournal(home);
    await appendRuns(journal, runs);
    await journal.close();
    say(`a home with ${runs} runs is there`);
    const reading = () => nodeProgram([slipway, ...words], { cwd: dir, env: { SLIPWAY_HOME: home } });
    const nothing = () => nodeProgram(['-e', '0'], { cwd: dir });
    const ratio = await compare(
      {
        ours: () => timed(async () => mustAnswer(words, await reading(), answers)),
        against: () => timed(nothing),
        rounds: size.commandRounds,
        warmUps: 2,
        say,
      },
      limit,
    );
    return { ...ratio, runs };
  };
}

function mustAnswer(words: readonly string[], ended: Ended, answers: (stdout: string) => boolean): void {
  if (ended.exit === 0 && answers(ended.stdout)) return;
  const said = ended.stderr.trim().slice(0, 300);
  throw new Error(`\`slipway ${words.join(' ')}\` ended with ${ended.exit} and not with its answer. ${said}`);
}
