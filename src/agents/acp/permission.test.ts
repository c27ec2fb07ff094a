import { describe, expect, test } from 'vitest';
import type { Level, Mode } from '../../core/roles/modes.ts';
import type { Loose } from '../loose.ts';
import { permissionFor } from './permission.ts';

const options = [
  { optionId: 'always', kind: 'allow_always' },
  { optionId: 'once', kind: 'allow_once' },
  { optionId: 'no', kind: 'reject_once' },
];

function decided(toolCall: Loose, mode: Mode, level: Level = 'open'): string | undefined {
  return permissionFor({ toolCall, options }, { mode, level, workspace: '/w' }).option;
}

const edit = (...files: readonly string[]): Loose => ({
  kind: 'edit',
  locations: files.map((path) => ({ path })),
});
const run = (command: string): Loose => ({ kind: 'execute', rawInput: { command } });

describe('a permission', () => {
  const cases: readonly (readonly [string, Loose, Mode, string])[] = [
    ['reads in the workspace', { kind: 'read', locations: [{ path: '/w/a' }] }, 'review', 'once'],
    ['searches without a place', { kind: 'search' }, 'investigate', 'once'],
    ['reads outside', { kind: 'read', locations: [{ path: '/etc/passwd' }] }, 'review', 'no'],
    ['reads to word a summary', { kind: 'read', locations: [{ path: '/w/a' }] }, 'commit', 'no'],
    ['thinks', { kind: 'think' }, 'commit', 'once'],
    ['edits in the workspace', edit('/w/a', 'b/c'), 'execute', 'once'],
    ['edits tests', edit('/w/a.test.ts'), 'coverage', 'once'],
    ['edits while it reviews', edit('/w/a'), 'review', 'no'],
    ['edits while it investigates', edit('/w/a'), 'investigate', 'no'],
    ['edits outside', edit('/w/a', '/w2/a'), 'execute', 'no'],
    ['edits through dots', edit('/w/../x'), 'execute', 'no'],
    ['edits the parent itself', edit('..'), 'execute', 'no'],
    ['edits a file whose name begins with dots', edit('/w/..a'), 'execute', 'once'],
    ['edits .git', edit('/w/.git/config'), 'execute', 'no'],
    ['edits nobody knows what', { kind: 'edit' }, 'execute', 'no'],
    [
      'shows a difference outside',
      { kind: 'edit', content: [{ type: 'diff', path: '/x' }] },
      'execute',
      'no',
    ],
    ['deletes in the workspace', { kind: 'delete', locations: [{ path: '/w/a' }] }, 'execute', 'once'],
    ['runs tests', run('npm test'), 'review', 'once'],
    ['runs tests while it investigates', run('npm test'), 'investigate', 'no'],
    ['runs something to word a summary', run('ls'), 'commit', 'no'],
    ['pushes', run('git push'), 'execute', 'no'],
    ['pushes, by the title only', { kind: 'execute', title: 'git push' }, 'execute', 'no'],
    ['fetches', { kind: 'fetch' }, 'investigate', 'no'],
    ['does something new', { kind: 'other' }, 'execute', 'no'],
    ['says nothing', {}, 'execute', 'no'],
  ];
  test.each(cases)('for a call that %s', (_, call, mode, option) => {
    expect(decided(call, mode)).toBe(option);
  });

  test('leaves commands to the box where there is one', () => {
    expect(decided(run('git push'), 'execute', 'contained')).toBe('once');
  });

  test('is given once where it can be, else for ever, and is cancelled where neither is offered', () => {
    const asked = { toolCall: { kind: 'think' }, options: options.slice(0, 1) };
    const rights = { mode: 'execute', level: 'open', workspace: '/w' } as const;
    expect(permissionFor(asked, rights)).toEqual({ option: 'always' });
    expect(permissionFor({ ...asked, toolCall: { kind: 'other', title: 'Do' } }, rights)).toEqual({
      denial: 'other Do',
    });
    expect(permissionFor(undefined, rights)).toEqual({ denial: 'use a tool' });
  });
});
