// Whether a run may go on at the level this process has. A run is started at one level and may be taken up at a weaker one, on
// another day or with SLIPWAY_LEVEL: what a person has to say before it starts they have to say before that, too.
//   LEVEL-CONSENT-1. No order moves a run in which an agent could work below `contained` without consent (HOME-3), nor one whose
//       configuration asks for more than is here. Orders that let nobody work, to pause and to cancel, need none. What goes on by
//       itself, on another day or after a login was mended, is left to whoever takes it up.

import type { Command } from '../../core/commands.ts';
import { isConsented } from '../../core/home.ts';
import type { Level } from '../../core/roles/modes.ts';
import type { Run } from '../../core/run.ts';
import { UserError } from '../ending/user-error.ts';
import type { Tools } from '../parts.ts';
import { configOfRun } from '../parts.ts';
import type { HomeLedger } from '../../engine/home-ledger.ts';
import { levelText } from '../words/opening.ts';
import type { LevelHere } from './level-here.ts';
import { asksForConsent, levelHere, refuseWeaker } from './level-here.ts';

interface Asked {
  readonly owner: { readonly home: Pick<HomeLedger, 'state'> };
  readonly tools: Pick<Tools, 'blobs' | 'level'>;
}

/** Nobody consented to the level that is here. Whoever sits at a terminal can be asked. */
export class NotConsented extends UserError {
  readonly run: string;
  readonly here: LevelHere;

  constructor(run: string, here: LevelHere) {
    const { level } = here;
    super(
      `Run ${run} was not moved: nobody has said yet that agents may work at level ${level} here. ` +
        `\`slipway resume ${run} --level ${level}\` says so, if they may, and goes on; it holds for this repository.`,
      'awaits-person',
    );
    this.run = run;
    this.here = here;
  }
}

const letNobodyWork: ReadonlySet<Command['type']> = new Set<Command['type']>([
  'run.start', // looked at by whoever starts it (START-1)
  'run.pause',
  'run.cancel',
]);

/** LEVEL-CONSENT-1. */
export async function mayMove(asked: Asked, run: Run, command?: Command): Promise<void> {
  if (command !== undefined && letNobodyWork.has(command.type)) return;
  const missing = await missingConsent(asked, run);
  if (missing !== undefined) throw new NotConsented(run.id, missing);
}

/** The level that somebody would have to consent to; undefined where nobody has to. */
export async function missingConsent({ owner, tools }: Asked, run: Run): Promise<LevelHere | undefined> {
  if (run.ended !== undefined) return undefined;
  const config = await configOfRun(tools.blobs, run.config).catch(() => undefined);
  if (config === undefined) return undefined; // without one nobody can be launched, and whoever tries says so
  const home = await owner.home.state();
  const isFine = (level: Level): boolean =>
    !asksForConsent(config) ||
    run.repositories.every(({ repository }) => isConsented(home, repository, level));
  if (config.level === undefined && isFine('open')) return undefined;
  const here = await levelHere(tools);
  refuseWeaker(here, [{ level: config.level, by: '`level` in slipway.yaml' }]);
  return isFine(here.level) ? undefined : here;
}

/** What the level means, for whoever is asked about it. */
export function consentText({ here }: NotConsented): string {
  return levelText(here);
}
