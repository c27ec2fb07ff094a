// `slipway explain`: why a run is where it is, and what would move it.

import type { Exit } from '../../app/exit-codes.ts';
import { ownerAlive } from '../../app/owner-alive.ts';
import type { ToldEvent } from '../../app/reader.ts';
import { findRun, readRun } from '../../app/reader.ts';
import type { Texts } from '../../app/texts.ts';
import { openTexts } from '../../app/texts.ts';
import { UserError } from '../../app/user-error.ts';
import { fold } from '../../core/evolve/evolve.ts';
import type { Run } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { detailsOf } from '../../views/run/details.ts';
import { eventMeaning, eventWords } from '../../views/events/event-words.ts';
import type { Explanation } from '../../views/run/explanation.ts';
import { explanationOf } from '../../views/run/explanation.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { nextFor } from '../../app/words/next.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import { renderExplanation } from '../../app/words/explain-text.ts';
import { sentenceOf } from '../../app/words/status-text.ts';
import { styleOf } from '../../app/words/style.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--event N]',
  about:
    'Says in words why a run is where it is: how it came there, what it waits for, what went wrong, which moves lead ' +
    'on and which of their conditions hold, and what you can do. With --event it says what one event means.',
  examples: ['slipway explain', 'slipway explain r-4f8zk2 --event 17'],
  options: { event: { type: 'string', value: 'N', describe: 'what event N of the run means' } },
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const { io } = context;
      const journal = journalOf(home);
      const summary = await findRun(journal, context.words[0], hereOf(context));
      const { run, events } = await readRun(journal, summary.run);
      const number = context.value('event');
      if (number !== undefined) {
        const told = eventAt(events, number);
        const before = fold(events.filter(({ seq }) => seq < told.seq)) ?? run;
        return explainEvent(context, before, told);
      }
      const explanation = explanationOf(run, events);
      const now = systemClock().now();
      const gates = (await journal.inbox()).filter((item) => item.run === summary.run);
      const owned = await ownerAlive(home.places);
      const sentence = sentenceOf({ summary, details: detailsOf(run, events), gates, owned, now });
      const next = nextFor(summary, gates).filter((item) => !item.command.startsWith('slipway explain '));
      const texts = await textsOf(explanation, await openTexts(home.places));
      if (context.json) {
        const failures = explanation.failures.map((failure) => ({
          ...failure,
          text: texts.get(failure.detail ?? ''),
        }));
        io.out(json({ run: summary.run, status: summary.status, sentence, ...explanation, failures, next }));
        return 'done';
      }
      const { title } = summary;
      const input = { run: summary.run, title, sentence, explanation, texts, next, now };
      io.out(renderExplanation(input, styleOf(io.outColors)));
      return 'done';
    }),
};

async function textsOf(explanation: Explanation, texts: Texts): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { detail } of [...explanation.failures, ...explanation.checks]) {
    const text = detail === undefined ? undefined : await texts.get(detail);
    if (detail !== undefined && text !== undefined) found.set(detail, text);
  }
  return found;
}

function eventAt(events: readonly ToldEvent[], number: string): ToldEvent {
  const found = events.find((item) => String(item.seq) === number);
  if (found !== undefined) return found;
  throw new UserError(
    `This run has the events 1 to ${events.length}, and '${number}' is none of them.`,
    'usage',
  );
}

function explainEvent({ io, json: asJson }: CommandContext, before: Run, told: ToldEvent): Exit {
  const { event, at, seq } = told;
  const words = eventWords(event, before);
  const meaning = eventMeaning(event.type);
  if (asJson) {
    io.out(json({ run: before.id, seq, at, type: event.type, words, meaning, event }));
    return 'done';
  }
  io.out(
    [
      `${before.id}, event ${seq}: ${event.type}, ${new Date(at).toISOString()}\n`,
      `${forTerminal(words)}.\n${meaning}\n\n`,
      `${forTerminal(JSON.stringify(event, undefined, 2))}\n`,
    ].join(''),
  );
  return 'done';
}
