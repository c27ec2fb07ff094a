// Who is asked and what they take along: the one place that turns a wanted launch into one for somebody.
//   CASTING-1. What people told is part of every later prompt it is meant for.
//   CASTING-2. So is the newest text of the documents that Slipway keeps about the repository.
//   CASTING-3. A judge avoids the agents whose work is judged.
//   CASTING-4. What a task is special in goes with whoever works on it, and with nobody who judges it.

import { docsTexts } from '../repository/docs.ts';
import type { Cast, NamedBlob, Want } from '../effects.ts';
import { whoOf } from '../effects.ts';
import type { Role } from './modes.ts';
import type { Run } from '../run.ts';
import { sessionFor } from './sessions.ts';

export function casting(run: Run, want: Want): Want {
  if (want.kind === 'ask') {
    const { role, task, docs } = want.input;
    const texts = docs === undefined ? docsTexts(run) : []; // who writes them anew has them already
    const inputs = [...want.input.inputs, ...texts, ...notes(run, task)];
    return { ...want, input: { ...want.input, inputs, cast: castOf(run, want, avoided(run, role, task)) } };
  }
  if (want.kind === 'attempt') {
    const inputs = [...want.input.inputs, ...docsTexts(run), ...notes(run, want.input.task)];
    return { ...want, input: { ...want.input, inputs, cast: castOf(run, want, []) } };
  }
  return want;
}

function castOf(run: Run, want: Want<'ask' | 'attempt'>, avoid: readonly string[]): Cast {
  const session = sessionFor(run, want);
  const tier = (run.accepted ?? run.plan)?.tier;
  return {
    rank: run.ranks[whoOf(want)] ?? 0,
    avoid,
    ...(tier === undefined ? {} : { tier }),
    ...specialityIn(run, want),
    ...(session === undefined ? {} : { session }),
  };
}

/** CASTING-4. */
function specialityIn(run: Run, want: Want<'ask' | 'attempt'>): Pick<Cast, 'speciality'> {
  if (want.kind === 'ask') return {};
  const { task } = want.input;
  const speciality = run.tasks.find((state) => state.task.id === task)?.task.speciality;
  return speciality === undefined ? {} : { speciality };
}

/** CASTING-1: for the whole run, or for the task that is worked on. */
function notes(run: Run, task: string | undefined): readonly NamedBlob[] {
  return run.notes
    .filter((note) => note.task === undefined || note.task === task)
    .map(({ blob }) => ({ name: 'note from a person', blob }));
}

/** CASTING-3: of one task, or of the whole change. */
function avoided(run: Run, role: Role, task: string | undefined): readonly string[] {
  if (role !== 'reviewer') return [];
  const judged = run.tasks.filter((state) => task === undefined || state.task.id === task);
  return [...new Set(judged.flatMap(({ author }) => (author === undefined ? [] : [author])))];
}
