// One folder a plan: the plan in words, its task table, and what reviewers concluded while it was worked on. The
// plans of bug rounds and the designs lie beside them under names of their own.

import type { Evidence } from '../../core/evidence/evidence.ts';
import { changesBetween } from '../../core/plan/lineage.ts';
import type { Verdict } from '../../core/roles/verdict.ts';
import { effective } from '../../core/roles/verdict.ts';
import type { Artifact } from './artifact.ts';
import { isoOf, orNull } from './say.ts';
import { list } from '../words/words.ts';
import type { VerdictStory, Proposed, Stay, Story } from './story.ts';
import type { Words } from './texts.ts';
import { tasksYaml } from './tasks-yaml.ts';
import type { Data } from './yaml.ts';
import { yamlOf } from './yaml.ts';

export function roundArtifacts(story: Story, words: Words): readonly Artifact[] {
  return [
    ...story.plans.flatMap((proposed) => planArtifacts(story, proposed, words)),
    ...fixPlans(story, words),
    ...story.designs.map((blob, index) => ({ path: `design-v${index + 1}.md`, text: words(blob) })),
  ];
}

function planArtifacts(story: Story, proposed: Proposed, words: Words): readonly Artifact[] {
  const folder = `round-${proposed.n}`;
  const report = reviewReport(story, proposed);
  return [
    { path: `${folder}/plan.md`, text: `${words(proposed.plan.blob)}${changesSection(story, proposed)}` },
    { path: `${folder}/tasks.yaml`, text: tasksYaml(story.run, proposed, words) },
    ...(report === undefined ? [] : [{ path: `${folder}/review_report.yaml`, text: yamlOf(report) }]),
  ];
}

/** What is other than in the version before, for whoever read that one already. */
function changesSection(story: Story, { plan, before }: Proposed): string {
  const old = story.plans.findLast((item) => item.n === before);
  if (old === undefined) return '';
  const changes = changesBetween(old.plan, plan);
  const lines = changes.length === 0 ? ['only words'] : changes;
  return `\n## Changed since round ${old.n}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
}

/** Undefined until somebody said something about this plan or what came of it. */
function reviewReport(story: Story, { n, plan }: Proposed): Data | undefined {
  const judged = story.verdicts.filter((item) => item.plan === n);
  const proof = story.evidence.findLast((item) => item.plan === n && item.subject === 'run')?.evidence ?? [];
  const last = judged.findLast((item) => item.subject === 'run') ?? judged.at(-1);
  if (last === undefined) return undefined;
  return {
    plan: plan.hash,
    status: effective(last.verdict),
    reviewed_at: isoOf(last.at),
    build: resultOf(proof, 'build'),
    tests: resultOf(proof, 'test'),
    lint: resultOf(proof, 'lint'),
    verdicts: judged.map(verdictData),
  };
}

function resultOf(proof: readonly Evidence[], kind: Evidence['kind']): string | null {
  const found = proof.filter((item) => item.kind === kind).map((item) => item.verdict);
  if (found.length === 0) return null;
  if (found.includes('FAIL')) return 'FAIL';
  return found.includes('WARN') ? 'WARN' : 'PASS';
}

function verdictData({ subject, verdict, at, stage }: VerdictStory): Data {
  return {
    subject,
    stage,
    role: verdict.role,
    conclusion: effective(verdict),
    confidence: verdict.confidence,
    score: orNull(verdict.score),
    at: isoOf(at),
    ...auditData(verdict),
    findings: verdict.findings.map(findingData),
    criteria: verdict.criteria.map(({ id, met }) => ({ id, met })),
  };
}

/** What only audits say. */
function auditData({ marks, mirages, walk, earlier }: Verdict): { readonly [key: string]: Data } {
  return {
    ...(marks === undefined ? {} : { marks }),
    ...(mirages === undefined ? {} : { mirages }),
    ...(walk === undefined ? {} : { walk }),
    ...(earlier === undefined || earlier.length === 0
      ? {}
      : { earlier: earlier.map(({ id, settled }) => ({ id, settled })) }),
  };
}

function findingData(finding: Verdict['findings'][number]): Data {
  return {
    ...(finding.id === undefined ? {} : { id: finding.id }),
    severity: finding.severity,
    validation_status: finding.validation,
    ...(finding.doubt === undefined ? {} : { validation_reason: finding.doubt }),
    title: finding.title,
    file: orNull(finding.file),
    line: orNull(finding.line),
  };
}

/** A bug round whose plan was revised keeps the last version, like the round itself did. */
function fixPlans(story: Story, words: Words): readonly Artifact[] {
  const fixes = new Map(
    story.plans.flatMap((item) => (item.fix === undefined ? [] : [[item.fix, item] as const])),
  );
  const rounds = story.visits.filter((visit) => visit.round === 'bug' || visit.round === 'simplify');
  return [...fixes].map(([n, item]) => ({
    path: `plan-fix-${n}.md`,
    text: fixText(n, item, rounds[n - 1], words),
  }));
}

function fixText(n: number, { plan, at }: Proposed, visit: Stay | undefined, words: Words): string {
  const what = visit?.round === 'simplify' ? 'Simplification pass' : `Bug round ${n}`;
  const failed = visit?.carry.map((item) => item.name.replace(/^failed check /, '')) ?? [];
  return [
    `# ${what}`,
    '',
    `Planned at ${isoOf(at)}, after evaluation failed: ${list(failed, 'a check')}.`,
    '',
    words(plan.blob).replaceAll(/^(#{1,5}) /gm, '#$1 '),
  ].join('\n');
}
