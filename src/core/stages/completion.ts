// Completion: what leaves the house. Screened first, then pushed, then opened as a pull request; the
// courtesies around it may fail without stopping anything.

import type { Want } from '../effects.ts';
import type { Run } from '../run.ts';
import { endedHere, must, only } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { visitLine } from './lines.ts';

export const completion: Stage = {
  wanted: (run) => {
    const { base, head, pushed, pullRequest } = only(run);
    const branch = must(run.branch, 'a run has a branch once its ticket is recorded');
    if (run.visit.screened?.head !== head.commit) {
      return [
        {
          kind: 'screen',
          subject: 'delivery',
          line: visitLine(run, 'screen'),
          input: { from: base.commit, to: head.commit },
        },
      ];
    }
    if (run.visit.screened.verdict === 'BLOCKED') return [];
    if (pushed !== head.commit) {
      return [
        {
          kind: 'push',
          subject: 'branch',
          line: visitLine(run, 'push'),
          input: { branch, commit: head.commit },
        },
      ];
    }
    if (pullRequest === undefined) {
      return [
        {
          kind: 'open-pull-request',
          subject: 'pull-request',
          line: visitLine(run, 'open-pull-request'),
          input: { branch, head: head.commit, target: base.branch },
        },
      ];
    }
    return courtesiesDue(run, pullRequest.number);
  },

  interpret: (_run, effect, outcome) => {
    if (outcome.kind === 'screen' && effect.kind === 'screen') {
      return [{ type: 'delivery.screened', head: effect.input.to, ...outcome.result }];
    }
    if (outcome.kind === 'push' && effect.kind === 'push') {
      return [{ type: 'branch.pushed', branch: effect.input.branch, commit: effect.input.commit }];
    }
    if (outcome.kind === 'open-pull-request') {
      return [{ type: 'pull-request.opened', number: outcome.result.number }];
    }
    return [];
  },

  gates: () => [],
};

function courtesies(run: Run, number: number): readonly Want[] {
  const head = only(run).head.commit;
  const ticket = must(run.ticket, 'a run has a ticket once intake is left').id;
  const openedNow = endedHere(run, 'open-pull-request', 'pull-request');
  return [
    ...(openedNow
      ? []
      : [
          {
            kind: 'update-pull-request' as const,
            subject: 'pull-request',
            line: visitLine(run, 'update-pull-request'),
            input: { number, head },
          },
        ]),
    {
      kind: 'publish-checks',
      subject: 'pull-request',
      line: visitLine(run, 'publish-checks'),
      input: { number, head },
    },
    {
      kind: 'label',
      subject: 'pull-request',
      line: visitLine(run, 'label'),
      input: { number, labels: labelsOf(run) },
    },
    {
      kind: 'comment-ticket',
      subject: 'ticket',
      line: visitLine(run, 'comment-ticket'),
      input: { ticket, marker: `${run.id}/pull-request` },
    },
    {
      kind: 'transition-ticket',
      subject: 'in-review',
      line: visitLine(run, 'transition-ticket/in-review'),
      input: { ticket, to: 'in-review' },
    },
  ];
}

function labelsOf(run: Run): readonly string[] {
  const ticket = must(run.ticket, 'a run has a ticket once intake is left');
  return ['auto-generated', ticket.workType];
}

export function courtesiesDue(run: Run, number: number): readonly Want[] {
  return courtesies(run, number).filter((want) => !settledCourtesy(run, want));
}

/** Done, or given up on with a warning: either way the run goes on. */
export function settledCourtesy(run: Run, want: Want): boolean {
  return endedHere(run, want.kind, want.subject) || run.visit.warned.includes(want.line);
}
