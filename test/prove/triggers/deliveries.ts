// What services send, right and wrong, and what came of all of it in the journal.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { hubSignature, standardHeaders } from '../../support/triggers/signing.ts';
import { place, secret } from './desk.ts';

export interface Sending {
  /** `named` is a start of a ticket that lives elsewhere, `taken` an example that asks for something. */
  readonly kind: 'order' | 'start' | 'named' | 'forged' | 'hint' | 'old' | 'example' | 'taken';
  /** What it asks for, the same for every copy. */
  readonly key: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const hourMs = 3_600_000;
const author = { accountId: 'acc-ann', displayName: 'Ann', accountType: 'atlassian' };

/** A comment that has the agents told something: each is a note in the journal of the run. */
export function comment(n: number, at: number, kind: 'order' | 'old' = 'order'): Sending {
  const created = new Date(at).toISOString();
  const body = JSON.stringify({
    webhookEvent: 'comment_created',
    issue: { key: 'TK-7' },
    comment: { id: String(n), body: `/slipway revise Word ${n} of the proof`, author, created },
  });
  return signed({ kind, key: `comment ${n}`, path: '/jira', body });
}

/** The same on an issue at GitHub. */
export function commentAtGitHub(n: number, at: number): Sending {
  const created = new Date(at).toISOString();
  const body = JSON.stringify({
    action: 'created',
    ...ours,
    issue: { number: 7, html_url: `${place}/issues/7`, updated_at: created },
    comment: {
      id: n,
      body: `/slipway revise Word ${n} of the proof`,
      user: { login: 'ann-l', type: 'User' },
      author_association: 'COLLABORATOR',
      created_at: created,
    },
  });
  return signed({ kind: 'order', key: `comment ${n}`, path: '/github', body });
}

/** A label that starts a run. */
export function labelled(n: number, at: number): Sending {
  if (n % 2 === 0) {
    const body = JSON.stringify({
      webhookEvent: 'jira:issue_updated',
      timestamp: at,
      user: author,
      issue: { key: `TK-${n}`, self: 'of the proof' },
      changelog: { items: [{ field: 'labels', fromString: '', toString: 'slipway' }] },
    });
    return signed({ kind: 'named', key: `named TK-${n}`, path: '/jira', body });
  }
  const issue = {
    number: n,
    html_url: `${place}/issues/${n}`,
    title: 'Of the proof',
    updated_at: new Date(at).toISOString(),
    user: { login: 'bob-l', type: 'User' },
  };
  const body = JSON.stringify({
    action: 'labeled',
    ...ours,
    issue,
    label: { name: 'slipway' },
    sender: { login: 'ann-l', type: 'User' },
  });
  return signed({ kind: 'named', key: `named #${n}`, path: '/github', body });
}

const ours = { repository: { full_name: 'acme/app', html_url: place } };

export function oldComment(n: number, now: number): Sending {
  return comment(n, now - 25 * hourMs, 'old');
}

export function start(n: number, at: number): Sending {
  const body = JSON.stringify({ ticket: `Ticket ${n} of the proof.\n\nIt is done.` });
  const headers = standardHeaders(secret, body, { id: `start-${n}`, at });
  return { kind: 'start', key: `start ${n}`, path: '/webhooks/ci', body, headers };
}

export function hint(n: number): Sending {
  const body = JSON.stringify({
    action: 'synchronize',
    repository: { full_name: 'acme/app', html_url: place },
    pull_request: { number: n },
  });
  return signed({ kind: 'hint', key: `hint ${n}`, path: '/github', body });
}

function signed(sending: Omit<Sending, 'headers'>): Sending {
  const header = sending.path === '/github' ? 'x-hub-signature-256' : 'x-hub-signature';
  return { ...sending, headers: { [header]: hubSignature(secret, sending.body) } };
}

/** Each way in which something that was signed is not any more, or never was. */
export function forgeries(of: Sending): readonly Sending[] {
  const { headers, body } = of;
  const each = (change: (value: string) => string): Sending['headers'] =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));
  const other = 'another-secret-of-this-proof';
  const stamp = { id: headers['webhook-id'] ?? '', at: Number(headers['webhook-timestamp'] ?? 0) * 1_000 };
  const byOther =
    of.path === '/webhooks/ci' ? standardHeaders(other, body, stamp) : each(() => hubSignature(other, body));
  const sha1 = createHash('sha1').update(body).digest('hex');
  const changed: readonly Partial<Sending>[] = [
    { headers: {} },
    { headers: each(() => '') },
    { headers: byOther },
    { body: body.replace('proof', 'Proof') },
    { body: `${body} ` },
    { headers: each((value) => value.slice(0, -2)) },
    { headers: each(() => `sha1=${sha1}`) },
    { headers: each((value) => `${value}, ${value}`) },
    ...(of.path === '/webhooks/ci'
      ? [
          { headers: { ...headers, 'webhook-id': 'start-other' } },
          { headers: { ...headers, 'webhook-timestamp': String(stamp.at / 1_000 + 60) } },
        ]
      : [{ path: of.path === '/jira' ? '/github' : '/jira' }]),
  ];
  return changed.map((change) => ({ ...of, ...change, kind: 'forged', key: `forged ${of.key}` }));
}

