// What Slipway itself tells a role about the run, besides the texts an effect names: its own facts in words.

import { becauseOf, countsOf } from '../views/artifacts/reports.ts';
import { evidenceNotes } from '../views/baseline-words.ts';
import { plannedList } from '../views/planned-words.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Role } from '../core/modes.ts';
import type { Run } from '../core/run.ts';
import type { PromptPiece } from '../prompts/prompts.ts';

interface About {
  readonly role: Role;
  readonly task?: string;
}

const origin = 'this run';

export function ownPieces(run: Run, about: About): readonly PromptPiece[] {
  return about.role === 'reviewer' ? [...plannedPiece(run, about), ...evidencePiece(run, about)] : [];
}

/** Whoever reviews a LARGE change is told what each task was planned to touch and touched; smaller ones fit the eye. */
function plannedPiece(run: Run, { task }: About): readonly PromptPiece[] {
  if (run.accepted?.tier !== 'LARGE') return [];
  const tasks = run.tasks.filter((state) => task === undefined || state.task.id === task);
  const text = plannedList(tasks);
  return text === undefined ? [] : [{ name: 'planned and touched files', origin, text }];
}

/** What the checks said of what is to be judged: a criterion may be met by a test, and here it is seen to pass. */
function evidencePiece(run: Run, { task }: About): readonly PromptPiece[] {
  const evidence =
    task === undefined ? run.evidence : run.tasks.find((state) => state.task.id === task)?.evidence;
  if (evidence === undefined || evidence.length === 0) return [];
  const text = [...evidence.map(evidenceLine), ...evidenceNotes(evidence)].join('\n');
  return [{ name: 'results of the checks', origin, text }];
}

function evidenceLine(item: Evidence): string {
  const counts = item.counts === undefined ? '' : `, ${countsOf(item)}`;
  return `- ${item.check}: ${item.verdict}, ${becauseOf(item)}${counts}`;
}
