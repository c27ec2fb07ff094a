// Completion in the shells themselves: the script is loaded into a real one, which is asked what it would offer.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atMergeGate, preparedSample } from '../support/prepared.ts';
import type { Sample } from '../support/sample.ts';
import { main } from '../support/sample.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

let sample: Sample;
let run: string;
let bin: string;

beforeAll(async () => {
  sample = await preparedSample(atMergeGate);
  run = (await sample.slipway('completions', 'runs')).out.split('\t')[0] ?? '';
  bin = path.join(sample.repository.root, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, 'slipway'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
  chmodSync(path.join(bin, 'slipway'), 0o755);
  for (const shell of shells) {
    const { out } = await sample.slipway('completions', shell);
    writeFileSync(path.join(bin, `script.${shell}`), out);
  }
});
afterAll(() => sample.remove());

type Ask = (typed: string) => readonly string[];

/** What a shell says when it is given a program. */
function said(shell: string, args: readonly string[], program: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync(shell, [...args, '-c', program], {
    cwd: sample.repository.dir,
    env: { ...sample.env, PATH: `${bin}:${sample.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return stdout.split('\n').filter((line) => line !== '');
}

const inWords = (typed: string): string =>
  typed
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' ');

const bash: Ask = (typed) =>
  said(
    'bash',
    ['--norc'],
    `source '${bin}/script.bash'; complete -p slipway >/dev/null; compopt() { :; }; COMP_WORDS=(${inWords(typed)}); ` +
      `COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _slipway; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

/** What stands between its function and the screen says what it was given, without what is only about it. */
const zsh: Ask = (typed) =>
  said(
    'zsh',
    ['-f'],
    `compdef() { :; }; compadd() { shift; print -rl -- "$@"; }; _files() { print -rl -- "\${words[CURRENT]}"*(N); }; ` +
      `_describe() { local each; for each in "\${(@P)2}"; do print -r -- "\${each%%:*}"; done; }; ` +
      `source '${bin}/script.zsh'; words=(${inWords(typed)}); CURRENT=\${#words}; _slipway; true`,
  ).filter((word) => word.startsWith(typed.split(' ').at(-1) ?? ''));

const fish: Ask = (typed) =>
  said('fish', ['--no-config'], `source '${bin}/script.fish'; complete --do-complete '${typed}'; true`).map(
    (line) => line.split('\t')[0] ?? '',
  );

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe.each([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
] as const)('in %s', (shell, ask) => {
  describe.skipIf(!isThere(shell))(`a person who presses Tab`, () => {
    test('is offered the commands that begin so', () => {
      expect([...ask('slipway re')].toSorted()).toEqual(
        ['rehearse', 'reject', 'replay', 'report', 'resume', 'retry', 'revert', 'revise'].toSorted(),
      );
    });

    test('is offered the runs of the home', () => {
      expect(ask('slipway status r')).toEqual([run]);
    });

    test('is offered a run where an option takes one, and nothing else', () => {
      expect(ask('slipway policy --run ')).toEqual([run]);
    });

    test('is offered the options of a command', () => {
      expect(ask('slipway land --s')).toEqual(['--seen']);
      expect(ask('slipway land --zz')).toEqual([]);
    });

    test('is offered the words of a command', () => {
      expect(ask('slipway engine st')).toEqual(expect.arrayContaining(['start', 'status', 'stop']));
    });

    test('is offered files where an option takes one', () => {
      expect(ask('slipway run --file scri')).toEqual(['script.yaml']);
    });

    test('is offered nothing where an option takes their own words', () => {
      expect(ask('slipway reject --comment s')).toEqual([]);
    });

    test('may have said before the command where to work', () => {
      expect(ask('slipway -C . status r')).toEqual([run]);
    });
  });
});

test('a shell that is not known is named, with those that are', async () => {
  const { exit, err } = await sample.slipway('completions', 'csh');
  expect(exit).toBe(2);
  expect(err).toContain(
    'There are no completions for csh. Usage: slipway completions [bash | zsh | fish | runs]',
  );
});

test('runs are told one a line, with their titles, and in a home without any nothing is', async () => {
  const { out } = await sample.slipway('completions', 'runs');
  expect(out).toBe(`${run}\tChange a\n`);
});
