// What a person reads and is asked at a gate. Pure; text from outside comes out safe for a terminal.

import type { Audited } from '../../core/plan/audit.ts';
import type { Gate, GateKind } from '../../core/gates/gate.ts';
import { coverageTask } from '../../core/evidence/coverage.ts';
import { growthOf } from '../../core/plan/lineage.ts';
import { filesOf, planSize } from '../../core/plan/plan.ts';
import { covers } from '../../core/fence/paths.ts';
import { whyProtected } from '../../core/fence/protected-paths.ts';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import { waveOf } from '../../core/tasks/schedule.ts';
import { destructionId } from '../../core/evidence/destruction.ts';
import { asksAboutRedaction, screenedOf } from '../../core/stages/redaction.ts';
import { asksForBase } from '../../core/stages/baseline.ts';
import { asksAboutChange } from '../../core/stages/destroying.ts';
import { fewerHere, isTampering } from '../../core/stages/tampering.ts';
import { isUntested } from '../../core/stages/waiver.ts';
import { stopping } from '../../core/evidence/tamper.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { headFacts } from './head-facts.ts';
import { remarkFacts } from './remark-texts.ts';
import { baselineWords } from '../../views/words/baseline-words.ts';
import { lacksWords } from '../../views/words/lack-words.ts';
import { coverageNotes } from '../../views/words/coverage-words.ts';
import type { Estimate } from '../../views/estimates/estimate.ts';
import { estimateRest, estimateWords, historyOf } from '../../views/estimates/estimate.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { whyAsked } from '../../views/run/why-asked.ts';
import { placeWords } from '../../views/words/destruction-words.ts';
import { fewerWords, kindsIn } from '../../views/words/tamper-words.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { capital, list, plural, short } from '../../views/words/words.ts';
import { otherCommand } from './next.ts';
import { capUnit, capWords, spentWords } from './cap-words.ts';

/** One way to answer: the key a person presses, what it is called, what happens then. */
export interface Choice {
  readonly key: 'a' | 'e' | 'c' | 'r' | 'j' | 'q';
  readonly word: string;
  readonly after: string;
}

const linesMax = 200;

/** `seen` are the runs of this repository: what is left is estimated from them. */
export function gateText(
  run: Run,
  gate: Gate,
  text: string | undefined,
  seen: readonly RunSummary[] = [],
): string {
  const body = text === undefined ? [] : ['', ...bounded(forTerminal(text).trim(), run.id)];
  return [
    '',
    `Run ${run.id} waits for you: the ${forTerminal(nameOf(gate))}.`,
    ...body,
    '',
    ...factsAt(run, gate, seen),
    '',
  ].join('\n');
}

function bounded(text: string, run: string): readonly string[] {
  const lines = text.split('\n');
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax), `… ${lines.length - linesMax} more lines: slipway show ${run} gate`];
}

/** What code knows of what is to be decided, in lines. */
export function factsAt(run: Run, gate: Gate, seen: readonly RunSummary[] = []): readonly string[] {
  switch (gate.kind) {
    case 'plan':
      return [...whyFacts(run, gate), ...auditFacts(run, gate), ...planFacts(run, seen)];
    case 'budget':
      return [
        `Spent so far: ${spentWords(run, gate.subject)}. The cap is ${capWords(run, gate.subject)}.`,
        `A number instead of a letter is the new cap, in ${capUnit(gate.subject)}.`,
      ];
    case 'widen-scope':
      if (coverageTask(run, gate.subject) !== undefined) {
        return [
          `Task ${forTerminal(gate.subject)} writes tests only, and says that they cannot be written unless it may touch: ${list((gate.paths ?? []).map(forTerminal))}.`,
        ];
      }
      if (gate.strays !== undefined) return strayFacts(gate, gate.strays);
      return [
        `Task ${forTerminal(gate.subject)} touched protected paths: ${list((gate.paths ?? []).map(forTerminal))}.`,
        ...whyGuarded(gate.paths ?? []),
      ];
    case 'drift':
      return [
        `The target branch moved on since the plan was approved, and changed files of the plan: ${list((gate.paths ?? []).map(forTerminal))}.`,
      ];
    case 'wave':
      return waveFacts(run, gate);
    case 'destructive':
      if (asksAboutChange(gate)) return destructionFacts(run, gate);
      return [
        `Task ${forTerminal(gate.subject)} is marked destructive: ${forTerminal(titleOf(run, gate.subject))}.`,
      ];
    case 'waiver':
      if (isTampering(gate)) return tamperFacts(run);
      if (asksForBase(gate)) return baseFacts(run, gate);
      if (gate.subject === 'coverage') return coverageFacts(run);
      if (asksAboutRedaction(gate)) return redactedFacts(run, gate);
      return gate.subject === 'reproduction' ? [unseenBug(run)] : waiverFacts(run);
    case 'login':
      return [
        `The agent ${forTerminal(gate.subject)} could not log in to its model, and no run launches it until it can. Mend that (slipway agents login ${forTerminal(gate.subject)}), or approve when you did it another way: every run that waits for it goes on then.`,
      ];
    case 'probe':
      return [
        `The ${forTerminal(gate.subject)} wants these scripts run on a checkout that is thrown away. Agents are ${run.level} here, so that nothing keeps a script from your files and the network.`,
        'Approving runs exactly these; otherwise the run goes on without them.',
      ];
    case 'review':
      return reviewFacts(run, gate);
    case 'remarks':
      return remarkFacts(run, gate);
    case 'delivery':
    case 'merge':
      return headFacts(run, gate);
    case 'question':
      return [];
  }
}

