import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import { aPlan, aTask, drive, failing, saying } from '../../../test/support/core.ts';
import { styleOf } from '../../app/words/style.ts';
import { widthOf } from '../../app/words/columns.ts';
import { renderProgress } from './render.ts';
import type { Tracked } from '../../app/watching/track.ts';
import { track } from '../../app/watching/track.ts';

/** Local noon, so that the time of day reads the same in every time zone. */
const noon = new Date(2026, 0, 2, 12, 0, 0).getTime();
const second = 1_000;

const twoTasks = aPlan([aTask('greet'), aTask('shout')]);
const chain = aPlan([aTask('greet'), aTask('shout', { dependsOn: ['greet'] })]);

/** Every event a second after the one before. */
function trackedOf(driver: Driver): Tracked {
  let tracked: Tracked | undefined;
  for (const [index, event] of driver.events().entries()) {
    tracked = track(tracked, { event, at: noon + index * second, seq: index + 1 });
  }
  if (tracked === undefined) throw new Error('a driven run has events');
  return tracked;
}

function shown(driver: Driver, size: { readonly width?: number; readonly height?: number } = {}): string {
  const tracked = trackedOf(driver);
  const now = noon + (driver.events().length + 2) * second;
  const { width = 90, height = 30 } = size;
  return renderProgress(tracked, { width, height, style: styleOf(false), now });
}

describe('what is drawn', () => {
  test('before anything is at work', () => {
    expect(shown(drive())).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                        3 s
      ◐○○○○○○○○○○○  intake (stage 1 of 12)
      spent nothing · 0 of 40 launches
      12:00:00  run r1 started: Add a thing"
    `);
  });

  test('while a role answers', () => {
    const driver = drive().to('planning');
    driver.begin('ask', 'planner');
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       20 s
      ●●◐○○○○○○○○○  planning (stage 3 of 12)
        ◐ the planner is at work, 3 s
      spent 1 launch of unknown cost · 2 of 40 launches
      12:00:17  planning: the planner is at work"
    `);
  });

  test('while two tasks are at work', () => {
    const driver = drive({ plans: [twoTasks] }).to('implementation');
    driver.begin('attempt', 'greet');
    driver.begin('attempt', 'shout');
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       30 s
      ●●●●●◐○○○○○○  implementation (stage 6 of 12)
        ◐ greet  task greet                                             at work, 4 s
        ◐ shout  task shout                                             at work, 3 s
      spent 2 launches of unknown cost · 4 of 40 launches
      12:00:27  implementation: task shout, attempt 1 began"
    `);
  });

  test('while a task is tried again and another waits for it', () => {
    const driver = drive({ plans: [chain] }).to('implementation');
    driver.perform('attempt', 'greet', failing('no-change'));
    driver.begin('attempt', 'greet');
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       32 s
      ●●●●●◐○○○○○○  implementation (stage 6 of 12)
        ◐ greet  task greet                                             attempt 2 at work, 3 s
        ○ shout  task shout                                             after greet
      spent 3 launches of unknown cost · 4 of 40 launches
      12:00:29  implementation: task greet, attempt 2 began"
    `);
  });

  test('while a person is awaited, with the command that answers', () => {
    const driver = drive().go((run) => run.gates.length > 0);
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       24 s
      ●●●●◐○○○○○○○  plan-review (stage 5 of 12)
      spent 2 launches of unknown cost · 2 of 40 launches
      waits for you: the plan gate: slipway approve r1 --seen 3c1ed0514d
      12:00:21  plan-review: waits for you: the plan gate (g1)"
    `);
  });

  test('while a quota is awaited, with whose it is and how long that still is', () => {
    const driver = drive().to('planning');
    const untilMs = noon + 12 * 60 * second + 30 * second;
    const provenance = { agent: 'claude', transcript: 't' };
    driver.perform('ask', 'planner', failing('quota', { resetsAt: untilMs, provenance }));
    driver.begin('wait-until');
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       23 s
      ●●◐○○○○○○○○○  planning (stage 3 of 12)
      spent 2 launches of unknown cost · 2 of 40 launches
      the planner waits for the quota of claude until 12:12, 12 min left
      12:00:20  planning: waits for the quota until 12:12"
    `);
  });

  test('while a task waits before it is tried again', () => {
    const driver = drive({ plans: [twoTasks] }).to('implementation');
    driver.perform('attempt', 'greet', failing('network'));
    driver.begin('wait-until');
    driver.begin('attempt', 'shout');
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       33 s
      ●●●●●◐○○○○○○  implementation (stage 6 of 12)
        ○ greet  task greet                                             attempt 2 after a wait
        ◐ shout  task shout                                             at work, 3 s
      spent 3 launches of unknown cost · 4 of 40 launches
      task greet waits until 12:00:30 before it is tried again (network), any moment now
      12:00:30  implementation: task shout, attempt 1 began"
    `);
  });

  test('when the run is blocked, with the reason', () => {
    const driver = drive({ person: () => saying('reject') }).go();
    expect(shown(driver)).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                       30 s
      ●●●●◐○○○○○○○  plan-review (stage 5 of 12)
      spent 2 launches of unknown cost · 2 of 40 launches
      blocked: a person said no at a gate
      12:00:25  blocked in plan-review: a person said no at a gate: the plan gate (g1)"
    `);
  });

  test('when the run is completed', () => {
    expect(shown(drive({ plans: [twoTasks] }).go())).toMatchInlineSnapshot(`
      "r1  Add a thing                                                                 1 min 55 s
      ●●●●●●●●●●●●  completed
        ● greet  task greet                                             integrated
        ● shout  task shout                                             integrated
      spent $0.20 + 5 launches of unknown cost · 7 of 40 launches
      12:01:50  completed"
    `);
  });

  test('says about how long it takes once an attempt and a check were seen to end', () => {
    const driver = drive({ plans: [chain] }).to('implementation');
    expect(shown(driver)).not.toContain('left');
    driver.go((run) => run.tasks[0]?.at === 'integrated');
    expect(shown(driver)).toContain('about 10 s left · spent');
  });
});

describe('what is drawn stays', () => {
  const many = aPlan(
    Array.from({ length: 10 }, (_, index) => aTask(`task-${index}`, { title: '長い題名 '.repeat(30) })),
  );

  test.each([200, 90, 60, 40, 20])('within %i columns', (width) => {
    const driver = drive({ plans: [many] }).to('implementation');
    driver.begin('attempt', 'task-0');
    const lines = shown(driver, { width }).split('\n');
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
  });

  test('within the height, and what is done goes first', () => {
    const driver = drive({ plans: [many] }).to('implementation');
    driver.go((run) => run.tasks[3]?.at === 'integrated');
    const lines = shown(driver, { height: 10 }).split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.filter((line) => line.includes('integrated'))).toEqual([
      expect.stringMatching(/^ {2}… 4 tasks integrated, \d more$/),
      expect.stringContaining('task-3 integrated'),
    ]);
  });

  test('in one piece, whatever a title tries', () => {
    const nasty = aPlan([aTask('one', { title: 'a\u001b[2Jb\nc\u202ed\u0007' })]);
    const driver = drive({ plans: [nasty] }).to('implementation');
    const text = shown(driver);
    expect(text.split('\n')).toHaveLength(5);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u);
  });
});
