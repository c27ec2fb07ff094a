// What is said on a pull request: answers in threads, comments, requests to look again.

import { effectOf } from '../../../support/effect-parts.ts';
import { systemClock } from '../../../../src/telemetry/system-clock.ts';
import type { Scene } from '../scene.ts';
import { reaching } from '../reach.ts';
import type { Stage } from '../stage.ts';
import { shop } from '../stage.ts';
import type { Opened } from './pull.ts';
import { openedPull } from './pull.ts';

/** What the forge calls the one remark that somebody made. */
async function remarkOf(stage: Stage, { run, number }: Opened): Promise<string> {
  const { world } = stage;
  const reach = { home: world.home, env: stage.as.ann, timeMs: 10_000 };
  const parts = reaching(world.parts, reach, { clock: systemClock(), learn: () => undefined });
  const seen = await parts.forgeOf(run).inspect(world.id, number);
  if (!seen.ok) throw new Error(seen.detail);
  const [remark] = seen.value.remarks.filter(
    ({ author }) => author.name === 'ben' && author.isOurAccount !== true,
  );
  if (remark === undefined) throw new Error('Nobody said anything.');
  return remark.id;
}

function said(bodies: readonly { readonly body: string }[], words: string): number {
  return bodies.filter(({ body }) => body.includes(words)).length;
}

export const talkScenes: readonly Scene[] = [
  {
    name: 'reply in a thread and settle it',
    set: async (stage, n) => {
      const opened = await openedPull(stage, n);
      const { number, run, pull } = opened;
      const comments = [{ path: 'c.txt', line: 1, body: 'Shorter names' }];
      await stage.ben.reviews(shop, number, { state: 'COMMENTED', comments });
      const remark = await remarkOf(stage, opened);
      const input = { number, id: remark, remark, act: 'fix', commit: 'c0ffee' } as const;
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('reply', input) },
        there: () => {
          const [thread] = pull().threads;
          return {
            reply: said(thread?.comments ?? [], 'Done in c0ffee'),
            settled: thread?.resolvedBy === undefined ? 0 : 1,
          };
        },
      };
    },
  },
  {
    name: 'reply to a comment',
    set: async (stage, n) => {
      const opened = await openedPull(stage, n);
      const { number, run, issue } = opened;
      await stage.ben.comments(shop, number, 'Why?');
      const remark = await remarkOf(stage, opened);
      const { blobs, screener } = stage.world.parts;
      const words = await blobs.put(screener.redact('Because of the format.'));
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('reply', { number, id: remark, remark, act: 'answer', words }) },
        there: () => ({ reply: said(issue().comments, 'Because of the format.') }),
      };
    },
  },
  {
    name: 'edit the comment of before',
    set: async (stage, n) => {
      const { number, run, issue } = await openedPull(stage, n);
      await stage.ann.comments(shop, number, 'Running.\n\n<!-- slipway:r/status -->');
      const asked = { name: 'comment', number, marker: 'r/status', body: 'Merged.' } as const;
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('write-artifacts', {}), asked },
        there: () => ({ 'new words': said(issue().comments, 'Merged.'), comment: issue().comments.length }),
      };
    },
  },
  {
    name: 'ask for another look',
    again: { 'POST /repo/pulls/N/requested_reviewers': 'Who is asked already is asked once: a set.' },
    set: async (stage, n) => {
      const { number, run, head, pull } = await openedPull(stage, n);
      return {
        run,
        reach: { env: stage.as.ann },
        deed: { effect: effectOf('request-review', { number, head, people: ['ben', 'ann'] }) },
        there: () => ({ asked: pull().requested.filter((login) => login === 'ben').length }),
      };
    },
  },
];
