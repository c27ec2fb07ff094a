// What happens between the ticket and an approved plan: what is looked at, tried, written, judged, in words. Pure.

import type { UnfilledSubmodules } from '../../core/repository/survey.ts';
import type { EventOf } from '../../core/events.ts';
import { lacksProgram } from '../../core/evidence/evidence.ts';
import type { Run } from '../../core/run.ts';
import { isTaskLine } from '../../core/run.ts';
import { effective } from '../../core/roles/verdict.ts';
import { lacksWords } from '../words/lack-words.ts';
import { ticketNotes } from '../words/ticket-words.ts';
import { list, plural, short } from '../words/words.ts';
import type { EventRows } from './event-row.ts';
import { checkWords, oneLine, whereOf } from './event-row.ts';

export const planEvents = {
  'ticket.recorded': {
    meaning: 'The ticket was screened and its text kept; its id and the name of the branch are fixed.',
    words: (event) =>
      [
        `intake: ticket ${oneLine(event.ticket.id)} recorded, branch ${oneLine(event.branch)}`,
        ...ticketNotes(event.ticket).map(oneLine),
      ].join('; '),
  },
  'ticket.refined': {
    meaning:
      'The ticket was not clear; the roles now read what the interpreter made of it beside the ticket itself.',
    words: (event) =>
      `intake: the ticket is made clear, ${plural(event.refined.criteria.length, 'criterion', 'criteria')}, ${plural(event.refined.openPoints, 'open point')}`,
  },
  'survey.recorded': {
    meaning: 'The repository was looked at: its checks, its state, and whether a run can start at all.',
    words: (event) => surveyWords(event),
  },
  'baseline.recorded': {
    meaning:
      'Slipway ran the checks on the base commit. What fails there is known, and not charged to the change; where it cannot be checked, a person is asked.',
    words: (event, run) => {
      const lacks = lacksWords(event.evidence);
      const what = `${run.visit.stage}: the base commit: ${list(event.evidence.map(checkWords))}`;
      const empty = event.unfilled === undefined ? '' : `; ${emptyWords(event.unfilled)}`;
      return `${what}${lacks === '' ? '' : `; it cannot be checked: ${lacks}`}${empty}`;
    },
  },
  'checks.replaced': {
    meaning:
      'A person gave other commands for the checks of this run, or wants them tried again; the base is checked anew.',
    words: (event) => {
      const who = oneLine(event.by.who);
      if (event.checks.length === 0) return `${who} wants the base checked again`;
      const given = event.checks.map(({ name, spec }) =>
        spec === undefined ? `no ${oneLine(name)}` : `${oneLine(name)} is ${oneLine(spec.command)}`,
      );
      return `${who} gave other commands for this run: ${list(given)}`;
    },
  },
  'analysis.recorded': {
    meaning: 'The analysis is long enough and everything it cites exists at the base commit.',
    words: (event) => `analysis: written, ${plural(event.analysis.related.length, 'piece')} of related code`,
  },
  'reproduction.tried': {
    meaning:
      'Slipway ran the test that should show the bug, on the base with that one file added; only red counts.',
    words: (event, run) =>
      event.red ? 'analysis: the bug was seen failing' : `analysis: ${notRedWords(event, run)}`,
  },
  'reproduction.committed': {
    meaning:
      'The test that shows the bug is a commit of its own on the run branch; every task starts from there, and none may touch it.',
    words: (event) =>
      `implementation: the test that shows the bug is committed first, as ${oneLine(event.path)}`,
  },
  'plan.given': {
    meaning:
      'A plan came with the ticket. It takes the place of the planner, and is checked, audited and asked about like any other.',
    words: (event) =>
      `${oneLine(event.by.who)} handed in a plan of ${plural(event.plan.tasks.length, 'task')}`,
  },
  'plan.drafted': {
    meaning: 'The planner said what to do, but in no tasks; the splitter is asked to cut them.',
    words: () => 'planning: the planner gave no tasks; the splitter cuts them',
  },
  'plan.proposed': {
    meaning: 'The plan passed its contract; it is still to be audited and, where policy asks, approved.',
    words: (event) =>
      `planning: ${versionWords(event.revision)} ${event.plan.tier} plan of ${plural(event.plan.tasks.length, 'task')}, confidence ${event.plan.confidence}`,
  },
  'plan.edited': {
    meaning:
      'A person changed the plan at its gate. It holds, and is audited and asked about like any other.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(event.by.who)} edited the plan: ${plural(event.plan.tasks.length, 'task')} now`,
  },
  'plan.chosen': {
    meaning:
      'Rounds brought nothing better, so a person took the best-scored version with what is open in it.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(event.by.who)} took an earlier version of the plan, which scored better`,
  },
  'design.recorded': {
    meaning: 'A design for the plan exists.',
    words: () => 'design: written',
  },
  'verdict.recorded': {
    meaning: 'A reviewing role concluded; code decides what that opens.',
    words: (event, run) => verdictWords(event, run),
  },
  'audit.concluded': {
    meaning:
      'Every audit that was due has answered; the score, what is open and what passed are fixed for later rounds.',
    words: (event, run) =>
      `${run.visit.stage}: the audits come to ${event.conclusion}${event.score === undefined ? '' : `, score ${event.score}`}`,
  },
  'docs.refreshed': {
    meaning:
      'The documenter wrote documents about the repository anew; every later prompt carries them instead of the old ones.',
    words: (event, run) =>
      `${run.visit.stage}: the documenter refreshed ${list(event.documents.map(({ path }) => oneLine(path)))}`,
  },
  'docs.committed': {
    meaning:
      'The refreshed documents are on the run branch in a commit of their own, before the change is evaluated.',
    words: (event, run) => `${run.visit.stage}: ${committedWords(event)}`,
  },
} satisfies Partial<EventRows>;

