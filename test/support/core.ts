// Builders for tests of the pure core: a started run, and a driver that answers effects as a world that
// goes well would, except where a script says otherwise. It owns no expectations but one: the invariants
// hold after every event, and nobody is launched while the base can neither be checked nor was waived.

import type { Remark, Sorted } from '../../src/core/remarks/remark.ts';
import type { Command, Refusal } from '../../src/core/commands.ts';
import { isRefusal } from '../../src/core/commands.ts';
import type { CoverageSpec, Measured, MeasuredBefore } from '../../src/core/evidence/coverage.ts';
import { decide } from '../../src/core/decide.ts';
import type { Analysis, AskResult, Effect, Kind, Outcome } from '../../src/core/effects.ts';
import type { IntegrateInput } from '../../src/core/onto-branch.ts';
import type { Seen } from '../../src/core/remarks/seen.ts';
import { effectsDue } from '../../src/core/effects-due.ts';
import { shotOf } from '../../src/core/evidence/live-fire.ts';
import type { CheckSpec, Evidence } from '../../src/core/evidence/evidence.ts';
import type { RunEvent, RunStarted } from '../../src/core/events.ts';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { startOf } from '../../src/core/evolve/start.ts';
import type { FailureReason } from '../../src/core/failures/failure.ts';
import type { Answer, Decider, Decision, Gate } from '../../src/core/gates/gate.ts';
import { assertInvariants } from '../../src/core/invariants.ts';
import type { Marks } from '../../src/core/plan/audit-score.ts';
import type { Plan, Risk, Task } from '../../src/core/plan/plan.ts';
import { highRisks, needsDesign, planFiles, riskCategories, tierOf } from '../../src/core/plan/plan.ts';
import type { CoveragePolicy, Policy } from '../../src/core/policy.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import type { Probe, RanProbe } from '../../src/core/roles/asked-first.ts';
import { type ChainCandidate, mergingOf } from '../../src/core/tasks/queue.ts';
import type { Review, Run, TaskState } from '../../src/core/run.ts';
import { must, openGates, repositoryOf, startedIn } from '../../src/core/run.ts';
import type { StageName } from '../../src/core/pipeline/stage.ts';
import type { Ticket } from '../../src/core/ticket/ticket.ts';
import type { Move } from '../../src/core/pipeline/moves/move.ts';
import { nextMove } from '../../src/core/pipeline/transitions.ts';
import type { Verdict } from '../../src/core/roles/verdict.ts';
import { mayLaunch } from '../../src/core/stages/baseline.ts';

/** What is done about coverage where nobody says anything. */
export const coverageDefaults: CoveragePolicy = must(defaultPolicy.coverage, 'a default policy covers');

export const me: Decider = { who: 'me', authenticated: 'os', channel: 'cli' };
export const you: Decider = { who: 'you', authenticated: 'os', channel: 'web' };

export const testCheck: CheckSpec = {
  name: 'test',
  kind: 'test',
  command: 'npm test',
  timeoutMs: 1_000,
  when: 'task',
};

export const aTicket: Ticket = {
  id: 'T-1',
  title: 'Add a thing',
  type: 'feature',
  workType: 'feature',
  blob: 'ticket',
  criteria: ['c1'],
  screening: 'CLEAN',
  rules: [],
};

/** A ticket nobody can plan from as it is. */
export const unclear: Ticket = {
  ...aTicket,
  criteriaFrom: 'title',
  clarity: { verdict: 'ambiguous', reasons: ["'better' leaves open how much is meant"] },
};

export function aTask(id: string, change: Partial<Task> = {}): Task {
  return {
    id,
    title: `task ${id}`,
    files: [`src/${id}.ts`],
    tests: [],
    dependsOn: [],
    executor: 'implementer',
    verification: ['test'],
    criteria: ['c1'],
    destructive: false,
    ...change,
  };
}

export function aPlan(tasks: readonly Task[], change: Partial<Plan> = {}): Plan {
  const plan: Plan = {
    hash: `plan of ${tasks.map((task) => task.id).join(' ')}`,
    blob: 'plan',
    substance: 'what it says',
    tier: 'TRIVIAL',
    confidence: 1,
    tasks,
    risks: [],
    openQuestions: 0,
    grants: [],
  };
  const whole = { ...plan, tier: tierOf(planFiles(plan).length), ...change };
  return needsDesign(whole.tier) ? { ...whole, risks: everyRisk(whole.risks) } : whole;
}

