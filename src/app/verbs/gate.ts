// One gate as somebody judges it: what is asked, what code knows of it, what reviewers said, and what happens after each answer.

import type { Gate } from '../../core/gates/gate.ts';
import { openGates } from '../../core/run.ts';
import type { Severity } from '../../core/roles/verdict.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { duration } from '../../views/words/words.ts';
import { changedSince } from '../../views/run/changed-since.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { seenWord } from '../../views/words/seen-word.ts';
import { whyAsked } from '../../views/run/why-asked.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { UserError } from '../ending/user-error.ts';
import { readRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import type { Choice } from '../words/gate-texts.ts';
import { choicesAt, factsAt } from '../words/gate-texts.ts';
import type { Next, OpenGate } from '../words/next.ts';
import { gateCommands, nextLines } from '../words/next.ts';
import { verdictsOf } from '../words/show-text.ts';
import type { GateInput } from './schemas/page.ts';
import type { Look } from './verb.ts';
import { runSeen } from './which-run.ts';

export interface GateShown {
  readonly summary: RunSummary;
  readonly gate: OpenGate & { readonly name: string; readonly openedAt: number };
  /** What `--seen` names. */
  readonly seen: string;
  readonly why?: string | undefined;
  readonly text?: string | undefined;
  readonly facts: readonly string[];
  readonly paths: readonly string[];
  readonly options: number;
  readonly choices: readonly { readonly key: Choice['key']; readonly after: string }[];
  readonly commands: readonly Next[];
  readonly verdicts: readonly VerdictShown[];
  /** Against what they looked at before, where they say what that was. */
  readonly changed: readonly string[];
  readonly tier?: string | undefined;
  /** How many gates of the run are open with it. */
  readonly open: number;
}

interface VerdictShown {
  readonly subject: string;
  readonly role: string;
  readonly conclusion: string;
  readonly confidence: number;
  readonly findings: readonly {
    readonly severity: Severity;
    readonly title: string;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
    readonly validation: string;
  }[];
}

export const gate: Look<GateInput, GateShown> = {
  look: async (context, { gate: id, seen, ...which }) => {
    const { summary, journal } = await runSeen(context, which);
    const [{ run, events }, texts, runs] = await Promise.all([
      readRun(journal, summary.run),
      openTexts(context.places),
      journal.summaries({ repository: summary.repository }),
    ]);
    const open = run.ended === undefined ? openGates(run) : [];
    const found = open.find((item) => id === undefined || item.id === id);
    if (found === undefined) throw new UserError(noGate(run.id, id, open), 'refused');
    return {
      summary,
      gate: { ...openGateOf(found), name: nameOf(found), openedAt: found.openedAt },
      seen: seenWord(found),
      why: whyAsked(run, found),
      text: found.blob === undefined ? undefined : await texts.get(found.blob),
      facts: factsAt(run, found, runs),
      paths: found.paths ?? [],
      options: found.options ?? 0,
      choices: choicesOf(found),
      commands: gateCommands(run.id, openGateOf(found), open.map(openGateOf)),
      verdicts: verdictsOf(events).map(({ subject, verdict }) => ({
        subject,
        role: verdict.role,
        conclusion: verdict.conclusion,
        confidence: verdict.confidence,
        findings: verdict.findings.map(({ severity, title, file, line, validation }) => {
          return { severity, title, file, line, validation };
        }),
      })),
      changed:
        seen === undefined
          ? []
          : changedSince(
              events.map(({ event }) => event),
              seen,
            ),
      tier: run.plan?.tier,
      open: open.length,
    };
  },
  words: ({ gate: asked, facts, text = '', commands }, { now }) => ({
    data: `${asked.gate}: the ${forTerminal(asked.name)}, open since ${duration(now - asked.openedAt)}\n${forTerminal(text)}\n${facts.join('\n')}\n${nextLines(commands)}`,
  }),
};

function choicesOf(found: Gate): GateShown['choices'] {
  if (found.kind === 'question') return [{ key: 'a', after: 'the agents go on with your answer' }];
  return choicesAt(found.kind, found.subject, found.strays)
    .filter(({ key }) => key !== 'q')
    .map(({ key, after }) => ({ key, after }));
}

function openGateOf({ id, kind, subject, digest }: Gate): OpenGate {
  return { gate: id, kind, subject, digest };
}

function noGate(run: string, id: string | undefined, open: readonly Gate[]): string {
  const left =
    open.length === 0
      ? 'Nothing waits for a person there.'
      : `Open: ${open.map((item) => item.id).join(', ')}.`;
  return `Run ${run} has no open gate${id === undefined ? '' : ` '${id}'`}: it was answered, or is no longer asked. ${left}`;
}