function notRedWords({ evidence, unrun }: EventOf<'reproduction.tried'>, { analysis }: Run): string {
  const file = analysis?.reproduction?.path;
  if (unrun !== undefined && file !== undefined)
    return `the test that should show the bug was not run: no runner picked up ${oneLine(file)}`;
  const missing = evidence.find((item) => item.verdict === 'FAIL' && lacksProgram(item));
  if (missing === undefined) return 'the test that should show the bug does not fail because of it';
  return `the test that should show the bug was not run: check ${oneLine(missing.check)} needs a program that is not there (${missing.exit})`;
}

function emptyWords({ count, first }: UnfilledSubmodules): string {
  const paths = first.slice(0, 3).map(({ path }) => oneLine(path));
  const more = count > paths.length ? ` and ${count - paths.length} more` : '';
  return `empty ${count === 1 ? 'submodule' : 'submodules'}: ${paths.join(', ')}${more}`;
}

function surveyWords({ survey }: EventOf<'survey.recorded'>): string {
  if (survey.problems.length > 0) return `intake: ${oneLine(survey.problems.join(' '))}`;
  const names = survey.checks.map((check) => check.name);
  const found = names.length === 0 ? 'intake: no check was found' : `intake: checks are ${list(names)}`;
  const later = (survey.warnings ?? []).map((warning) => `; may be missed later: ${oneLine(warning)}`);
  return `${found}${later.join('')}`;
}

function verdictWords({ subject, verdict }: EventOf<'verdict.recorded'>, run: Run): string {
  const findings = verdict.findings.length === 0 ? '' : `, ${plural(verdict.findings.length, 'finding')}`;
  const where = subject === 'run' || isTaskLine(subject) ? whereOf(subject, run) : run.visit.stage;
  return `${where}: the ${verdict.role} says ${effective(verdict)}${findings}`;
}

function versionWords(revision = 1): string {
  return revision === 1 ? 'a' : `version ${revision}, a`;
}

function committedWords({ documents, head, left = [] }: EventOf<'docs.committed'>): string {
  const written =
    documents.length === 0
      ? 'no document committed'
      : `${list(documents.map(({ path }) => oneLine(path)))} committed as ${short(head.commit)}`;
  return left.length === 0
    ? written
    : `${written}; ${list(left.map(oneLine))} left as somebody wrote it on the target meanwhile`;
}
