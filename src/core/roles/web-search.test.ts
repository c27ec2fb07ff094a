import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import { answered, drive, dueNow, failing, searchAnswer, unclear } from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';

const place = { searxng: 'http://127.0.0.1:8888/' };

/** A run that may search, in the stage that is asked for. */
function searchingIn(stage: 'intake' | 'analysis' | 'planning', options: Options = {}): Driver {
  const driver = drive({ policy: { search: place }, ...options });
  if (stage !== 'intake') return driver.to(stage);
  for (const kind of ['reserve', 'fetch-ticket', 'survey'] as const) driver.perform(kind);
  return driver;
}

function askDue(driver: Driver): Effect<'ask'> | undefined {
  return effectsDue(driver.run()).find((effect): effect is Effect<'ask'> => effect.kind === 'ask');
}

const inputsDue = (driver: Driver) =>
  (askDue(driver)?.input.inputs ?? []).map(({ name, blob }) => [name, blob]);

describe('a search on the web [C6]', () => {
  test.each([
    ['intake', 'interpreter'],
    ['analysis', 'investigator'],
    ['planning', 'planner'],
  ] as const)('in %s the %s may ask for one, and is asked again with what was found', (stage, role) => {
    const driver = searchingIn(stage, { ticket: unclear });
    driver.perform('ask', role, answered(searchAnswer('queries', 1)));
    expect(dueNow(driver.run())).toContain(`search ${role}`);
    expect(askDue(driver)).toBeUndefined();
    const search = driver.begin('search');
    expect(search.input).toEqual({ queries: 'queries', refused: 1 });
    driver.end(search);
    expect(askDue(driver)?.input).toMatchObject({ role, ordinal: 1 });
    expect(inputsDue(driver)).toContainEqual(['web search', `found ${search.key}`]);
    if (stage === 'analysis') driver.perform('check', 'baseline');
    driver.perform('ask', role);
    expect(driver.run()).toMatchObject({ failures: {}, questions: [], searches: [{ role, refused: 1 }] });
    expect(driver.go((run) => run.visit.stage !== stage).run().visit.stage).not.toBe(stage);
  });

  test('is not offered where nobody configured a place for it, and is then no answer', () => {
    const driver = drive().to('planning');
    expect(askDue(driver)?.input.search).toBeUndefined();
    driver.perform('ask', 'planner', answered(searchAnswer()));
    expect(driver.run().searches).toEqual([]);
    expect(driver.run().failures).toEqual({ '3/ask/planner': { malformed: 1 } });
  });

  test('is offered once a line: the second time it is a malformed answer', () => {
    const driver = searchingIn('planning');
    expect(askDue(driver)?.input.search).toBe(true);
    driver.perform('ask', 'planner', answered(searchAnswer()));
    driver.perform('search');
    expect(askDue(driver)?.input.search).toBeUndefined();
    driver.perform('ask', 'planner', answered(searchAnswer()));
    expect(driver.run().searches).toHaveLength(1);
    expect(driver.run().failures).toEqual({ '3/ask/planner': { malformed: 1 } });
  });

  test('answers the role that asked, and no other', () => {
    const driver = searchingIn('analysis');
    driver.perform('ask', 'investigator', answered(searchAnswer('first')));
    driver.perform('search');
    driver.to('planning');
    driver.perform('ask', 'planner', answered(searchAnswer('second')));
    const before = driver.run().searches[0]?.results;
    const search = driver.begin('search');
    driver.end(search);
    expect(driver.run().searches.map((item) => item.results)).toEqual([before, `found ${search.key}`]);
  });

  test('is not for those who judge', () => {
    const driver = searchingIn('planning', { policy: { search: place } }).to('review');
    expect(askDue(driver)?.input).toMatchObject({ role: 'reviewer' });
    expect(askDue(driver)?.input.search).toBeUndefined();
  });

  test('that was stopped is made again', () => {
    const driver = searchingIn('planning');
    driver.perform('ask', 'planner', answered(searchAnswer()));
    driver.perform('search', 'planner', { type: 'stopped' });
    expect(driver.begin('search').n).toBe(2);
  });

  test('that cannot even be tried is given up, and the role is asked again with the reason', () => {
    const driver = searchingIn('planning');
    driver.perform('ask', 'planner', answered(searchAnswer()));
    driver.perform('search', 'planner', failing('disk-full', { detail: 'no room' }));
    expect(driver.events().at(-1)).toMatchObject({ type: 'failure.recorded', remedy: { type: 'warn' } });
    expect(inputsDue(driver)).toContainEqual(['web search', 'no room']);
    expect(driver.go().run().ended).toBe('completed');
  });
});
