// Which specialities somebody is configured for: who cuts tasks is told, or a plan would never name one.

import type { Config } from '../../config/config.ts';
import { specialitiesOf } from '../../config/config.ts';
import type { Role } from '../../core/roles/modes.ts';
import type { PromptPiece } from '../../prompts/prompts.ts';

const cutters: readonly Role[] = ['planner', 'splitter'];

export function specialitiesTold({ roles }: Pick<Config, 'roles'>, role: Role): readonly PromptPiece[] {
  if (!cutters.includes(role)) return [];
  const lines = Object.entries(specialitiesOf(roles)).flatMap(([executor, words]) =>
    words.length === 0 ? [] : [`- ${executor}: ${words.join(', ')}`],
  );
  if (lines.length === 0) return [];
  const text = [
    'A task whose work is mostly of one of these names it as its speciality: somebody of their own works on it. Any other task names none.',
    ...lines,
  ].join('\n');
  return [{ name: 'specialities of tasks, by executor', origin: 'the configuration', text }];
}
