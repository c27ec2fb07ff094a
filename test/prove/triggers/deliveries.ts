// What services send, right and wrong, and what came of all of it in the journal.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { hubSignature, standardHeaders } from '../../support/triggers/signing.ts';
import { place, secret } from './desk.ts';

export interface Sending {
  readonly kind: 'order' | 'start' | 'forged' | 'hint' | 'old' | 'example';
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
    const ours = { ...payload, repository: { full_name: 'acme/app', html_url: place } };
    const mutated = Object.keys(payload)
      .filter((_key, k) => (n + k) % share === 0)
      .map((key, k) => ({ ...ours, [key]: parts[(n + k) % parts.length] }));
    return [payload, ours, ...mutated].map((body) =>
      signed({ kind: 'example', key: `example ${n}`, path: '/github', body: JSON.stringify(body) }),
    );
  });
}