/** A larger plan speaks of every kind of risk. */
export function everyRisk(risks: readonly Risk[]): readonly Risk[] {
  const judged = new Set(risks.map((risk) => risk.category));
  const others = riskCategories.filter((category) => !judged.has(category));
  return [...risks, ...others.map((category) => ({ category, impact: 'NONE' as const, resolved: true }))];
}

export function aVerdict(change: Partial<Verdict> = {}): Verdict {
  return {
    role: 'reviewer',
    conclusion: 'pass',
    confidence: 1,
    findings: grounds(change),
    criteria: [],
    concerns: 'change',
    blob: 'verdict',
    ...(change.role === 'auditor' ? { marks: fullMarks } : {}),
    ...change,
  };
}

/** A reviewer who wants something mended says what. */
function grounds({ role = 'reviewer', conclusion }: Partial<Verdict>): Verdict['findings'] {
  const wants = role === 'reviewer' && (conclusion === 'revise' || conclusion === 'reject');
  return wants ? [{ severity: 'MAJOR', title: 'Something is wrong', validation: 'confirmed' }] : [];
}

/** What the reviewer said of the whole change at this head. */
export function aReview(head: string, change: Partial<Verdict> = {}): Review {
  return { ...aVerdict(change), head };
}

/** An auditor that has nothing to say against a plan. */
export const fullMarks: Marks = { correctness: 5, completeness: 5, executability: 5, tests: 5, quality: 5 };

export function evidenceOf(spec: CheckSpec, tree: string, verdict: Evidence['verdict'] = 'PASS'): Evidence {
  const how = verdict === 'FAIL' ? ({ because: 'exit', exit: 1 } as const) : ({ because: 'ok' } as const);
  return { check: spec.name, kind: spec.kind, tree, verdict, ...how, ms: 1, log: `log of ${spec.name}` };
}

export type PolicyChange = Partial<Omit<Policy, 'gates' | 'rounds' | 'budget'>> & {
  readonly gates?: Partial<Policy['gates']>;
  readonly rounds?: Partial<Policy['rounds']>;
  readonly budget?: Partial<Policy['budget']>;
};

export function aPolicy(change: PolicyChange = {}): Policy {
  const { gates, rounds, budget, ...rest } = change;
  return {
    ...defaultPolicy,
    ...rest,
    gates: { ...defaultPolicy.gates, ...gates },
    rounds: { ...defaultPolicy.rounds, ...rounds },
    budget: { ...defaultPolicy.budget, ...budget },
  };
}

export function aStart(policy: Policy = defaultPolicy): RunStarted {
  return {
    type: 'run.started',
    run: 'r1',
    pipeline: 'deliver',
    source: { tracker: 'local', ref: 'ticket.md' },
    title: 'Add a thing',
    repositories: [{ alias: 'main', repository: 'repo', base: { branch: 'trunk', commit: 'c0' } }],
    policy,
    policyHash: 'policy',
    config: 'config',
    forge: 'local',
    level: 'open',
    by: me,
  };
}

export function aRun(policy?: Policy): Run {
  return startOf(aStart(policy), 1);
}

export const provenance = { agent: 'scripted', transcript: 'transcript' };

export function analysisAnswer(change: Partial<Analysis> = {}): AskResult {
  const analysis = { blob: 'analysis', chars: 300, related: [{ file: 'src/a.ts' }], missing: [] };
  return { ...provenance, answer: 'analysis', analysis: { ...analysis, reproduced: false, ...change } };
}

export function refinedAnswer(criteria: readonly string[] = ['c1']): AskResult {
  return { ...provenance, answer: 'refined', refined: { blob: 'refined', criteria, openPoints: 0 } };
}

export function planAnswer(plan: Plan): AskResult {
  return { ...provenance, answer: 'plan', plan };
}

/** A plan without tasks that holds otherwise. */
export function draftAnswer(draft = 'draft'): AskResult {
  return { ...provenance, answer: 'draft', draft, problems: 'the plan has no task' };
}

export function verdictAnswer(change: Partial<Verdict> = {}): AskResult {
  return { ...provenance, answer: 'verdict', verdict: aVerdict(change) };
}

export function answered(result: AskResult): Outcome {
  return { type: 'done', kind: 'ask', result };
}

export function question(kind: 'ask' | 'attempt', blob = 'question'): Outcome {
  return { type: 'done', kind, result: { ...provenance, answer: 'question', blob, options: 3 } };
}

