// Texts that go with a run into the stage it moves to: why it moves, in the words of who found it.

import type { NamedBlob } from '../effects.ts';
import type { Run } from '../run.ts';
import { must } from '../run.ts';
import { personsName } from '../stages/lines.ts';
import { falselyKnown } from '../tasks/task-checks.ts';

export function failedChecks(run: Run): readonly NamedBlob[] {
  return run.visit.evidence
    .filter((item) => item.verdict === 'FAIL')
    .map((item) => ({ name: `failed check ${item.check}`, blob: item.log }));
}

export function falseClaims({ plan, repositories }: Run): readonly NamedBlob[] {
  const evidence = repositories.flatMap(({ baseline }) => baseline?.evidence ?? []);
  return falselyKnown(must(plan, 'a claim is made by a plan'), evidence).map((item) => ({
    name: `check ${item.check} at the base commit, which the plan says fails`,
    blob: item.log,
  }));
}

export function auditReports(run: Run): readonly NamedBlob[] {
  return run.visit.verdicts.map((item) => ({ name: `audit by ${item.subject}`, blob: item.verdict.blob }));
}

/** What an audit let pass but would have otherwise, for those who build it. */
export function auditRemarks(run: Run): readonly NamedBlob[] {
  return run.visit.verdicts
    .filter(({ verdict }) => verdict.findings.some(({ validation }) => validation !== 'rejected'))
    .map(({ subject, verdict }) => ({
      name: `findings of the audit by ${subject}, which let the plan pass`,
      blob: verdict.blob,
    }));
}

export function reviewReport(run: Run): readonly NamedBlob[] {
  return run.visit.verdicts.map((item) => ({ name: 'review report', blob: item.verdict.blob }));
}

export function taskReports(run: Run): readonly NamedBlob[] {
  return run.tasks.flatMap((state) => {
    const blob = state.at === 'replan' ? run.feedback[`task/${state.task.id}`] : undefined;
    return blob === undefined ? [] : [{ name: `why task ${state.task.id} has to change`, blob }];
  });
}

export function personsWords(run: Run): readonly NamedBlob[] {
  return run.gates.flatMap((gate) =>
    gate.visit === run.visit.n && gate.decision?.comment !== undefined
      ? [{ name: personsName, blob: gate.decision.comment }]
      : [],
  );
}
