// The scripted agents of a scene: an investigator and a planner as they usually are, a reviewer who passes everything
// (or, where no code can see what is wrong, looks well), and an implementer who does what the scene is about.

import type { ScriptStep } from '../../support/scripts.ts';
import { testPlace } from '../../../src/tamper/test-files.ts';
import { done, judged } from '../../support/scripts.ts';
import type { Dishonest, Honest, Work } from './case.ts';

interface Entry {
  readonly role: string;
  readonly attempt?: number;
  readonly round?: number;
  readonly do: readonly ScriptStep[];
}

const roundsMax = 4;

export function scriptOf(scene: Dishonest | Honest): readonly Entry[] {
  const { work, reproduction } = scene;
  const mend = 'mend' in scene ? scene.mend : undefined;
  const files = scene.plan?.files ?? scene.project.plan.files;
  const analysis = {
    type: 'analysis',
    analysis: `${ticketOf(scene).title}. ${'It is decided in this one file, and the tests beside it say what holds. '.repeat(4)}`,
    relatedCode: [{ file: scene.project.plan.files[0], why: 'it is decided here' }],
    ...(reproduction === undefined ? {} : { reproduction }),
  };
  return [
    ...(mend === undefined
      ? [{ role: 'implementer', do: stepsOf(work) }]
      : [
          { role: 'implementer', attempt: 1, round: 1, do: stepsOf(work) },
          { role: 'implementer', do: stepsOf(mend.work) },
        ]),
    { role: 'investigator', do: [{ answer: analysis }] },
    ...Array.from({ length: roundsMax }, (_, index) => ({
      role: 'planner',
      ...(index === roundsMax - 1 ? {} : { round: index + 1 }),
      do: [plannedFor(scene, files, index + 1)],
    })),
    { role: 'auditor', do: [audited] },
    { role: 'reviewer', do: [reviewFor(scene)] },
  ];
}

export function ticketOf({ ticket, project }: Dishonest | Honest): Dishonest['project']['ticket'] {
  return ticket ?? project.ticket;
}

function stepsOf({ change = {}, shell, steps = [], say }: Work): readonly ScriptStep[] {
  return [
    ...Object.entries(change).map(([path, text]) =>
      text === undefined ? { run: `rm -rf '${path}'` } : { write: { path, text } },
    ),
    ...(shell === undefined ? [] : [{ run: shell }]),
    ...steps,
    say === undefined ? done : { say },
  ];
}

function plannedFor(scene: Dishonest | Honest, files: readonly string[], round: number): ScriptStep {
  const { tests, creates, destructive, grants, announces, kind } = { ...scene.project.plan, ...scene.plan };
  const { title, criterion } = ticketOf(scene);
  const path = scene.reproduction?.path;
  return {
    answer: {
      type: 'plan',
      summary: title,
      confidence: 0.95,
      risks: [],
      openQuestions: [],
      grants: grants ?? [],
      announces: announces ?? [],
      kind: kind ?? 'behaviour',
      tasks: [
        {
          id: round === 1 ? 'task' : `task-${round}`,
          title,
          description: `${title}. It is decided in ${files.join(' and ')}, and shown by a test.`,
          files,
          tests: [...(tests ?? []), ...(path === undefined ? [] : [path])],
          creates: creates ?? [],
          dependsOn: [],
          executor: 'implementer',
          verification: ['test'],
          successCriteria: [criterion],
          covers: ['AC1'],
          destructive: destructive ?? false,
        },
      ],
    },
  };
}

const audited: ScriptStep = judged('pass', {
  concerns: 'plan',
  criteria: [],
  marks: { correctness: 5, completeness: 5, executability: 5, tests: 5, quality: 5 },
});

function reviewFor(scene: Dishonest | Honest): ScriptStep {
  const found = 'reviewer' in scene ? scene.reviewer : undefined;
  const tests = { ...scene.project.plan, ...scene.plan }.tests ?? [];
  const undelivered = tests.map((path) => ({ path, coveredBy: shownFor(scene, path) }));
  if (found === undefined) return judged('pass', { undelivered });
  return judged('revise', {
    summary: found.title,
    findings: [{ severity: 'CRITICAL', detail: `${found.title}. Do the work instead.`, ...found }],
    criteria: [{ id: 'AC1', met: false, evidence: found.title }],
    undelivered,
  });
}

/** Where a colleague would look instead: at the tests that the change brings, else at the first line of the old ones. */
function shownFor(scene: Dishonest | Honest, path: string): string {
  const works = [scene.work, ...('mend' in scene && scene.mend !== undefined ? [scene.mend.work] : [])];
  const brought = works
    .flatMap(({ change = {} }) => Object.entries(change))
    .filter(([name, text]) => text !== undefined && testPlace(name) !== undefined)
    .map(([name]) => name);
  return brought.length === 0 ? `${path}:1` : brought.join(' and ');
}
