import { describe, expect, test } from 'vitest';
import type { Driver, Options } from '../../../test/support/core.ts';
import {
  aPolicy,
  aProbe,
  answered,
  drive,
  dueNow,
  failing,
  probesAnswer,
  saying,
  testCheck,
} from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';
import { policyRows } from '../policy-keys.ts';
import { probeMsOf, probesOf } from '../policy.ts';
import { openGates } from '../run.ts';

const setup = { ...testCheck, name: 'setup', kind: 'setup' as const };
const build = { ...testCheck, name: 'build', kind: 'build' as const };

/** A run whose investigator is due; contained, unless it says otherwise. */
function analysing(options: Options = {}): Driver {
  return drive({ level: 'contained', ...options }).to('analysis');
}

function probingIn(options: Options = {}): Driver {
  const driver = analysing(options);
  driver.perform('ask', 'investigator', answered(probesAnswer()));
  return driver;
}

function askDue(driver: Driver): Effect<'ask'> | undefined {
  return effectsDue(driver.run()).find((effect): effect is Effect<'ask'> => effect.kind === 'ask');
}

const inputsDue = (driver: Driver) =>
  (askDue(driver)?.input.inputs ?? []).map(({ name, blob }) => [name, blob]);
const line = '2/ask/investigator/probe';

describe('probes of the investigator [P1]', () => {
  test('run where they are contained, and the investigator is asked again with what they printed', () => {
    const driver = analysing({ checks: [setup, build, testCheck] });
    expect(askDue(driver)?.input.probe).toBe(true);
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    expect(askDue(driver)).toBeUndefined();
    expect(openGates(driver.run())).toEqual([]);
    const effect = driver.begin('run-probes');
    expect(effect).toMatchObject({
      subject: 'investigator',
      line,
      input: { commit: 'c0', probes: [aProbe], checks: [setup, build], timeMs: 60_000 },
    });
    expect(effect.input).not.toHaveProperty('leave');
    driver.end(effect);
    expect(askDue(driver)?.input).toMatchObject({ role: 'investigator', ordinal: 1 });
    expect(inputsDue(driver).slice(-2)).toEqual([
      ['probes you asked for', 'scripts'],
      ['what became of your probes', `printed ${effect.key}`],
    ]);
    expect(driver.go().run()).toMatchObject({
      ended: 'completed',
      failures: {},
      probes: [{ line, probed: { ran: [{ name: 'how long', exit: 0 }] } }],
    });
  });

  test('are offered once a visit: the second time they are a malformed answer (PROBING-1)', () => {
    const driver = probingIn();
    driver.perform('run-probes');
    expect(askDue(driver)?.input.probe).toBeUndefined();
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    expect(driver.run().probes).toHaveLength(1);
    expect(driver.run().failures).toEqual({ '2/ask/investigator': { malformed: 1 } });
  });

  test('may be asked for again in a later visit, whose results are its own', () => {
    const driver = analysing();
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    driver.perform('run-probes');
    driver.perform('ask', 'investigator', failing('disk-full'));
    driver.go((run) => run.blocked !== undefined);
    driver.retry();
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    const again = driver.begin('run-probes');
    driver.end(again);
    expect(driver.run().probes.map(({ probed }) => probed?.told)).toEqual([
      'printed main/2/run-probes/investigator/1',
      `printed ${again.key}`,
    ]);
  });

  test.each([
    ['none', []],
    ['four', [aProbe, aProbe, aProbe, aProbe]],
  ])('that are %s are no answer (PROBING-1)', (_name, probes) => {
    const driver = analysing();
    driver.perform('ask', 'investigator', answered(probesAnswer(probes)));
    expect(driver.run()).toMatchObject({
      probes: [],
      failures: { '2/ask/investigator': { malformed: 1 } },
    });
  });

  test.each([
    ['off', 'contained', true, false],
    ['contained', 'contained', false, true],
    ['contained', 'open', true, false],
    ['ask', 'contained', false, true],
    ['ask', 'fenced', true, true],
    ['ask', 'open', true, true],
    ['ask', 'open', false, false],
  ] as const)('policy %s, level %s, with people to ask %s: offered %s', (probes, level, plan, offered) => {
    const driver = analysing({ level, policy: { probes, gates: { plan } } });
    expect(askDue(driver)?.input.probe).toBe(offered ? true : undefined);
  });

  test('of nobody but the investigator are an answer', () => {
    const driver = analysing().to('planning');
    driver.perform('ask', 'planner', answered(probesAnswer()));
    expect(driver.run()).toMatchObject({ probes: [], failures: { '3/ask/planner': { malformed: 1 } } });
  });

  test('that were stopped run again, under another key', () => {
    const driver = probingIn();
    driver.perform('run-probes', 'investigator', { type: 'stopped' });
    expect(driver.begin('run-probes').n).toBe(2);
  });

  test('that cannot even be tried are given up, and the investigator reads why (PROBING-3)', () => {
    const driver = probingIn();
    driver.perform('run-probes', 'investigator', failing('disk-full', { detail: 'no room' }));
    expect(driver.events().at(-1)).toMatchObject({ type: 'failure.recorded', remedy: { type: 'warn' } });
    expect(inputsDue(driver)).toContainEqual(['what became of your probes', 'no room']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('are not there in a run of a version that did not have them', () => {
    const { probes: _probes, limits, ...older } = aPolicy();
    const { probeMs: _probeMs, ...others } = limits;
    expect(probesOf({ ...older, limits: others })).toBe('off');
    expect(probeMsOf({ ...older, limits: others })).toBe(policyRows.limits.probeMs.older);
  });
});

const below = (): Driver => probingIn({ level: 'open' });

describe('probes below contained [P1]', () => {
  test('wait for a person, who is shown exactly these scripts (PROBING-2)', () => {
    const driver = below();
    expect(dueNow(driver.run()).filter((due) => /ask|probe/.test(due))).toEqual([]);
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'probe', subject: 'investigator', digest: 'scripts', blob: 'scripts' },
    ]);
    driver.decide('probe');
    expect(driver.begin('run-probes').input).toMatchObject({ leave: 'given', probes: [aProbe] });
  });

  test.each([
    ['reject', undefined],
    ['revise', 'never run scripts here'],
  ] as const)('do not run where a person answers %s, and the run goes on (PROBING-3)', (answer, comment) => {
    const driver = below();
    driver.decide('probe', saying(answer, comment));
    const effect = driver.begin('run-probes');
    const words = comment === undefined ? {} : { comment };
    expect(effect.input).toEqual(expect.objectContaining({ leave: 'refused', ...words }));
    driver.end(effect);
    expect(driver.run().blocked).toBeUndefined();
    expect(inputsDue(driver)).toContainEqual(['what became of your probes', `printed ${effect.key}`]);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('of which the same were approved before need no second word; a no counts in its own visit', () => {
    const driver = below();
    driver.decide('probe', saying('reject'));
    driver.perform('run-probes');
    const again = (): void => {
      driver.perform('ask', 'investigator', failing('disk-full'));
      driver.go((run) => run.blocked !== undefined);
      driver.retry();
      driver.perform('ask', 'investigator', answered(probesAnswer()));
    };
    again();
    expect(openGates(driver.run())).toMatchObject([{ kind: 'probe' }]);
    driver.decide('probe');
    driver.perform('run-probes');
    again();
    expect(openGates(driver.run())).toEqual([]);
    expect(driver.begin('run-probes').input).toMatchObject({ leave: 'given' });
  });
});
