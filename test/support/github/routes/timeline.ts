// What happened to an issue or a pull request, in the order in which it happened.

import { isPull } from '../state.ts';
import type { Issue, IssueEvent } from '../state.ts';
import { commentJson, instant, type Json, loginJson, repositoryUrl } from '../render/render.ts';
import { reviewJson } from '../render/pulls.ts';
import { type Ask, type Reply, paged } from '../route.ts';

export function timeline(ask: Ask, issue: Issue): Reply {
  const { repository } = ask;
  const comments = issue.comments.map((comment) => ({
    at: comment.at,
    told: {
      event: 'commented',
      actor: loginJson(ask, comment.by),
      ...commentJson(ask, repository, issue, comment),
    },
  }));
  const reviews = isPull(issue)
    ? issue.pull.reviews.map((review) => ({
        at: review.at,
        told: {
          event: 'reviewed',
          ...reviewJson(ask, repository, issue, review),
          state: review.state.toLowerCase(),
        },
      }))
    : [];
  const events = issue.events.map((event) => ({ at: event.at, told: eventJson(ask, event) }));
  const all = [...comments, ...reviews, ...events].toSorted((one, other) => one.at - other.at);
  return paged(ask, all, ({ told }) => told);
}

function eventJson(ask: Ask, event: IssueEvent): Json {
  const at = repositoryUrl(ask, ask.repository);
  const commit = event.kind === 'merged' ? (event.detail ?? null) : null;
  const label = ask.repository.labels.find((one) => one.name === event.detail);
  return {
    id: event.id,
    node_id: `EV_${event.id}`,
    url: `${at}/issues/events/${event.id}`,
    actor: loginJson(ask, event.by),
    event: event.kind,
    commit_id: commit,
    commit_url: commit === null ? null : `${at}/commits/${commit}`,
    created_at: instant(event.at),
    performed_via_github_app: null,
    ...(event.kind === 'labeled' || event.kind === 'unlabeled'
      ? { label: { name: event.detail ?? '', color: label?.color ?? 'ededed' } }
      : {}),
  };
}