/** Documents that speak of everything under src. */
export function docsAnswer(paths: readonly string[], cites: readonly string[] = ['src/']): AskResult {
  const written = paths.map((path) => ({ path, blob: `new ${path}`, cites }));
  return { ...provenance, answer: 'docs', documents: written };
}

export function searchAnswer(queries = 'queries', refused = 0): AskResult {
  return { ...provenance, answer: 'search', queries, refused };
}

export function aRemark(id: string, change: Partial<Remark> = {}): Remark {
  const author = { name: 'ann', association: 'MEMBER' };
  return { id, on: id, kind: 'comment', author, words: `words of ${id}`, print: `print of ${id}`, ...change };
}

export function sortedAnswer(remarks: readonly string[], change: Partial<Sorted> = {}): AskResult {
  const sorted = remarks.map((remark) => ({
    remark,
    class: 'bug_fix' as const,
    severity: 'high' as const,
    ...change,
  }));
  return { answer: 'sorted', sorted, words: `sorted ${remarks.join(' ')}`, ...provenance };
}

export const aProbe: Probe = {
  name: 'how long',
  path: 'probe.mjs',
  blob: 'script',
  command: 'node probe.mjs',
};

export function probesAnswer(probes: readonly Probe[] = [aProbe], blob = 'scripts'): AskResult {
  return { ...provenance, answer: 'probes', probes, blob };
}

function ranWell({ name }: Probe): RanProbe {
  return { name, because: 'ok', exit: 0, ms: 1_200 };
}

export function failing(reason: FailureReason, change: Partial<Extract<Outcome, { type: 'failed' }>> = {}) {
  return { type: 'failed' as const, reason, ...change };
}

export function seenAs(change: Partial<Seen> = {}): (run: Run) => Outcome {
  return (run) => ({
    type: 'done',
    kind: 'inspect',
    result: {
      state: 'open',
      head: startedIn(run).head.commit,
      mergeable: true,
      checks: 'success',
      comments: 0,
      ...change,
    },
  });
}

/** Evidence for everything an effect asked to be checked. */
export function checkedAs(verdict: Evidence['verdict'], effect: Effect): Outcome {
  if (effect.kind !== 'check') throw new Error(`${effect.key} is no check`);
  const { checks, tree } = effect.input;
  return {
    type: 'done',
    kind: 'check',
    result: { evidence: checks.map((spec) => evidenceOf(spec, tree, verdict)) },
  };
}

export const coverageSpec: CoverageSpec = {
  command: 'npm run coverage',
  reports: ['lcov.info'],
  timeoutMs: 1_000,
};

/** So many of ten changed lines are executed; the others are in these files. */
export function measuredBefore(tree: string): MeasuredBefore {
  return { tree, whole: { lines: 100, hit: 70 }, touched: { lines: 20, hit: 9 } };
}

export function measuredOf(
  tree: string,
  hit: number,
  files: readonly (readonly [string, readonly string[]])[] = [['src/a.ts', ['test/a.test.ts']]],
): Measured {
  const uncovered = files.map(([path, tests]) => ({ path, lines: 10, hit, tests }));
  return {
    tree,
    lines: 10,
    hit,
    uncovered: hit === 10 ? [] : uncovered,
    unmeasured: 0,
    blob: `measured ${hit}`,
  };
}

export interface World {
  readonly ticket?: Ticket;
  /** How coverage is measured; nobody does, where it is left out. */
  readonly coverage?: CoverageSpec;
  readonly checks?: readonly CheckSpec[];
  /** Plans in the order they are asked for; the last one but with fresh ids is given again where they run out. */
  readonly plans?: readonly Plan[];
}