function strayFacts({ subject, paths = [] }: Gate, strays: 'work' | 'words'): readonly string[] {
  const files = list(paths.map(forTerminal));
  const task = `Task ${forTerminal(subject)}`;
  return strays === 'work'
    ? [
        `${task} touched files that are not its own: ${files}.`,
        'All it did is kept. Approving makes these files its own and takes the work in as it is, to be checked and reviewed like any.',
      ]
    : [
        `${task} says that it cannot be done without: ${files}.`,
        'What it did so far is kept. Approving makes these files its own, and the next attempt goes on from there.',
      ];
}

function whyFacts(run: Run, gate: Gate): readonly string[] {
  const why = whyAsked(run, gate);
  return why === undefined ? [] : [forTerminal(why)];
}

function unseenBug({ analysis }: Run): string {
  const wanted = 'Policy wants the bug seen failing before it is mended, and';
  const file = analysis?.unrun === undefined ? undefined : analysis.reproduction?.path;
  return file === undefined
    ? `${wanted} no test could show it. The analysis says why.`
    : `${wanted} the test that was to show it was not run: no runner picked up ${forTerminal(file)}.`;
}

const pointsShownMax = 10;

/** What the audits came to, and what is open in a plan that did not pass them. */
function auditFacts(run: Run, gate: Gate): readonly string[] {
  const open = run.points.filter((point) => point.state === 'open');
  const isTrouble = gate.subject !== 'plan';
  return [
    ...(run.audits.length === 0 ? [] : [`Audits: ${list(run.audits.map(auditWords))}.`]),
    ...(open.length === 0 || !isTrouble ? [] : ['Open in it:']),
    ...(isTrouble ? open : [])
      .slice(0, pointsShownMax)
      .map((point) => `  ${point.severity} ${point.id} ${forTerminal(point.title)}`),
    ...(isTrouble
      ? ['Approving takes it with what is open in it; revising gives the planner one more round.']
      : []),
  ];
}

function auditWords(audit: Audited, n: number): string {
  return `round ${n + 1} ${audit.conclusion}${audit.score === undefined ? '' : ` with ${audit.score} of 100`}`;
}

function waveFacts(run: Run, gate: Gate): readonly string[] {
  const tasks = run.tasks.filter((state) => `wave-${waveOf(run, state) ?? 0}` === gate.subject);
  return [
    'The tasks of this wave could begin:',
    ...tasks.map(({ task }) => `  ${forTerminal(task.id)}: ${forTerminal(task.title)}`),
  ];
}

function tamperFacts(run: Run): readonly string[] {
  const found = run.repositories.flatMap(({ compared }) => stopping(compared?.weakened));
  // Whoever took a task has no agent beside their name.
  const byHand = run.tasks.filter(({ at, author }) => at === 'integrated' && author === undefined);
  const persons = byHand.filter(({ task }) => found.some(({ file }) => covers(filesOf(task), file)));
  return [
    ...(found.length === 0
      ? []
      : [
          `The checks pass, but ${plural(found.length, 'finding')} ${found.length === 1 ? 'says' : 'say'} that they ask for less than before: ${kindsIn(found)}.`,
        ]),
    ...fewerHere(run).map((fewer) => `The checks pass, but ${forTerminal(fewerWords(fewer))}.`),
    ...(persons.length === 0
      ? []
      : [
          `Some of it is the work of a person (task ${list(persons.map(({ task }) => forTerminal(task.id)))}): ask them whether it was meant.`,
        ]),
    `Look at it first: slipway diff ${run.id}`,
    'Approving lets exactly these findings pass, and the pull request says so; revising gives the files back to their tasks.',
  ];
}