/** Under other headers that nobody signs. */
export function renamed(of: Sending, n: number): Sending {
  return {
    ...of,
    headers: {
      ...of.headers,
      'x-github-delivery': `other-${n}`,
      'x-github-event': n % 2 === 0 ? 'issues' : 'issue_comment',
      'x-atlassian-webhook-identifier': `other-${n}`,
    },
  };
}

const published = z
  .array(z.object({ examples: z.array(z.record(z.string(), z.unknown())) }))
  .parse(createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com/index.json'));

/** All that GitHub publishes, as it is, as if it were of our repository, and with a part made something else. */
export function examples(share: number): readonly Sending[] {
  const payloads = published.flatMap(({ examples: each }) => each);
  const parts = [null, 7, '', [], {}, 'x'.repeat(1_001), true];
  return payloads.flatMap((payload, n) => {
    const here = { ...payload, ...ours };
    const mutated = Object.keys(payload)
      .filter((_key, k) => (n + k) % share === 0)
      .map((key, k) => ({ ...here, [key]: parts[(n + k) % parts.length] }));
    return [payload, here, ...mutated].map((body) =>
      signed({ kind: 'example', key: `example ${n}`, path: '/github', body: JSON.stringify(body) }),
    );
  });
}

const labelledIssue = z.looseObject({
  action: z.literal('labeled'),
  issue: z.looseObject({ number: z.number(), pull_request: z.unknown().optional() }),
  label: z.looseObject({}),
});
const newComment = z.looseObject({
  action: z.literal('created'),
  issue: z.looseObject({ number: z.number() }),
  comment: z.looseObject({ body: z.string() }),
});

/** Those of them that ask for something once the label, or the words, are ours: each is taken as GitHub writes it. */
export function examplesThatAsk(now: number): readonly Sending[] {
  const payloads = published.flatMap(({ examples: each }) => each);
  const at = new Date(now).toISOString();
  return payloads.flatMap((payload, n): readonly Sending[] => {
    const issue = labelledIssue.safeParse(payload);
    const comment = newComment.safeParse(payload);
    const asks =
      issue.success && issue.data.issue.pull_request === undefined
        ? {
            ...issue.data,
            issue: { ...issue.data.issue, html_url: `${place}/issues/${20_000 + n}`, updated_at: at },
            label: { name: 'slipway' },
            sender: { login: 'ann-l', type: 'User' },
          }
        : comment.success
          ? {
              ...comment.data,
              comment: {
                ...comment.data.comment,
                id: 20_000 + n,
                user: { login: 'ann-l', type: 'User' },
                body: '/slipway stop',
                author_association: 'OWNER',
                created_at: at,
                updated_at: at,
              },
            }
          : undefined;
    if (asks === undefined) return [];
    const body = JSON.stringify({ ...asks, ...ours });
    return [signed({ kind: 'taken', key: `example that asks ${n}`, path: '/github', body })];
  });
}
