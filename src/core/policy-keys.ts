// The table of policy: one row for every number and switch a run lives by, at the place where the core reads it. The
// row says the key a person writes, what may stand there, the default, and what it means; schema, defaults, mapping,
// `slipway policy` and the reference are made from it.
//
// Invariants
//   POLICY-KEYS-1. Every field of a policy has a row, and a row has its field: the compiler sees to it.

import { autonomyRows } from './autonomy-keys.ts';
import { budgetRows } from './budget/budget-keys.ts';
import { liveFireRows } from './evidence/live-fire-keys.ts';
import { protectedByDefault } from './fence/protected-paths.ts';
import type { Policy } from './policy.ts';
import { slotsFor, slotsRow } from './slots-key.ts';
import type { Rows } from './policy-values.ts';
import { amount, fixed, flag, later, other, time, whenSaid, whole, word } from './policy-values.ts';

const checksAtOnceMax = 4;

const often: readonly [number, number] = [0, 20];
const atLeastOnce: readonly [number, number] = [1, 20];
const share: readonly [number, number] = [0, 1];
const percent: readonly [number, number] = [0, 100];
const turnsRange: readonly [number, number] = [1, 1_000];

export const policyRows = {
  profile: word('profile', ['default', 'quick', 'strict', 'small-local'], 'default', {
    spec: 'C12',
    about:
      'A set of policy under one name; what the file says itself stands over it. quick takes a ticket as it is, plans straight from it, audits nothing small without a HIGH risk and measures no coverage; strict asks at every gate, audits every plan by a higher mark and wants every bug reproduced; small-local keeps plans and tasks small and gives weak models more tries and more time, with every audit and gate of the default.',
  }),
  gates: {
    plan: flag('gates.plan', true, {
      spec: 'P6',
      about:
        'A person approves the plan before work begins. Without a terminal only where this is written down.',
    }),
    wave: flag('gates.wave', false, { spec: 'M2', about: 'A person lets each wave of tasks begin.' }),
    delivery: flag('gates.delivery', false, {
      spec: 'D1',
      about: 'A person sees the whole change before a pull request is opened.',
    }),
    merge: flag('gates.merge', true, {
      spec: 'D6',
      about:
        'A person is asked for the merge. Switched off, a change whose checks are green is merged, as with autoMerge.',
    }),
    destructive: flag('gates.destructive', true, {
      spec: 'M2',
      about:
        'A task that is marked destructive, and a change in which code sees destruction, wait for a person.',
    }),
    redacted: later(
      flag('gates.redacted', true, {
        spec: 'D1',
        about:
          'A pull request out of whose words something was taken that looks like a secret waits for a person. Like the plan, without a terminal only where this is written down.',
      }),
      { older: false },
    ),
  },
  autonomy: autonomyRows,
  autoMerge: later(
    flag('autoMerge', false, {
      spec: 'C7',
      about:
        'Whether a change is merged without an order once its checks are green and it may be merged. It opens no other gate and lifts no guard.',
    }),
    { older: false },
  ),
  mcp: {
    decidesOwn: later(
      flag('mcp.decidesOwn', false, {
        spec: 'C5',
        about:
          'Whether a decision that comes through MCP is taken for a run that was started through MCP. It needs the single-use code of a person either way.',
      }),
      { older: false },
    ),
  },
  onBlocked: word('onBlocked', ['halt', 'simplify'], 'halt', {
    spec: 'C7',
    about:
      'After the last bug round: halt, or one pass that simplifies. Where you do not say, a run that is auto simplifies and one that is interactive halts.',
  }),
  onQuota: word('onQuota', ['wait', 'fail-over'], 'wait', {
    spec: 'M6',
    about: 'At a quota: wait until it comes back, or hand the work to the next agent of the role.',
  }),
  interpret: word('interpret', ['auto', 'off'], 'auto', {
    spec: 'I2',
    about: 'auto asks the interpreter about a ticket that is not clear; off takes every ticket as it is.',
  }),
  questions: word('questions', ['person', 'recommended'], 'person', {
    spec: 'P7',
    about:
      'Who answers what a TRIVIAL or SMALL plan leaves open: a person, or the answer its planner recommends. What is larger is asked.',
  }),
  authors: {
    allow: other<readonly string[]>('authors.allow', { type: 'names', max: 200 }, [], {
      spec: 'I4',
      about:
        'Who may start a run, by name or by what they are to the repository (OWNER, MEMBER …). Empty: everybody but bots.',
    }),
    bots: flag('authors.bots', false, { spec: 'I4', about: 'Whether bots may start a run.' }),
  },
  commits: {
    author: later(
      word('commits.author', ['person', 'slipway'], 'person', {
        spec: 'D1',
        about:
          'Whose name stands on commits as their author: who started the run, where their git says who they are, or Slipway. The committer is Slipway.',
      }),
      { older: 'slipway' },
    ),
    signOff: later(
      flag('commits.signOff', false, {
        spec: 'D1',
        about: 'Whether commits say Signed-off-by with the name of who started the run.',
      }),
      { older: false },
    ),
  },
  liveFire: liveFireRows,
  reruns: {
    failed: later(
      whole('reruns.failed', [0, 3], 1, {
        spec: 'E2',
        about: 'Runs of a test check on the same tree after new failures, to find the flaky ones.',
      }),
      { older: 0 },
    ),
    timeout: later(
      whole('reruns.timeout', [0, 3], 0, {
        spec: 'E2',
        about: 'The same after a test check that ran out of time.',
      }),
      { older: 0 },
    ),
  },
  coverage: {
    enabled: later(
      flag('coverage.enabled', true, {
        spec: 'D4',
        about: 'Whether coverage of the changed lines is measured, where there is a command for it.',
      }),
      { older: false },
    ),
    target: amount('coverage.target', percent, 80, {
      spec: 'D4',
      about: 'Percent of the changed lines that tests should execute.',
    }),
    rounds: whole('coverage.rounds', [0, 10], 3, {
      spec: 'D4',
      about: 'Rounds of tests for lines that none executes.',
    }),
    gain: amount('coverage.gain', percent, 1, {
      spec: 'D4',
      about: 'Points a round has to gain, or it was the last.',
    }),
    require: flag('coverage.require', false, {
      spec: 'D4',
      about: 'A change below the target needs the waiver of a person.',
    }),
    before: later(
      flag('coverage.before', true, {
        spec: 'D4',
        about:
          'Whether the base is measured as well, once and beside the change, so that the pull request can say what it was before.',
      }),
      { older: false },
    ),
  },
  reproduction: word('reproduction', ['off', 'prefer', 'require'], 'prefer', {
    spec: 'P1',
    about: 'Whether a bug has to be seen failing before it is mended.',
  }),
  probes: later(
    word('probes', ['off', 'contained', 'ask'], 'ask', {
      spec: 'P1',
      about:
        'Whether the investigator may have small scripts run where reading does not settle something: only where they are contained, or below that too once a person has read them and said yes.',
    }),
    { older: 'off' },
  ),
  tracing: later(
    flag('tracing', false, {
      spec: 'N',
      about:
        'Whether programs in a box may attach to other processes of it (ptrace), as debuggers, strace and leak detectors do. What they start themselves they may trace anyway.',
    }),
    { older: true },
  ),
  search: whenSaid({
    searxng: other<string>('search.searxng', { type: 'address' }, undefined, {
      spec: 'C6',
      about: 'The SearXNG that answers in JSON, at which roles may have something looked up on the web.',
    }),
  }),
  docs: whenSaid({
    refresh: word('docs.refresh', ['off', 'stale'], 'off', {
      spec: 'I6',
      about:
        'stale lets the documenter write anew what is missing or cannot be believed of the documents about the repository, beside planning.',
    }),
    deliver: word('docs.deliver', ['off', 'commit'], 'off', {
      spec: 'I6',
      about: 'commit puts refreshed documents into the pull request, in a commit of their own.',
    }),
  }),
  slots: slotsRow,
  budget: budgetRows,
  rounds: {
    plan: {
      TRIVIAL: whole('rounds.plan.TRIVIAL', atLeastOnce, 2, {
        spec: 'P3',
        about: 'Revisions of a plan of 1 or 2 files.',
      }),
      SMALL: whole('rounds.plan.SMALL', atLeastOnce, 2, {
        spec: 'P3',
        about: 'Revisions of a plan of 3 to 5 files.',
      }),
      MEDIUM: whole('rounds.plan.MEDIUM', atLeastOnce, 5, {
        spec: 'P3',
        about: 'Revisions of a plan of 6 to 14 files.',
      }),
      LARGE: whole('rounds.plan.LARGE', atLeastOnce, 5, {
        spec: 'P3',
        about: 'Revisions of a plan of 15 files and more.',
      }),
    },
    design: whole('rounds.design', atLeastOnce, 3, { spec: 'P3', about: 'Designs of one run.' }),
    bug: whole('rounds.bug', often, 3, {
      spec: 'E5',
      about: 'Rounds after a failed evaluation, over the whole run.',
    }),
    review: whole('rounds.review', often, 5, {
      spec: 'E8',
      about: 'Plans made anew after a reviewer rejected the change.',
    }),
    fix: whole('rounds.fix', often, 1, {
      spec: 'E7',
      about: 'Rounds in which named tasks mend what a reviewer found.',
    }),
    replan: whole('rounds.replan', often, 1, { spec: 'M6', about: 'Times a task may be planned again.' }),
    triage: whole('rounds.triage', often, 3, {
      spec: 'D5',
      about: 'Rounds after red checks or conflicts on a pull request, or a revision asked for there.',
    }),
    rebase: whole('rounds.rebase', often, 5, {
      spec: 'M5',
      about: 'Times a change is put onto a target branch that moved on.',
    }),
    pushes: whole('rounds.pushes', often, 5, {
      spec: 'D3',
      about: 'Times the run goes on on top of what somebody else pushed to its branch.',
    }),
  },
  retries: {
    transient: whole('retries.transient', often, 3, {
      spec: 'M6',
      about: 'Retries after a lost connection, a timeout, a killed process; the wait doubles.',
    }),
    fixable: whole('retries.fixable', often, 1, {
      spec: 'M6',
      about: 'Retries after failed checks, a breached fence, an empty change.',
    }),
    replan: whole('retries.replan', often, 1, {
      spec: 'M6',
      about: 'Times a task sent back to planning is planned again.',
    }),
    model_unavailable: whole('retries.model_unavailable', often, 2, {
      spec: 'M6',
      about: 'Retries where the model is overloaded, before the next agent takes over.',
    }),
    malformed: whole('retries.malformed', often, 1, {
      spec: 'M6',
      about: 'Repairs of an answer that cannot be used.',
    }),
    // A person, a login or a reset ends these waits; trying again does not.
    escalate: fixed(0),
    login: fixed(0),
    quota: fixed(0),
  },
  retriesPerTask: whole('retries.perTask', [0, 50], 5, {
    spec: 'M6',
    about: 'Retries of all classes together, for one task.',
  }),
  sameClassMax: whole('retries.sameClass', atLeastOnce, 3, {
    spec: 'M6',
    about: 'So often the same class, then a person is asked.',
  }),
  waitMs: time('retries.wait', 2_000, {
    spec: 'M6',
    about:
      'Before the first retry after a transient failure, give or take a fifth, so that runs do not try again together; it doubles.',
  }),
  plan: {
    tasksMax: whole('plan.tasks', [1, 10], 10, { spec: 'P2', about: 'Tasks of a plan.' }),
    filesPerTaskMax: whole('plan.filesPerTask', [1, 100], 10, { spec: 'P2', about: 'Files of a task.' }),
    linesPerTaskMax: whole('plan.linesPerTask', [1, 10_000], 500, {
      spec: 'P2',
      about: 'Changed lines of a task, as the planner estimates them.',
    }),
    auditTasks: whole('plan.auditTasks', [1, 11], 3, {
      spec: 'P3',
      about: 'A plan of so many tasks is audited, however few files it touches.',
    }),
    auditConfidence: amount('plan.auditConfidence', share, 0.9, {
      spec: 'P3',
      about: 'A plan whose planner is less sure of it is audited, however small.',
    }),
    riskyWords: other<readonly string[]>(
      'plan.riskyWords',
      { type: 'small-words', max: 100 },
      ['auth', 'billing', 'crypto', 'migration', 'payment', 'permission', 'security', 'session'],
      { spec: 'P3', about: 'A plan that touches a path with one of these words in it is audited.' },
    ),
    scoreMin: amount('plan.score', percent, 75, {
      spec: 'P4',
      about: "Percent an auditor's marks have to reach.",
    }),
    majorsMax: whole('plan.majors', often, 2, {
      spec: 'P4',
      about: 'MAJOR findings an audit may pass with.',
    }),
    confidenceMin: amount('plan.confidence', share, 0.7, {
      spec: 'P4',
      about: 'A verdict that is less sure of itself abstains.',
    }),
    walkConfidenceMin: amount('plan.walkConfidence', share, 0.6, {
      spec: 'P4',
      about: 'The same for the walk through the first tasks.',
    }),
    stagnationRound: whole('plan.stagnation', atLeastOnce, 3, {
      spec: 'P4',
      about: 'From this audit on a plan can stagnate.',
    }),
    gainMin: amount('plan.gain', percent, 5, {
      spec: 'P4',
      about: 'Percent of its score a plan has to gain over two rounds, or a person is asked.',
    }),
  },
  limits: {
    attemptMs: time('limits.attempt', 3_600_000, { spec: 'N', about: 'Time of one attempt.' }),
    silenceMs: time('limits.silence', 600_000, {
      spec: 'N',
      about: 'No output, no change and no computing for so long is a stall.',
    }),
    saveMs: later(
      time('limits.save', 300_000, {
        spec: 'M8',
        about: 'Between two savings of what an attempt has done so far; also at every stop.',
      }),
      { older: 300_000 },
    ),
    graceMs: time('limits.grace', 10_000, {
      spec: 'N',
      about: 'Between asking a program to end and ending it.',
    }),
    checkMs: time('limits.check', 600_000, {
      spec: 'N',
      about: 'Time of one check that names none; lint and unit tests take at most 5m.',
    }),
    probeMs: later(time('limits.probe', 60_000, { spec: 'N', about: 'Time of one probe.' }), {
      older: 60_000,
    }),
    outputBytesMax: other<number>('limits.output', { type: 'size' }, 52_428_800, {
      spec: 'N',
      about: 'Output of one attempt.',
    }),
    turns: {
      investigate: whole('limits.turns.investigate', turnsRange, 20, {
        spec: 'N',
        about: 'Turns of an agent that reads.',
      }),
      execute: whole('limits.turns.execute', turnsRange, 30, {
        spec: 'N',
        about: 'Turns of an agent that works on a task.',
      }),
      commit: whole('limits.turns.commit', turnsRange, 10, {
        spec: 'N',
        about: 'Turns of an agent that words a summary.',
      }),
      coverage: whole('limits.turns.coverage', turnsRange, 30, {
        spec: 'N',
        about: 'Turns of an agent that writes tests.',
      }),
      review: whole('limits.turns.review', turnsRange, 20, {
        spec: 'N',
        about: 'Turns of an agent that reviews.',
      }),
    },
  },
  pollMs: time('limits.poll', 60_000, { spec: 'D3', about: 'Between two looks at a pull request.' }),
  quotaWaitMs: time('limits.quotaWait', 900_000, {
    spec: 'M6',
    about: 'Wait where a quota does not say when it comes back.',
  }),
  gateMs: time('limits.gate', 604_800_000, {
    spec: 'P6',
    about: 'How long what a person is shown at a gate can be answered; then it is asked again.',
  }),
  reuseMs: later(
    time('limits.reuse', 86_400_000, {
      spec: 'E2',
      about: 'How long a pass of the base commit stands for the same tree in later runs.',
    }),
    { older: 0 },
  ),
  checksAtOnce: later(
    whole('limits.checksAtOnce', [1, 16], 1, {
      spec: 'E1',
      about:
        'Checks of one tree at the same time, where each has a box of its own; by default the cores, at most 4.',
    }),
    { older: 1, ofCores: (cores) => Math.min(checksAtOnceMax, slotsFor(cores)) },
  ),
  protectedPaths: other<readonly string[]>(
    'protectedPaths',
    { type: 'paths' },
    protectedByDefault.map(({ path }) => path),
    {
      spec: 'M4',
      about:
        'Files, folders (deploy/) and globs (*.lock) that need leave in the approved plan, wherever in the tree; add and remove change the list.',
    },
  ),
  scope: {
    widen: later(
      word('scope.widen', ['ask', 'planned-folders', 'never'], 'ask', {
        spec: 'M4',
        about:
          'Work that touches an ordinary file outside its task is kept and a person is asked; where no plan gate is, only once the task has no retry left. planned-folders takes up to 3 files for a task without asking, in folders where the plan has files. never drops the work and tries again.',
      }),
      { older: 'never' },
    ),
  },
  alternatives: fixed({}),
  analysisCharsMin: fixed(200),
} satisfies Rows<Policy>;
