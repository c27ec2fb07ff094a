import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { InTurn, TurnsByKey } from './in-turn.ts';

test('work takes turns in the order it was asked for, however long each takes', async () => {
  const turns = new InTurn();
  const told: string[] = [];
  const work = (name: string, steps: number) => async (): Promise<string> => {
    told.push(`${name} begins`);
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    told.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([turns.take(work('slow', 20)), turns.take(work('quick', 0))]);
  expect(answers).toEqual(['slow', 'quick']);
  expect(told).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
});

test('what goes wrong in a turn is heard by who asked for it, and by nobody else', async () => {
  const turns = new InTurn();
  const wrong = turns.take(() => Promise.reject(new Error('it broke')));
  const right = turns.take(() => Promise.resolve('done'));
  await expect(wrong).rejects.toThrow('it broke');
  expect(await right).toBe('done');
});

test('each key has a line of its own', async () => {
  const turns = new TurnsByKey();
  const told: string[] = [];
  const door = new EventEmitter();
  const held = turns.take('a', () => once(door, 'opens'));
  const behind = turns.take('a', async () => void told.push('behind'));
  await turns.take('b', async () => void told.push('beside'));
  expect(told).toEqual(['beside']);
  door.emit('opens');
  await Promise.all([held, behind]);
  await turns.take('a', async () => void told.push('later'));
  expect(told).toEqual(['beside', 'behind', 'later']);
});
