// What a person is told whose answer came too late: what is other now than in what they looked at.

import type { Command, Refusal } from '../../core/commands.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { Journal } from '../../journal/journal.ts';
import { changedSince } from '../../views/run/changed-since.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';

const changesMax = 20;

interface Refused {
  readonly run: string;
  readonly command: Command;
  readonly refusal: Refusal;
}

/** Lines to follow the refusal; nothing where it has another reason, or nobody knows what was seen. */
export async function lateWords(journal: Journal, { run, command, refusal }: Refused): Promise<string> {
  const isLate = refusal.refused === 'subject-changed' || refusal.refused === 'STATE_MISMATCH';
  if (!isLate || !('seen' in command)) return '';
  const recorded = await journal.read(`run/${run}`);
  const events = recorded.map(({ event }) => decodeRunEvent(event));
  const changes = changedSince(events, command.seen);
  if (changes.length === 0) return '';
  const more = changes.length > changesMax ? [`and ${changes.length - changesMax} more`] : [];
  const lines = [...changes.slice(0, changesMax), ...more].map((line) => `- ${forTerminal(line)}`);
  return `\nWhat changed since:\n${lines.join('\n')}`;
}
