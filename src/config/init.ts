// The text of a first `slipway.yaml`: every section with its default, commented out, so that a person
// sees what there is. Only the checks that were found are written as they would be used.

import { ofEveryKind, programTypes } from '../agents/kinds.ts';
import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckSpec } from '../core/evidence/evidence.ts';
import { commandWords } from '../core/evidence/evidence.ts';
import { defaultPolicy } from '../core/policy.ts';
import { durationText } from './units.ts';

export function starterConfig(checks: readonly CheckSpec[], coverage?: CoverageSpec): string {
  return `${[head, checksSection(checks, coverage), agentsSection(), policySection()].join('\n\n')}\n`;
}

const head = `# How Slipway works in this repository. Every key has a default, so every line may be deleted.
# A run keeps the configuration it was started with; later edits reach later runs.`;

function checksSection(checks: readonly CheckSpec[], coverage: CoverageSpec | undefined): string {
  const words = `# Commands that Slipway runs itself, on a clean checkout. Their results are what counts.
# They are found at each start; one named here replaces the one of that name, and \`lint: false\` leaves that one out.`;
  if (checks.length === 0) {
    return `${words}
# None were found in this repository. Name at least a test: a change without one is never taken as tested.
# checks:
#   setup: npm ci
#   test: npm test
#   lint: { command: npm run lint, timeout: 5m }`;
  }
  const whole = checks.filter(({ script }) => script === undefined);
  const parts = checks.filter(({ script }) => script !== undefined);
  const lines = [...whole.map(checkLines), ...coverageLines(coverage)];
  return [words, ...parts.map(partLine), ...(lines.length === 0 ? [] : ['checks:', ...lines])].join('\n');
}

/** Written down it would be the whole script, so that it is only told. */
function partLine(check: CheckSpec): string {
  return `# Found: ${check.name}, ${commandWords(check)}`;
}

/** It passes or fails nothing. */
function coverageLines(coverage: CoverageSpec | undefined): readonly string[] {
  if (coverage === undefined) return [];
  return [
    '  # Which of the changed lines tests execute; it passes or fails nothing.',
    '  coverage:',
    `    command: ${JSON.stringify(coverage.command)}`,
    `    report: ${JSON.stringify(coverage.reports)}`,
    `    timeout: ${durationText(coverage.timeoutMs)}`,
  ];
}

/** Commands are quoted as JSON, which YAML reads as it is, so that nothing in them is taken for YAML. */
function checkLines(check: CheckSpec): string {
  const more = [
    ...(check.kind === check.name ? [] : [`    kind: ${check.kind}`]),
    ...(check.when === 'task' ? [] : [`    when: ${check.when}`]),
  ];
  return [
    `  ${check.name}:`,
    `    command: ${JSON.stringify(check.command)}`,
    `    timeout: ${durationText(check.timeoutMs)}`,
    ...more,
  ].join('\n');
}

/** The first two known programs show how roles are given out. */
function agentsSection(): string {
  const [first = '', second = first] = programTypes;
  const examples = ofEveryKind(({ example }) => example).filter((line) => line !== undefined);
  return `# Programs that play roles, and which role goes to which. Without this section Slipway takes the programs it finds on
# the PATH: ${programTypes.join(', ')}. A list means: the first, and those who take over where it cannot go on. A command
# gets the prompt on its standard input, works in its current folder and prints its answer; env names the variables
# it may see.
# agents:
${examples.map((line) => `#   ${line}`).join('\n')}
# roles:
#   default: [${first}, ${second}]
#   reviewer: ${second}
#   implementer: { agent: ${first}, tiers: { LARGE: { agent: ${first}, effort: high } } }

# The weakest containment that is enough here: contained, fenced or open. Without it: as strong as this machine can,
# and below contained a person is asked once.
# level: contained`;
}

function policySection(): string {
  const { gates, budget, rounds, limits } = defaultPolicy;
  return `# How much a run does before it changes anything: default, or quick for small changes (plan, implement, review).
# profile: ${defaultPolicy.profile}

# Where a run waits for a person.
# gates:
#   plan: ${gates.plan}
#   delivery: ${gates.delivery}
#   merge: ${gates.merge}
#   destructive: ${gates.destructive}

# What one run may use before it asks.
# budget:
#   usd: ${budget.usd}
#   launches: ${budget.launches}
#   time: ${durationText(budget.agentMs)}

# What happens when bug rounds are used up: halt, or simplify once and then halt.
# onBlocked: ${defaultPolicy.onBlocked}

# Whether a ticket that is not clear is put before the interpreter: auto or off.
# interpret: ${defaultPolicy.interpret}

# Who answers what a small plan leaves open: person, or recommended (the planner's own answer, and the pull request says so).
# questions: ${defaultPolicy.questions}

# Who may start a run with a ticket that names its author; empty is everybody but bots.
# authors:
#   allow: []
#   bots: ${defaultPolicy.authors.bots}

# Whether a bug has to be reproduced before it is fixed: off, prefer or require.
# reproduction: ${defaultPolicy.reproduction}

# How often the loops may turn, and how long one attempt and one check may take.
# rounds:
#   bug: ${rounds.bug}
#   review: ${rounds.review}
# limits:
#   attempt: ${durationText(limits.attemptMs)}
#   silence: ${durationText(limits.silenceMs)}
#   check: ${durationText(limits.checkMs)}

# Tasks at work at the same time. Without it: as many as this machine has cores, at most 10.
# slots: 2

# Paths a change may touch only where an approved plan says so, besides CI, lockfiles and hooks.
# protectedPaths:
#   add: [deploy/]`;
}
