// What one role is told, as data. Rules that hold for every role, the data and the schema are added by
// `render.ts`; a template says only what is particular to its role.

import type { RoleAnswer } from '../prompts.ts';

export interface RoleTemplate {
  /** What the role is to bring about, and for whom. */
  readonly purpose: string;
  /** What to do, in order. */
  readonly steps: readonly string[];
  /** What this role in particular must not do. */
  readonly never: readonly string[];
  /** A good answer, from another repository. It has to pass the role's own schema. */
  readonly good: RoleAnswer;
  /** What makes an answer worthless, with the reason. */
  readonly bad: readonly string[];
}
