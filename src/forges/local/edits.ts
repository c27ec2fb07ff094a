// What may be changed on a pull request record, as pure functions: a record in, a record or a refusal out.
// Each one is written so that doing it twice is doing it once.

import type { ForgeAnswer, ForgeCheck, Looked, PullRequestRecord } from '../forge.ts';
import { answered, refused } from './answers.ts';
import type { LocalRefused } from './answers.ts';

export type Edit = (record: PullRequestRecord) => ForgeAnswer<PullRequestRecord>;

const titleCharsMax = 256;
export const textCharsMax = 65_536;
const labelsMax = 100;
const commentsMax = 1000;
const checksMax = 1000;

/** Why a title and a body are not taken, if they are not. */
export function textProblem(title: string, body: string): LocalRefused | undefined {
  if (title.trim() === '') return refused('A pull request needs a title; this one is empty.');
  if (title.length > titleCharsMax) return tooMuch('A title', title.length, titleCharsMax, 'characters');
  if (body.length > textCharsMax) return tooMuch('A body', body.length, textCharsMax, 'characters');
  return undefined;
}

export function withText(title: string, body: string): Edit {
  return (record) => textProblem(title, body) ?? answered({ ...record, title, body });
}

export function withLabels(labels: readonly string[]): Edit {
  return (record) => {
    const all = [...new Set([...record.labels, ...labels])];
    if (all.length > labelsMax) return tooMuch('A pull request', all.length, labelsMax, 'labels');
    return answered({ ...record, labels: all });
  };
}

export function withComment(marker: string, body: string): Edit {
  return (record) => {
    if (body.length > textCharsMax) return tooMuch('A comment', body.length, textCharsMax, 'characters');
    const known = record.comments.some((comment) => comment.marker === marker);
    const comments = known
      ? record.comments.map((comment) => (comment.marker === marker ? { marker, body } : comment))
      : [...record.comments, { marker, body }];
    if (comments.length > commentsMax) {
      return tooMuch('A pull request', comments.length, commentsMax, 'comments');
    }
    return answered({ ...record, comments });
  };
}

/** A check is known by its name and head; the latest conclusion counts. */
export function withChecks(published: readonly ForgeCheck[]): Edit {
  return (record) => {
    const byKey = new Map<string, ForgeCheck>();
    for (const check of [...record.checks, ...published]) byKey.set(`${check.head} ${check.name}`, check);
    if (byKey.size > checksMax) return tooMuch('A pull request', byKey.size, checksMax, 'checks');
    return answered({ ...record, checks: [...byKey.values()] });
  };
}

/** One failure decides, because nothing that is still pending can mend it. No check at all is not a success. */
export function verdictOf(checks: readonly ForgeCheck[], head: string): Looked['checks'] {
  const conclusions = checks.filter((check) => check.head === head).map((check) => check.conclusion);
  if (conclusions.includes('failure')) return 'failure';
  return conclusions.length === 0 || conclusions.includes('pending') ? 'pending' : 'success';
}

export function redOf(checks: readonly ForgeCheck[], head: string): readonly string[] {
  return checks
    .filter((check) => check.head === head && check.conclusion === 'failure')
    .map(({ name }) => name);
}

export function tooMuch(what: string, found: number, max: number, unit: string): LocalRefused {
  return refused(`${what} may have ${max} ${unit}; this one would have ${found}. Shorten it.`);
}
