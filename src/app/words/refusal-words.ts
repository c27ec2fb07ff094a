// A refusal of the core as a sentence: what was not done, why, and what to do. Exit code 6. Pure.

import type { Refusal } from '../../core/commands.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { nameOf } from '../../views/words/gate-name.ts';
import { list, short } from '../../views/words/words.ts';

export function refusalWords(refusal: Refusal, run: string): string {
  switch (refusal.refused) {
    case 'already-started':
      return `Run ${run} exists already. \`slipway status ${run}\` shows where it is.`;
    case 'not-started':
      return `There is no run ${run} in this home. \`slipway list\` shows the runs there are.`;
    case 'pipeline-not-built':
      return `Run ${run} was not started, because nothing moves a run through the ${refusal.pipeline} pipeline yet. Tickets go through the deliver pipeline: \`slipway run\` starts one there.`;
    case 'not-due':
    case 'not-begun':
      return `Nothing was done: ${refusal.key} is no longer wanted, because run ${run} moved on. \`slipway status ${run}\` shows where it is.`;
    case 'run-ended':
      return ended(refusal.how, run);
    case 'no-such-gate':
      return `Run ${run} has no gate '${refusal.gate}'. \`slipway gates\` shows what is open.`;
    case 'already-decided':
      return `Gate ${refusal.gate} of run ${run} was decided already: ${refusal.who} answered ${refusal.answer ?? 'it'}. The first answer stands; \`slipway status ${run}\` shows what came of it.`;
    case 'subject-changed':
      return `What gate ${refusal.gate} of run ${run} asks about is not what you saw any more, so your answer was not taken. Read it again with \`slipway show ${run} gate\`, then answer.`;
    case 'gate-expired':
      return `Gate ${refusal.gate} of run ${run} was opened on ${new Date(refusal.openedAt).toISOString().slice(0, 10)}, which is too long ago: what it asks about may have grown old. \`slipway retry ${run}\` asks again.`;
    case 'own-run':
      return `Run ${run} was started through MCP, so nothing of it is decided through MCP: what started it does not approve it. A person decides it (\`slipway show ${run} gate\`, or the page); \`mcp.decidesOwn\` in slipway.yaml says otherwise for runs to come.`;
    case 'no-such-task':
      return refusal.tasks.length === 0
        ? `Run ${run} has no tasks yet. \`slipway status ${run}\` shows where it is.`
        : `Run ${run} has no task '${refusal.task}'; its tasks are ${refusal.tasks.join(', ')}.`;
    case 'plan-problems':
      return `The plan of run ${run} was not changed, because the edited one does not hold:\n${refusal.problems.map((problem) => `- ${problem}`).join('\n')}\nMend these and try again.`;
    case 'id-reused':
      return `Nothing was done: run ${run} has taken another order under the id ${refusal.id} before. Whoever sends an order gives it an id of its own; send this one under a new id.`;
    case 'no-way-back':
      return noWayBack(refusal, run);
    case 'no-such-option':
      return `Gate ${refusal.gate} of run ${run} has the options 1 to ${refusal.options}. \`slipway show ${run} gate\` lists them.`;
    case 'STATE_MISMATCH':
      return mismatch(refusal, run);
    case 'TRANSITION_BLOCKED':
      return notYet(refusal, run);
  }
}

function noWayBack({ stage, to, ways }: Extract<Refusal, { refused: 'no-way-back' }>, run: string): string {
  const instead =
    ways.length === 0
      ? `\`slipway retry ${run}\` goes on where it is.`
      : `It can begin again at ${ways.join(' or ')}: \`slipway retry ${run} --from ${ways.at(-1) ?? ''}\`; without \`--from\` it goes on where it is.`;
  return `Run ${run} is blocked in ${stage}, from where it cannot begin again at ${to}. ${instead}`;
}

/** Where it is of no run. */
export function reusedWords(id: string): string {
  return `Nothing was done: another order came under the id ${id} before. Whoever sends an order gives it an id of its own; send this one under a new id.`;
}