/** What a world that goes well answers. */
export function happy(run: Run, effect: Effect, world: World = {}): Outcome {
  switch (effect.kind) {
    case 'fetch-ticket': {
      const ticket = world.ticket ?? aTicket;
      return { type: 'done', kind: effect.kind, result: { ticket, branch: 'feature/T-1_add_thing' } };
    }
    case 'survey': {
      const checks = world.checks ?? [testCheck];
      const coverage = world.coverage === undefined ? {} : { coverage: world.coverage };
      return {
        type: 'done',
        kind: effect.kind,
        result: { tree: `tree ${effect.input.commit}`, checks, dirty: 'clean', problems: [], ...coverage },
      };
    }
    case 'ask':
      return answered(happyAnswer(run, effect, world));
    case 'attempt': {
      const commit = `${effect.subject}.${effect.visit}.${effect.n}`;
      const result = { commit, tree: `tree ${commit}`, parent: effect.input.parent, files: 1 };
      return {
        type: 'done',
        kind: effect.kind,
        result: { ...provenance, answer: 'delivered', ...result },
        charge: { usd: 0.1, tokens: 10, agentMs: 1_000 },
      };
    }
    case 'check':
      return checkedAs('PASS', effect);
    case 'integrate': {
      if ('join' in effect.input) {
        const { ours, theirs } = effect.input.join;
        const commit = `${ours} and ${theirs}`.slice(-60);
        const head = { commit, tree: `tree ${commit}` };
        return { type: 'done', kind: effect.kind, result: { chain: [], joined: head } };
      }
      return { type: 'done', kind: effect.kind, result: { chain: chainOf(run, effect.input) } };
    }
    case 'commit-docs': {
      const commit = `docs on ${effect.input.onto}`.slice(-60);
      return { type: 'done', kind: effect.kind, result: { commit, tree: `tree ${commit}` } };
    }
    case 'fire':
      return {
        type: 'done',
        kind: effect.kind,
        result: { shot: shotOf(effect.subject), tree: effect.input.tree, ms: 1 },
      };
    case 'compare':
      return { type: 'done', kind: effect.kind, result: { tree: effect.input.tree } };
    case 'measure':
      return {
        type: 'done',
        kind: effect.kind,
        result:
          effect.subject === 'base'
            ? { before: measuredBefore(effect.input.tree) }
            : { measured: measuredOf(effect.input.tree, 10) },
      };
    case 'screen':
      return { type: 'done', kind: effect.kind, result: { verdict: 'CLEAN', rules: [] } };
    case 'open-pull-request':
      return { type: 'done', kind: effect.kind, result: { number: 7 } };
    case 'inspect':
      return seenAs({ head: repositoryOf(run, effect).head.commit })(run);
    case 'merge':
      return { type: 'done', kind: effect.kind, result: { commit: `merged ${effect.input.head}` } };
    case 'land': {
      const { branch, commit } = effect.input;
      return { type: 'done', kind: effect.kind, result: { branch, commit } };
    }
    case 'hand-out':
      return { type: 'done', kind: effect.kind, result: { workspace: `ws ${effect.subject}` } };
    case 'hand-in': {
      const commit = `by hand ${effect.subject}.${effect.visit}.${effect.n}`;
      const result = { commit, tree: `tree ${commit}`, parent: effect.input.parent, files: 1 };
      return { type: 'done', kind: effect.kind, result };
    }
    case 'search':
      return {
        type: 'done',
        kind: effect.kind,
        result: { results: `found ${effect.key}`, found: 2, failed: 0 },
      };
    case 'run-probes':
      return {
        type: 'done',
        kind: effect.kind,
        result: { told: `printed ${effect.key}`, ran: effect.input.probes.map(ranWell) },
      };
    case 'revert': {
      const { number } = effect.input;
      return { type: 'done', kind: effect.kind, result: { number: number + 1, branch: `revert-${number}` } };
    }
    case 'discard':
    case 'reserve':
    case 'push':
    case 'update-pull-request':
    case 'reply':
    case 'request-review':
    case 'publish-checks':
    case 'label':
    case 'comment-ticket':
    case 'transition-ticket':
    case 'wait-until':
    case 'write-artifacts':
      return { type: 'done', kind: effect.kind, result: {} };
  }
}

/** On top of what it was made on, a change has the tree it had. */
function chainOf(run: Run, input: IntegrateInput): readonly ChainCandidate[] {
  const chain: ChainCandidate[] = [];
  for (const { task, commit: mine, parent } of mergingOf(input)) {
    const onto = chain.at(-1)?.commit ?? input.onto;
    const commit = `head ${onto}+${mine}`.slice(-60);
    const alone = run.tasks.find((state) => state.task.id === task)?.delivered?.tree;
    chain.push({ task, commit, tree: onto === parent && alone !== undefined ? alone : `tree ${commit}` });
  }
  return chain;
}

function happyAnswer(run: Run, effect: Effect<'ask'>, world: World): AskResult {
  const { role, docs, remarks } = effect.input;
  if (remarks !== undefined) return sortedAnswer(remarks);
  if (docs !== undefined) return docsAnswer(docs);
  if (role === 'interpreter') return refinedAnswer();
  if (role === 'investigator') return analysisAnswer();
  if (role === 'planner' || role === 'splitter') return planAnswer(nextPlan(run, world));
  return role === 'designer'
    ? { ...provenance, answer: 'design', blob: `design ${effect.key}` }
    : verdictAnswer({ role, ...(role === 'auditor' ? risksAnswered(run) : {}) });
}

