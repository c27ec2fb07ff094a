import { describe, expect, test } from 'vitest';
import type { PullSeen } from './looked.ts';
import { lookedFrom } from './looked.ts';
import { withMarker } from './marker.ts';
import type { BranchRules } from './rules.ts';
import type { CheckNode, ReviewNode, ThreadNode } from './shapes.ts';

const head = 'a'.repeat(40);
const older = 'b'.repeat(40);
const noRules: BranchRules = {
  checks: [],
  approvals: 0,
  signatures: false,
  linear: false,
  queue: false,
  conversations: false,
  strict: false,
  deployments: [],
  isPartlyHidden: false,
};

const page = { pageInfo: { hasNextPage: false }, nodes: [] };
const open: PullSeen['pull'] = {
  id: 'PR_1',
  state: 'OPEN',
  isDraft: false,
  headRefOid: head,
  baseRefName: 'main',
  mergeable: 'MERGEABLE',
  mergeStateStatus: 'CLEAN',
  reviewDecision: null,
  isInMergeQueue: false,
  mergeCommit: null,
  reviews: page,
  comments: page,
  reviewThreads: page,
  commits: { nodes: [] },
};

function looked(
  seen: Partial<PullSeen> = {},
  rules: Partial<BranchRules> = {},
  pull: Partial<PullSeen['pull']> = {},
) {
  const whole = { reviews: [], comments: [], threads: [], checks: [], ...seen, pull: { ...open, ...pull } };
  return lookedFrom(whole, { ...noRules, ...rules });
}

function run(
  name: string,
  conclusion: string | null,
  more: Partial<Extract<CheckNode, { name: string }>> = {},
): CheckNode {
  const status = conclusion === null ? 'IN_PROGRESS' : 'COMPLETED';
  return { __typename: 'CheckRun', name, status, conclusion, ...more };
}

function said(body: string, more: object = {}) {
  return {
    id: 'N_1',
    body,
    createdAt: '2026-01-01T00:00:00Z',
    lastEditedAt: null,
    authorAssociation: 'MEMBER',
    viewerDidAuthor: false,
    author: { __typename: 'User', login: 'ben' },
    ...more,
  };
}

function review(state: string, oid: string, more: object = {}): ReviewNode {
  return { ...said(''), state, submittedAt: '2026-01-01T00:00:00Z', commit: { oid }, ...more };
}

const by = (
  app: number,
  workflow: number,
  event = 'push',
): Partial<Extract<CheckNode, { name: string }>> => ({
  checkSuite: { app: { databaseId: app }, workflowRun: { event, workflow: { databaseId: workflow } } },
});

