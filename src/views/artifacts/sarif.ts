// What was found in a change, as SARIF 2.1.0 in the shape that code scanning of a forge takes: what reviewers found, what
// the tamper check found, and checks that fail.
//   SARIF-1. A result has a place in the repository; what has none is a notification of the tool, so that nothing is lost.
//   SARIF-2. What code could not confirm is there, suppressed, with the reason: it is no alert.
//   SARIF-3. The same finding has the same fingerprint in every run, wherever its line has moved to.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { RecordedFinding } from '../../core/evidence/tamper.ts';
import { stops } from '../../core/evidence/tamper.ts';
import type { Finding } from '../../core/roles/verdict.ts';
import { validationWords } from '../words/finding-words.ts';
import { patternOf } from '../run/pattern.ts';
import { tamperWords } from '../words/tamper-words.ts';
import type { Artifact } from './artifact.ts';
import { jsonOf } from './artifact.ts';
import { becauseOf } from './reports.ts';
import { isoOf, plainOf } from './say.ts';
import type { Story } from './story.ts';
import type { Words } from './texts.ts';
import { fingerprintOf } from './trace-id.ts';
import type { Data } from './yaml.ts';

type Level = 'error' | 'warning' | 'note';

interface Rule {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly help: string;
}

interface Alert {
  readonly rule: Rule;
  readonly text: string;
  readonly level: Level;
  readonly file?: string;
  readonly line?: number;
  /** Why it does not count. */
  readonly suppressed?: string;
}

/** Undefined until somebody judged the change: nothing found is worth telling only after somebody looked. */
export function sarifArtifact(story: Story, words: Words): readonly Artifact[] {
  const { run } = story;
  if (run.review === undefined && run.evidence.length === 0) return [];
  const alerts = [
    ...reviewAlerts(story),
    ...run.repositories.flatMap(({ compared }) => compared?.weakened?.findings ?? []).map(tamperAlert),
    ...checkAlerts(story, words),
  ];
  const placed = alerts.filter(({ file }) => file !== undefined); // SARIF-1
  const rules = [...new Map(alerts.map(({ rule }) => [rule.id, rule])).values()];
  return [
    {
      path: 'review.sarif',
      text: jsonOf({
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 'Slipway', rules: rules.map(ruleData) } },
            automationDetails: { id: `slipway/review/${run.id}` },
            columnKind: 'utf16CodeUnits',
            invocations: [
              {
                executionSuccessful: true,
                endTimeUtc: isoOf(story.last.at),
                toolExecutionNotifications: alerts
                  .filter(({ file }) => file === undefined)
                  .map(({ rule, text, level }) => ({
                    level,
                    message: { text },
                    associatedRule: { id: rule.id },
                  })),
              },
            ],
            results: placed.map((alert) => resultData(alert, rules)),
          },
        ],
      }),
    },
  ];
}

const levelOf: Readonly<Record<Finding['severity'], Level>> = {
  CRITICAL: 'error',
  MAJOR: 'warning',
  MINOR: 'note',
};

/** The last word on each task and on the whole; what both say is told once. */
function reviewAlerts({ verdicts }: Story): readonly Alert[] {
  const last = new Map(
    verdicts
      .filter(({ verdict }) => verdict.role === 'reviewer')
      .map(({ subject, verdict }) => [subject, verdict.findings]),
  );
  const found = [...last.values()].flat();
  const one = new Map(found.map((item) => [`${item.file}:${item.line}:${item.title}`, item]));
  return [...one.values()].map(reviewAlert);
}

function reviewAlert(finding: Finding): Alert {
  const { severity, title, file, line, validation } = finding;
  const level = levelOf[severity];
  return {
    rule: {
      id: `review/${severity.toLowerCase()}`,
      level,
      title: `${severity} finding of the reviewer`,
      help: 'A reviewing agent found this. Code looked up the file, the line and the quoted code in the diff; whether it is right is for you to say.',
    },
    text: title,
    level,
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(validation === 'rejected' ? { suppressed: validationWords(finding) } : {}), // SARIF-2
  };
}

function tamperAlert(finding: RecordedFinding): Alert {
  const { kind, file, line, granted } = finding;
  const title = tamperWords[kind];
  return {
    rule: {
      id: `tamper/${kind}`,
      level: 'error',
      title,
      help: 'The change weakens what it is checked with. Put it back, or grant it in the plan where the ticket asks for it.',
    },
    text: granted === true ? `${title}, as the approved plan allows` : title,
    level: stops(finding) ? 'error' : 'note',
    file,
    ...(line === undefined ? {} : { line }),
  };
}

/** A check that fails, at the places of the change its output names. */
function checkAlerts({ run }: Story, words: Words): readonly Alert[] {
  const touched = [...new Set(run.tasks.flatMap(({ delivered }) => delivered?.touched ?? []))];
  return run.evidence
    .filter(({ verdict }) => verdict === 'FAIL')
    .flatMap((item) => {
      const alert = checkAlert(item);
      const places = placesIn(plainOf(words(item.log)), touched);
      return places.length === 0 ? [alert] : places.map((place) => ({ ...alert, ...place }));
    });
}

function checkAlert(item: Evidence): Alert {
  return {
    rule: {
      id: `check/${item.check}`,
      level: 'error',
      title: `The check ${item.check} fails`,
      help: 'Slipway ran this check itself, on a clean checkout of the change. Its output is in test-report.md.',
    },
    text: `The check ${item.check} fails: ${becauseOf(item)}`,
    level: 'error',
  };
}

const placesMax = 20;

/** `src/a.ts:12` in an output, for the files the change touched: of others nobody knows whether they are files. */
function placesIn(
  log: string,
  touched: readonly string[],
): readonly { readonly file: string; readonly line: number }[] {
  const found = new Map<string, { readonly file: string; readonly line: number }>();
  for (const [, path = '', line = ''] of log.matchAll(/([\w@+~./-]+)[:(](\d{1,7})\b/g)) {
    const file = touched.find((name) => path === name || path.endsWith(`/${name}`));
    if (file !== undefined && Number(line) > 0) found.set(`${file}:${line}`, { file, line: Number(line) });
  }
  return [...found.values()].slice(0, placesMax);
}

function ruleData({ id, level, title, help }: Rule): Data {
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: title },
    help: { text: help },
    defaultConfiguration: { level },
    properties: {
      tags: [id.slice(0, id.indexOf('/'))],
      'problem.severity': level === 'note' ? 'recommendation' : level,
    },
  };
}

function resultData(alert: Alert, rules: readonly Rule[]): Data {
  const { rule, text, level, file = '', line = 1, suppressed } = alert;
  return {
    ruleId: rule.id,
    ruleIndex: rules.findIndex(({ id }) => id === rule.id),
    level,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
        },
      },
    ],
    partialFingerprints: {
      primaryLocationLineHash: `${fingerprintOf([rule.id, file, patternOf(text)].join('\n'))}:1`, // SARIF-3
    },
    ...(suppressed === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: suppressed }] }),
  };
}

/** Half a character has no place in an address. */
function uriOf(file: string): string {
  const whole = file.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD');
  return whole.split('/').map(encodeURIComponent).join('/');
}
