// One folder a plan: the plan in words, its task table, and what reviewers concluded while it was worked on. The
// plans of bug rounds and the designs lie beside them under names of their own.

import type { Evidence } from '../../core/evidence.ts';
import type { Plan } from '../../core/plan.ts';
import type { Run } from '../../core/run.ts';
import type { Verdict } from '../../core/verdict.ts';
import { effective } from '../../core/verdict.ts';
import type { Artifact } from './artifact.ts';
import { isoOf, listed, orNull } from './say.ts';
import type { Judged, Proposed, Stay, Story } from './story.ts';
import type { Words } from './texts.ts';
import { taskWords } from './texts.ts';
import type { TaskStatus, Wave } from './waves.ts';
import { taskStatus, waveOf, wavesOf } from './waves.ts';
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
  const text = words(proposed.plan.blob);
  const report = reviewReport(story, proposed);
  return [
    { path: `${folder}/plan.md`, text },
    { path: `${folder}/tasks.yaml`, text: tasksYaml(story.run, proposed, text) },
    ...(report === undefined ? [] : [{ path: `${folder}/review_report.yaml`, text: yamlOf(report) }]),
  ];
}

function tasksYaml(run: Run, { plan, at }: Proposed, text: string): string {
  const groups = wavesOf(plan);
  return yamlOf({
    plan: plan.hash,
    tier: plan.tier,
    confidence: plan.confidence,
    proposed_at: isoOf(at),
    validation_policy: {
      working_directory: '.',
      checks_per_task: run.checks.filter((check) => check.when === 'task').map((check) => check.name),
      checks_per_run: run.checks.map((check) => check.name),
      baseline_allowlist: [],
    },
    tasks: plan.tasks.map((task) => {
      const { description, doneWhen } = taskWords(text, task.id);
      return {
        id: task.id,
        title: task.title,
        description: description === '' ? task.title : description,
        files_to_modify: task.files,
        test_files: task.tests,
        success_criteria: doneWhen,
        covers: task.criteria,
        parallel_group: orNull(waveOf(groups, task)),
        depends_on: task.dependsOn,
        executor: task.executor,
        speciality: task.speciality,
        verification: task.verification,
        destructive: task.destructive,
        status: statusIn(run, plan, task.id),
      };
    }),
    parallel_groups: Object.fromEntries(groups.map((group) => [group.name, group.tasks])),
    execution_order: groups.map((group) => ({
      group: group.name,
      strategy: strategyOf(group),
      tasks: group.tasks,
    })),
    strategy: groups.some((group) => group.tasks.length > 1) ? 'parallel' : 'sequential',
  });
}

function strategyOf(group: Wave): string {
  return group.tasks.length > 1 ? 'parallel' : 'sequential';
}

/** A task of a plan that another one took the place of was dropped, unless it had been integrated by then. */
function statusIn(run: Run, plan: Plan, id: string): TaskStatus {
  const state = run.tasks.find((item) => item.task.id === id);
  const current = run.accepted?.hash === plan.hash;
  if (state !== undefined && (current || state.at === 'integrated')) return taskStatus(state);
  return run.plan?.hash === plan.hash ? 'pending' : 'dropped';
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

function verdictData({ subject, verdict, at, stage }: Judged): Data {
  return {
    subject,
    stage,
    role: verdict.role,
    conclusion: effective(verdict),
    confidence: verdict.confidence,
    score: orNull(verdict.score),
    at: isoOf(at),
    findings: verdict.findings.map(findingData),
    criteria: verdict.criteria.map(({ id, met }) => ({ id, met })),
  };
}

function findingData(finding: Verdict['findings'][number]): Data {
  return {
    severity: finding.severity,
    validation_status: finding.validation,
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
    `Planned at ${isoOf(at)}, after evaluation failed: ${listed(failed, 'a check')}.`,
    '',
    words(plan.blob).replaceAll(/^(#{1,5}) /gm, '#$1 '),
  ].join('\n');
}
