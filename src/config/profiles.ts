// Profiles: sets of policy under one name, in the words of `slipway.yaml`. What a file says itself stands over its
// profile; what neither says is the default.

import type { ConfigFile } from './schema.ts';

export const profiles = {
  default: {},
  // What makes it quick is in the core: it plans straight from the ticket and audits nothing small. Three launches are
  // all it has, so that it asks no testers.
  quick: { coverage: { enabled: false } },
  strict: {
    gates: { plan: true, wave: true, delivery: true, merge: true, destructive: true },
    onBlocked: 'halt',
    reproduction: 'require',
    plan: { auditTasks: 1, auditConfidence: 1, score: 85, majors: 0 },
  },
  'small-local': {
    slots: 2,
    plan: { tasks: 5, filesPerTask: 5, linesPerTask: 200, auditTasks: 11, auditConfidence: 0.7 },
    retries: { malformed: 2, fixable: 2 },
    limits: { attempt: 5_400_000, silence: 1_200_000 },
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof profiles;

/** The part of a configuration that is policy. */
export type Profile = Pick<
  ConfigFile,
  'gates' | 'onBlocked' | 'slots' | 'reproduction' | 'coverage' | 'plan' | 'retries' | 'limits'
>;

export const profileNames = [
  'default',
  'quick',
  'strict',
  'small-local',
] as const satisfies readonly ProfileName[];

/** The file with what its profile adds underneath, section by section. */
export function withProfile(file: ConfigFile): ConfigFile {
  const under: Profile = profiles[file.profile ?? 'default'];
  return {
    ...under,
    ...file,
    ...merged('gates', under, file),
    ...merged('coverage', under, file),
    ...merged('plan', under, file),
    ...merged('retries', under, file),
    ...merged('limits', under, file),
  };
}

type Section = 'gates' | 'coverage' | 'plan' | 'retries' | 'limits';

function merged(section: Section, under: Profile, file: ConfigFile): Partial<ConfigFile> {
  return under[section] === undefined && file[section] === undefined
    ? {}
    : { [section]: { ...under[section], ...file[section] } };
}
