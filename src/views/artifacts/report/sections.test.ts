import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  aTicket,
  answered,
  drive,
  evidenceOf,
  probesAnswer,
  testCheck,
} from '../../../../test/support/core.ts';
import { checked, eventful, tell, textOf } from '../../../../test/support/told.ts';
import type { Effect } from '../../../core/effects.ts';
import type { TextOf } from '../artifacts.ts';
import { artifactsOf } from '../artifacts.ts';
import { axisOf } from './axis.ts';
import { workedOn } from './worked-on.ts';
import { markup } from './html.ts';
import { markdown } from './markdown.ts';

async function reportOf(driver: Driver, words: TextOf = textOf): Promise<string> {
  const artifacts = await artifactsOf(tell(driver.events()), words);
  return artifacts.find((artifact) => artifact.path === 'report.html')?.text ?? '';
}

const finished = await reportOf(eventful().go());

describe('a bar of the timeline', () => {
  const hour = 3_600_000;
  const span = { begunAt: 0, endedAt: 10 * hour };
  const evidence = [
    { ...evidenceOf(testCheck, 't'), ms: hour / 2 },
    { ...evidenceOf(testCheck, 't'), ms: hour / 2 },
  ];

  test.each([
    [
      'from beginning to end, as a rule',
      { ...span, charge: { agentMs: 10 * hour - 60_000 } },
      [0, 10 * hour],
    ],
    [
      'only while an agent worked, where Slipway was down before it heard',
      { ...span, charge: { agentMs: hour } },
      [0, hour],
    ],
    ['only while checks ran, which were begun anew', { ...span, evidence }, [9 * hour, 10 * hour]],
    ['a mark, where nobody knows when it was lost', { ...span, how: 'stopped' as const }, [0, 0]],
    ['whole, where nothing tells more', { ...span, how: 'done' as const }, [0, 10 * hour]],
    [
      'whole, where an earlier run stands for checks',
      { ...span, evidence: [{ ...evidenceOf(testCheck, 't'), reused: true as const }] },
      [0, 10 * hour],
    ],
    ['up to now, while it is under way', { begunAt: 0, charge: { agentMs: 1 } }, [0, 11 * hour]],
  ] as const)('is drawn %s', (_name, given, [from, to]) => {
    expect(workedOn(given, 11 * hour)).toEqual({ from, to });
  });
});

