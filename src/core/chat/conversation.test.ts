import { describe, expect, test } from 'vitest';
import { me } from '../../../test/support/core.ts';
import type { ConversationEvent, Preview } from './conversation.ts';
import { mayAsk } from './limits.ts';
import {
  evolveConversation,
  heardAs,
  isConversationEvent,
  nothingSaid,
  openPreviews,
  runOf,
} from './conversation.ts';

const preview = (id: string): Preview => ({ id, wish: 'pause', run: 'r-1', digest: 'run' });
const heard = (message: string): ConversationEvent => {
  return {
    type: 'message.heard',
    message,
    words: 'sha256:w',
    by: me,
    sent: { id: `o-${message}`, content: 'c' },
  };
};
const answered = (to: string, more: Partial<Extract<ConversationEvent, { type: 'message.answered' }>> = {}) =>
  ({ type: 'message.answered', to, words: 'sha256:a', ...more }) as const;

function after(...events: readonly ConversationEvent[]) {
  return events.reduce((now, event, at) => evolveConversation(now, event, at), nothingSaid);
}

describe('a conversation', () => {
  test('knows its own events, and no other', () => {
    expect(isConversationEvent({ type: 'run.joined' })).toBe(true);
    expect(isConversationEvent({ type: 'run.started' })).toBe(false);
  });

  test('has one run at a time (TALK-1)', () => {
    const one = after({ type: 'run.joined', run: 'r-1' });
    expect(runOf(one)).toBe('r-1');
    const two = evolveConversation(one, { type: 'run.joined', run: 'r-2' }, 7);
    expect(runOf(two)).toBe('r-2');
    expect(two.stays).toEqual([
      { run: 'r-1', from: 0, until: 7 },
      { run: 'r-2', from: 7 },
    ]);
    expect(runOf(evolveConversation(two, { type: 'run.left', run: 'r-2' }, 9))).toBeUndefined();
    const three = evolveConversation(two, { type: 'run.joined', run: 'r-3' }, 8);
    expect(three.stays[0]).toEqual({ run: 'r-1', from: 0, until: 7 });
  });

  test('remembers where it began, and that a message was heard and answered', () => {
    const now = after({ type: 'conversation.begun', by: me, folder: '/x' }, heard('m-1'));
    expect(now.begun).toEqual({ by: me, at: 0, folder: '/x' });
    expect(after({ type: 'conversation.begun', by: me }).begun).toEqual({ by: me, at: 0 });
    expect(heardAs(now, { id: 'o-m-1', content: 'c' })).toEqual({ message: 'm-1', isAnswered: false });
    expect(heardAs(now, { id: 'o-other', content: 'c' })).toBeUndefined();
    const then = evolveConversation(now, answered('m-1'), 3);
    expect(heardAs(then, { id: 'o-m-1', content: 'c' })?.isAnswered).toBe(true);
  });

  test('has a preview open until it was answered, once (TALK-2)', () => {
    const shown = after(
      answered('m-0'),
      heard('m-1'),
      answered('m-1', { by: me, preview: preview('p-1'), raw: 'sha256:r' }),
    );
    expect(openPreviews(shown).map(({ id }) => id)).toEqual(['p-1']);
    expect(shown.entries.map((entry) => 'raw' in entry)).toEqual([false, false, true]);
    expect(shown.entries.map((entry) => entry.is === 'answer' && entry.by)).toEqual([undefined, false, me]);
    const pressed = { choice: 'yes', by: me };
    const done = [
      { type: 'preview.answered', preview: preview('p-1'), pressed },
      { type: 'preview.settled', preview: 'p-1', outcome: 'done' },
    ] as const;
    const settled = done.reduce((now, event) => evolveConversation(now, event, 5), shown);
    expect(openPreviews(settled)).toEqual([]);
    expect(settled.pressed.get('p-1')).toMatchObject({ choice: 'yes', at: 5 });
    expect(settled.settled.get('p-1')).toBe('done');
    const more = { type: 'preview.answered', preview: preview('p-2'), pressed } as const;
    expect([...evolveConversation(settled, more, 6).pressed.keys()]).toEqual(['p-1', 'p-2']);
  });

  test('knows the last two hundred previews that were answered, and no more (TALK-3)', () => {
    const settled = Array.from({ length: 201 }, (_, n) => {
      return { type: 'preview.settled', preview: `p-${n}`, outcome: 'done' } as const;
    });
    const names = [...after(...settled).settled.keys()];
    expect([names.length, names[0], names.at(-1)]).toEqual([200, 'p-1', 'p-200']);
  });

  test('waits for words until something else was answered', () => {
    const asked: ConversationEvent = { type: 'words.awaited', wish: 'revise', gate: 'g1', digest: 'd' };
    const waits = after(answered('p-1'), asked);
    expect(waits.awaits).toEqual({ wish: 'revise', gate: 'g1', digest: 'd' });
    expect(evolveConversation(waits, answered('m-2'), 2).awaits).toBeUndefined();
    expect(evolveConversation(waits, { type: 'run.left', run: 'r-1' }, 2).awaits).toBeUndefined();
  });

  test('asks thirty times an hour and no more, and knows what that cost', () => {
    const charges = Array.from({ length: 30 }, (_, n) =>
      answered(`m-${n}`, { charge: { agentMs: 1, ...(n === 0 ? {} : { usd: 0.5 }) } }),
    );
    const now = after(...charges);
    expect(now.spend).toEqual({ launches: 30, usd: 14.5 });
    expect(mayAsk(now, 40)).toBe(false);
    expect(mayAsk(now, 3_600_040)).toBe(true);
    expect(mayAsk(nothingSaid, 0)).toBe(true);
  });

  test('remembers the last of everything (TALK-3)', () => {
    const many = Array.from({ length: 300 }, (_, n) => heard(`m-${n}`));
    const now = after(...many);
    expect(now.entries).toHaveLength(200);
    expect(now.entries.at(-1)?.id).toBe('m-299');
  });
});
