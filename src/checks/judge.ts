// From how a check ended and what it printed to a verdict. Pure. An agent's word has no part in it.
//
// Invariants
//   CHECKS-JUDGE-1. A test check passes only with exit 0, no failed test, and a sign that a test ran or that something other than
//       a known test program printed something.
//   CHECKS-JUDGE-2. `no-tests` is said only where no test failed: a person may waive missing tests, never failing ones.
//   CHECKS-JUDGE-3. Where it is known who writes the summary, a missing summary is no pass.

import type { ProcessResult } from '../containment/process.ts';
import type { CheckSpec, Counts, Evidence } from '../core/evidence/evidence.ts';
import { countsIn, saysNoTests, saysNothing, saysZeroTests } from './parsers/counts.ts';

export interface Judgement {
  readonly verdict: Evidence['verdict'];
  readonly because: Evidence['because'];
  readonly counts?: Counts;
}

type Judged = Pick<CheckSpec, 'kind' | 'parser'>;

/**
 * `how` is that of a process that was not aborted. `counted` is the text with the summary, where that is not the output, or what was
 * counted already.
 */
export function judge(
  check: Judged,
  result: Pick<ProcessResult, 'how' | 'exit'>,
  output: string,
  counted: string | Counts = output,
): Judgement {
  const counts = check.kind === 'test' ? countsFrom(counted, check) : undefined;
  const because = reason(check, result, output, counts);
  return {
    verdict: because === 'ok' ? 'PASS' : 'FAIL',
    because,
    ...(counts === undefined ? {} : { counts }),
  };
}

function countsFrom(counted: string | Counts, { parser }: Judged): Counts | undefined {
  return typeof counted === 'string' ? countsIn(counted, parser) : counted;
}

function reason(
  check: Judged,
  result: Pick<ProcessResult, 'how' | 'exit'>,
  output: string,
  counts: Counts | undefined,
): Evidence['because'] {
  switch (result.how) {
    case 'timeout':
    case 'silent':
      return 'timeout';
    case 'output-limit':
      return 'output-limit';
    case 'missing':
    case 'no-room':
    case 'spawn-failed':
    case 'aborted':
      return 'not-run';
    case 'memory-limit':
    case 'process-limit':
    case 'signalled':
      return 'exit';
    case 'exited':
      if (check.kind === 'test') return testReason(check, result.exit, output, counts);
      return result.exit === 0 ? 'ok' : 'exit';
  }
}

function testReason(
  { parser }: Judged,
  exit: number | undefined,
  output: string,
  counts: Counts | undefined,
): Evidence['because'] {
  if (counts !== undefined && counts.failed > 0) return 'exit'; // CHECKS-JUDGE-2
  const executed = counts?.passed ?? 0;
  if (exit !== 0) return executed === 0 && saysNoTests(output) ? 'no-tests' : 'exit';
  if (counts !== undefined) return executed === 0 ? 'no-tests' : 'ok'; // CHECKS-JUDGE-1
  if (parser !== undefined) return 'no-tests'; // CHECKS-JUDGE-3
  return saysNoTests(output) || saysZeroTests(output) || saysNothing(output) ? 'no-tests' : 'ok';
}
