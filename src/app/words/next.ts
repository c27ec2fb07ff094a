// The next useful command for a run: what a person can do now that moves it. Pure over its summary and open gates.

import type { GateKind } from '../../core/gates/gate.ts';
import { isOfDay } from '../../core/gates/gate.ts';
import { asksAboutRedaction } from '../../core/stages/redaction.ts';
import { asksForBase, firstLacking } from '../../core/stages/baseline.ts';
import { asksAboutChange } from '../../core/stages/destroying.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { seenWord } from '../../views/words/seen-word.ts';

export interface Next {
  readonly command: string;
  readonly why: string;
}

export interface OpenGate {
  readonly gate: string;
  readonly kind: GateKind;
  readonly subject: string;
  readonly digest: string;
}

type NextOf = Pick<
  RunSummary,
  'run' | 'status' | 'landed' | 'because' | 'owed' | 'taken' | 'pullRequest' | 'pullRequests'
>;

/**
 * The most useful first. `gates` are the open gates of this run; `owned` says whether a process works on it, which is
 * taken for granted where nobody looked.
 */
export function nextFor(summary: NextOf, gates: readonly OpenGate[], owned = true): readonly Next[] {
  const { run } = summary;
  switch (summary.status) {
    case 'running':
      if (!owned) return [{ command: `slipway resume ${run}`, why: 'take it up: no process works on it' }];
      return [
        { command: `slipway status ${run}`, why: 'see where it is' },
        { command: `slipway watch ${run}`, why: 'watch the agents' },
        { command: `slipway resume ${run}`, why: 'take it up, if nothing is at work' },
      ];
    case 'waiting':
      return gates.length === 0
        ? waiting(summary)
        : [...gates.flatMap((gate) => gateCommands(run, gate, gates)), ...giving(summary)];
    case 'blocked':
      if (summary.because === preflightFailed) return afterPreflight(run);
      return [
        { command: `slipway explain ${run}`, why: 'see why it is blocked' },
        { command: `slipway retry ${run} --comment "..."`, why: 'let it go on, with a hint' },
        { command: `slipway cancel ${run}`, why: 'end it' },
      ];
    case 'failed':
      return [
        { command: `slipway explain ${run}`, why: 'see what broke' },
        { command: `slipway verify ${run}`, why: 'check its journal' },
      ];
    case 'cancelled':
      return [...leftOpen(summary), { command: 'slipway run "..."', why: 'start another run' }];
    case 'completed':
      return completed(summary);
  }
}

const preflightFailed = 'pre-flight failed';

/** What is missing may be of this machine, or in a configuration that was mended since: the run has the one it began with. */
function afterPreflight(run: string): readonly Next[] {
  return [
    { command: `slipway explain ${run}`, why: 'see what is missing' },
    { command: `slipway retry ${run}`, why: 'let it go on, once that is there' },
    {
      command: 'slipway run "..." --again',
      why: 'start another, where slipway.yaml was mended: a run keeps the configuration it was started with',
    },
    { command: `slipway cancel ${run}`, why: 'end it' },
  ];
}

/** Cancelling leaves what was published where it is. */
function leftOpen({ run, pullRequest, pullRequests = [] }: NextOf): readonly Next[] {
  const open = pullRequest === undefined ? pullRequests.length : 1;
  if (open === 0) return [];
  const what =
    open === 1
      ? 'close its pull request and delete its branch'
      : 'close its pull requests and delete its branches';
  return [{ command: `slipway cancel ${run} --discard`, why: what }];
}

function completed({ run, landed, owed }: NextOf): readonly Next[] {
  if (landed !== undefined) {
    return [{ command: `git log -p ${landed}`, why: 'look at the change in your repository' }];
  }
  const land = { command: `slipway land ${run}`, why: 'put the change into your repository' };
  return owed === true ? [land, { command: `slipway resume ${run}`, why: 'do what is still owed' }] : [land];
}

export function isPaused({ because }: Pick<RunSummary, 'because'>): boolean {
  return because === 'paused by a person';
}

function waiting(summary: NextOf): readonly Next[] {
  const { run } = summary;
  const gives = giving(summary);
  if (isPaused(summary)) return [{ command: `slipway resume ${run}`, why: 'let it go on' }, ...gives];
  return gives.length > 0 ? gives : [{ command: `slipway explain ${run}`, why: 'see what it waits for' }];
}

/** A task that a person took comes back by their hand alone. */
function giving({ run, taken = [] }: NextOf): readonly Next[] {
  return taken.flatMap((task) => [
    { command: `slipway give ${run} ${task}`, why: 'give back the task you took, with what you did' },
    { command: `slipway give ${run} ${task} --drop`, why: 'let the agents do it' },
    { command: `slipway open ${run} --task ${task}`, why: 'see its folder' },
  ]);
}

/** Of the check that is in the way, for `slipway checks`: the one place that says it. */
export function otherCommand({ digest }: Pick<OpenGate, 'digest'>): string {
  const name = firstLacking(digest) ?? 'setup';
  return ['setup', 'build', 'test', 'lint'].includes(name) ? `--${name} '...'` : `${name}='...'`;
}

