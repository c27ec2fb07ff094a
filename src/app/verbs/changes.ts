// What a run changes, as files and lines with what reviewers say about them: whole, or what one task delivered.

import { covers } from '../../core/fence/paths.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { ChangedFile, FoundHere } from '../../views/page/changes.ts';
import { foundBy, parsedDiff } from '../../views/page/changes.ts';
import { readRun } from '../home/reader.ts';
import { verdictsOf } from '../words/show-text.ts';
import { diff } from './diff.ts';
import type { ChangesInput } from './schemas/page.ts';
import type { Look } from './verb.ts';
import { runSeen } from './which-run.ts';

const linesMax = 20_000;

export interface ChangesShown {
  readonly run: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly files: readonly ChangedFile[];
  readonly linesLeft: number;
  readonly findings: readonly FoundHere[];
  readonly tasks: readonly { readonly id: string; readonly title: string; readonly delivered: boolean }[];
  /** How much of the change tests execute. */
  readonly coverage: readonly string[];
  /** The open gate at which words become a revision, where there is one. */
  readonly gate?: { readonly gate: string; readonly digest: string; readonly kind: string } | undefined;
}

export const changes: Look<ChangesInput, ChangesShown> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const [{ run, events }, compared, open, { coverageNotes }] = await Promise.all([
      readRun(journal, summary.run),
      diff.look(context, input),
      journal.inbox(),
      import('../../views/words/coverage-words.ts'),
    ]);
    const { files, linesLeft } = parsedDiff(compared.diff ?? '', linesMax);
    const asked = open.find((item) => item.run === run.id && item.kind !== 'question');
    return {
      run: run.id,
      title: summary.title,
      from: compared.from,
      to: compared.to,
      files: files.map((file) => ({
        ...file,
        tasks: run.tasks.filter(({ task }) => covers(task.files, file.path)).map(({ task }) => task.id),
      })),
      linesLeft,
      findings: verdictsOf(events).flatMap(({ verdict }) => foundBy(verdict.role, verdict.findings)),
      tasks: run.tasks.map(({ task, delivered }) => ({
        id: task.id,
        title: task.title,
        delivered: delivered !== undefined,
      })),
      coverage: coverageNotes(run),
      gate: asked && { gate: asked.gate, digest: asked.digest, kind: asked.kind },
    };
  },
  words: ({ files }) => ({
    data: files.map(({ path, added, removed }) => `${forTerminal(path)}  +${added} -${removed}\n`).join(''),
  }),
};
