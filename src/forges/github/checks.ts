// Slipway's own checks on a commit, written and found again, and the log of somebody else's. An App writes check runs, a token
// may write commit statuses only; both say the same.

import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import type { ForgeAnswer, ForgeCheck } from '../forge.ts';
import type { Patience } from './answers.ts';
import { asForge, done, forgeAnswer, settled } from './answers.ts';
import { isOurs } from './looked.ts';
import type { Place } from './place.ts';
import type { CheckRunShape } from './shapes.ts';
import { Anything, CheckRunShape as Run, PullShape, StatusShape } from './shapes.ts';

/** By this a run of ours is known among those of other Apps. */
const externalId = 'slipway';
const logBytesMax = 256 * 1024;

type Conclusion = ForgeCheck['conclusion'];

export async function ourChecks(place: Place, head: string): Promise<GitHubAnswered<readonly ForgeCheck[]>> {
  const [runs, statuses] = await Promise.all([runsAt(place, head), statusesAt(place, head)]);
  if (!runs.ok) return runs;
  if (!statuses.ok) return statuses;
  return answered([
    ...runs.value.filter(isOurRun).map((run) => ({ name: run.name, head, conclusion: ofRun(run) })),
    ...statuses.value
      .filter(({ context }) => isOurs(context))
      .map(({ context, state }) => ({ name: context, head, conclusion: ofState(state) })),
  ]);
}

/** Says only what is not said already: set semantics. */
export async function publish(
  patience: Patience,
  place: Place,
  checks: readonly ForgeCheck[],
): Promise<ForgeAnswer<void>> {
  const bearer = await place.calls.bearer();
  if (!bearer.ok) return asForge(bearer);
  for (const check of checks) {
    const said =
      bearer.value.kind === 'app'
        ? await sayRun(patience, place, check)
        : await sayStatus(patience, place, check);
    if (!said.ok) return asForge(said);
  }
  return done;
}

async function sayStatus(
  patience: Patience,
  place: Place,
  { name, head, conclusion }: ForgeCheck,
): Promise<GitHubAnswered<unknown>> {
  const state = ({ success: 'success', neutral: 'success', failure: 'failure', pending: 'pending' } as const)[
    conclusion
  ];
  const there = async (): Promise<GitHubAnswered<unknown>> => {
    const statuses = await statusesAt(place, head);
    if (!statuses.ok) return statuses;
    return answered(statuses.value.find((item) => item.context === name && item.state === state));
  };
  const before = await there();
  if (!before.ok || before.value !== undefined) return before;
  const description = conclusion === 'neutral' ? 'with remarks' : '';
  const body = { state, context: name, ...(description === '' ? {} : { description }) };
  return settled(
    patience,
    await place.calls.send('POST', `${place.repo}/statuses/${head}`, body, Anything),
    there,
  );
}

async function sayRun(
  patience: Patience,
  place: Place,
  { name, head, conclusion }: ForgeCheck,
): Promise<GitHubAnswered<unknown>> {
  const there = async (): Promise<GitHubAnswered<CheckRunShape | undefined>> => {
    const runs = await runsAt(place, head);
    return runs.ok ? answered(runs.value.find((run) => isOurRun(run) && run.name === name)) : runs;
  };
  const before = await there();
  if (!before.ok) return before;
  if (before.value !== undefined && ofRun(before.value) === conclusion) return before;
  // A check of ours that waits is a gate: somebody has to do something about it.
  const state = {
    status: 'completed',
    conclusion: conclusion === 'pending' ? 'action_required' : conclusion,
  };
  const sent =
    before.value === undefined
      ? await place.calls.send(
          'POST',
          `${place.repo}/check-runs`,
          { name, head_sha: head, external_id: externalId, ...state },
          Run,
        )
      : await place.calls.send('PATCH', `${place.repo}/check-runs/${before.value.id}`, state, Run);
  return settled(patience, sent, async () => {
    const now = await there();
    return now.ok && now.value !== undefined && ofRun(now.value) !== conclusion ? answered(undefined) : now;
  });
}

/** The end of what a job of Actions printed, or what another App wrote about its check; undefined where there is neither. */
export async function logOf(
  place: Place,
  number: number,
  check: string,
): Promise<ForgeAnswer<string | undefined>> {
  const pull = await place.calls.get(`${place.repo}/pulls/${number}`, PullShape);
  if (!pull.ok) return asForge(pull);
  const runs = await runsAt(place, pull.value.head.sha);
  if (!runs.ok) return asForge(runs);
  const run = runs.value.find(({ name }) => name === check);
  if (run === undefined) return answered(undefined);
  if (run.app?.slug === 'github-actions') {
    const log = await place.calls.elsewhere(`${place.repo}/actions/jobs/${run.id}/logs`, logBytesMax);
    if (log.ok) return answered(log.value);
    // A log that has run out, or that we may not read, is none.
    if (log.why !== 'absent' && log.why !== 'forbidden') return forgeAnswer(log);
  }
  const told = [run.output?.summary, run.output?.text].filter((text) => text !== null && text !== undefined);
  return answered(told.length === 0 ? undefined : told.join('\n\n').slice(-logBytesMax));
}

function runsAt({ calls, repo }: Place, head: string): Promise<GitHubAnswered<readonly CheckRunShape[]>> {
  return calls.list(`${repo}/commits/${head}/check-runs?filter=latest`, Run, { within: 'check_runs' });
}

function statusesAt({ calls, repo }: Place, head: string) {
  return calls.list(`${repo}/commits/${head}/status`, StatusShape, { within: 'statuses' });
}

function isOurRun({ name, external_id: id }: CheckRunShape): boolean {
  return isOurs(name) && id === externalId;
}

function ofRun({ status, conclusion }: CheckRunShape): Conclusion {
  if (status !== 'completed' || conclusion === 'action_required') return 'pending';
  return conclusion === 'success' || conclusion === 'neutral' ? conclusion : 'failure';
}

function ofState(state: string): Conclusion {
  if (state === 'success') return 'success';
  return state === 'pending' ? 'pending' : 'failure';
}
