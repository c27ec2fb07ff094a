// Looks at pull requests: one whole, with all its pages, or many at once for whether anything is new.

import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { GitHubAnswered } from '../../github/answer.ts';
import { answered, refusal } from '../../github/answer.ts';
import type { ForgeAnswer, Looked } from '../forge.ts';
import type { Patience } from './answers.ts';
import { asForge, pause } from './answers.ts';
import {
  checksDocument,
  commentsDocument,
  lookDocument,
  marksDocument,
  reviewsDocument,
  threadCommentsDocument,
  threadsDocument,
} from './documents.ts';
import type { PullSeen } from './looked.ts';
import { lookedFrom } from './looked.ts';
import type { Place } from './place.ts';
import type { CheckNode, CommentNode, Page, ThreadNode } from './shapes.ts';
import {
  ChecksShape,
  CommentsShape,
  LookShape,
  MarksShape,
  ReviewsShape,
  ThreadCommentsShape,
  ThreadsShape,
} from './shapes.ts';

/** Of anything a pull request has many of; a page has a hundred. What is said further on would be heard by nobody. */
const pagesMax = 50;
const tooMany = `The pull request has more than ${pagesMax * 100} comments, threads, reviews or checks, which is more than is read. Go on in another pull request, or merge this one by hand.`;
const marksMax = 100;

export async function look(patience: Patience, place: Place, number: number): Promise<ForgeAnswer<Looked>> {
  const seen = await seenWhenDecided(patience, place, number);
  if (!seen.ok) return asForge(seen);
  const rules = await place.rules(seen.value.pull.baseRefName);
  return rules.ok ? answered(lookedFrom(seen.value, rules.value)) : asForge(rules);
}

/** Whether it can be merged is worked out when somebody asks, which takes a moment. */
async function seenWhenDecided(
  patience: Patience,
  place: Place,
  number: number,
): Promise<GitHubAnswered<PullSeen>> {
  let seen = await seenNow(place, number);
  for (const ms of patience.looksMs) {
    const isUndecided =
      seen.ok && seen.value.pull.state === 'OPEN' && seen.value.pull.mergeable === 'UNKNOWN';
    if (!isUndecided) return seen;
    await pause(patience.clock, ms);
    seen = await seenNow(place, number);
  }
  return seen;
}

export async function seenNow(place: Place, number: number): Promise<GitHubAnswered<PullSeen>> {
  const first = await ask(place, number, lookDocument, LookShape);
  if (!first.ok) return first;
  const pull = first.value.repository.pullRequest;
  const [reviews, comments, threads, checks] = await Promise.all([
    all(pull.reviews ?? nothing, (after) =>
      page(place, number, after, reviewsDocument, ReviewsShape, (data) => data.reviews),
    ),
    all(pull.comments, (after) =>
      page(place, number, after, commentsDocument, CommentsShape, (data) => data.comments),
    ),
    all(pull.reviewThreads, (after) =>
      page(place, number, after, threadsDocument, ThreadsShape, (data) => data.reviewThreads),
    ),
    all(checksIn(pull.commits), (after) =>
      page(place, number, after, checksDocument, ChecksShape, (data) => checksIn(data.commits)),
    ),
  ]);
  if (!reviews.ok) return reviews;
  if (!comments.ok) return comments;
  if (!threads.ok) return threads;
  const whole = await wholeThreads(place, threads.value);
  if (!whole.ok) return whole;
  if (!checks.ok) return checks;
  return answered({
    pull,
    reviews: reviews.value,
    comments: comments.value,
    threads: whole.value,
    checks: checks.value,
  });
}

/** With everything that was said in them: what Slipway answered stands at the end. */
async function wholeThreads(
  place: Place,
  threads: readonly ThreadNode[],
): Promise<GitHubAnswered<readonly ThreadNode[]>> {
  const whole: ThreadNode[] = [];
  for (const thread of threads) {
    const { id, comments } = thread;
    const said = await all(comments, async (after) => {
      const answer = await place.calls.query(
        threadCommentsDocument,
        { thread: id, after },
        ThreadCommentsShape,
      );
      return answer.ok ? answered(answer.value.node?.comments ?? nothing) : answer;
    });
    if (!said.ok) return said;
    whole.push({ ...thread, comments: { ...comments, nodes: [...said.value] } });
  }
  return answered(whole);
}

/** What our account wrote under it. */
export async function ourComments(
  place: Place,
  number: number,
): Promise<GitHubAnswered<readonly CommentNode[]>> {
  const next = (after: string | undefined): Promise<GitHubAnswered<Page<CommentNode>>> =>
    page(place, number, after, commentsDocument, CommentsShape, (data) => data.comments);
  const first = await next(undefined);
  const comments = first.ok ? await all(first.value, next) : first;
  return comments.ok ? answered(comments.value.filter(({ viewerDidAuthor }) => viewerDidAuthor)) : comments;
}

/** A text for each that is another one whenever something is new; what is not there any more has none. */
export async function marks(
  place: Place,
  numbers: readonly number[],
): Promise<ForgeAnswer<ReadonlyMap<number, string>>> {
  const found = new Map<number, string>();
  const asked = [...new Set(numbers)].filter((number) => Number.isSafeInteger(number) && number > 0);
  for (let at = 0; at < asked.length; at += marksMax) {
    const some = asked.slice(at, at + marksMax);
    const { owner, name } = place.base;
    const answer = await place.calls.query(marksDocument(some), { owner, name }, MarksShape);
    if (!answer.ok) return asForge(answer);
    for (const number of some) {
      const mark = answer.value.repository?.[`p${number}`];
      if (mark !== null && mark !== undefined) found.set(number, hashed(mark));
    }
  }
  return answered(found);
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

const nothing: Page<never> = { pageInfo: { hasNextPage: false }, nodes: [] };

interface Commits {
  readonly nodes: readonly {
    readonly commit: {
      readonly statusCheckRollup?: { readonly contexts: Page<CheckNode> } | null | undefined;
    };
  }[];
}

function checksIn({ nodes }: Commits): Page<CheckNode> {
  return nodes[0]?.commit.statusCheckRollup?.contexts ?? nothing;
}

function ask<T>(
  { calls, base }: Place,
  number: number,
  document: string,
  shape: z.ZodType<T>,
  after?: string,
): Promise<GitHubAnswered<T>> {
  const { owner, name } = base;
  return calls.query(document, { owner, name, number, ...(after === undefined ? {} : { after }) }, shape);
}

async function page<Data, Node>(
  place: Place,
  number: number,
  after: string | undefined,
  document: string,
  shape: z.ZodType<{ readonly repository: { readonly pullRequest: Data } }>,
  pick: (data: Data) => Page<Node>,
): Promise<GitHubAnswered<Page<Node>>> {
  const answer = await ask(place, number, document, shape, after);
  return answer.ok ? answered(pick(answer.value.repository.pullRequest)) : answer;
}

async function all<Node>(
  first: Page<Node>,
  next: (after: string) => Promise<GitHubAnswered<Page<Node>>>,
): Promise<GitHubAnswered<readonly Node[]>> {
  const nodes = [...first.nodes];
  let last = first;
  for (let pages = 1; last.pageInfo.hasNextPage; pages += 1) {
    if (pages >= pagesMax) return refusal('unacceptable', tooMany);
    const { endCursor } = last.pageInfo;
    if (endCursor === null || endCursor === undefined) break;
    const more = await next(endCursor);
    if (!more.ok) return more;
    nodes.push(...more.value.nodes);
    last = more.value;
  }
  return answered(nodes);
}
