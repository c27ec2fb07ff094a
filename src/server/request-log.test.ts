// What is written down of requests says who was refused where, and nothing that somebody sent.

import { describe, expect, test } from 'vitest';
import { fakeJournal } from '../journal/fake-journal.ts';
import { counterClock } from '../telemetry/counter-clock.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { KeptViews } from './kept-views.ts';
import { metricsText } from './metrics.ts';
import { RequestLog } from './request-log.ts';

function logged() {
  const lines: string[] = [];
  const say = (message: string, facts = {}, level = 'info'): void => {
    lines.push(`${level} ${message} ${JSON.stringify(facts)}`);
  };
  const clock = counterClock(0, 1);
  return { lines, clock, log: new RequestLog({ say, sayOf: say }, clock) };
}

const post = { method: 'POST', status: 200, ms: 3.4 };

describe('the log of requests', () => {
  test('has orders with their run, and no looks', () => {
    const { lines, log } = logged();
    log.answered({ ...post, path: '/api/verbs/decide', run: 'r-4f8zk2' });
    log.answered({ ...post, path: '/api/verbs/inbox' });
    log.answered({ ...post, method: 'GET', path: '/assets/index.js' });
    expect(lines).toEqual([
      'info answered {"route":"POST /api/verbs/decide","status":200,"ms":3,"run":"r-4f8zk2"}',
    ]);
  });

  test('has what was refused, and nothing of what was sent with it (REQUEST-LOG-1)', () => {
    const { lines, log } = logged();
    log.answered({ ...post, status: 404, path: '/api/verbs/slwp_secret', run: 'a title' });
    log.answered({ ...post, status: 404, path: '/api/../secret', run: { run: 'x' } });
    log.answered({ ...post, status: 401, path: '/secret' });
    expect(lines).toEqual([
      'warn refused {"route":"POST /api/verbs/(none of ours)","status":404,"ms":3}',
      'warn refused {"route":"POST /api/(none of ours)","status":404,"ms":3}',
      'warn refused {"route":"POST /(a page or a file)","status":401,"ms":3}',
    ]);
  });

  test('is not filled by somebody who is refused a thousand times, and says how often that was (REQUEST-LOG-2)', async () => {
    const { lines, log, clock } = logged();
    const refused = { ...post, status: 401, path: '/api/feed' };
    for (let count = 0; count < 1_000; count += 1) log.answered(refused);
    expect(lines).toHaveLength(30);
    await clock.until(61_000 * 2, new AbortController().signal);
    log.answered(refused);
    expect(lines.slice(30)).toEqual([
      'warn refused 970 more within a minute {}',
      'warn refused {"route":"POST /api/feed","status":401,"ms":3}',
    ]);
  });

  test('has a bug with what is known of it', () => {
    const { lines, log } = logged();
    log.wrong(new TypeError('of undefined'), { method: 'GET', path: '/api/feed' });
    expect(lines).toEqual([
      expect.stringMatching(/TypeError: of undefined[^]*"route":"GET \/api\/feed","status":500/),
    ]);
  });
});

test('numbers for Prometheus read the runs once, however often they are asked for', async () => {
  const inner = fakeJournal();
  let wholes = 0;
  const journal = {
    ...inner,
    summaries: (filter: Parameters<typeof inner.summaries>[0]) => {
      wholes += filter === undefined ? 1 : 0;
      return inner.summaries(filter);
    },
  };
  const views = new KeptViews(journal, systemClock());
  const owner = { journal, engine: { driven: () => [] } };
  for (let scrapes = 0; scrapes < 3; scrapes += 1)
    expect(await metricsText(owner, views, { requests: new Map(), streams: 2 })).toContain(
      'slipway_event_streams 2',
    );
  expect(wholes).toBe(1);
});
