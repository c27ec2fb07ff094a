import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aTask,
  aTicket,
  analysisAnswer,
  answered,
  drive,
  evidenceOf,
  failing,
  probesAnswer,
  testCheck,
} from '../../../test/support/core.ts';
import { must, openGates } from '../../core/run.ts';
import type { Strayed } from '../../core/stages/widening.ts';
import { summarise } from '../../views/run/summarise.ts';
import { answerText, choicesAt, gateText, optionTitle } from './gate-texts.ts';
import { gateCommands } from './next.ts';

const questionText = [
  '# Question',
  '',
  'Which parser?',
  '',
  '## Option 1: Ours',
  '',
  '## Option 2: Theirs (recommended)',
].join('\n');

const toldOfStray = (reason: 'fence-breach' | 'replan-asked', left: Partial<Strayed>): readonly string[] => {
  const driver = drive().to('implementation');
  const strayed = { why: 'why', ...left };
  driver.perform('attempt', 'a', failing(reason, { paths: ['src/near.ts'], strayed }));
  const [gate] = openGates(driver.run());
  if (gate === undefined) throw new Error('a gate is open');
  const after = choicesAt('widen-scope', gate.subject, gate.strays).map((choice) => choice.after);
  return [gateText(driver.run(), gate, 'The helper lives there.'), ...after];
};

