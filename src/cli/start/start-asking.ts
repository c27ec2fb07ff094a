// Starts a run, and asks the person at the terminal what has to be said first: whether these commands may run here at
// all, whether agents may work although they are not contained, and whether to go on although the checkout has changes the
// run will not see.

import type { StartInput } from '../../app/verbs/schemas/start.ts';
import type { Started } from '../../app/verbs/start.ts';
import { lookedTexts } from '../../app/verbs/start.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { Sitting } from '../sitting.ts';

/** Three things are asked; who changes the configuration meanwhile is asked again, and not for ever. */
const callsMax = 6;

export async function startAsking(sitting: Sitting, input: StartInput): Promise<Started> {
  const told = new Set<string>();
  let asked = input;
  for (let calls = 1; ; calls += 1) {
    const started = await sitting.call(verbs.start, asked);
    for (const text of lookedTexts(started)) {
      if (!told.has(text)) sitting.io.err(text);
      told.add(text);
    }
    const yes = calls < callsMax ? await answerTo(sitting, started) : undefined;
    if (yes === undefined) return started;
    asked = { ...asked, ...yes };
  }
}

/** What a yes adds to the next call; undefined where nobody says it. */
async function answerTo(sitting: Sitting, started: Started): Promise<Partial<StartInput> | undefined> {
  switch (started.status) {
    case 'started':
    case 'has-run':
    case 'shown':
      return undefined;
    case 'not-trusted':
      return (await saysYes(sitting, 'Run them? [y/N] ')) ? { trust: started.commandsHash } : undefined;
    case 'not-consented': {
      const question = 'Let agents work at this level in this repository? [y/N] ';
      return (await saysYes(sitting, question)) ? { level: started.level?.level } : undefined;
    }
    case 'uncommitted': {
      const question =
        'Go on from the last commit without the changes that are not committed [y], include them as the first commit of the change [i], or stop [N]? ';
      const said = await typedAt(sitting, question);
      if (/^i(nclude)?$/.test(said)) return { uncommitted: 'include' };
      return isYes(said) ? { uncommitted: 'leave' } : undefined;
    }
  }
}

export async function saysYes(sitting: Sitting, question: string): Promise<boolean> {
  return isYes(await typedAt(sitting, question));
}

function isYes(said: string): boolean {
  return /^y(es)?$/.test(said);
}

/** In small letters; nothing where nobody is there, or somebody has had enough. */
async function typedAt(sitting: Sitting, question: string): Promise<string> {
  if (!sitting.io.interactive) return '';
  const line = await sitting.io.readLine(question);
  return sitting.signalled === undefined ? (line ?? '').trim().toLowerCase() : '';
}