/** An auditor that answers every HIGH risk of the plan. */
function risksAnswered({ plan }: Run): Pick<Verdict, 'risks'> {
  const high = plan === undefined ? [] : highRisks(plan);
  return high.length === 0 ? {} : { risks: high.map((category) => ({ category, state: 'dealt_with' })) };
}

/** How many planning visits came before is not in the state, so the integrated tasks and the visit name the plan. */
function nextPlan(run: Run, world: World): Plan {
  const plans = world.plans ?? [aPlan([aTask('a')])];
  const unused = plans.find((plan) =>
    plan.tasks.every((task) => !run.tasks.some((state) => state.task.id === task.id)),
  );
  if (unused !== undefined && run.rounds.plan === 0) return unused;
  const last = must(plans.at(-1), 'a world has a plan');
  const fix = `fix-${run.visit.n}`;
  const files = planFiles(last).slice(0, 2);
  return run.tasks.some((state) => state.at === 'integrated')
    ? aPlan([aTask(fix, { files })], { hash: `plan of ${fix}` })
    : { ...last, hash: `${last.hash} in visit ${run.visit.n}` };
}

export type Script = (effect: Effect, run: Run) => Outcome | undefined;
export type Person = (gate: Gate, run: Run) => Decision | undefined;

export interface Options extends World {
  /** The run's id. */
  readonly run?: string;
  /** What a clock says; for ever 1 without one. */
  readonly now?: () => number;
  readonly policy?: PolicyChange;
  readonly repositories?: RunStarted['repositories'];
  readonly level?: RunStarted['level'];
  /** A plan that comes with the ticket. */
  readonly given?: Plan;
  /** What the world answers instead of going well; `undefined` means it goes well. */
  readonly script?: Script;
  /** What the person answers at a gate; `undefined` means approve. */
  readonly person?: Person;
}

export const approval: Decision = { answer: 'approve', by: me };

export function saying(answer: Answer, comment?: string): Decision {
  return { answer, by: me, ...(comment === undefined ? {} : { comment }) };
}

interface Step {
  readonly before: Run;
  readonly event: RunEvent;
}

/** A run under way, with everything that happened to it. */
export interface Driver {
  readonly run: () => Run;
  readonly steps: () => readonly Step[];
  readonly events: () => readonly RunEvent[];
  /** Rows of the transition table that were taken, by name and in order. */
  readonly taken: () => readonly string[];
  readonly send: (command: Command) => readonly RunEvent[];
  readonly refused: (command: Command) => Refusal;
  readonly begin: (kind: Kind, subject?: string) => Effect;
  readonly end: (effect: Effect, outcome?: Outcome) => readonly RunEvent[];
  readonly perform: (kind: Kind, subject?: string, outcome?: Outcome) => readonly RunEvent[];
  readonly decide: (kind: Gate['kind'], decision?: Decision) => readonly RunEvent[];
  readonly retry: (comment?: string) => readonly RunEvent[];
  /** Goes on until the condition holds; without one, until only a person who does not answer could move the run. */
  readonly go: (until?: (run: Run) => boolean) => Driver;
  readonly to: (stage: StageName) => Driver;
}

const stepsMax = 600;

