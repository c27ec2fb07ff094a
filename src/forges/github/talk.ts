// What Slipway says on a pull request: labels, comments, answers in threads, requests for a review. A text of ours carries a
// hidden marker, is written once, and is edited in place ever after; only texts of our own account are taken for ours.

import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import type { Forge, ForgeAnswer } from '../forge.ts';
import type { Patience } from './answers.ts';
import { asForge, done, refused, settled } from './answers.ts';
import { resolveDocument } from './documents.ts';
import { ourComments, seenNow } from './look.ts';
import { markerIn, withMarker } from './marker.ts';
import type { Place } from './place.ts';
import { getPull } from './pulls.ts';
import type { ThreadNode } from './shapes.ts';
import { Anything, LabelShape, ReviewersShape } from './shapes.ts';

type Request<Name extends 'comment' | 'reply'> = Parameters<Forge[Name]>[0];

const bodyCharsMax = 65_536;

export async function addLabels(
  patience: Patience,
  place: Place,
  number: number,
  labels: readonly string[],
): Promise<ForgeAnswer<void>> {
  const path = `${place.repo}/issues/${number}/labels`;
  const lacking = async (): Promise<GitHubAnswered<readonly string[]>> => {
    const there = await place.calls.list(path, LabelShape);
    if (!there.ok) return there;
    // GitHub does not tell apart labels by the case of their letters.
    const names = there.value.map(({ name }) => name.toLowerCase());
    return answered(labels.filter((label) => !names.includes(label.toLowerCase())));
  };
  const before = await lacking();
  if (!before.ok) return asForge(before);
  if (before.value.length === 0) return done;
  const sent = await place.calls.send('POST', path, { labels: before.value }, Anything);
  const result = await settled<unknown>(patience, sent, async () => {
    const now = await lacking();
    return now.ok ? answered(now.value.length === 0 ? 'there' : undefined) : now;
  });
  return result.ok ? done : asForge(result);
}

interface Written {
  readonly id: number;
  readonly body: string;
}

export async function say(
  patience: Patience,
  place: Place,
  request: Request<'comment'>,
): Promise<ForgeAnswer<void>> {
  const { number, marker } = request;
  const find = async (): Promise<GitHubAnswered<Written | undefined>> => {
    const comments = await ourComments(place, number);
    return comments.ok ? answered(markedWith(marker, comments.value)) : comments;
  };
  return writeOnce(patience, place, {
    text: withMarker(marker, request.body),
    find,
    create: `${place.repo}/issues/${number}/comments`,
    edit: (id) => `${place.repo}/issues/comments/${id}`,
  });
}

export async function reply(
  patience: Patience,
  place: Place,
  request: Request<'reply'>,
): Promise<ForgeAnswer<void>> {
  const { number, remark, marker, body, resolves } = request;
  const thread = await threadOf(place, number, remark);
  if (!thread.ok) return asForge(thread);
  if (thread.value === undefined) return say(patience, place, { ...request, body });
  const [first] = thread.value.comments.nodes;
  if (first?.databaseId === null || first?.databaseId === undefined) {
    return refused(`The thread on ${thread.value.path} has no comment any more that could be answered.`);
  }
  const said = await writeOnce(patience, place, {
    text: withMarker(marker, body),
    find: async () => {
      const now = await threadOf(place, number, remark);
      if (!now.ok) return now;
      const own = now.value?.comments.nodes.filter(({ viewerDidAuthor }) => viewerDidAuthor) ?? [];
      return answered(markedWith(marker, own));
    },
    create: `${place.repo}/pulls/${number}/comments/${first.databaseId}/replies`,
    edit: (id) => `${place.repo}/pulls/comments/${id}`,
  });
  if (!said.ok || !resolves || thread.value.isResolved) return said;
  const sent = await place.calls.mutate(resolveDocument, { thread: remark }, Anything);
  const result = await settled<unknown>(patience, sent, async () => {
    const now = await threadOf(place, number, remark);
    return now.ok ? answered(now.value?.isResolved === true ? 'resolved' : undefined) : now;
  });
  return result.ok ? done : asForge(result);
}

/** Undefined where the remark is no thread. */
async function threadOf(
  place: Place,
  number: number,
  remark: string,
): Promise<GitHubAnswered<ThreadNode | undefined>> {
  const seen = await seenNow(place, number);
  return seen.ok ? answered(seen.value.threads.find(({ id }) => id === remark)) : seen;
}

interface Writing {
  readonly text: string;
  readonly find: () => Promise<GitHubAnswered<Written | undefined>>;
  readonly create: string;
  readonly edit: (id: number) => string;
}

async function writeOnce(
  patience: Patience,
  place: Place,
  { text, find, create, edit }: Writing,
): Promise<ForgeAnswer<void>> {
  if (text.length > bodyCharsMax) {
    return refused(`A comment may have ${bodyCharsMax} characters; this one has ${text.length}. Shorten it.`);
  }
  const there = await find();
  if (!there.ok) return asForge(there);
  if (there.value !== undefined && normal(there.value.body) === normal(text)) return done;
  const sent =
    there.value === undefined
      ? await place.calls.send('POST', create, { body: text }, Anything)
      : await place.calls.send('PATCH', edit(there.value.id), { body: text }, Anything);
  const result = await settled<unknown>(patience, sent, async () => {
    const now = await find();
    if (!now.ok || now.value === undefined) return now;
    return answered(normal(now.value.body) === normal(text) ? now.value : undefined);
  });
  return result.ok ? done : asForge(result);
}

function markedWith(
  marker: string,
  nodes: readonly { readonly body: string; readonly databaseId?: number | null | undefined }[],
): Written | undefined {
  for (const { body, databaseId: id } of nodes) {
    if (markerIn(body) === marker && id !== null && id !== undefined) return { id, body };
  }
  return undefined;
}

/** Nobody is asked to look at what they opened themselves: GitHub refuses that, and the others with it. */
export async function requestReview(
  patience: Patience,
  place: Place,
  number: number,
  people: readonly string[],
): Promise<ForgeAnswer<void>> {
  const pull = await getPull(place, number);
  if (!pull.ok) return asForge(pull);
  const author = pull.value.user?.login.toLowerCase();
  const reviewers = [...new Set(people)].filter((name) => name.toLowerCase() !== author);
  if (reviewers.length === 0) return done;
  const path = `${place.repo}/pulls/${number}/requested_reviewers`;
  const sent = await place.calls.send('POST', path, { reviewers }, Anything);
  const result = await settled<unknown>(patience, sent, async () => {
    const asked = await place.calls.get(path, ReviewersShape);
    if (!asked.ok) return asked;
    const names = asked.value.users.map(({ login }) => login.toLowerCase());
    return answered(reviewers.every((name) => names.includes(name.toLowerCase())) ? 'asked' : undefined);
  });
  return result.ok ? done : asForge(result);
}

function normal(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
