import { theRepository } from '../../../test/support/the-repository.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aTask, aVerdict, evidenceOf, testCheck, aRun } from '../../../test/support/core.ts';
import { eventful, tell } from '../../../test/support/told.ts';
import type { Finding } from '../../core/roles/verdict.ts';
import { sarifArtifact } from './sarif.ts';
import type { Story } from './story.ts';
import { storyOf } from './story-of-events.ts';

const events = tell(eventful().go().events());
const log = [
  '\u001b[31mFAIL\u001b[0m at /ws/src/limit.ts:12:4',
  'src/limit.ts(30): error TS1: wrong',
  'see node_modules/x/index.js:9 and src/limit.ts:0',
].join('\n');

function storyWith(findings: readonly Finding[], change: Partial<Story['run']> = {}): Story {
  const story = storyOf(events);
  if (story === undefined) throw new Error('there is a story');
  const verdict = aVerdict({ findings });
  const judged = { verdict, at: 1, seq: 1, stage: 'review' as const, rounds: {}, plan: 1 };
  return {
    ...story,
    verdicts: [
      { ...judged, subject: 'run', verdict: aVerdict({ findings: [found({ title: 'Settled by now' })] }) },
      { ...judged, subject: 'run' },
      { ...judged, subject: 'task/one', verdict: aVerdict({ findings: findings.slice(0, 1) }) },
      { ...judged, subject: 'auditor', verdict: aVerdict({ role: 'auditor', findings: [found({})] }) },
    ],
    run: { ...story.run, ...change },
  };
}

function found(change: Partial<Finding>): Finding {
  return { severity: 'MAJOR', title: 'Found', validation: 'confirmed', ...change };
}

const everything = storyWith(
  [
    found({ severity: 'CRITICAL', file: 'src/limit.ts', line: 12, title: 'Addresses are never forgotten' }),
    found({ file: 'docs/a b#c.md', title: 'It says 5, and 6 are allowed' }),
    found({ severity: 'MINOR', title: 'A name could be shorter', validation: 'unvalidated' }),
    found({ file: 'src/old.ts', line: 3, title: 'Not so', validation: 'rejected', doubt: 'another-text' }),
  ],
  {
    tasks: [
      {
        task: aTask('one'),
        at: 'integrated',
        grants: [],
        evidence: [],
        delivered: { commit: 'c', tree: 't', parent: 'p', touched: ['src/limit.ts'] },
      },
    ],
    evidence: [
      evidenceOf(testCheck, 'tree'),
      { ...evidenceOf(testCheck, 'tree', 'FAIL'), check: 'types', because: 'exit', exit: 2 },
      { ...evidenceOf(testCheck, 'tree', 'FAIL'), check: 'e2e', because: 'timeout', log: 'quiet' },
    ],
    repositories: [
      {
        ...theRepository(aRun()),
        compared: {
          tree: 'tree',
          visit: 1,
          weakened: {
            blob: 'weakened',
            findings: [
              { kind: 'test-removed', file: 'test/limit.test.ts', line: 4 },
              { kind: 'lockfile-touched', file: 'package-lock.json', granted: true },
            ],
          },
        },
      },
    ],
  },
);

const words = (blob: string): string => (blob === 'quiet' ? 'nothing but silence\n' : log);
const textOf = (story: Story): string => sarifArtifact(story, words)[0]?.text ?? '';