/** How one gate is answered: each command that decides names what it decides about. Where several are open, it names the gate too. */
export function gateCommands(run: string, gate: OpenGate, open: readonly OpenGate[]): readonly Next[] {
  const which = open.length > 1 ? `${run} ${gate.gate}` : run;
  const seen = `--seen ${seenWord(gate)}`;
  const approve = (why: string): Next => ({ command: `slipway approve ${which} ${seen}`, why });
  const revise = { command: `slipway revise ${which} ${seen} --comment "..."`, why: 'ask for changes' };
  const reject = (why: string): Next => ({ command: `slipway reject ${which} ${seen}`, why });
  switch (gate.kind) {
    case 'plan':
      return [
        { command: `slipway show ${run} plan`, why: 'read the plan' },
        approve('go on with it'),
        revise,
        reject('stop here'),
      ];
    case 'drift':
      return [
        { command: `slipway show ${run} gate`, why: 'see which files of the plan the target changed' },
        { command: `slipway show ${run} plan`, why: 'read the plan' },
        approve('put the change onto the target as it is now'),
        revise,
        reject('stop here'),
      ];
    case 'delivery':
      return [
        { command: `slipway diff ${run}`, why: 'see the change' },
        approve('open the pull request'),
        revise,
      ];
    case 'review':
      return [
        { command: `slipway show ${run} gate`, why: 'read what the reviewer could not judge' },
        {
          command: `slipway diff ${run}${gate.subject === 'change' ? '' : ` --task ${gate.subject}`}`,
          why: 'see the change',
        },
        approve('take it as it is, in the place of a review'),
        revise,
        reject('stop here'),
      ];
    case 'remarks':
      return [
        { command: `slipway show ${run} gate`, why: 'read what was said' },
        approve('do it as it was asked for'),
        revise,
        reject('answer it, and change nothing'),
      ];
    case 'merge':
      return [
        { command: `slipway diff ${run}`, why: 'see the change' },
        { command: `slipway land ${run} ${seen}`, why: 'merge it and put it into your repository' },
        { command: `slipway merge ${run} ${seen}`, why: 'merge it only' },
        revise,
      ];
    case 'question':
      return [
        { command: `slipway show ${run} gate`, why: 'read the question' },
        { command: `slipway answer ${which} ${seen} "..."`, why: 'answer it' },
      ];
    case 'probe':
      return [
        { command: `slipway show ${run} gate`, why: 'read the scripts' },
        approve('run exactly these'),
        reject('go on without them'),
      ];
    case 'budget':
      return [
        approve(isOfDay(gate) ? 'as much again for today' : 'double the cap'),
        { command: `slipway approve ${which} ${seen} --raise N`, why: 'set another cap' },
        reject('stop here'),
      ];
    case 'login':
      return [
        {
          command: `slipway agents login ${gate.subject}`,
          why: 'log the agent in; what waits for it goes on',
        },
        approve('go on with it, where you mended it another way'),
        reject('stop here'),
      ];
    case 'waiver':
      if (asksForBase(gate)) {
        return [
          { command: `slipway show ${run} gate`, why: 'read what is in the way' },
          { command: `slipway checks ${run} ${otherCommand(gate)}`, why: 'give other commands for this run' },
          { command: `slipway checks ${run}`, why: 'check the base again, once you mended it' },
          approve('go on without what cannot be checked'),
          reject('stop here'),
        ];
      }
      if (asksAboutRedaction(gate)) {
        return [
          { command: `slipway show ${run} gate`, why: 'read where something was taken out' },
          approve('open the pull request like this'),
          reject('stop here'),
        ];
      }
      return gate.subject === 'tampering'
        ? [
            { command: `slipway show ${run} gate`, why: 'read what was weakened' },
            { command: `slipway diff ${run}`, why: 'see the change' },
            approve('let exactly this pass'),
            revise,
            reject('stop here'),
          ]
        : [approve('go on without'), reject('stop here')];
    case 'wave':
      return [approve('let its tasks begin'), reject('stop here')];
    case 'destructive':
      if (asksAboutChange(gate)) {
        return [
          { command: `slipway show ${run} gate`, why: 'read what it destroys' },
          { command: `slipway diff ${run}`, why: 'see the change' },
          approve('let exactly this pass'),
          revise,
          reject('stop here'),
        ];
      }
      return [
        { command: `slipway show ${run} plan`, why: 'read what it destroys' },
        approve('let the task run'),
        reject('stop here'),
      ];
    case 'widen-scope':
      return [
        { command: `slipway show ${run} gate`, why: 'see which files, and what a no means' },
        approve('let the task touch them'),
        revise,
        reject('refuse them'),
      ];
  }
}

/** The hint a command ends with. */
export function nextLine(next: readonly Next[]): string {
  const [first] = next;
  return first === undefined ? '' : `Next: ${first.command}  (${first.why})\n`;
}

export function nextLines(next: readonly Next[]): string {
  const width = Math.max(0, ...next.map((item) => item.command.length));
  return next.map((item) => `  ${item.command.padEnd(width)}  ${item.why}\n`).join('');
}