function destructionFacts(run: Run, { about = [] }: Gate): readonly string[] {
  const asked = run.repositories
    .flatMap(({ compared }) => compared?.destroyed?.findings ?? [])
    .filter((finding) => about.includes(destructionId(finding)));
  return [
    'The checks pass, but the change destroys what no approved task was marked for:',
    ...asked.slice(0, pointsShownMax).map((finding) => `  ${forTerminal(placeWords(finding))}`),
    ...(asked.length > pointsShownMax ? [`  and ${asked.length - pointsShownMax} more`] : []),
    `Look at it first: slipway diff ${run.id}`,
    'Approving lets exactly this pass, and the pull request says so; revising gives the files back to their tasks.',
  ];
}

function reviewFacts(run: Run, { subject, digest }: Gate): readonly string[] {
  const isChange = subject === 'change';
  return [
    `No reviewer could judge ${isChange ? `the change at ${short(digest)}` : `what task ${forTerminal(subject)} delivered`}: each abstained, was not sure enough, or gave no ground that holds. The checks passed.`,
    `Look at it: slipway diff ${run.id}${isChange ? '' : ` --task ${forTerminal(subject)}`}`,
    'Approving puts your judgement in the place of the review, for exactly this, and the pull request says so.',
  ];
}

function baseFacts(run: Run, gate: Gate): readonly string[] {
  const lacks = run.repositories.map(({ baseline }) => lacksWords(baseline?.evidence ?? []));
  return [
    `The base commit cannot be checked: ${forTerminal(list(lacks.filter((words) => words !== '')))}. No agent is launched before you say how to go on:`,
    `  other commands for this run: slipway checks ${run.id} ${otherCommand(gate)}`,
    `  the same again, once you mended what is in the way: slipway checks ${run.id}`,
    '  approving goes on without what cannot be checked, for exactly this, and the pull request says so',
  ];
}

function coverageFacts(run: Run): readonly string[] {
  return [
    ...coverageNotes(run).map(forTerminal),
    `Policy requires the target, so that a person has to say whether this is enough. Which lines: slipway show ${run.id} gate`,
  ];
}

function redactedFacts(run: Run, { subject }: Gate): readonly string[] {
  const repository = run.repositories.find((item) => subject.endsWith(`/${item.alias}`)) ?? startedIn(run);
  const where = screenedOf(run, repository)?.where ?? [];
  return [
    'Something in the words of the pull request looks like a secret and was taken out. The change itself holds none.',
    ...where.map(({ place, rules }) => `- ${forTerminal(place)}: ${list(rules.map(forTerminal))}`),
  ];
}

function waiverFacts(run: Run): readonly string[] {
  const tests = run.checks.filter((check) => check.kind === 'test').map((check) => forTerminal(check.name));
  if (tests.length === 0) {
    return ['No test was found in this repository, so nothing would prove that the change works.'];
  }
  const task = run.tasks.find(isUntested)?.task.id;
  const whose = task === undefined ? '' : ` --task ${forTerminal(task)}`;
  return [
    `The check ${list(tests)} found no test to run, so nothing proves that the change works.`,
    `If there were tests before, look first at what became of them: slipway diff ${run.id}${whose}`,
  ];
}

function planFacts(run: Run, seen: readonly RunSummary[]): readonly string[] {
  const { plan, lineage } = run;
  if (plan === undefined) return [];
  const launchesLeft = run.budget.launches - run.spend.launches;
  const version = (lineage?.revision ?? 1) > 1 ? `, version ${lineage?.revision}` : '';
  const growth = lineage === undefined ? undefined : growthOf(lineage.first, plan);
  return [
    `Scope: ${plural(plan.tasks.length, 'task')}, ${plural(planSize(plan), 'file')}, tier ${plan.tier}${version}.`,
    ...(growth === undefined ? [] : [`${capital(growth)}.`]),
    `Estimate: ${estimateWords(restOf(plan.tasks.length, launchesLeft, seen))}; ${plural(launchesLeft, 'launch', 'launches')} left in the budget.`,
    ...baselineWords(run).map(forTerminal),
    ...uncommittedFacts(run),
  ];
}

function uncommittedFacts({ dirty, repositories }: Run): readonly string[] {
  if (repositories.some(({ included }) => included !== undefined)) {
    return ['What was not committed in your checkout is the first commit of this run.'];
  }
  return dirty === undefined || dirty === 'clean'
    ? []
    : ['Changes in your checkout that are not committed are not part of this run.'];
}

/** Without a history: an attempt a task, a review each where there are several, one look across all; twice that at most. */
function restOf(tasks: number, launchesLeft: number, seen: readonly RunSummary[]): Estimate {
  const history = historyOf(seen);
  if (history !== undefined) return estimateRest(history, { tasks, launchesLeft });
  const least = tasks === 1 ? 2 : tasks * 2 + 1;
  return { launches: { least, most: least * 2 }, untold: false, runs: 0 };
}

