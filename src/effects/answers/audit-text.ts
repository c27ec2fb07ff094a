// The report of an audit, in words: planner, later rounds and people read it. Each point carries its id.

import type { Point } from '../../core/plan/audit.ts';
import { dimensions } from '../../core/plan/audit-score.ts';
import type { RiskCategory } from '../../core/plan/plan.ts';
import type { Finding, Severity } from '../../core/roles/verdict.ts';
import type { Mirage, VerdictAnswer } from '../../prompts/prompts.ts';
import { section } from './texts.ts';

/** One point of an audit, before it has an id. */
export interface Raised {
  readonly severity: Severity;
  readonly title: string;
  readonly detail: string;
  readonly file?: string;
  readonly line?: number;
  readonly quote?: string;
  readonly mirage?: Mirage;
}

export function auditText(
  answer: VerdictAnswer,
  about: {
    readonly raised: readonly Raised[];
    readonly findings: readonly Finding[];
    readonly points: readonly Point[];
    /** HIGH risks of the plan of which it says nothing. */
    readonly silent: readonly RiskCategory[];
  },
): string {
  return [
    `# Verdict: ${answer.conclusion}`,
    '',
    answer.summary,
    '',
    `Confidence: ${answer.confidence}`,
    '',
    ...section('Marks', marksOf(answer)),
    ...section(
      'Findings',
      about.findings.map((finding, n) => findingLine(finding, about.raised[n])),
    ),
    ...section('Walk', walkOf(answer)),
    ...section('HIGH risks', risksOf(answer, about.silent)),
    ...section('Points of earlier rounds', earlierOf(answer, about.points)),
  ].join('\n');
}

function marksOf({ marks = {} }: VerdictAnswer): readonly string[] {
  return dimensions.flatMap((name) => {
    const mark = marks[name];
    return mark === undefined ? [] : [`- ${name}: ${mark} of 5`];
  });
}

function findingLine(finding: Finding, raised: Raised | undefined): string {
  const { id, severity, title, file, line, validation } = finding;
  const place = file === undefined ? '' : ` (\`${file}${line === undefined ? '' : `:${line}`}\`)`;
  const doubt = validation === 'rejected' ? ' [not so: Slipway looked]' : '';
  return `- ${id ?? ''} **${severity}** ${title}${place}${doubt}: ${raised?.detail ?? ''}`;
}

function walkOf({ walk = [] }: VerdictAnswer): readonly string[] {
  return walk.flatMap(({ task, points }) =>
    points.map(({ point, state, note }) => `- ${task}, ${point}: ${state}${note === '' ? '' : `. ${note}`}`),
  );
}

function risksOf({ risks = [] }: VerdictAnswer, silent: readonly RiskCategory[]): readonly string[] {
  return [
    ...risks.map(({ category, state, note }) => `- ${category}, ${state.replaceAll('_', ' ')}: ${note}`),
    ...silent.map((category) => `- ${category}: not answered. Say in risks what becomes of it.`),
  ];
}

function earlierOf({ earlier = [] }: VerdictAnswer, points: readonly Point[]): readonly string[] {
  return earlier.map(({ id, settled, note }) => {
    const title = points.find((point) => point.id === id)?.title ?? '';
    return `- ${id} ${settled ? 'settled' : 'open'}: ${title}${note === '' ? '' : `. ${note}`}`;
  });
}
