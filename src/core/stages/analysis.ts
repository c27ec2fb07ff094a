// Analysis: the investigator reads and says what the ticket touches. In a bug round it reads what failed.
//   ANALYSIS-1. A reproduction is data until Slipway has seen it fail itself, on the base with that one file added. Where nobody has
//       to be asked about it, that is found out while the planner is at work, and nothing is approved before it is known.
//   ANALYSIS-2. Red is a test that itself ran and failed, after everything before it (setup, build) went well: a suite that fails
//       as it does without the test says nothing of it.
//   ANALYSIS-3. A test that no runner picked up shows nothing. Where policy requires one, who gave it is told what would be picked up and
//       asked again, once a visit; else the planner is told, and a plan that has it added comes back.

import type { Kinds, NamedBlob, Want } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { lacksProgram } from '../evidence/evidence.ts';
import { modeOf } from '../roles/modes.ts';
import { probeGates, probesAsked, probing } from '../roles/probing.ts';
import type { RunEvent } from '../events.ts';
import type { Run } from '../run.ts';
import { must, startedIn } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import type { Stage } from '../pipeline/stage.ts';
import { againstBaseline, baselineTaken, hasBaseline, isBaseline, takingBaseline } from './baseline.ts';
import { failure } from '../failures/failed-effect.ts';
import { contextTexts, lessons, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const analysis: Stage = {
  wanted: (run) => {
    if ((isAnalysed(run) && !asksAgain(run)) || run.visit.skipped !== undefined) {
      return [...takingBaseline(run), ...(needsReproduction(run) ? trying(run) : [])];
    }
    return [...takingBaseline(run), ...probing(run, asking(run))];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind === 'check') {
      if (isBaseline(effect)) return [baselineTaken(run, effect, outcome.result)];
      return [reproductionTried(run, outcome.result)];
    }
    if (outcome.kind === 'run-probes') {
      return [{ type: 'probes.recorded', line: effect.line, probed: outcome.result }];
    }
    if (outcome.kind !== 'ask' || effect.kind !== 'ask') return [];
    if (outcome.result.answer === 'probes') return probesAsked(run, effect, outcome.result);
    const found = outcome.result.answer === 'analysis' ? outcome.result.analysis : undefined;
    const holds =
      found !== undefined &&
      found.chars > run.policy.analysisCharsMin &&
      found.related.length > 0 &&
      found.missing.length === 0;
    return holds
      ? [{ type: 'analysis.recorded', analysis: found }]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  // Where policy wants the bug seen first and nobody could show it, a person may let the run go on without.
  gates: (run) => [
    ...probeGates(run),
    ...(needsReproduction(run) && isAnalysed(run) && isTried(run) && !isReproduced(run)
      ? [{ kind: 'waiver' as const, subject: 'reproduction', digest: `reproduction.${run.visit.n}` }]
      : []),
  ],
};

function asking(run: Run): Want<'ask'> {
  const line = visitLine(run, 'ask/investigator');
  return {
    kind: 'ask',
    subject: 'investigator',
    line,
    input: {
      role: 'investigator',
      mode: modeOf.investigator,
      ordinal: ordinalOf(run, line),
      commit: startedIn(run).head.commit,
      inputs: [
        ...ticketTexts(run),
        ...contextTexts(run),
        ...named('survey of the repository', run.survey),
        ...run.visit.carry,
        ...passedOverTexts(run),
        ...lessons(run, line),
      ],
    },
  };
}

function isAnalysed(run: Run): boolean {
  return run.analysis?.visit === run.visit.n;
}

/** ANALYSIS-3. */
function asksAgain({ analysis, visit }: Run): boolean {
  return analysis?.visit === visit.n && analysis.unrun !== undefined && analysis.unrunBefore === undefined;
}

function passedOverTexts(run: Run): readonly NamedBlob[] {
  const { analysis } = run;
  if (analysis === undefined || !asksAgain(run)) return [];
  const { blob } = must(analysis.reproduction, 'what was not run is a reproduction');
  return [
    ...named('your analysis before', analysis.blob),
    ...named('your reproduction before', blob),
    ...named('why your reproduction was not run', analysis.unrun),
  ];
}

function isBug(run: Run): boolean {
  return run.ticket?.type === 'bugfix';
}

export function needsReproduction(run: Run): boolean {
  return isBug(run) && run.policy.reproduction === 'require' && run.visit.skipped === undefined;
}

/** Nothing of the analysis is left to try. */
export function isTried(run: Run): boolean {
  return hasBaseline(run) && trying(run).length === 0 && !asksAgain(run);
}

export function isReproduced(run: Run): boolean {
  return run.analysis?.reproduced === true;
}

/** ANALYSIS-1: the checks up to the tests, on the base with the reproduction in it; what fails without it shows nothing. */
export function trying(run: Run): readonly Want[] {
  const reproduction = run.analysis?.reproduction;
  const tried = run.analysis?.tried;
  // Whatever every task is asked for: a test that no linter lets pass could never be on the branch.
  const checks = checksIn(run, startedIn(run)).filter(
    ({ kind, when }) => ['setup', 'build', 'test'].includes(kind) || when === 'task',
  );
  const wanted =
    isBug(run) && run.policy.reproduction !== 'off' && checks.some((check) => check.kind === 'test');
  if (reproduction === undefined || tried !== undefined || !wanted || !hasBaseline(run)) return [];
  const { commit, tree, path } = reproduction;
  return [
    {
      kind: 'check',
      subject: 'reproduction',
      line: visitLine(run, 'check/reproduction'),
      input: { commit, tree, checks, adds: path, ...againstBaseline(startedIn(run)) },
    },
  ];
}

export function reproductionTried(run: Run, { evidence, unrun }: Kinds['check']['result']): RunEvent {
  const told = unrun === undefined ? {} : { unrun };
  return { type: 'reproduction.tried', red: isRed(run, evidence), evidence, ...told };
}

/** ANALYSIS-2. */
function isRed(run: Run, evidence: readonly Evidence[]): boolean {
  const before = evidence.filter(({ kind }) => kind === 'setup' || kind === 'build');
  const base = must(startedIn(run).baseline, 'a bug is tried after the base was checked').evidence;
  return (
    before.every((item) => item.verdict !== 'FAIL') &&
    evidence.some((item) => item.kind === 'test' && failsHere(item, base))
  );
}

/** A test that ran and fails, not a runner that is not there, finds nothing, does not end, or fails as it does without it. */
function failsHere(now: Evidence, baseline: readonly Evidence[]): boolean {
  const { verdict, because, fresh = 0, counts } = now;
  if (verdict !== 'FAIL' || because !== 'exit' || lacksProgram(now)) return false;
  const base = baseline.find(({ check }) => check === now.check);
  if (fresh > 0) return true;
  if (counts !== undefined) return counts.failed > (base?.counts?.failed ?? 0);
  // It says neither which nor how many: then it must have gone well without this one file.
  return base?.verdict === 'PASS' || base?.because === 'no-tests';
}
