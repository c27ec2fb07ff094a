import { describe, expect, test } from 'vitest';
import { analysisAnswer, answered, drive, failing } from '../../test/support/core.ts';
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