const text = z.object({ text: z.string().min(1) });
const level = z.enum(['error', 'warning', 'note']);
/** What the standard demands, and what code scanning of GitHub demands besides. */
const sarif = z.object({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.object({
      tool: z.object({
        driver: z.object({
          name: z.literal('Slipway'),
          rules: z.array(
            z.object({
              id: z.string().max(255),
              shortDescription: text,
              fullDescription: text,
              help: text,
              defaultConfiguration: z.object({ level }),
              properties: z.object({
                tags: z.array(z.string()),
                'problem.severity': z.enum(['error', 'warning', 'recommendation']),
              }),
            }),
          ),
        }),
      }),
      automationDetails: z.object({ id: z.string().startsWith('slipway/review/') }),
      invocations: z.tuple([
        z.object({
          executionSuccessful: z.boolean(),
          endTimeUtc: z.iso.datetime(),
          toolExecutionNotifications: z.array(
            z.object({ level, message: text, associatedRule: z.object({ id: z.string() }) }),
          ),
        }),
      ]),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int().nonnegative(),
          level,
          message: text,
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({
                  uri: z.string().regex(/^(?!\/|[a-z]+:)[\w.~!*'()%/@-]+$/),
                  uriBaseId: z.literal('%SRCROOT%'),
                }),
                region: z.object({
                  startLine: z.int().positive(),
                  startColumn: z.int().positive(),
                  endLine: z.int().positive(),
                  endColumn: z.int().positive(),
                }),
              }),
            }),
          ]),
          partialFingerprints: z.object({ primaryLocationLineHash: z.string().regex(/^[0-9a-f]{16}:1$/) }),
          suppressions: z
            .array(
              z.object({
                kind: z.literal('external'),
                status: z.literal('accepted'),
                justification: z.string(),
              }),
            )
            .optional(),
        }),
      ),
    }),
  ]),
});
const read = (story: Story) => sarif.parse(JSON.parse(textOf(story))).runs[0];

const hashes = (...all: readonly Finding[]) =>
  read(storyWith(all)).results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);

describe('review.sarif', () => {
  test('reads as it did', async () => {
    await expect(textOf(everything)).toMatchFileSnapshot('golden/review-sarif.txt');
  });

  test('holds what the standard and code scanning ask for, and each result points to its rule', () => {
    const run = read(everything);
    const { rules } = run.tool.driver;
    expect(run.results.map(({ ruleIndex }) => rules[ruleIndex]?.id)).toEqual(
      run.results.map(({ ruleId }) => ruleId),
    );
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  test('tells each finding once, at its place, by how grave it is', () => {
    const told = read(everything).results.map(
      ({ ruleId, level: grave, locations: [{ physicalLocation }] }) => {
        const { artifactLocation, region } = physicalLocation;
        return `${grave} ${ruleId} ${artifactLocation.uri}:${region.startLine}`;
      },
    );
    expect(told).toEqual([
      'error review/critical src/limit.ts:12',
      'warning review/major docs/a%20b%23c.md:1',
      'warning review/major src/old.ts:3',
      'error tamper/test-removed test/limit.test.ts:4',
      'note tamper/lockfile-touched package-lock.json:1',
      'error check/types src/limit.ts:12',
      'error check/types src/limit.ts:30',
    ]);
  });

  test('keeps what has no place as a notification (SARIF-1), and what does not hold as suppressed (SARIF-2)', () => {
    const run = read(everything);
    expect(run.invocations[0].toolExecutionNotifications.map(({ message }) => message.text)).toEqual([
      'A name could be shorter',
      'The check e2e fails: it ran out of time',
    ]);
    const suppressed = run.results.filter(({ suppressions }) => suppressions !== undefined);
    expect(
      suppressed.map(({ message, suppressions }) => [message.text, suppressions?.[0]?.justification]),
    ).toEqual([['Not so', 'rejected: what it quotes is not there']]);
  });

  test('knows a finding again whose line and numbers have moved, and no other (SARIF-3)', () => {
    const one = found({ file: 'a.ts', line: 3, title: 'Off by 1' });
    expect(hashes({ ...one, line: 40, title: 'Off by 2' })).toEqual(hashes(one));
    expect(hashes({ ...one, file: 'b.ts' })).not.toEqual(hashes(one));
    expect(hashes({ ...one, severity: 'MINOR' })).not.toEqual(hashes(one));
  });

  test('survives half a character in a path', () => {
    const odd = read(storyWith([found({ file: 'a\uD800.ts' })]));
    expect(odd.results[0]?.locations[0].physicalLocation.artifactLocation.uri).toBe('a%EF%BF%BD.ts');
  });

  test('is there, and empty, where somebody looked and found nothing; before that it is not', () => {
    expect(read(storyWith([])).results).toEqual([]);
    const { review: _review, ...run } = { ...storyWith([]).run, evidence: [] };
    expect(sarifArtifact({ ...storyWith([]), run }, words)).toEqual([]);
  });
});
