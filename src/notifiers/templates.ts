// A notice in the form that whoever gets it understands.

import type { Template } from '../core/notices/notice.ts';
import type { Notice } from './notifier.ts';

export const templates: Readonly<Record<Template, (notice: Notice) => unknown>> = { standard, slack, teams };

const kinds = {
  gate: { open: 'gate.opened', over: 'gate.closed' },
  blocked: { open: 'run.blocked', over: 'run.unblocked' },
  ended: { open: 'run.ended', over: 'run.ended' },
} as const;

/** Ours by its first key: a listener for triggers that gets it sees that Slipway wrote it, and starts nothing. */
function standard({ about, side, since, run, title, ticket, head, lines, asks, matter }: Notice): unknown {
  const asked = asks === undefined ? {} : { gate: asks.gate, name: asks.name, seen: asks.seen };
  return {
    slipway: 'notice',
    type: kinds[about][side],
    timestamp: new Date(since).toISOString(),
    data: { matter, run, title, ...(ticket === undefined ? {} : { ticket }), ...asked, head, lines },
  };
}

/** A star is around a line that is bold. */
function slack({ head, lines }: Notice): unknown {
  return { text: [`*${forSlack(head).replaceAll('*', '·')}*`, ...lines.map(forSlack)].join('\n') };
}

/** Only these three mean something in a text there. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function teams({ head, lines }: Notice): unknown {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ ...teamsBlock(head), weight: 'Bolder' }, ...lines.map(teamsBlock)],
        },
      },
    ],
  };
}

/** What Markdown would read as more than words there is words. */
function teamsBlock(text: string): Readonly<Record<string, unknown>> {
  return { type: 'TextBlock', text: text.replaceAll(/[\\`*_[\]()#]/g, String.raw`\$&`), wrap: true };
}
