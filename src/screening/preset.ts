// Runs the rules of secretlint's recommended preset on a text and says which parts of it they report. Commands that only
// read do not load this file.
//
// Invariants
//   PRESET-1. A rule that is not as expected (it does not load, wants to be awaited, reports something that is no part of the
//       text) is an error, and an error is a closed screener: no rule is left out in silence.
//   PRESET-2. Nothing in a text switches a rule off: the preset's filter for `secretlint-disable` comments is not run.
//   PRESET-3. What is replaced is the value: where a rule's range stands beside it, it is put right; where the range takes in
//       what people need to read, it is narrowed.

import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleCreator, SecretLintSourceCode } from '@secretlint/types';
import * as z from 'zod';
import type { Detector, Hit } from './scan.ts';

const idPrefix = '@secretlint/secretlint-rule-';

/** Why each of these is not run; ADR 0011 says what finds the same things instead. */
const leftOut: Readonly<Record<string, string>> = {
  'filter-comments': 'a text could switch the rules off (R2)',
  gcp: 'it judges files by their names, and waits for some; here is only text',
};

/** What a text must hold for the rule to report anything: looking for it is fifty times faster. A rule without one is always run. */
const marks: Readonly<Record<string, RegExp>> = {
  aws: /access/i,
  privatekey: /PRIVATE KEY/,
  npm: /npm_|x-oauth-basic/,
  basicauth: /:\/\//,
  slack: /xox|xapp|hooks\.slack/i,
  sendgrid: /SG\./,
  shopify: /shp/,
  github: /gh[a-z]_|github_pat_/,
  gitlab: /glpat-/,
  grafana: /glc_|glsa_/,
  openai: /sk-/,
  anthropic: /sk-ant-/,
  groq: /gsk_/,
  huggingface: /hf_/,
  linear: /lin_api_/,
  notion: /ntn_/,
  '1password': /ops_ey/,
  'database-connection-string': /:\/\//,
  'hashicorp-vault': /hv[a-z]\./,
  vercel: /vc[a-z]_/,
  databricks: /dapi/,
  docker: /dckr_/,
  figma: /figd_/,
};

/** PRESET-3: the value in what these rules report. Without a match all of it is replaced. */
const narrower: Readonly<Record<string, RegExp>> = {
  basicauth: /:\/\/[^:/\s]{1,256}:(?<secret>[^@/\s]{1,256})@/d,
  'database-connection-string': /:\/\/[^:/\s]{1,128}:(?<secret>[^@/\s]{1,256})@/d,
  slack: /\/services\/(?<secret>.{8,})/d,
};

let made: readonly Detector[] | undefined;

/** PRESET-1: throws where the preset cannot be used. */
export function presetDetectors(): readonly Detector[] {
  made ??= rules.flatMap((rule) => {
    const name = rule.meta.id.slice(idPrefix.length);
    return Object.hasOwn(leftOut, name) ? [] : [detector(rule, name)];
  });
  return made;
}

interface Report {
  readonly range: readonly [number, number];
  readonly message: { readonly data: unknown };
}

function detector(rule: SecretLintRuleCreator, name: string): Detector {
  const reports: Report[] = [];
  const handler = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({ message: '', messageId: String(messageId), data }),
      report: (report) => void reports.push(report),
      ignore: () => undefined, // PRESET-2
    },
    {},
  );
  if (handler.file === undefined) throw new Error(`the rule ${name} looks at no text`);
  const id = `secretlint-${name}`;
  const mark = marks[name];
  return {
    id,
    find: (text) => {
      if (mark?.test(text) === false) return [];
      reports.length = 0;
      const awaited = handler.file?.(sourceOf(text));
      if (awaited !== undefined) throw new Error(`the rule ${name} wants to be awaited`); // PRESET-1
      return reports.map((report) => hitOf(text, report, { id, narrow: narrower[name] }));
    },
  };
}

function hitOf(
  text: string,
  report: Report,
  { id, narrow }: { readonly id: string; readonly narrow: RegExp | undefined },
): Hit {
  const [start, end] = reportedRange(text, report);
  if (!(start >= 0 && start < end && end <= text.length))
    throw new Error(`${id} reports no part of the text`);
  const [from, to] = narrow?.exec(text.slice(start, end))?.indices?.groups?.['secret'] ?? [0, end - start];
  const blocks = id === 'secretlint-privatekey';
  return { rule: id, blocks, from: start + from, to: start + to, start, end };
}

/** PRESET-3. Some rules report a range of the value's length that begins at the name before it: the value itself is in their data. */
function reportedRange(text: string, { range: [start, end], message }: Report): readonly [number, number] {
  const reported = text.slice(start, end);
  const data = z.record(z.string(), z.unknown()).safeParse(message.data).data ?? {};
  const value = Object.values(data).find(
    (part) => typeof part === 'string' && part.length === reported.length,
  );
  const at = typeof value === 'string' ? text.indexOf(value, start) : start;
  return at === -1 ? [start, end] : [at, at + reported.length];
}

/** What the rules that are run look at. Places in lines and columns are only asked for by the filter. */
function sourceOf(content: string): SecretLintSourceCode {
  return {
    hasBOM: false,
    content,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: '',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: unasked,
    rangeToLocation: unasked,
    positionToIndex: unasked,
    indexToPosition: unasked,
  };
}

function unasked(): never {
  throw new Error('a rule asked for a line or a column');
}
