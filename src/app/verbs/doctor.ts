// What works somewhere and what does not.

import { plural } from '../../views/words/words.ts';
import type { Diagnosis } from '../setting-up/doctor-findings.ts';
import { diagnose } from '../setting-up/doctor-findings.ts';
import { renderDiagnosis } from '../words/diagnosis-columns.ts';
import type { DoctorInput } from './schemas/reads.ts';
import type { Look } from './verb.ts';

export interface Diagnosed {
  readonly ok: boolean;
  readonly found: readonly Diagnosis[];
}

export const doctor: Look<DoctorInput, Diagnosed> = {
  look: async ({ surroundings, places }, { dir = places.home }) => {
    const found = await diagnose(surroundings, dir, process.version);
    return { ok: found.every((item) => item.level !== 'fail'), found };
  },
  words: ({ ok, found }, { style }) => ({
    data: renderDiagnosis(found, style),
    talk: ok
      ? 'Next: slipway run "what you want"\n'
      : `${plural(found.filter((item) => item.level === 'fail').length, 'thing')} to put right before a run can start here.\n`,
  }),
  exit: ({ ok }) => (ok ? 'done' : 'missing'),
};
