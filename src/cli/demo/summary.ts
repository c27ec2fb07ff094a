// What the demo says at its end: what happened, and where to look next. Pure.

import type { RunEvent } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import { list, plural } from '../../views/words/words.ts';

export interface DemoResult {
  readonly landed: boolean;
  readonly dir: string;
  readonly repository: string;
  readonly home: string;
  readonly run: string;
  readonly branch?: string;
  readonly commit?: string;
  readonly pullRequest?: number;
  readonly tasks: number;
  readonly launches: number;
  readonly retried: readonly { readonly line: string; readonly reason: string }[];
  /** Changes that somebody wanted on the pull request, and got. */
  readonly mended: number;
  readonly testsPassed: number;
  readonly report?: string;
  readonly ms: number;
}

interface Facts {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  readonly places: Pick<DemoResult, 'dir' | 'repository' | 'home' | 'report'>;
  readonly tests: { readonly ok: boolean; readonly passed: number };
  readonly ms: number;
}

export function demoResult({ run, events, places, tests, ms }: Facts): DemoResult {
  const { pullRequest } = startedIn(run);
  return {
    landed: run.ended === 'completed' && run.landed !== undefined && tests.ok,
    ...places,
    run: run.id,
    ...(run.landed === undefined ? {} : { branch: run.landed.branch, commit: run.landed.commit }),
    ...(pullRequest === undefined ? {} : { pullRequest: pullRequest.number }),
    tasks: run.tasks.filter((state) => state.at === 'integrated').length,
    launches: run.spend.launches,
    retried: events.flatMap((event) =>
      event.type === 'failure.recorded' && event.remedy.type === 'retry'
        ? [{ line: event.line, reason: event.reason }]
        : [],
    ),
    mended: (pullRequest?.heard ?? []).filter(({ act }) => act === 'fix').length,
    testsPassed: tests.passed,
    ms,
  };
}

export function summaryText(result: DemoResult): string {
  const by = (reason: string): readonly string[] =>
    result.retried
      .filter((item) => item.reason === reason)
      .map((item) => item.line.split('/').at(-1) ?? item.line);
  return [
    `A ticket went in, and a reviewed, tested, merged pull request came out, in ${(result.ms / 1000).toFixed(1)} s.`,
    '',
    'What happened',
    ...mishap(by('agent-failed'), (who) => `the ${who} dropped out once and was asked again`),
    ...mishap(
      by('checks-failed'),
      (who) => `task ${who} failed its tests and was tried again with their output`,
    ),
    ...mishap(
      by('fence-breach'),
      (who) => `task ${who} touched a file it had no business with: stopped, dropped, tried again`,
    ),
    ...(result.mended === 0
      ? []
      : ['  a review wanted a change: it was sorted, mended and reviewed on the same pull request']),
    `  ${plural(result.tasks, 'task')} integrated with ${plural(result.launches, 'launch', 'launches')} of agents that cost nothing`,
    `  ${plural(result.testsPassed, 'test')} passed on a fresh clone of the landed branch`,
    `  the plan and the merge were approved by the demo; in your repository a person is asked`,
    '',
    'Where to look next',
    ...hints(result).map((hint) => `  ${hint}`),
    '',
  ].join('\n');
}

function mishap(who: readonly string[], say: (who: string) => string): readonly string[] {
  return who.length === 0 ? [] : [`  ${say(list(who))}`];
}

function hints(result: DemoResult): readonly string[] {
  const slipway = `SLIPWAY_HOME=${quoted(result.home)} slipway -C ${quoted(result.repository)}`;
  return [
    `git -C ${quoted(result.repository)} log --stat ${result.branch ?? ''}`.trimEnd(),
    `${slipway} show`,
    `${slipway} diff`,
    `${slipway} verify`,
    ...(result.report === undefined ? [] : [result.report]),
    'slipway init    in a repository of yours',
  ];
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[A-Za-z0-9_./+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