export function drive(options: Options = {}): Driver {
  const { given: plan } = options;
  const given = plan === undefined ? {} : { plan };
  const { repositories, level, run: id, now = () => 1 } = options;
  const start = {
    ...aStart(aPolicy(options.policy)),
    ...(id === undefined ? {} : { run: id }),
    ...(repositories === undefined ? {} : { repositories }),
    ...(level === undefined ? {} : { level }),
  };
  const first = decide(undefined, { type: 'run.start', start, ...given }, now());
  if (isRefusal(first)) throw new Error('a run can be started');
  let run = first.slice(1).reduce((state, event) => evolve(state, event, now()), startOf(start, now()));
  const steps: Step[] = first.map((event) => ({ before: run, event }));
  const taken: string[] = [];

  const driver: Driver = {
    run: () => run,
    steps: () => steps,
    events: () => steps.map((step) => step.event),
    taken: () => taken,
    send: (command) => {
      const answer = decide(run, command, now());
      if (isRefusal(answer)) throw new Error(`${command.type} was refused: ${JSON.stringify(answer)}`);
      for (const event of answer) apply(event);
      return answer;
    },
    refused: (command) => {
      const answer = decide(run, command, now());
      if (!isRefusal(answer)) throw new Error(`${command.type} was not refused`);
      return answer;
    },
    begin: (kind, subject) => {
      // Whoever is about the comparison is not about the shots before it.
      if (kind === 'compare') while (isShotDue(run)) driver.perform('fire');
      const effect = due(kind, subject);
      driver.send({ type: 'effect.begin', key: effect.key });
      return effect;
    },
    end: (effect, outcome) =>
      driver.send({ type: 'effect.end', key: effect.key, outcome: outcome ?? answer(effect) }),
    perform: (kind, subject, outcome) => driver.end(driver.begin(kind, subject), outcome),
    decide: (kind, decision = approval) => {
      const gate = must(
        openGates(run).find((item) => item.kind === kind),
        `a ${kind} gate is open`,
      );
      return driver.send({ type: 'gate.decide', gate: gate.id, seen: gate.digest, decision });
    },
    retry: (comment) =>
      driver.send({ type: 'run.retry', by: me, ...(comment === undefined ? {} : { comment }) }),
    go: (until = () => false) => {
      for (let step = 0; step < stepsMax; step += 1) {
        if (until(run) || !move()) return driver;
      }
      throw new Error(`the run did not come to rest within ${stepsMax} steps`);
    },
    to: (stage) => {
      driver.go((now) => now.visit.stage === stage);
      if (run.visit.stage !== stage) throw new Error(`the run rests in ${run.visit.stage}: ${run.blocked}`);
      return driver;
    },
  };

  function apply(event: RunEvent): void {
    const row = moving(run, event);
    if (row !== undefined) taken.push(nameOf(row));
    if (event.type === 'effect.begun' && !mayLaunch(run, event.effect)) {
      throw new Error(`${event.effect.key} is launched, and the base cannot be checked (BASELINE-3)`);
    }
    steps.push({ before: run, event });
    run = evolve(run, event, now());
    assertInvariants(run);
  }

  function answer(effect: Effect): Outcome {
    return options.script?.(effect, run) ?? happy(run, effect, options);
  }

  function due(kind: Kind, subject: string | undefined): Effect {
    const begun = new Set(run.inFlight.map((effect) => effect.key));
    const found = effectsDue(run).find(
      (effect) =>
        effect.kind === kind &&
        !begun.has(effect.key) &&
        (subject === undefined || effect.subject === subject),
    );
    return must(found, `${kind} ${subject ?? ''} is due in ${run.visit.stage}`);
  }

  /** One act of the world or of a person; false where there is none. */
  function move(): boolean {
    const begun = new Set(run.inFlight.map((effect) => effect.key));
    const effect = effectsDue(run)[0] ?? run.inFlight[0];
    if (effect !== undefined) {
      if (!begun.has(effect.key)) driver.send({ type: 'effect.begin', key: effect.key });
      driver.end(effect);
      return true;
    }
    const gate = run.ended === undefined && run.blocked === undefined ? openGates(run)[0] : undefined;
    if (gate === undefined) return false;
    const decision = options.person === undefined ? approval : (options.person(gate, run) ?? approval);
    driver.send({ type: 'gate.decide', gate: gate.id, seen: gate.digest, decision });
    return true;
  }

  return driver;
}

/** The row of the table behind an event, where one is. */
function moving(run: Run, event: RunEvent): Move | undefined {
  const row = nextMove(run);
  if (row === undefined) return undefined;
  if (event.type === 'run.completed') return row.to === 'completed' ? row : undefined;
  if (event.type !== 'stage.entered' && event.type !== 'run.blocked') return undefined;
  const to = event.type === 'run.blocked' ? 'blocked' : event.stage;
  return row.to === to && row.because === event.because ? row : undefined;
}

export function nameOf(move: Move): string {
  return `${move.from} → ${move.to}: ${move.because}`;
}

export function taskOf(run: Run, id: string): TaskState {
  return must(
    run.tasks.find((state) => state.task.id === id),
    `there is a task ${id}`,
  );
}

function isShotDue(run: Run): boolean {
  return effectsDue(run).some(({ kind }) => kind === 'fire');
}

export function dueKeys(run: Run): readonly string[] {
  return effectsDue(run).map((effect) => effect.key);
}

/** What is due, as "kind subject", without the writing of artifacts. */
export function dueNow(run: Run): readonly string[] {
  return effectsDue(run)
    .filter((effect) => effect.kind !== 'write-artifacts')
    .map((effect) => `${effect.kind} ${effect.subject}`);
}
