// Completion: what leaves the house. Screened first, then pushed, then opened as a pull request; the
// courtesies around it may fail without stopping anything.

import type { Want } from '../effects.ts';
import type { Repository, Run } from '../run.ts';
import { endedHere, must, naming, repositoryOf } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { visitLine } from './lines.ts';
import { awaitsRedaction, redactionGates, screenedOf } from './redaction.ts';

export const completion: Stage = {
  wanted: (run) => {
    const due = run.repositories.flatMap((repository) => delivering(run, repository));
    return [...due, ...ticketsDue(run)];
  },

  interpret: (run, effect, outcome) => {
    const where = naming(run, repositoryOf(run, effect));
    if (outcome.kind === 'screen' && effect.kind === 'screen') {
      return [{ type: 'delivery.screened', head: effect.input.to, ...outcome.result }];
    }
    if (outcome.kind === 'push' && effect.kind === 'push') {
      return [{ type: 'branch.pushed', ...where, branch: effect.input.branch, commit: effect.input.commit }];
    }
    if (outcome.kind === 'open-pull-request') {
      return [{ type: 'pull-request.opened', ...where, number: outcome.result.number }];
    }
    return [];
  },

  gates: redactionGates,
};

/** What one repository needs next, up to its pull request and the courtesies around that. */
function delivering(run: Run, repository: Repository): readonly Want[] {
  const { alias, base, head, pushed, pullRequest } = repository;
  const branch = must(run.branch, 'a run has a branch once its ticket is recorded');
  const screened = screenedOf(run, repository);
  if (screened === undefined) {
    return [
      {
        kind: 'screen',
        repository: alias,
        subject: 'delivery',
        line: visitLine(run, 'screen', repository),
        input: { from: base.commit, to: head.commit },
      },
    ];
  }
  if (screened.verdict === 'BLOCKED' || awaitsRedaction(run, repository)) return [];
  if (pushed !== head.commit) {
    return [
      {
        kind: 'push',
        repository: alias,
        subject: 'branch',
        line: visitLine(run, 'push', repository),
        input: { branch, commit: head.commit },
      },
    ];
  }
  if (pullRequest === undefined) {
    return [
      {
        kind: 'open-pull-request',
        repository: alias,
        subject: 'pull-request',
        line: visitLine(run, 'open-pull-request', repository),
        input: { branch, head: head.commit, target: base.branch },
      },
    ];
  }
  return courtesies(run, repository, pullRequest.number).filter((want) => !settledCourtesy(run, want));
}

function courtesies(run: Run, repository: Repository, number: number): readonly Want[] {
  const { alias } = repository;
  const head = repository.head.commit;
  const about = { repository: alias, subject: 'pull-request' };
  const openedNow = endedHere(run, { kind: 'open-pull-request', ...about });
  const line = (name: string): string => visitLine(run, name, repository);
  return [
    ...(openedNow
      ? []
      : [
          {
            kind: 'update-pull-request' as const,
            ...about,
            line: line('update-pull-request'),
            input: { number, head },
          },
        ]),
    { kind: 'publish-checks', ...about, line: line('publish-checks'), input: { number, head } },
    { kind: 'label', ...about, line: line('label'), input: { number, labels: labelsOf(run, repository) } },
  ];
}

/** The ticket is told once there is a pull request in every repository. */
function ticketsDue(run: Run): readonly Want[] {
  const { repositories } = run;
  if (!repositories.every(({ pushed, head, pullRequest }) => pullRequest && pushed === head.commit))
    return [];
  const ticket = must(run.ticket, 'a run has a ticket once intake is left').id;
  const wants: readonly Want[] = [
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
  return wants.filter((want) => !settledCourtesy(run, want));
}

/** What the change is, where it is, and whether it is one to read with care. */
function labelsOf(run: Run, { compared, head }: Repository): readonly string[] {
  const ticket = must(run.ticket, 'a run has a ticket once intake is left');
  const about = compared?.tree === head.tree ? compared : undefined;
  return [
    'auto-generated',
    ticket.workType,
    ...(about?.modules ?? []).map((name) => `module:${name}`),
    ...(about?.careful === undefined ? [] : [carefulLabel]),
  ];
}

/** For a change that touches concurrent or distributed code. */
export const carefulLabel = 'needs-careful-review';

export function areCourtesiesSettled(run: Run): boolean {
  const told = run.repositories.every(
    (repository) =>
      repository.pullRequest !== undefined &&
      !awaitsRedaction(run, repository) &&
      delivering(run, repository).length === 0,
  );
  return told && ticketsDue(run).length === 0;
}

/** Done, or given up on with a warning: either way the run goes on. */
export function settledCourtesy(run: Run, want: Want): boolean {
  return endedHere(run, want) || run.visit.warned.includes(want.line);
}