describe('what a person reads at a gate', () => {
  test('is the plan, its scope and what it may still take', () => {
    const driver = drive({ plans: [aPlan([aTask('greet'), aTask('shout')])] });
    driver.go((run) => run.gates.length > 0);
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a plan gate is open');
    expect(gateText(driver.run(), gate, '# Plan\n\nDo \u001b[31mthis\u001b[0m.\n')).toMatchInlineSnapshot(`
      "
      Run r1 waits for you: the plan gate.

      # Plan

      Do this.

      Scope: 2 tasks, 2 files, tier TRIVIAL.
      Estimate: 5 to 10 launches (a guess: no run has ended here yet); 38 launches left in the budget.
      "
    `);
  });

  test('is what is left by the runs seen here, and that the plan grows', () => {
    const plan = aPlan([aTask('greet'), aTask('shout'), aTask('sing')]);
    const driver = drive({ plans: [plan] }).go((run) => run.gates.length > 0);
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a plan gate is open');
    const run = { ...driver.run(), lineage: { revision: 3, first: { tasks: 1, files: 1 } } };
    const seen = [summarise(drive().go().run(), 1)];
    const text = gateText(run, gate, undefined, seen);
    expect(text).toContain('Scope: 3 tasks, 3 files, tier SMALL, version 3.');
    expect(text).toContain(
      'The plan has grown from 1 task and 1 file in its first version to 3 tasks and 3 files',
    );
    expect(text).toContain('Estimate: 6 launches, ');
    expect(text).toContain('(from 1 run here, which says little)');
  });

  test('is every script that would run where nothing contains it, and that the run goes on without', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a gate is open');
    const text = gateText(driver.run(), gate, '# Probes\n\nrm -rf \u202E/\n');
    expect(text).toContain('waits for you: the leave to run scripts of the investigator.');
    expect(text).toContain('rm -rf \\u{202e}/');
    expect(text).toContain(
      'Agents are open here, so that nothing keeps a script from your files and the network.',
    );
    expect(choicesAt('probe', gate.subject).map(({ key, after }) => `${key}: ${after}`)).toEqual([
      'a: the scripts run, and the investigator is told what they print',
      'r: the run goes on without them, and the investigator reads your words',
      'j: the run goes on without them',
      'q: decide later',
    ]);
  });

  test('is which files a task needs beyond its own, why, and what a no means', () => {
    const work = { commit: 'w', tree: 't', parent: 'c0', files: 2 };
    const [done, taken, , dropped] = toldOfStray('fence-breach', { work });
    expect(done).toContain('The helper lives there.');
    expect(done).toContain('Task a touched files that are not its own: src/near.ts.');
    expect([taken, dropped]).toEqual([
      'the work is taken in as it is, files and all',
      'the work is dropped, and that counts as a failed try of the task',
    ]);
    const [asked, may, , again] = toldOfStray('replan-asked', {});
    expect(asked).toContain('Task a says that it cannot be done without: src/near.ts.');
    expect([may, again]).toEqual([
      'the task may touch them',
      'the task is planned again, as far as rounds are left for that',
    ]);
    expect(choicesAt('widen-scope', 'a').map(({ after }) => after)).toContain('the run is blocked');
  });

  test('is why it is asked, where the run should ask about no plan', () => {
    const policy = { gates: { plan: false } };
    const driver = drive({ plans: [aPlan([aTask('greet')], { grants: ['go.sum'] })], policy });
    driver.go((run) => run.gates.length > 0);
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a plan gate is open');
    expect(gateText(driver.run(), gate, undefined)).toContain(
      'This run asks about no plan, but for this one: it wants leave to touch what is protected or what checks the change (go.sum)',
    );
  });

  test('is which check found no test, and where to look', () => {
    const driver = drive({
      script: (effect) =>
        effect.kind === 'check' && effect.subject !== 'baseline'
          ? {
              type: 'done',
              kind: 'check',
              result: {
                evidence: effect.input.checks.map((spec) => ({
                  ...evidenceOf(spec, effect.input.tree, 'FAIL'),
                  because: 'no-tests',
                })),
              },
            }
          : undefined,
    });
    driver.go((run) => run.gates.some((gate) => gate.kind === 'waiver'));
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a waiver gate is open');
    const text = gateText(driver.run(), gate, undefined);
    expect(text).toContain('The check test found no test to run');
    expect(text).toContain('slipway diff r1 --task a');
  });

  test('is that the test which should show the bug was not run, where no runner picked it up', () => {
    const reproduction = { commit: 'r', tree: 't', path: 'spec/bug.js', blob: 'bug' };
    const textWith = (unrun: object): string => {
      const driver = drive({
        ticket: { ...aTicket, type: 'bugfix', workType: 'fix' },
        policy: { reproduction: 'require' },
        script: (effect) => {
          if (effect.subject === 'investigator') return answered(analysisAnswer({ reproduction }));
          if (effect.kind !== 'check' || effect.subject !== 'reproduction') return undefined;
          return {
            type: 'done',
            kind: 'check',
            result: { evidence: [evidenceOf(testCheck, 't')], ...unrun },
          };
        },
      }).go((run) => openGates(run).length > 0);
      const [gate] = openGates(driver.run());
      return gate === undefined ? '' : gateText(driver.run(), gate, undefined);
    };
    expect(textWith({ unrun: 'why' })).toContain('was not run: no runner picked up spec/bug.js.');
    expect(textWith({})).toContain('no test could show it. The analysis says why.');
  });

  test('is what keeps the base from being checked, and every way on', () => {
    const driver = drive({
      script: (effect) =>
        effect.kind === 'check'
          ? {
              type: 'done',
              kind: 'check',
              result: {
                evidence: [{ ...evidenceOf(testCheck, effect.input.tree, 'FAIL'), exit: 127 }],
                told: 'words',
              },
            }
          : undefined,
    });
    driver.go((run) => openGates(run).length > 0);
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a waiver gate is open');
    const text = gateText(driver.run(), gate, 'Test starts a program that is not there: npm test');
    expect(text).toContain('the waiver gate (the base commit cannot be checked)');
    expect(text).toContain('Test starts a program that is not there: npm test');
    expect(text).toContain('cannot be checked: test starts a program that is not there (exit 127).');
    expect(text.match(/slipway checks r1 \S+ '\.\.\.'/g)).toEqual(["slipway checks r1 --test '...'"]);
    expect(choicesAt('waiver', gate.subject).map(({ key }) => key)).toEqual(['c', 'a', 'j', 'q']);
    const open = { gate: gate.id, kind: gate.kind, subject: gate.subject, digest: gate.digest };
    expect(gateCommands('r1', open, [open]).map(({ command }) => command)).toEqual(
      expect.arrayContaining(["slipway checks r1 --test '...'", 'slipway checks r1']),
    );
  });

  test('is where the change destroys what, safe for a terminal, and that exactly this would pass', () => {
    const findings = Array.from({ length: 12 }, (_, n) => ({
      kind: 'data-deleted' as const,
      file: `db/\u001B[31m${n}.sql`,
      line: 3,
      what: 'DROP users',
    }));
    const driver = drive({
      script: (effect) =>
        effect.kind === 'compare'
          ? {
              type: 'done',
              kind: 'compare',
              result: { tree: effect.input.tree, destroyed: { findings, blob: 'destroys' } },
            }
          : undefined,
    }).to('evaluation');
    driver.perform('check');
    driver.perform('compare');
    const gate = must(openGates(driver.run())[0], 'the destructive gate is open');
    const text = gateText(driver.run(), gate, undefined);
    expect(text).toContain('waits for you: the leave for what the change destroys.');
    expect(text).toContain('0.sql:3: DROP users\n');
    expect(text).toContain('  and 2 more\n');
    expect(text).toContain('Approving lets exactly this pass');
    expect(text).not.toContain('\u001B');
    expect(choicesAt('destructive', gate.subject).map(({ key }) => key)).toEqual(['a', 'r', 'j', 'q']);
  });

  test('is the cap that was reached and what a number means', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } });
    driver.go((run) => run.gates.length > 0);
    const [gate] = openGates(driver.run());
    if (gate === undefined) throw new Error('a budget gate is open');
    expect(gateText(driver.run(), gate, undefined)).toMatchInlineSnapshot(`
      "
      Run r1 waits for you: the budget gate (launches).

      Spent so far: 1 launch of unknown cost, 1 launch. The cap is 1 launch.
      A number instead of a letter is the new cap, in launches.
      "
    `);
  });
});

describe('an answer to a question', () => {
  test('spells out the option that was chosen', () => {
    expect(optionTitle(questionText, 2)).toBe('Theirs');
    expect(answerText(questionText, 2, undefined)).toBe('Option 2: Theirs');
    expect(answerText(questionText, 1, 'but keep it small')).toBe('Option 1: Ours\n\nbut keep it small');
  });

  test('is the person’s words where no option is meant', () => {
    expect(answerText(questionText, undefined, 'neither')).toBe('neither');
  });
});
