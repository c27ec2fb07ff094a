// The proof counts what it played, and what it did not play is no success.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapes } from '../cases/escapes.ts';
import { injections } from '../cases/injections.ts';
import type { World } from '../world.ts';
import { plant } from '../world.ts';
import { isNoticed, saidOnly } from './noted.ts';
import { began, chosenFor, type Kind, playsOf, taskPlay } from './play.ts';
import { countsOf, faultsOf } from './report.ts';
import type { Staged, Verdict } from './verdicts.ts';

const cases = [...escapes, ...injections];

/** What came of a case; nothing, and of ordinary work everything, where it does not say otherwise. */
function verdict(kind: Kind, more: Partial<Verdict> = {}): Verdict {
  return {
    question: { name: kind, kind, succeeded: () => false, traces: false },
    play: 'play',
    held: kind === 'control',
    unrecorded: false,
    fate: 'played',
    ...more,
  };
}

function stagedWith(verdicts: readonly Verdict[], stray?: string): Staged {
  return {
    play: taskPlay({ name: 'play', mode: 'execute', files: [], script: () => '', succeeded: () => true }),
    verdicts,
    ...(stray === undefined ? {} : { stray }),
    noted: saidOnly(''),
    ms: 1,
  };
}

describe('plays', () => {
  let world: World;

  beforeAll(async () => {
    world = await plant();
  });

  afterAll(async () => {
    await world.close();
  });

  test.each(['ci', 'full'] as const)('ask about every case exactly once in size %s', (size) => {
    const asked = playsOf(cases, world, size).flatMap((play) => play.questions.map((one) => one.name));
    expect(asked.toSorted()).toEqual(cases.map((each) => each.name).toSorted());
  });

  test('that are shared give the cases behind the one that broke them to another', () => {
    const shared = playsOf(cases, world, 'ci').find((play) => play.rest !== undefined);
    const rest = shared?.rest?.(3);
    expect(rest?.questions).toEqual(shared?.questions.slice(3));
    expect(rest?.script(world)).not.toBe(shared?.script(world));
  });

  test('never show in their own text that a case began', () => {
    const scripts = playsOf(cases, world, 'full').map((play) => play.script(world));
    expect(scripts.filter((script) => script.includes(began(world, 0)))).toEqual([]);
  });

  test('for real programs hold twelve cases of every mode, of several groups', () => {
    const chosen = [...chosenFor(escapes, world, 12).values()];
    expect(chosen.map((each) => each.length)).toEqual([12, 12, 12, 12, 12]);
    for (const each of chosen) expect(new Set(each.map((one) => one.group)).size).toBeGreaterThan(3);
  });
});

describe('what was tried', () => {
  test.each([
    ['a host the proxy refused', '[not allowed: reach 127.0.0.1:80]'],
    ['a changed path', '[fence breach: ["README.md"]]'],
    ['a write the kernel refused', 'touch: cannot touch x: Read-only file system'],
  ])('is known from %s', (_what, said) => {
    expect(isNoticed(saidOnly(`first\n${said}\nlast`))).toBe(true);
  });

  test('is not known from what an agent says of itself', () => {
    expect(isNoticed(saidOnly('That was not allowed: a fence breach.'))).toBe(false);
  });
});

describe('a report', () => {
  test('finds nothing wrong where nothing held but ordinary work', () => {
    const staged = stagedWith([
      verdict('escape'),
      verdict('secret'),
      verdict('survivor'),
      verdict('control'),
    ]);
    expect(countsOf([staged])).toMatchObject({
      cases: 3,
      escapes: 0,
      secretsRead: 0,
      survivors: 0,
      controls: 1,
    });
    expect(faultsOf(staged)).toEqual([]);
  });

  test.each([
    ['an escape', verdict('escape', { held: true }), { escapes: 1 }],
    ['a secret', verdict('secret', { held: true }), { secretsRead: 1 }],
    ['a process', verdict('survivor', { held: true }), { survivors: 1 }],
    ['a case nobody played', verdict('escape', { fate: 'untried' }), { unplayed: 1 }],
    ['a case nobody recorded', verdict('escape', { unrecorded: true }), { unrecorded: 1 }],
    ['ordinary work that was stopped', verdict('control', { held: false }), { controls: 0 }],
  ])('counts %s and says which it was', (_what, wrong, counts) => {
    const staged = stagedWith([wrong]);
    expect(countsOf([staged])).toMatchObject(counts);
    expect(faultsOf(staged)).toHaveLength(1);
  });

  test('counts a process no case meant to leave', () => {
    const staged = stagedWith([verdict('escape')], '1 sleep');
    expect(countsOf([staged]).survivors).toBe(1);
    expect(faultsOf(staged)).toEqual(['left alive by play: 1 sleep']);
  });
});
