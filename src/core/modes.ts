// A mode says what an agent may touch; a role says what it is asked to be. Both are closed lists:
// no text from outside can name a new one.

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
