import { describe, expect, test } from 'vitest';
import { analysisAnswer, answered, drive, failing, happy } from '../../test/support/core.ts';
import type { Outcome } from './effects.ts';
import type { RunEvent } from './events.ts';

const provenance = { agent: 'someone', transcript: 'what they printed' };

function endOf(outcome?: Outcome): Extract<RunEvent, { type: 'effect.ended' }> | undefined {
  const driver = drive().to('analysis');
  const events = driver.perform('ask', 'investigator', outcome);
  return events.find((event) => event.type === 'effect.ended');
}

describe('the end of a launch', () => {
  test('names the agent and its transcript when it answered', () => {
    expect(endOf()?.provenance).toEqual({ agent: 'scripted', transcript: 'transcript' });
  });

  test('names them when it failed and when it was stopped too', () => {
    expect(endOf(failing('agent-failed', { provenance }))?.provenance).toEqual(provenance);
    expect(endOf({ type: 'stopped', provenance })?.provenance).toEqual(provenance);
  });

  test('says what of the memory it was told', () => {
    expect(endOf(answered({ ...analysisAnswer(), facts: ['f-1'] }))?.provenance).toMatchObject({
      facts: ['f-1'],
    });
  });

  test('names nobody where nobody got to work', () => {
    expect(endOf(failing('agent-missing'))).not.toHaveProperty('provenance');
  });
});

describe('the level at which something worked', () => {
  test('is journaled with its end, and counted', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', { type: 'stopped', level: 'open' });
    driver.perform('ask', 'investigator', { type: 'stopped', level: 'open' });
    const failed = driver.perform('ask', 'investigator', failing('agent-failed', { level: 'contained' }));
    expect(failed.find((event) => event.type === 'effect.ended')).toMatchObject({ level: 'contained' });
    expect(driver.run().worked).toEqual({ agents: { contained: 1, open: 2 }, checks: {} });
  });

  test('of a check is told apart from that of an agent', () => {
    const driver = drive({
      script: (effect, run) => {
        const outcome = happy(run, effect);
        return effect.kind === 'check' ? { ...outcome, level: 'fenced' } : outcome;
      },
    }).to('completion');
    const { agents, checks } = driver.run().worked;
    expect(agents).toEqual({});
    expect(Object.keys(checks)).toEqual(['fenced']);
  });
});