describe('checks', () => {
  test('all count where no rule says which', () => {
    expect(looked({ checks: [run('build', 'SUCCESS'), run('lint', 'FAILURE')] })).toMatchObject({
      checks: 'failure',
      red: ['lint'],
      missing: [],
    });
  });

  test('only the required ones count where a rule names some, and one that never began is missing', () => {
    const checks = [run('build', 'SUCCESS'), run('lint', 'FAILURE')];
    expect(looked({ checks }, { checks: [{ name: 'build' }] })).toMatchObject({ checks: 'success', red: [] });
    expect(looked({ checks }, { checks: [{ name: 'build' }, { name: 'e2e' }] })).toMatchObject({
      checks: 'pending',
      missing: ['e2e'],
    });
  });

  test('our own never count, also where a rule demands them', () => {
    const checks = [run('slipway / review', 'FAILURE'), run('slipway/tests', null), run('build', 'SUCCESS')];
    expect(looked({ checks })).toMatchObject({ checks: 'success', red: [] });
    expect(
      looked(
        { checks: [run('build', 'SUCCESS')] },
        { checks: [{ name: 'slipway / review' }, { name: 'build' }] },
      ),
    ).toMatchObject({
      checks: 'success',
      missing: [],
    });
  });

  test('of two runs of one check the later one counts', () => {
    const again = [
      run('build', 'SUCCESS', { startedAt: '2026-01-02T00:00:00Z' }),
      run('build', 'FAILURE', { startedAt: '2026-01-01T00:00:00Z' }),
    ];
    expect(looked({ checks: again })).toMatchObject({ checks: 'success' });
    expect(looked({ checks: again.toReversed() })).toMatchObject({ checks: 'success' });
  });

  test('of one name from several sources the worst counts, of each source the newest', () => {
    const red = run('build', 'FAILURE', { ...by(1, 1), startedAt: '2026-01-01T00:00:00Z' });
    const later = { startedAt: '2026-01-02T00:00:00Z' };
    for (const green of [
      run('build', 'SUCCESS', { ...by(2, 1), ...later }),
      run('build', 'SUCCESS', { ...by(1, 2), ...later }),
      run('build', 'SUCCESS', { ...by(1, 1, 'pull_request'), ...later }),
      { __typename: 'StatusContext', context: 'build', state: 'SUCCESS' } as const,
    ]) {
      for (const checks of [
        [red, green],
        [green, red],
      ]) {
        expect(looked({ checks })).toMatchObject({ checks: 'failure', red: ['build'] });
        expect(looked({ checks }, { checks: [{ name: 'build' }] })).toMatchObject({
          checks: 'failure',
          red: ['build'],
        });
      }
    }
    const again = run('build', 'SUCCESS', { ...by(1, 1), ...later });
    expect(looked({ checks: [again, red] })).toMatchObject({ checks: 'success', red: [] });
  });

  test.each([
    ['NEUTRAL', 'success'],
    ['SKIPPED', 'success'],
    ['STALE', 'pending'],
    ['CANCELLED', 'failure'],
    ['TIMED_OUT', 'failure'],
    ['ACTION_REQUIRED', 'failure'],
    [null, 'pending'],
  ] as const)('a run that ended as %s is a %s', (conclusion, verdict) => {
    expect(looked({ checks: [run('build', conclusion)] }).checks).toBe(verdict);
  });

  test.each([
    ['SUCCESS', 'success'],
    ['PENDING', 'pending'],
    ['EXPECTED', 'pending'],
    ['ERROR', 'failure'],
    ['FAILURE', 'failure'],
  ] as const)('a status %s is a %s', (state, verdict) => {
    expect(looked({ checks: [{ __typename: 'StatusContext', context: 'ci', state }] }).checks).toBe(verdict);
  });

  test('a repository without any has nothing to wait for', () => {
    expect(looked().checks).toBe('success');
  });
});

describe('whether it can be merged', () => {
  test('what GitHub has not worked out is pending, and no conflict', () => {
    expect(looked({}, {}, { mergeable: 'UNKNOWN' })).toMatchObject({ mergeable: true, checks: 'pending' });
    expect(looked({}, {}, { mergeable: 'CONFLICTING' })).toMatchObject({ mergeable: false });
  });

  test('what its rules lack is told in words', () => {
    const thread: ThreadNode = {
      id: 'T',
      isResolved: false,
      path: 'a.txt',
      line: 1,
      comments: { pageInfo: { hasNextPage: false }, nodes: [said('why?')] },
    };
    const rules = { conversations: true, signatures: true };
    const pull = { isDraft: true, mergeStateStatus: 'BLOCKED' };
    expect(looked({ threads: [thread] }, rules, pull).lacking).toEqual([
      'it is a draft',
      '1 of its conversations are not resolved',
      'the target takes signed commits only',
    ]);
    expect(looked({}, { signatures: true })).not.toHaveProperty('lacking');
    expect(looked({}, {}, { mergeStateStatus: 'BEHIND' }).lacking).toHaveLength(1);
  });

  test('a merged one has its commit, and a queued one says so', () => {
    expect(looked({}, {}, { state: 'MERGED', mergeCommit: { oid: older } })).toMatchObject({
      state: 'merged',
      mergeCommit: older,
    });
    expect(looked({}, {}, { isInMergeQueue: true }).isQueued).toBe(true);
  });
});

const from = (app: number) => ({ checkSuite: { app: { databaseId: app }, workflowRun: null } });

