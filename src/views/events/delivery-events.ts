// What happens between a finished change and the repository of its owner, in words. Pure.

import type { EventOf } from '../../core/events.ts';
import { allGood } from '../../core/evidence/evidence.ts';
import type { Repository } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { list, short } from '../words/words.ts';
import type { EventRows } from './event-row.ts';
import { oneLine } from './event-row.ts';

export const deliveryEvents = {
  'delivery.screened': {
    meaning: 'Everything that would leave the machine was searched for secrets.',
    words: (event, run) => {
      const where = (event.where ?? []).map(({ place, rules }) => `${oneLine(place)} (${list(rules)})`);
      return `${run.visit.stage}: screening of what leaves: ${event.verdict}${where.length === 0 ? '' : `: ${list(where)}`}`;
    },
  },
  'branch.pushed': {
    meaning: 'The branch is on the forge.',
    words: (event, run) =>
      `${run.visit.stage}: branch ${oneLine(event.branch)} pushed at ${short(event.commit)}`,
  },
  'pull-request.opened': {
    meaning: 'The pull request exists, once.',
    words: (event, run) => `${run.visit.stage}: pull request #${event.number} opened`,
  },
  'pull-request.seen': {
    meaning: 'The forge was asked how the pull request stands.',
    words: (event, run) =>
      `${run.visit.stage}: the forge says: ${event.seen.state}, checks ${event.seen.checks}, ${event.seen.mergeable ? 'mergeable' : 'not mergeable'}`,
    isTold: () => false,
  },
  'pull-request.sorted': {
    meaning: 'What people said on the pull request was sorted by a role; code decides what becomes of it.',
    words: (event, run) =>
      `${run.visit.stage}: sorted what was said on the pull request: ${list(event.sorted.map((item) => `${oneLine(item.remark)} (${item.class}, ${item.severity})`))}`,
  },
  'pull-request.told': {
    meaning: 'A person brought what was said about the pull request elsewhere.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(event.by.who)} brought what was said about the pull request`,
  },
  'pull-request.answered': {
    meaning: 'A remark on the pull request was answered, once.',
    words: (event, run) => `${run.visit.stage}: answered ${oneLine(event.remark)} on the pull request`,
  },
  'pull-request.shown': {
    meaning: 'Those who asked for changes were asked to look at this head again.',
    words: (event, run) =>
      `${run.visit.stage}: those who asked for changes are asked to look at ${short(event.head)}`,
  },
  'base.tried': {
    meaning:
      'The target branch has moved on, about other files than the change: what merging both gives is checked beside the branch, which stays as it is.',
    words: ({ trial }, run) =>
      `${run.visit.stage}: the target branch is at ${short(trial.base.commit)} now, about other files; what the merge gives is checked before it is made`,
  },
  'base.checked': {
    meaning: 'The checks said what they say of the change merged with the target as it is now.',
    words: ({ evidence }, run) =>
      `${run.visit.stage}: the change merged with the target is checked: ${allGood(evidence) ? 'nothing failed' : 'it fails, so the target comes into the change'}`,
  },
  'base.moved': {
    meaning:
      'The target branch has moved on; everything that was done is put onto it, or has it merged in once somebody has looked, and is checked again.',
    words: (event, run) =>
      `${run.visit.stage}: the target branch is at ${short(event.base.commit)} now; ${event.joins === true ? 'it is merged into the change, which is' : 'the change is put onto it and'} checked again${driftWords(event.base.drift)}`,
  },
  'branch.followed': {
    meaning:
      'Somebody else pushed on top of what was pushed; that is part of the change now, and all of it is checked again.',
    words: (event, run) =>
      `${run.visit.stage}: somebody else pushed; the run goes on on top of ${short(event.head.commit)}`,
  },
  'branch.joined': {
    meaning: 'What was done and what others did are one commit, on top of what was pushed.',
    words: (event, run) =>
      `${run.visit.stage}: what was done and what others did are one in ${short(event.head.commit)}${leftWords(event.left)}`,
  },
  'pull-request.merged': {
    meaning: 'The change is in the target branch on the forge.',
    words: (event, run) =>
      event.found === true
        ? `${run.visit.stage}: the forge says that the pull request was merged, as ${short(event.commit)}${otherHead(repositoryOf(run, event))}`
        : `${run.visit.stage}: pull request merged as ${short(event.commit)}`,
  },
  'merge.ordered': {
    meaning: 'The merge of exactly this head is ordered; another head voids the order.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(event.by.who)} ordered the merge of ${short(event.head)}`,
  },
  'revert.ordered': {
    meaning: 'A person wants what was merged to be taken back, by a pull request.',
    words: (event, run) =>
      `${run.visit.stage}: ${oneLine(event.by.who)} ordered that the change is taken back`,
  },
  'change.reverted': {
    meaning: 'A pull request that takes the change back is there, for people to merge.',
    words: (event, run) => `${run.visit.stage}: pull request #${event.reverted.number} takes the change back`,
  },
  'landing.ordered': {
    meaning: 'After the merge the change goes into the repository of its owner.',
    words: (event, run) => `${run.visit.stage}: ${oneLine(event.by.who)} ordered the landing`,
  },
  'change.landed': {
    meaning: 'The change is in the repository of its owner.',
    words: (event) => `landed on ${oneLine(event.landed.branch)} in your repository`,
  },
} satisfies Partial<EventRows>;

/** Somebody may have pushed and merged that. */
function otherHead({ head, pullRequest }: Repository): string {
  const merged = pullRequest?.seen?.head;
  return merged === undefined || merged === head.commit
    ? ''
    : `, at ${short(merged)}: what is checked here is ${short(head.commit)}`;
}

/** What of the plan the target changed on the way there. */
/** Where both sides changed the same place. */
function leftWords(left: EventOf<'branch.joined'>['left']): string {
  return left === undefined ? '' : `; to be done again on top: ${list(left.paths.map(oneLine))}`;
}

function driftWords(paths: readonly string[] = []): string {
  return paths.length === 0 ? '' : `; on the way it changed planned files: ${list(paths.map(oneLine))}`;
}
