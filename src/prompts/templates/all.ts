// Which template belongs to which role.

import type { Role } from '../../core/modes.ts';
import { assumptionVerifier } from './assumption-verifier.ts';
import { auditor } from './auditor.ts';
import { designer } from './designer.ts';
import { dispatcher } from './dispatcher.ts';
import { documenter } from './documenter.ts';
import { executabilityVerifier } from './executability-verifier.ts';
import { implementer } from './implementer.ts';
import { interpreter } from './interpreter.ts';
import { investigator } from './investigator.ts';
import { planner } from './planner.ts';
import { reviewer } from './reviewer.ts';
import { splitter } from './splitter.ts';
import type { RoleTemplate } from './template.ts';
import { tester } from './tester.ts';

export const templates: Readonly<Record<Role, RoleTemplate>> = {
  interpreter,
  investigator,
  planner,
  splitter,
  designer,
  auditor,
  'assumption-verifier': assumptionVerifier,
  'executability-verifier': executabilityVerifier,
  implementer,
  reviewer,
  tester,
  documenter,
  dispatcher,
};
