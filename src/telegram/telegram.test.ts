import { expect, test } from 'vitest';
import { fitting, pieces } from './fitting.ts';
import { readUpdate } from './read-update.ts';

test('a text that is too long is cut and says so, and no character is halved', () => {
  expect(fitting('abc', 3)).toBe('abc');
  expect(fitting('abcd', 3)).toBe('ab…');
  expect(fitting('a😀bc', 3)).toBe('a…');
});

test('a long text is several messages, cut at the end of a line, and what is beyond them is counted', () => {
  const line = `${'x'.repeat(99)}\n`;
  const { pieces: found, rest } = pieces(line.repeat(100), 2);
  expect(found.map(({ length }) => length)).toEqual([4_099 - 100, 4_099 - 100]);
  expect(found.join('\n').length + 1 + rest).toBe(10_000);
  const faces = pieces('😀'.repeat(3_000), 5);
  expect(faces.pieces.join('')).toBe('😀'.repeat(3_000));
  expect(faces.pieces.every((piece) => piece.length <= 4_096 && piece.isWellFormed())).toBe(true);
});

const from = { id: 7, is_bot: false, first_name: 'Ann' };
const alone = { id: 7, type: 'private' };

test('a text, the buttons of what it answers, and a button are read', () => {
  const reply = { message_id: 3, reply_markup: { inline_keyboard: [[{ callback_data: 'word:a' }]] } };
  const message = { message_id: 4, date: 1, chat: alone, from, text: 'hi', reply_to_message: reply };
  expect(readUpdate({ update_id: 1, message })).toMatchObject({
    is: 'text',
    text: 'hi',
    at: 1_000,
    replyTo: 'word:a',
  });
  const callback_query = { id: 'q', from, data: 'word:a', message: { message_id: 4, chat: alone } };
  expect(readUpdate({ update_id: 2, callback_query })).toMatchObject({
    is: 'press',
    press: 'q',
    data: 'word:a',
  });
});

test('what somebody else wrote and was handed on, a picture, a group and a bot are told apart', () => {
  const message = { message_id: 4, date: 1, chat: alone, from, text: 'hi' };
  const read = (change: object) => readUpdate({ update_id: 1, message: { ...message, ...change } });
  expect(read({ forward_origin: { type: 'user' } })).toMatchObject({ is: 'other' });
  expect(read({ text: undefined })).toMatchObject({ is: 'other' });
  expect(read({ chat: { id: -5, type: 'group' } })).toMatchObject({ from: { isAlone: false } });
  expect(read({ from: { ...from, is_bot: true } })).toMatchObject({ from: { isBot: true } });
});

test.each([
  [{}, undefined],
  ['nonsense', undefined],
  [{ update_id: 5, message: { text: 7 } }, 5],
  [{ update_id: 6, poll: {} }, 6],
])('what is not understood (%o) is passed over by its number', (value, number) => {
  expect(readUpdate(value)).toEqual({ unread: number });
});
