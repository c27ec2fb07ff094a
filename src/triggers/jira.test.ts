import { describe, expect, test } from 'vitest';
import { readJira } from './jira.ts';

const user = { accountId: 'acc-ann', displayName: 'Ann', accountType: 'atlassian' };
const issue = { key: 'PROJ-7', fields: { labels: ['slipway', 'ui'] } };
const wantedOf = (payload: object) => readJira(payload, ['slipway']).wanted;
const comment = { id: '5', body: '/slipway run', author: user, created: '2026-11-18T12:00:00.000+0100' };

const by = (author: object) =>
  wantedOf({ webhookEvent: 'comment_created', issue, comment: { ...comment, author } });

describe('a delivery of Jira', () => {
  test('of a ticket that was made with a label, or is given one, starts a run', () => {
    const made = { webhookEvent: 'jira:issue_created', timestamp: 1_800, issue, user };
    expect(wantedOf(made)).toEqual({
      id: 'jira/PROJ-7/jira:issue_created/slipway/1800',
      happenedAt: 1_800,
      author: { name: 'acc-ann', id: 'acc-ann' },
      subject: 'PROJ-7',
      asks: { do: 'start', ref: 'PROJ-7', again: false },
    });
    const changed = (from: string, to: unknown) => ({
      webhookEvent: 'jira:issue_updated',
      timestamp: 1_800,
      issue,
      user,
      changelog: { items: [{ field: 'labels', fromString: from, toString: to }] },
    });
    expect(wantedOf(changed('ui', 'ui slipway'))).toMatchObject({ asks: { do: 'start' } });
    expect(wantedOf(changed('slipway', 'slipway ui'))).toMatchObject({ nothing: 'nothing-asked' });
    expect(wantedOf(changed('ui', null))).toMatchObject({ nothing: 'nothing-asked' });
    expect(wantedOf({ ...made, timestamp: undefined })).toMatchObject({ nothing: 'not-understood' });
    expect(wantedOf({ ...made, user: null })).toMatchObject({ nothing: 'not-understood' });
  });

  test('of a comment says who asks for what, with the moment in its zone', () => {
    expect(wantedOf({ webhookEvent: 'comment_created', issue, comment })).toMatchObject({
      id: 'jira/PROJ-7/comment/5/2026-11-18T12:00:00.000+0100',
      happenedAt: Date.parse('2026-11-18T11:00:00Z'),
      author: { id: 'acc-ann' },
      asks: { do: 'start', ref: 'PROJ-7' },
    });
    expect(wantedOf({ webhookEvent: 'comment_updated', issue, comment })).toMatchObject({
      nothing: 'edited',
    });
    expect(wantedOf({ webhookEvent: 'comment_deleted', issue, comment })).toMatchObject({
      nothing: 'nothing-asked',
    });
    expect(
      wantedOf({ webhookEvent: 'comment_created', issue, comment: { ...comment, author: null } }),
    ).toMatchObject({
      nothing: 'not-understood',
    });
  });

  test('tells apps and customers from the team, and people of a data center by their names', () => {
    expect(by({ accountId: 'a', accountType: 'app' })).toMatchObject({ author: { isBot: true } });
    expect(by({ accountId: 'c', accountType: 'customer' })).toMatchObject({
      author: { association: 'CUSTOMER' },
    });
    expect(by({ name: 'ann', displayName: 'Ann' })).toMatchObject({ author: { id: 'ann', name: 'ann' } });
  });

  test.each([undefined, 7, [], {}, { webhookEvent: 7 }, { webhookEvent: 'x', issue: { key: 'x' } }])(
    'that has another shape is said not to be understood: %j',
    (payload) => {
      expect(readJira(payload, []).wanted).toMatchObject({ nothing: 'not-understood' });
    },
  );
});
