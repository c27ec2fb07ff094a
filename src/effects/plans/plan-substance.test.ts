import { describe, expect, test } from 'vitest';
import type { PlanAnswer } from '../../prompts/prompts.ts';
import { planSubstance, wording } from './plan-substance.ts';

/** Every field a plan can have, each with something in it. */
const full: Required<PlanAnswer> = {
  type: 'plan',
  summary: 'Totals stop at zero.',
  confidence: 0.9,
  tasks: [
    {
      id: 'one',
      title: 'Stop totals at zero',
      description: 'In src/total.ts, total returns the larger of zero and the sum.',
      files: ['src/total.ts'],
      tests: ['test/total.test.ts'],
      creates: ['src/floor.ts'],
      changedLines: 20,
      assumes: [{ kind: 'symbol', name: 'total', file: 'src/total.ts' }],
      dependsOn: ['zero'],
      executor: 'implementer',
      speciality: 'ui',
      verification: ['test'],
      successCriteria: ['A sum below zero is zero.'],
      covers: ['AC1'],
      mandates: ['M1'],
      destructive: false,
    },
  ],
  risks: [{ category: 'performance', impact: 'LOW', resolved: true, note: 'One comparison more.' }],
  openQuestions: ['Is a refund a total?'],
  grants: ['go.sum'],
  announces: [{ file: 'test/a.test.ts', test: 'it is so', reason: 'the ticket wants it otherwise' }],
  kind: 'refactoring',
  validationPolicy: { workingDirectory: '.', checksPerTask: ['lint'], knownFailures: ['e2e'] },
};

const asIs = (text: string): string => text;

/** The same value but for one leaf, once for each leaf there is, with the way to it. */
function otherLeaves(value: unknown, way: string): readonly (readonly [string, unknown])[] {
  if (typeof value === 'string') return [[way, `${value} other`]];
  if (typeof value === 'number') return [[way, value + 1]];
  if (typeof value === 'boolean') return [[way, !value]];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) =>
      otherLeaves(item, `${way}[${at}]`).map(([to, other]) => [to, value.with(at, other)] as const),
    );
  }
  return Object.entries(value ?? {}).flatMap(([key, item]) =>
    otherLeaves(item, way === '' ? key : `${way}.${key}`).map(
      ([to, other]) => [to, { ...Object(value), [key]: other }] as const,
    ),
  );
}

function isPlan(value: unknown): value is PlanAnswer {
  return typeof value === 'object' && value !== null && 'tasks' in value;
}

describe('the substance of a plan [P4]', () => {
  const leaves = otherLeaves(full, '').flatMap(([way, plan]) => (isPlan(plan) ? [[way, plan] as const] : []));

  test('is changed by every field there is, but for those that are wording', () => {
    const same = leaves.filter(([, plan]) => planSubstance(plan, asIs) === planSubstance(full, asIs));
    expect(leaves.length).toBeGreaterThan(25);
    expect(same.map(([way]) => way)).toEqual(wording);
    expect(wording).toEqual(['summary']);
  });

  test('is that of the text as it is kept: a secret leaves no trace in it', () => {
    const redacted = planSubstance(full, (text) => text.replaceAll('refund', '***'));
    const other = { ...full, openQuestions: ['Is a *** a total?'] };
    expect(redacted).toBe(planSubstance(other, asIs));
  });
});