function titleOf(run: Run, task: string): string {
  return run.tasks.find((state) => state.task.id === task)?.task.title ?? '';
}

const later: Choice = { key: 'q', word: '[q]uit', after: 'decide later' };
const stop: Choice = { key: 'j', word: 're[j]ect', after: 'the run is blocked' };

function approve(after: string): Choice {
  return { key: 'a', word: '[a]pprove', after };
}

function revise(after: string): Choice {
  return { key: 'r', word: '[r]evise', after };
}

const refusedStray: Readonly<Record<'work' | 'words', string>> = {
  work: 'the work is dropped, and that counts as a failed try of the task',
  words: 'the task is planned again, as far as rounds are left for that',
};

export function choicesAt(
  kind: Exclude<GateKind, 'question'>,
  subject: string,
  strays?: Gate['strays'],
): readonly Choice[] {
  switch (kind) {
    case 'plan':
      return [
        approve('the work begins'),
        { key: 'e', word: '[e]dit', after: 'change the plan yourself, in your editor' },
        revise('the planner plans again with your words'),
        stop,
        later,
      ];
    case 'drift':
      return [
        approve('the change is put onto the target as it is now, and checked there'),
        revise('it is planned again for the target as it is now, with your words'),
        stop,
        later,
      ];
    case 'delivery':
      return [
        approve('the pull request is opened'),
        revise('it is planned again with your words'),
        stop,
        later,
      ];
    case 'review':
      return [
        approve('it is taken as it is, and the pull request says so'),
        revise('the work goes on with your words'),
        stop,
        later,
      ];
    case 'remarks':
      return [
        approve('it is done as it was asked for'),
        revise('it is done with your words'),
        { key: 'j', word: 're[j]ect', after: 'it is answered, and nothing is changed' },
        later,
      ];
    case 'merge':
      return [approve('it is merged'), revise('the work goes on with your words'), stop, later];
    case 'widen-scope':
      return [
        approve(
          strays === 'work' ? 'the work is taken in as it is, files and all' : 'the task may touch them',
        ),
        revise('the task tries again without, with your words'),
        strays === undefined ? stop : { key: 'j', word: 're[j]ect', after: refusedStray[strays] },
        later,
      ];
    case 'budget':
      return [approve('the cap is doubled'), stop, later];
    case 'probe':
      return [
        approve('the scripts run, and the investigator is told what they print'),
        revise('the run goes on without them, and the investigator reads your words'),
        { key: 'j', word: 're[j]ect', after: 'the run goes on without them' },
        later,
      ];
    case 'wave':
      return [approve('its tasks begin'), stop, later];
    case 'destructive':
      return asksAboutChange({ kind, subject })
        ? [
            approve('it goes on as it is, and the pull request says so'),
            revise('the tasks put it back, with your words'),
            stop,
            later,
          ]
        : [approve('the task runs'), stop, later];
    case 'login':
      return [approve('every run that waits for it goes on'), stop, later];
    case 'waiver':
      if (asksForBase({ kind, subject })) return baseChoices;
      if (asksAboutRedaction({ kind, subject })) return redactedChoices;
      return isTampering({ kind, subject })
        ? [
            approve('it goes on as it is, and the pull request says so'),
            revise('the tasks put it back, with your words'),
            stop,
            later,
          ]
        : [approve('the run goes on without, and says so'), stop, later];
  }
}

const redactedChoices: readonly Choice[] = [
  approve('the pull request is opened with these words taken out, and says so'),
  stop,
  later,
];

const baseChoices: readonly Choice[] = [
  { key: 'c', word: '[c]ommands', after: 'give other commands for this run, or try them again' },
  approve('the run goes on without what cannot be checked, and says so'),
  stop,
  later,
];

/** The title of an option, as the question's text has it. */
export function optionTitle(text: string, option: number): string | undefined {
  const title = new RegExp(`^## Option ${option}: (.*)$`, 'm').exec(text)?.[1];
  return title?.replace(/ \(recommended\)$/, '').trim();
}

/** A person's answer to a question in words: the option spelled out, and what they added. */
export function answerText(text: string, option: number | undefined, words: string | undefined): string {
  if (option === undefined) return words ?? '';
  const title = optionTitle(text, option);
  const chosen = title === undefined ? `Option ${option}` : `Option ${option}: ${title}`;
  return words === undefined || words === '' ? chosen : `${chosen}\n\n${words}`;
}

/** Each protected path with its reason, as far as the list of reasons knows it. */
function whyGuarded(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const why = whyProtected(path);
    return why === undefined ? [] : [`${forTerminal(path)} ${why}.`];
  });
}
