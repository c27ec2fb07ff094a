import { describe, expect, test } from 'vitest';
import type { SlashCommand } from './slash-command.ts';
import { slashCommandIn } from './slash-command.ts';

describe('a comment', () => {
  test.each([
    'thanks',
    'please /slipway run',
    '/slipwayrun',
    '> /slipway run',
    '`/slipway run`',
    '',
    '/slip way run',
  ])('that begins with something else is a comment: %s (SLASH-1)', (text) => {
    expect(slashCommandIn(text)).toBeUndefined();
  });

  test.each<[string, SlashCommand]>([
    ['/slipway run', { do: 'run', again: false }],
    ['  /slipway   RUN  \nand thanks', { do: 'run', again: false }],
    ['/slipway run --again', { do: 'run', again: true }],
    ['/slipway stop', { do: 'stop' }],
    ['/slipway approve 3f2a3f2a3f', { do: 'approve', seen: '3f2a3f2a3f' }],
    ['/slipway revise use UTC', { do: 'revise', words: 'use UTC' }],
    ['/slipway revise\nuse UTC\nand a test', { do: 'revise', words: 'use UTC\nand a test' }],
    ['/slipway revise 3f2a3f2a3f use UTC', { do: 'revise', words: 'use UTC', seen: '3f2a3f2a3f' }],
    ['/slipway revise the wording', { do: 'revise', words: 'the wording' }],
  ])('says what is asked for: %s', (text, command) => {
    expect(slashCommandIn(text)).toEqual(command);
  });

  test.each([
    '/slipway',
    '/slipway merge now',
    '/slipway approve',
    '/slipway approve it',
    '/slipway approve 3f2a',
    '/slipway approve 3f2a3f2a3f 3f2b3f2b3f',
    '/slipway stop everything',
    '/slipway run everything',
    '/slipway revise',
    '/slipway revise 3f2a3f2a3f',
  ])('that was meant for us and means nothing is told so: %s (SLASH-2)', (text) => {
    expect(slashCommandIn(text)).toEqual({ do: 'unknown' });
  });
});
