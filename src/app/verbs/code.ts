// A person's leave for whoever comes through MCP: a code for one gate and what it asks now, which an answer from there has to bring.
//
// Invariants
//   CODE-1. Who comes through MCP gets none, and no program does: codes are for somebody who looked, at a terminal or on the page.
//   CODE-2. A code is bound to what was looked at, as a decision is.

import type { Gate } from '../../core/gates/gate.ts';
import type { Run } from '../../core/run.ts';
import { age } from '../../views/words/words.ts';
import { isSeen, seenWord } from '../../views/words/seen-word.ts';
import { UserError } from '../ending/user-error.ts';
import { newCode } from '../people/codes-for-programs.ts';
import { pickGate } from './decide.ts';
import { codesInTurn } from './needs-code.ts';
import { onceAtHome } from './once-at-home.ts';
import { runMeant, stateOf } from './ordered.ts';
import type { CodeInput } from './schemas/decide.ts';
import type { Order, OrderContext } from './verb.ts';

export interface Coded {
  readonly run: string;
  readonly gate: string;
  /** What an answer names, beside the code. */
  readonly seen: string;
  readonly code: string;
  readonly until: number;
}

export const code: Order<CodeInput, Coded> = {
  order: (context, { gate: named, ...which }) =>
    onceAtHome(context, {
      kept: () => import('./schemas/kept.ts').then((file) => file.coded),
      first: async (take) => {
        if (context.by.channel !== 'cli' && context.by.channel !== 'page')
          throw new UserError(onlyPeople, 'refused'); // CODE-1
        const run = await runMeant(context, which);
        const gate = pickGate(run, named, context.seen);
        const coded = await codeFor(context, run, gate);
        await take({ run: run.id, gate: gate.id });
        return coded;
      },
      // A gate has one code at a time, and the first came to nobody.
      again: async (came) => {
        const run = await stateOf(context, came.run);
        return codeFor(context, run, pickGate(run, came.gate, context.seen));
      },
    }),
  words: ({ run, gate, seen, code: made, until }, { now }) => ({
    data: `${made}\n`,
    talk: `For one answer at gate ${gate} of run ${run}, as it was shown (${seen}), within ${age(Math.max(0, until - now))}. Give it to the program that is to answer.\n`,
  }),
};

const onlyPeople =
  'A code is for somebody who looks at what is decided, at a terminal or on the page: slipway code';

async function codeFor(context: OrderContext, run: Run, gate: Gate): Promise<Coded> {
  const { seen, tools } = context;
  refuseUnseen(run, gate, seen);
  const subject = { run: run.id, gate: gate.id, digest: gate.digest };
  const made = await codesInTurn(context, () => newCode(tools.places, subject, tools.clock.now()));
  return { run: run.id, gate: gate.id, seen: seenWord(gate), ...made };
}

/** CODE-2. */
function refuseUnseen(run: Run, gate: Gate, seen: string | undefined): void {
  if (gate.decision === undefined && gate.superseded !== true && seen !== undefined && isSeen(gate, seen))
    return;
  const why =
    seen === undefined
      ? 'a code is for what you saw'
      : 'what is asked there is not what you saw, or nothing is asked any more';
  throw new UserError(
    `No code was made: ${why}. Look at it (\`slipway show ${run.id} gate\`), then: slipway code ${run.id} ${gate.id} --seen ${seenWord(gate)}`,
    'refused',
  );
}