describe('a check that has to come from an App (LOOKED-5)', () => {
  const rules = { checks: [{ name: 'build', app: 7 }] };

  test('is not there while only another App has one of its name', () => {
    const pull = looked({ checks: [run('build', 'SUCCESS', from(8))] }, rules);
    expect(pull).toMatchObject({ checks: 'pending', missing: ['build'] });
  });

  test('counts, and the one of the other App does not', () => {
    const checks = [run('build', 'SUCCESS', from(7)), run('build', 'FAILURE', from(8))];
    expect(looked({ checks }, rules)).toMatchObject({ checks: 'success', red: [], missing: [] });
    expect(looked({ checks: checks.toReversed() }, { checks: [{ name: 'build', app: 8 }] })).toMatchObject({
      checks: 'failure',
      red: ['build'],
    });
  });

  test('may be a status, of which nobody tells the App', () => {
    const checks: readonly CheckNode[] = [
      { __typename: 'StatusContext', context: 'build', state: 'SUCCESS' },
    ];
    expect(looked({ checks }, rules)).toMatchObject({ checks: 'success', missing: [] });
  });
});

describe('approval', () => {
  const asked = { reviewDecision: 'APPROVED' };

  test('counts for the head it was given for', () => {
    expect(looked({ reviews: [review('APPROVED', head)] }, {}, asked).approval).toBe('approved');
    expect(looked({ reviews: [review('APPROVED', older)] }, {}, asked).approval).toBe('missing');
  });

  test('takes as many people as the rules want, on this head', () => {
    const one = review('APPROVED', head);
    const other = review('APPROVED', older, { author: { __typename: 'User', login: 'ann' } });
    expect(looked({ reviews: [one, other] }, { approvals: 2 }, asked).approval).toBe('missing');
    expect(
      looked({ reviews: [one, { ...other, commit: { oid: head } }] }, { approvals: 2 }, asked).approval,
    ).toBe('approved');
  });

  test('is taken back by who gave it, by a word against or a dismissal, not by a comment', () => {
    const approved = review('APPROVED', head);
    const of = (state: string) => looked({ reviews: [approved, review(state, head)] }, {}, asked).approval;
    expect(of('COMMENTED')).toBe('approved');
    expect(of('CHANGES_REQUESTED')).toBe('changes-requested');
    expect(of('DISMISSED')).toBe('missing');
  });

  test('of a stranger or a bot is none', () => {
    const stranger = review('APPROVED', head, { authorAssociation: 'NONE' });
    const bot = review('APPROVED', head, { author: { __typename: 'Bot', login: 'robot' } });
    expect(looked({ reviews: [stranger, bot] }, {}, asked).approval).toBe('missing');
  });

  test('is not asked for where no rule wants one, and counts where it is there', () => {
    expect(looked().approval).toBe('not-asked');
    expect(looked({ reviews: [review('APPROVED', head)] }).approval).toBe('approved');
    expect(looked({}, { approvals: 1 }).approval).toBe('missing');
    expect(looked({}, {}, { reviewDecision: 'REVIEW_REQUIRED' }).approval).toBe('missing');
    expect(looked({}, {}, { reviewDecision: 'CHANGES_REQUESTED' }).approval).toBe('changes-requested');
  });
});

describe('remarks', () => {
  test('are threads with their replies, reviews with words, and comments, oldest first', () => {
    const thread: ThreadNode = {
      id: 'T',
      isResolved: true,
      path: 'a.txt',
      line: 3,
      comments: {
        pageInfo: { hasNextPage: false },
        nodes: [
          { ...said('why?', { createdAt: '2026-01-03T00:00:00Z' }), originalCommit: { oid: older } },
          said(withMarker('r-1/answer', 'Because.'), { viewerDidAuthor: true }),
        ],
      },
    };
    const { remarks } = looked({
      threads: [thread],
      reviews: [
        review('APPROVED', head),
        review('COMMENTED', head, { body: 'Nice.', submittedAt: '2026-01-02T00:00:00Z' }),
      ],
      comments: [said('Hello.', { lastEditedAt: '2026-01-05T00:00:00Z', author: null })],
    });
    expect(remarks).toMatchObject([
      { kind: 'comment', body: 'Hello.', isEdited: true, author: { name: 'ghost' } },
      { kind: 'review', body: 'Nice.', verdict: 'commented', head },
      {
        kind: 'thread',
        id: 'T',
        path: 'a.txt',
        line: 3,
        isResolved: true,
        head: older,
        author: { name: 'ben', association: 'MEMBER' },
        replies: [{ marker: 'r-1/answer', author: { isOurAccount: true } }],
      },
    ]);
    expect(remarks).toHaveLength(3);
  });
});
