// Has one call of a case go wrong at the servers, and takes that back.

import { setTimeout as wait } from 'node:timers/promises';
import type { Asked, Fault } from '../../support/web/fault.ts';
import type { Call, FaultName, Times } from './case.ts';
import { callName } from './call-name.ts';
import type { Stage } from './stage.ts';

export interface Armed {
  /** Told before each wait between two tries: who was down may be up again. */
  readonly onWait: () => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** Seconds that a limit tells to wait. */
const retryAfter = 1;
const slowMs = 60;

const plain: Readonly<Record<Exclude<FaultName, 'refused' | 'stale reads'>, Fault>> = {
  'reset before': { kind: 'reset-before' },
  'reset after': { kind: 'reset-after' },
  'no answer after': { kind: 'timeout-after' },
  '5xx before': { kind: 'server-error' },
  '5xx after': { kind: 'server-error', status: 503, executed: true },
  '429': { kind: 'rate-limit', retryAfter },
  '403 as a limit': { kind: 'secondary-limit', retryAfter },
  'cut off': { kind: 'truncated' },
  'half of the JSON': { kind: 'truncated', whole: true },
  'a page': { kind: 'html' },
  'a page after': { kind: 'html', executed: true },
  'wrong type': { kind: 'wrong-type' },
  slow: { kind: 'slow', ms: slowMs },
};

const often: Readonly<Record<Times, number | 'for ever'>> = { once: 1, twice: 2, 'for ever': 'for ever' };

export function arm(stage: Stage, call: Call, fault: FaultName, times: Times): Armed {
  const is = (asked: Asked): boolean => callName(asked) === call.name;
  if (fault === 'refused') return downAt(stage, call, is, times);
  if (fault === 'stale reads') lagAfter(stage, call, is, times);
  else everywhere(stage, { ...plain[fault], match: is, after: call.after, times: often[times] });
  return { onWait: () => Promise.resolve(), clear: () => Promise.resolve(cleared(stage)) };
}

export function everywhere({ github, jira }: Stage, fault: Fault): void {
  github.fault(fault);
  github.logFault(fault);
  jira.fault(fault);
}

export function cleared({ github, jira }: Stage): void {
  github.clearFaults();
  jira.clearFaults();
}

/** The write is carried out and its answer lost, and whoever looks then sees what was before. */
function lagAfter(stage: Stage, call: Call, is: (asked: Asked) => boolean, times: Times): void {
  let seen = 0;
  const isWritten = (asked: Asked): boolean => is(asked) && (seen += 1) > call.after;
  everywhere(stage, { kind: 'reset-after', match: isWritten });
  everywhere(stage, { kind: 'stale', times: often[times], match: () => seen > call.after });
}

/** Nobody listens from this call on, until it was waited for so often. */
function downAt(stage: Stage, call: Call, is: (asked: Asked) => boolean, times: Times): Armed {
  let [seen, waits] = [0, 0];
  let isOver = false;
  const down: { readonly server: Stage['github' | 'jira']; readonly gone: Promise<void> }[] = [];
  for (const server of [stage.github, stage.jira]) {
    const match = (asked: Asked): boolean => {
      if (isOver || !is(asked) || (seen += 1) <= call.after) return false;
      down.push({ server, gone: server.down() });
      return true;
    };
    server.fault({ kind: 'refused', times: 'for ever', match });
  }
  // The host that logs lie with only hangs up.
  stage.github.logFault({ kind: 'refused', match: is, after: call.after, times: often[times] });
  const up = async (): Promise<void> => {
    isOver = true;
    for (const { server, gone } of down.splice(0)) await back(server, gone);
  };
  return {
    onWait: async () => {
      waits += 1;
      if (times !== 'for ever' && waits >= (times === 'once' ? 1 : 2)) await up();
    },
    clear: async () => {
      await up();
      cleared(stage);
    },
  };
}

const triesMax = 100;

/** Somebody may have been given the port meanwhile, for a moment. */
async function back(server: Stage['github' | 'jira'], gone: Promise<void>): Promise<void> {
  await gone;
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.up();
    } catch (problem) {
      if (tries === triesMax) throw problem;
      await wait(20);
    }
  }
}
