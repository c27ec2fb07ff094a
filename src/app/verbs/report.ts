// The report of a run as one page, made from its journal now: what lies among its files is as old as its last stage.

import { decodeRunEvent } from '../../views/events/decode.ts';
import { UserError } from '../ending/user-error.ts';
import { openTexts } from '../home/texts.ts';
import type { Look } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export interface Reported {
  readonly run: string;
  readonly html: string;
}

export const report: Look<WhichRun, Reported> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const recorded = await journal.read(`run/${summary.run}`);
    const [{ artifactsOf }, { get }] = await Promise.all([
      import('../../views/artifacts/artifacts.ts'),
      openTexts(context.places),
    ]);
    const events = recorded.map(({ event, at, seq, hash }) => ({
      event: decodeRunEvent(event),
      at,
      seq,
      hash,
    }));
    const page = (await artifactsOf(events, get)).find((file) => file.path === 'report.html');
    if (page === undefined) throw new UserError(`The journal of run ${summary.run} is empty.`, 'refused');
    return { run: summary.run, html: page.text };
  },
  words: ({ html }) => ({ data: html, verbatim: true }),
};
