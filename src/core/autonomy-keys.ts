// The rows of policy that say how much a run does by itself, one for each way it can be started: part of `policy-keys.ts`.

import type { Autonomy, Origin } from './autonomy.ts';
import { later, word } from './policy-values.ts';

const autonomy = (origin: Origin, level: Autonomy, started: string) =>
  later<Autonomy>(
    word<Autonomy>(`autonomy.${origin}`, ['interactive', 'auto'], level, {
      spec: 'C7',
      about: `How much a run does by itself that was started ${started}. interactive asks about the plan and halts; auto does neither, unless you write it.`,
    }),
    { older: 'interactive' },
  );

export const autonomyRows = {
  cli: autonomy('cli', 'auto', 'at a terminal or by a program; at a terminal you are asked about the plan'),
  tracker: autonomy('tracker', 'interactive', 'from a ticket of a tracker, whoever named it'),
  forge: autonomy('forge', 'interactive', 'from an issue of a forge such as GitHub, whoever named it'),
  webhook: autonomy('webhook', 'interactive', 'by a webhook'),
  schedule: autonomy('schedule', 'interactive', 'by a schedule'),
  mcp: autonomy('mcp', 'interactive', 'by another agent'),
  chat: autonomy('chat', 'interactive', 'in a chat, with a gate before delivery too'),
  page: autonomy('page', 'interactive', 'on the page, other than in its chat'),
  http: autonomy('http', 'interactive', 'over HTTP with the token of a person or a program'),
};
