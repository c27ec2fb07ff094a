import { describe, expect, test } from 'vitest';
import { drawFrom, secretKinds } from '../../test/support/secrets.ts';
import { presetDetectors } from './preset.ts';
import { defaultRules } from './rules.ts';
import { createScreener } from './screen.ts';

const screener = createScreener();
const seeds = ['one', 'two', 'three', 'four', 'five'];
/** Prose, code, JSON, JSON inside JSON, a diff. */
const places: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `before\n${text}\nafter`,
  (text) => `Please look at ${text} today.`,
  (text) => JSON.stringify({ log: `first line\n${text}\nlast line` }),
  (text) => JSON.stringify({ line: JSON.stringify({ text: `one\n${text}\ntwo` }) }),
  (text) => `@@ -0,0 +1 @@\n${text.replaceAll(/^/gm, '+')}\n`,
];

describe('[I3] every kind of secret', () => {
  test('there are more than forty kinds, each with a name of its own', () => {
    expect(new Set(secretKinds.map(({ name }) => name)).size).toBe(secretKinds.length);
    expect(secretKinds.length).toBeGreaterThan(40);
  });

  test.each(secretKinds)('$name is not there any more, in any place', ({ name, rules, action, make }) => {
    for (const seed of seeds) {
      const { text, values } = make(drawFrom(`${name}/${seed}`));
      for (const place of places) {
        const placed = place(text);
        const kept = screener.redact(placed).text;
        for (const value of values) {
          expect(kept).not.toContain(value);
          expect(kept).not.toContain(JSON.stringify(value).slice(1, -1));
        }
        expect(screener.screen(placed).verdict).toBe(action === 'block' ? 'BLOCKED' : 'REDACTED');
        expect(screener.redact(kept).text).toBe(kept);
      }
      expect(
        screener.screen(`before\n${text}\nafter`).rules.filter((rule) => rules.includes(rule)),
      ).toHaveLength(1);
    }
  });

  test('every rule of ours names at least one of the kinds, or says why it has none', () => {
    const withoutKind = ['teams-webhook', 'xai-key', 'perplexity-key', 'circleci-token', 'fly-token'];
    const named = new Set(secretKinds.flatMap(({ rules }) => rules));
    const unnamed = new Set(defaultRules.map(({ id }) => id).filter((id) => !named.has(id)));
    expect([...unnamed].toSorted()).toEqual(withoutKind.toSorted());
  });

  test('every rule of the preset that is run finds an example of its own', () => {
    const made = secretKinds.flatMap(({ name, make }) =>
      seeds.map((seed) => make(drawFrom(`${name}/${seed}`)).text),
    );
    const texts = made;
    const idle = presetDetectors().filter(({ find }) => !texts.some((text) => find(text).length > 0));
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});