describe('the report', () => {
  test('shows the scripts of probes and what became of them, or that they did not come to run', async () => {
    const driver = drive({ level: 'contained' }).to('analysis');
    driver.perform('ask', 'investigator', answered(probesAnswer()));
    expect(await reportOf(driver)).toContain('gave scripts that did not come to run.');
    driver.perform('run-probes');
    const report = await reportOf(driver);
    expect(report).toContain('Probed: how long (exit 0, 1.2 s).');
    expect(report).toContain('What became of them');
  });

  test('needs nothing but itself: no script, no link out, no image, and a policy that allows none', () => {
    expect(finished).toContain(`content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"`);
    expect(finished).not.toMatch(/<(?:script|link|img|iframe|object|embed|form|base|svg)\b/i);
    expect(finished).not.toMatch(/\b(?:src|action|srcset|on\w+)=/i);
    expect(finished).not.toMatch(/https?:|url\(|@import/i);
    expect([...finished.matchAll(/href="([^"]*)"/g)].every(([, to]) => to?.startsWith('#'))).toBe(true);
  });

  test('says what, how it stands, what it took and who decided', () => {
    const words = finished.replaceAll(/\s+/g, ' ');
    expect(words).toContain('<h1>Add a thing</h1>');
    expect(words).toContain('✓</span> Completed');
    expect(words).toContain('in 8 h 44 min: pull request 7 is merged.');
    expect(words).toContain('$0.70');
    expect(words).toContain('13 of unknown cost');
    expect(words).toContain('8 h waiting for people');
    expect(words).toContain('me <small>through cli, known by os</small>');
    expect(words).toContain('The agent ran out of time');
  });

  test('has one bar for every attempt, question to a role and run of the checks', () => {
    const events = eventful().go().events();
    const kinds: readonly Effect['kind'][] = ['ask', 'attempt', 'check'];
    const begun = events.filter(
      (event) => event.type === 'effect.begun' && kinds.includes(event.effect.kind),
    );
    expect(finished.match(/class="row"/g)).toHaveLength(begun.length);
  });

  test('names the agent that plays each role', () => {
    expect(finished).toContain('implementer (claude), attempt 2');
    expect(finished).toContain('reviewer (codex)');
  });

  test('ends with the head of the journal and how to verify it', () => {
    const last = eventful().go().events().length;
    expect(finished).toContain(`sha256:${String(last).padStart(64, '0')}`);
    expect(finished).toContain('slipway verify r1');
  });

  test('tells a person what is asked of them, and how to answer', async () => {
    const waiting = await reportOf(eventful().go((run) => run.gates.length > 0));
    expect(waiting).toContain('◐</span> Waiting');
    expect(waiting).toContain('slipway approve r1');
    expect(waiting).toContain('3 proposed');
    expect(waiting).toContain('<details open><summary>The plan in words');
    const stuck = await reportOf(
      eventful({
        script: (effect) =>
          effect.kind === 'check' && effect.subject === 'run' ? checked(effect, ['test']) : undefined,
      }).go(),
    );
    expect(stuck).toContain('✕</span> Blocked');
    expect(stuck).toContain('slipway retry r1');
  });

  test('shows what is still under way', async () => {
    const driver = eventful().to('implementation');
    driver.begin('attempt');
    expect(await reportOf(driver)).toContain('●</span> under way');
  });

  test('never lets text from outside become markup, wherever it comes from', async () => {
    const evil = `"><script>alert('x')</script><img src=x onerror=alert(1)>`;
    const driver = eventful({
      ticket: { ...aTicket, title: evil },
      plans: [aPlan([aTask('a', { title: evil, files: [`src/${evil}.ts`] })])],
    }).go();
    const report = await reportOf(driver, () =>
      Promise.resolve(`# ${evil}\n\n- ${evil}\n\n\`\`\`\n${evil}\n`),
    );
    expect(report).not.toMatch(/<script|<img/i);
    expect(report.split('&lt;script&gt;').length).toBeGreaterThan(8);
  });
});

describe('text in the page', () => {
  test('shows characters that hide or turn text around as a mark, and keeps those that people write', () => {
    expect(markup`${'a\u202eb\u200bc\u0000d\n\te 👩\u200d💻 é'}`.html).toBe(
      'a\ufffdb\ufffdc\ufffdd\n\te 👩\u200d💻 é',
    );
  });

  test('may be the Markdown of a plan', () => {
    expect(markdown('# A\n\nb `c<d` **e**\nf\n\n- g\n- h\n\n```\n<i>\n```\n').html).toBe(
      '<div class="prose"><h4>A</h4><p>b <code>c&lt;d</code> <strong>e</strong>\nf</p><ul><li>g</li><li>h</li></ul><pre>&lt;i&gt;</pre></div>',
    );
  });

  test('is read to its end whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('```', '# a', '- b', '', 'c', '~~~', '  ', '1. d', '**', '`')),
        (lines) => {
          expect(markdown(lines.join('\n')).html).toMatch(/^<div class="prose">.*<\/div>$/s);
        },
      ),
    );
  });
});

describe('the time axis', () => {
  const bar = fc.tuple(fc.nat(1_000_000), fc.nat(10_000)).map(([from, ms]) => ({ from, to: from + ms }));

  test('keeps the order of times, from 0 to 100 percent', () => {
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1, maxLength: 20 }), (bars) => {
        const { at } = axisOf(bars);
        const times = bars.flatMap(({ from, to }) => [from, to]).toSorted((a, b) => a - b);
        const places = times.map(at);
        expect(places.every((place) => place >= 0 && place <= 100.0001)).toBe(true);
        expect(places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0) - 1e-6)).toBe(
          true,
        );
      }),
    );
  });

  test('draws a long wait short, and says how long it was', () => {
    const { at, gaps } = axisOf([
      { from: 0, to: 100 },
      { from: 1_000_100, to: 1_000_200 },
    ]);
    expect(gaps).toEqual([{ from: at(100), to: at(1_000_100), ms: 1_000_000 }]);
    expect(at(100)).toBeCloseTo(48.5);
    expect(at(1_000_100)).toBeCloseTo(51.5);
  });
});
