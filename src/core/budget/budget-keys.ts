// The rows of policy that say what a run, a task, a stage and a day may cost.

import type { Budget } from '../policy.ts';
import { amount, fixed, other, time, whenSaid, whole } from '../policy-values.ts';

/** The four limits of a run, a task or a day; `of` says whose. */
const caps = (section: string, of: string) => ({
  usd: amount(`${section}.usd`, [0, 100_000], undefined, {
    spec: 'C8',
    about: `Known cost of ${of}, in USD.`,
  }),
  launches: whole(`${section}.launches`, [1, 10_000], undefined, {
    spec: 'C8',
    about: `Agent launches of ${of}.`,
  }),
  agentMs: time(`${section}.time`, undefined, {
    spec: 'C8',
    about: `Agent time of ${of}, all agents together.`,
  }),
  tokens: whole(`${section}.tokens`, [1, 1_000_000_000_000], undefined, {
    spec: 'C8',
    about: `Tokens of ${of}, as far as its agents tell them.`,
  }),
});

const ofRun = caps('budget', 'a run');

export const budgetRows = {
  ...ofRun,
  usd: { ...ofRun.usd, default: 10, about: 'Known cost of a run, in USD. Reaching it waits for a person.' },
  launches: { ...ofRun.launches, default: 40 },
  agentMs: { ...ofRun.agentMs, default: 7_200_000 },
  wallMs: time('budget.wallClock', undefined, {
    spec: 'C8',
    about:
      'Time a run may be under way, agents, checks and waits for a retry together; while a person is waited for, or no process is there, it stands.',
  }),
  reserveUsd: amount('budget.reserveUsd', [0, 1_000], 0.25, {
    spec: 'C8',
    about: 'What a launch is assumed to cost until its cost is known.',
  }),
  task: whenSaid(caps('budget.task', 'each task')),
  day: whenSaid(caps('budget.day', 'a day over all runs of a home')),
  stages: other<NonNullable<Budget['stages']>>('budget.stages', { type: 'stages' }, undefined, {
    spec: 'C8',
    about: 'The same four limits for stages by name, over all their visits.',
  }),
  raised: fixed(undefined),
};
