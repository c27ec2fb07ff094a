// What a run changes, as files and lines with what reviewers say about them: whole, or what one task delivered.

import { covers } from '../../core/fence/paths.ts';
import { isRevisable } from '../../core/pipeline/conditions.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { ChangedFile, FoundHere } from '../../views/page/changes.ts';
import { foundBy, parsedDiff } from '../../views/page/changes.ts';
import { readRun } from '../home/reader.ts';
import { gateCommands } from '../words/next.ts';
import { verdictsOf } from '../words/show-text.ts';
import { openGateOf } from '../words/unseen-words.ts';
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
  readonly gate?: RevisedAt | undefined;
}

interface RevisedAt {
  readonly gate: string;
  readonly digest: string;
  readonly kind: string;
  /** What does it at a terminal, but for the words. */
  readonly command: string;
}

export const changes: Look<ChangesInput, ChangesShown> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const [{ run, events }, compared, { coverageNotes }] = await Promise.all([
      readRun(journal, summary.run),
      diff.look(context, input),
      import('../../views/words/coverage-words.ts'),
    ]);
    const { files, linesLeft } = parsedDiff(compared.diff ?? '', linesMax);
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
      gate: revisedAt(run),
    };
  },
  words: ({ files }) => ({
    data: files.map(({ path, added, removed }) => `${forTerminal(path)}  +${added} -${removed}\n`).join(''),
  }),
};

/** Where words at lines become a revision; elsewhere the agents are told them. */
function revisedAt(run: Run): RevisedAt | undefined {
  const open = run.ended === undefined ? openGates(run) : [];
  const gate = open.find(isRevisable);
  if (gate === undefined) return undefined;
  const commands = gateCommands(run.id, openGateOf(gate), open.map(openGateOf));
  const revise = commands.find(({ command }) => command.startsWith('slipway revise '));
  return revise && { gate: gate.id, digest: gate.digest, kind: gate.kind, command: revise.command };
}
