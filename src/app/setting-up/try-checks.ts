// Whether the base here can be checked, found out without a run: setup and checks in their box, on a checkout of HEAD that is
// thrown away. Whoever calls it has asked for trust in the commands before.

import { randomUUID } from 'node:crypto';
import type { CheckResult } from '../../checks/checks.ts';
import { homeBeside } from '../../checks/checks.ts';
import { lacksIn } from '../../core/evidence/checkable.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import { uncheckableText } from '../../views/words/lack-words.ts';
import type { Unfilled } from '../../workspace/workspace.ts';
import { commandTag } from '../parts.ts';
import type { Tools } from '../parts.ts';
import { checksHere } from '../starting/checks-here.ts';
import { levelHere } from '../starting/level-here.ts';

export interface TriedChecks {
  readonly commit: string;
  readonly results: readonly TriedCheck[];
  /** Nothing keeps it from being checked, be its tests red. */
  readonly checkable: boolean;
  /** Submodules that were empty folders where they ran. */
  readonly unfilled: readonly Unfilled[];
  /** What is in the way, with the last lines of each log; empty where nothing is. */
  readonly told: string;
}

interface TriedCheck extends Pick<Evidence, 'check' | 'verdict' | 'because' | 'ms' | 'counts' | 'exit'> {
  readonly command: string;
}

/** Undefined where it was stopped. */
export async function tryChecks(
  tools: Tools,
  dir: string,
  signal: AbortSignal,
): Promise<TriedChecks | undefined> {
  const { checkout, checks } = await checksHere(tools, dir);
  const { level } = await levelHere(tools);
  const { repository, commit } = checkout;
  const ran = await onThrownAway(tools, { repository, commit, checks, signal });
  if (ran === undefined) return undefined;
  const unfilled = await tools.workspaces.unfilled(repository, commit);
  const evidence = ran.map((result) => evidenceOf(result, commit));
  const checkable = lacksIn(evidence).length === 0;
  if (checkable) await tools.seenBases.add({ repository, level, checks });
  const logs = new Map(ran.map(({ check, log }) => [check, log.text]));
  return {
    commit,
    results: evidence.map(({ check, verdict, because, ms, counts, exit }) => ({
      check,
      command: checks.find(({ name }) => name === check)?.command ?? '',
      verdict,
      because,
      ms,
      ...(counts === undefined ? {} : { counts }),
      ...(exit === undefined ? {} : { exit }),
    })),
    checkable,
    unfilled,
    told: checkable ? '' : uncheckableText(evidence, { checks, logOf: ({ check }) => logs.get(check) ?? '' }),
  };
}

/** Nothing of it is kept, so that its logs have no name. */
function evidenceOf({ log: _log, tests: _tests, ...result }: CheckResult, commit: string): Evidence {
  return { ...result, tree: commit, log: '' };
}

async function onThrownAway(
  { workspaces, checks: port, places }: Tools,
  request: {
    readonly repository: string;
    readonly commit: string;
    readonly checks: readonly CheckSpec[];
    readonly signal: AbortSignal;
  },
): Promise<readonly CheckResult[] | undefined> {
  const { repository, commit, checks, signal } = request;
  const name = `doctor-${process.pid}-${randomUUID().slice(0, 8)}`;
  try {
    const { dir, borrowed } = await workspaces.checkout(repository, commit, name);
    const tag = `${commandTag(places.home)}/${name}`;
    const ran = await port.run({ dir, borrowed, checks, tag, signal });
    return ran.ended === 'ran' ? ran.results : undefined;
  } finally {
    await Promise.all([name, homeBeside(name)].map((each) => workspaces.discard(each)));
  }
}
