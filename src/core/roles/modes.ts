// A mode says what an agent may touch, a role what it is asked to be, a level how strongly it is held to that.
// All are closed lists: no text from outside can name a new one.

export type Mode = 'investigate' | 'execute' | 'commit' | 'coverage' | 'review';

export type Role =
  | 'interpreter'
  | 'investigator'
  | 'planner'
  | 'splitter'
  | 'designer'
  | 'auditor'
  | 'assumption-verifier'
  | 'executability-verifier'
  | 'implementer'
  | 'reviewer'
  | 'tester'
  | 'documenter'
  | 'dispatcher';

/** How strongly agents are contained: files, network and processes; writes and network; an audit afterwards only. */
export type Level = 'contained' | 'fenced' | 'open';

const strength: Readonly<Record<Level, number>> = { contained: 2, fenced: 1, open: 0 };

/** Whether a level is as strong as another one, or stronger. */
export function isAtLeast(level: Level, wanted: Level): boolean {
  return strength[level] >= strength[wanted];
}

/** How hard a model is asked to think; each program has its own words for it. */
export type Effort = 'low' | 'medium' | 'high';

export type Executor = 'implementer' | 'tester' | 'documenter';

export const modeOf: Readonly<Record<Role, Mode>> = {
  interpreter: 'investigate',
  investigator: 'investigate',
  planner: 'investigate',
  splitter: 'investigate',
  designer: 'investigate',
  auditor: 'investigate',
  'assumption-verifier': 'investigate',
  'executability-verifier': 'investigate',
  implementer: 'execute',
  reviewer: 'review',
  tester: 'coverage',
  documenter: 'execute',
  dispatcher: 'investigate',
};

/** Who judges what others made. They share nothing with those others that could be written into: no folder, no conversation. */
const judges: ReadonlySet<Role> = new Set<Role>([
  'auditor',
  'assumption-verifier',
  'executability-verifier',
  'reviewer',
]);

export function isJudge(role: Role): boolean {
  return judges.has(role);
}

export const roles: readonly Role[] = Object.keys(modeOf).filter(isRole);

function isRole(word: string): word is Role {
  return Object.hasOwn(modeOf, word);
}
