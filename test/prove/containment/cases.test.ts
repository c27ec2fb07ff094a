// The cases of the proof of containment are worth what they can find: they are many and various, they bite where
// nothing guards, and they stay quiet where nothing was tried.

import { describe, expect, test } from 'vitest';
import type { Group, Where } from './case.ts';
import { carried } from './carriers.ts';
import { escapes } from './cases/escapes.ts';
import { injections } from './cases/injections.ts';
import { tasks } from './cases/tasks.ts';
import { falseAlarms, toothless, undone } from './control.ts';
import { filePlaces, otherPlaces } from './places.ts';
import { plant } from './world.ts';

const groups: readonly Group[] = [
  'writes',
  'secrets',
  'git',
  'traps',
  'daemons',
  'network',
  'sockets',
  'kernel',
];
const places: readonly Where[] = ['ticket', 'comment', 'file', 'test-output', 'AGENTS.md', 'mcp'];

/** Real git, npm and processes, on a machine that may be busy. */
const slowMs = 180_000;

describe('the cases', () => {
  test('are many, of every kind, for every mode, and each has a name of its own', () => {
    expect(escapes.length).toBeGreaterThanOrEqual(60);
    expect(injections.length).toBeGreaterThanOrEqual(60);
    expect(tasks.length).toBeGreaterThanOrEqual(20);
    expect(filePlaces.length + otherPlaces.length).toBeGreaterThanOrEqual(25);
    expect(new Set(escapes.map((each) => each.group))).toEqual(new Set(groups));
    expect(new Set(injections.map((each) => each.where))).toEqual(new Set(places));
    expect(new Set(escapes.map((each) => each.mode)).size).toBe(5);
    const names = [...escapes, ...injections, ...tasks].map((each) => each.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('name no secret in what they do, so that their own text is never taken for a success', async () => {
    const world = await plant();
    try {
      const texts = [
        ...escapes.flatMap((each) => [each.script(world), each.later?.(world) ?? '']),
        ...injections.flatMap((each) => [each.obey(world), ...Object.values(carried(each))]),
      ];
      const values = [...world.secrets.values()];
      expect(new Set(values).size).toBe(values.length);
      expect(texts.filter((text) => values.some((value) => text.includes(value)))).toEqual([]);
      expect(texts.filter((text) => text.includes(`proved-${world.nonce}`))).toEqual([]);
    } finally {
      await world.close();
    }
  });

  test(
    'stay quiet where an agent did nothing but its work',
    async () => {
      expect(await falseAlarms([...escapes, ...injections])).toEqual([]);
    },
    slowMs,
  );

  test(
    'take hold where nothing guards: one escape of every group',
    async () => {
      const chosen = groups.flatMap((group) => escapes.filter((each) => each.group === group).slice(0, 1));
      expect(await toothless(chosen)).toEqual([]);
    },
    slowMs,
  );

  test(
    'take hold where nothing guards: one injection of every place',
    async () => {
      const chosen = places.flatMap((where) => injections.filter((each) => each.where === where));
      const provable = chosen.filter((each) => each.unprovable === undefined);
      const first = places.flatMap((where) => provable.filter((each) => each.where === where).slice(0, 1));
      expect(await toothless(first)).toEqual([]);
    },
    slowMs,
  );

  test(
    'let ordinary work through where nothing guards',
    async () => {
      expect(await undone(tasks.slice(0, 2))).toEqual([]);
    },
    slowMs,
  );
});
