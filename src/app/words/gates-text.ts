// The inbox: what waits for a person, in every run. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import type { GatheredItem } from '../../views/run/gathered-inbox.ts';
import { gathered } from '../../views/run/gathered-inbox.ts';
import type { InboxItem } from '../../views/run/summary.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { gateCommands, nextLines } from './next.ts';
import type { Style } from './style.ts';
import { clip, duration, list } from '../../views/words/words.ts';

const titleCharsMax = 100;

export function renderGates(
  items: readonly InboxItem[],
  { now, style }: { readonly now: number; readonly style: Style },
): string {
  return gathered(items)
    .map((item) => renderGate(item, items, now, style))
    .join('\n');
}

function renderGate(item: GatheredItem, all: readonly InboxItem[], now: number, style: Style): string {
  const ofRun = all.filter((other) => other.run === item.run);
  const title = clip(forTerminal(item.title), titleCharsMax);
  return [
    `${style.bold(item.run)}  ${title}\n`,
    `  ${style.yellow(forTerminal(nameOf(item)))} (${item.gate}), since ${duration(now - item.openedAt)}, digest ${seenWord(item)}\n`,
    ...(item.why === undefined ? [] : [`  ${forTerminal(item.why)}\n`]),
    ...(item.runs === undefined ? [] : [`  ${item.runs.length} runs wait for it: ${list(item.runs)}\n`]),
    nextLines(gateCommands(item.run, item, ofRun)),
  ].join('');
}