function ended(how: string, run: string): string {
  const next =
    how === 'completed'
      ? `\`slipway land ${run}\` puts its change into your repository.`
      : `\`slipway show ${run}\` shows what it left; \`slipway run\` starts another.`;
  if (how === 'landed') {
    return `Run ${run} is completed and its change is in your repository already. There is nothing left to do.`;
  }
  return `Run ${run} is ${how}, so nothing more can be asked of it. ${next}`;
}

function mismatch(refusal: { readonly expected: string; readonly actual: string }, run: string): string {
  const { expected, actual } = refusal;
  const look = `\`slipway status ${run}\` shows where it is.`;
  if (expected === 'paused') {
    return `Run ${run} is not paused, so there is nothing to resume. ${look}`;
  }
  if (expected === 'blocked') {
    return `Run ${run} is not blocked, so there is nothing to retry. ${look}`;
  }
  if (expected === 'coverage') {
    return `The coverage of run ${run} is skipped already. ${look}`;
  }
  if (expected === 'a base that cannot be checked') {
    return `Run ${run} does not wait for commands: they are given while its base cannot be checked, and later it would be judged by two sets of them. For runs to come, write them under \`checks\` in slipway.yaml. ${look}`;
  }
  if (expected === 'a change that is merged') {
    return `Nothing of run ${run} is merged, so there is nothing to take back. ${look}`;
  }
  if (expected === 'a change that is not taken back yet') {
    return `The change of run ${run} is ${actual} already. Merge that one.`;
  }
  if (expected === 'going') {
    return `Run ${run} is paused already. \`slipway resume ${run}\` lets it go on.`;
  }
  if (expected === 'a task that was handed out') return notGiven(actual, run);
  if (expected === 'a task that could be worked on now') return notTaken(actual, run);
  if (expected.startsWith('a cap above')) {
    return `The new limit of run ${run} has to be ${expected.replace('a cap ', '')}, and ${actual} is not. Name a higher number.`;
  }
  if (/^[0-9a-f]{40,64}$/.test(expected)) {
    return `The head of run ${run} moved: you meant ${short(expected)}, and it is at ${short(actual)} now. Look at \`slipway diff ${run}\`, then order it again.`;
  }
  return `Run ${run} moved on: this was meant for ${expected}, and it is at ${actual}. ${look}`;
}

function notGiven(at: string, run: string): string {
  const look = `\`slipway status ${run}\` shows its tasks.`;
  if (at === 'taken') {
    return `This task of run ${run} is yours, but its folder is not made yet, so there is nothing to give back. Try again in a moment. ${look}`;
  }
  if (at === 'given') return `This task of run ${run} was given back already, and is being read. ${look}`;
  return `Nobody took this task of run ${run} (it is ${atWords(at)}), so there is nothing to give back. ${look}`;
}

function notTaken(at: string, run: string): string {
  const look = `\`slipway status ${run}\` shows its tasks.`;
  if (at === 'taken' || at === 'given')
    return `This task of run ${run} was taken by a person already. ${look}`;
  return `This task of run ${run} cannot be taken now (it is ${atWords(at)}): that is possible while an agent works on it or could, which is after the tasks it depends on and not beside one that shares its files. ${look}`;
}

function atWords(at: string): string {
  return at === 'todo' ? 'still to be done' : at;
}

/** In sentences: the names of conditions are for whoever asks why. */
function notYet(
  { from, gates, blocked }: Extract<Refusal, { refused: 'TRANSITION_BLOCKED' }>,
  run: string,
): string {
  if (blocked !== undefined) {
    return `Run ${run} is blocked in the stage ${from}, because ${blocked}: there is nothing to merge yet. \`slipway explain ${run}\` says what would move it.`;
  }
  const names = gates.map((gate) => `the ${forTerminal(nameOf(gate))}`);
  return names.length === 0
    ? `Run ${run} is in the stage ${from}: there is nothing to merge before it was reviewed and its pull request is open. \`slipway status ${run}\` shows where it is.`
    : `Run ${run} is in the stage ${from} and waits for you there: ${list(names)}. Answer that first: \`slipway gates\` shows how. Nothing is merged before that.`;
}
