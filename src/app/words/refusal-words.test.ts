import { expect, test } from 'vitest';
import type { Refusal } from '../../core/commands.ts';
import { refusalWords } from './refusal-words.ts';

const head = 'a'.repeat(40);

/** Every tag once, and every kind of mismatch the core makes. */
const refusals: readonly Refusal[] = [
  { refused: 'already-started' },
  { refused: 'not-started' },
  { refused: 'pipeline-not-built', pipeline: 'release' },
  { refused: 'not-due', key: 'main/1/ask/planner/1' },
  { refused: 'not-begun', key: 'main/1/ask/planner/1' },
  { refused: 'run-ended', how: 'completed' },
  { refused: 'run-ended', how: 'cancelled' },
  { refused: 'run-ended', how: 'landed' },
  { refused: 'no-such-gate', gate: 'g7' },
  { refused: 'already-decided', gate: 'g1', answer: 'approve', who: 'ada' },
  { refused: 'already-decided', gate: 'g2', who: 'ada' },
  {
    refused: 'subject-changed',
    gate: 'g1',
    seen: `sha256:${'1'.repeat(64)}`,
    now: `sha256:${'2'.repeat(64)}`,
  },
  { refused: 'own-run', run: 'r-1' },
  { refused: 'no-such-option', gate: 'g2', options: 3 },
  { refused: 'no-way-back', stage: 'review', to: 'completion', ways: ['analysis', 'planning'] },
  { refused: 'no-way-back', stage: 'merge', to: 'planning', ways: [] },
  { refused: 'STATE_MISMATCH', expected: 'paused', actual: 'going' },
  { refused: 'STATE_MISMATCH', expected: 'going', actual: 'paused' },
  { refused: 'STATE_MISMATCH', expected: 'blocked', actual: 'not blocked' },
  { refused: 'STATE_MISMATCH', expected: 'a cap above 40', actual: '12' },
  { refused: 'STATE_MISMATCH', expected: head, actual: 'b'.repeat(40) },
  { refused: 'STATE_MISMATCH', expected: 'visit 3', actual: 'visit 4' },
  ...['integrated', 'todo', 'taken', 'given'].flatMap((actual): readonly Refusal[] => [
    { refused: 'STATE_MISMATCH', expected: 'a task that was handed out', actual },
    { refused: 'STATE_MISMATCH', expected: 'a task that could be worked on now', actual },
  ]),
  { refused: 'TRANSITION_BLOCKED', from: 'review', to: 'completed', missing: ['x'], gates: [] },
  {
    refused: 'TRANSITION_BLOCKED',
    from: 'plan-review',
    to: 'completed',
    missing: ['x'],
    gates: [{ kind: 'plan', subject: 'plan' }],
  },
  {
    refused: 'TRANSITION_BLOCKED',
    from: 'implementation',
    to: 'completed',
    missing: ['x'],
    gates: [],
    blocked: 'a task used up its attempts',
  },
];

test('every refusal says what, why and what to do', () => {
  expect(refusals.map((refusal) => refusalWords(refusal, 'r-1')).join('\n')).toMatchInlineSnapshot(`
    "Run r-1 exists already. \`slipway status r-1\` shows where it is.
    There is no run r-1 in this home. \`slipway list\` shows the runs there are.
    Run r-1 was not started, because nothing moves a run through the release pipeline yet. Tickets go through the deliver pipeline: \`slipway run\` starts one there.
    Nothing was done: main/1/ask/planner/1 is no longer wanted, because run r-1 moved on. \`slipway status r-1\` shows where it is.
    Nothing was done: main/1/ask/planner/1 is no longer wanted, because run r-1 moved on. \`slipway status r-1\` shows where it is.
    Run r-1 is completed, so nothing more can be asked of it. \`slipway land r-1\` puts its change into your repository.
    Run r-1 is cancelled, so nothing more can be asked of it. \`slipway show r-1\` shows what it left; \`slipway run\` starts another.
    Run r-1 is completed and its change is in your repository already. There is nothing left to do.
    Run r-1 has no gate 'g7'. \`slipway gates\` shows what is open.
    Gate g1 of run r-1 was decided already: ada answered approve. The first answer stands; \`slipway status r-1\` shows what came of it.
    Gate g2 of run r-1 was decided already: ada answered it. The first answer stands; \`slipway status r-1\` shows what came of it.
    What gate g1 of run r-1 asks about is not what you saw any more, so your answer was not taken. Read it again with \`slipway show r-1 gate\`, then answer.
    Run r-1 was started through MCP, so nothing of it is decided through MCP: what started it does not approve it. A person decides it (\`slipway show r-1 gate\`, or the page); \`mcp.decidesOwn\` in slipway.yaml says otherwise for runs to come.
    Gate g2 of run r-1 has the options 1 to 3. \`slipway show r-1 gate\` lists them.
    Run r-1 is blocked in review, from where it cannot begin again at completion. It can begin again at analysis or planning: \`slipway retry r-1 --from planning\`; without \`--from\` it goes on where it is.
    Run r-1 is blocked in merge, from where it cannot begin again at planning. \`slipway retry r-1\` goes on where it is.
    Run r-1 is not paused, so there is nothing to resume. \`slipway status r-1\` shows where it is.
    Run r-1 is paused already. \`slipway resume r-1\` lets it go on.
    Run r-1 is not blocked, so there is nothing to retry. \`slipway status r-1\` shows where it is.
    The new limit of run r-1 has to be above 40, and 12 is not. Name a higher number.
    The head of run r-1 moved: you meant aaaaaaaaaaaa, and it is at bbbbbbbbbbbb now. Look at \`slipway diff r-1\`, then order it again.
    Run r-1 moved on: this was meant for visit 3, and it is at visit 4. \`slipway status r-1\` shows where it is.
    Nobody took this task of run r-1 (it is integrated), so there is nothing to give back. \`slipway status r-1\` shows its tasks.
    This task of run r-1 cannot be taken now (it is integrated): that is possible while an agent works on it or could, which is after the tasks it depends on and not beside one that shares its files. \`slipway status r-1\` shows its tasks.
    Nobody took this task of run r-1 (it is still to be done), so there is nothing to give back. \`slipway status r-1\` shows its tasks.
    This task of run r-1 cannot be taken now (it is still to be done): that is possible while an agent works on it or could, which is after the tasks it depends on and not beside one that shares its files. \`slipway status r-1\` shows its tasks.
    This task of run r-1 is yours, but its folder is not made yet, so there is nothing to give back. Try again in a moment. \`slipway status r-1\` shows its tasks.
    This task of run r-1 was taken by a person already. \`slipway status r-1\` shows its tasks.
    This task of run r-1 was given back already, and is being read. \`slipway status r-1\` shows its tasks.
    This task of run r-1 was taken by a person already. \`slipway status r-1\` shows its tasks.
    Run r-1 is in the stage review: there is nothing to merge before it was reviewed and its pull request is open. \`slipway status r-1\` shows where it is.
    Run r-1 is in the stage plan-review and waits for you there: the plan gate. Answer that first: \`slipway gates\` shows how. Nothing is merged before that.
    Run r-1 is blocked in the stage implementation, because a task used up its attempts: there is nothing to merge yet. \`slipway explain r-1\` says what would move it."
  `);
});

test('a task that nobody took is not said to have moved on when it is given', () => {
  const never = {
    refused: 'STATE_MISMATCH',
    expected: 'a task that was handed out',
    actual: 'integrated',
  } as const;
  expect(refusalWords(never, 'r-1')).toContain('Nobody took this task of run r-1 (it is integrated)');
});
