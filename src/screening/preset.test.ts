import { describe, expect, test } from 'vitest';
import { allowed, isAllowed } from './allowed.ts';
import { presetDetectors } from './preset.ts';
import { defaultRules } from './rules.ts';
import type { Detector } from './scan.ts';
import { compileScanner } from './scan.ts';
import { createScreener } from './screen.ts';
import { drawFrom, secretKinds } from '../../test/support/secrets.ts';

const draw = drawFrom('preset');
const idle = [{ id: 'idle', action: 'redact', pattern: 'no such text' }] as const;
/** Nothing but the rules of the preset. */
const preset = createScreener({ rules: idle });

describe("secretlint's rules", () => {
  test('are twenty and more, and run without being awaited', () => {
    expect(presetDetectors().length).toBeGreaterThan(20);
    expect(preset.screen(`see ${['gh', 'p_', draw.letters(36)].join('')} here`)).toMatchObject({
      verdict: 'REDACTED',
      text: { text: 'see [REDACTED:secretlint-github] here' },
    });
  });

  test('cannot be switched off by a comment in the text', () => {
    const token = ['gh', 'p_', draw.letters(36)].join('');
    const text = `<!-- secretlint-disable -->\n${token}\n${token} // secretlint-disable-line\n`;
    expect(preset.redact(text).text).not.toContain(token);
  });

  test('replace the value where their range stands beside it', () => {
    const key = draw.letters(40);
    expect(preset.redact(`AWS_SECRET_ACCESS_KEY=${key} # ours`).text).toBe(
      'AWS_SECRET_ACCESS_KEY=[REDACTED:secretlint-aws] # ours',
    );
    const login = draw.letters(40);
    expect(preset.redact(`https://${login}:x-oauth-basic@github.com/o/r`).text).not.toContain(login);
  });

  test('say nothing of the password that every example of an address has', () => {
    const addresses = ['http://user:pass@example.com:123/x', 'http://user%3Apass%40example.com/'];
    for (const address of addresses) expect(preset.screen(`see ${address} there`).verdict).toBe('CLEAN');
  });

  test('leave what people need to read around a value', () => {
    const word = draw.letters(12);
    expect(preset.redact(`mongodb://app:${word}@db.corp.example:27017/main?tls=true`).text).toBe(
      'mongodb://app:[REDACTED:secretlint-database-connection-string]@db.corp.example:27017/main?tls=true',
    );
    expect(preset.redact(`https://deploy:${word}@git.corp.example/x`).text).toBe(
      'https://deploy:[REDACTED:secretlint-basicauth]@git.corp.example/x',
    );
    expect(preset.redact(`https://hooks.slack.com/services/T0AB/B0CD/${word}`).text).toBe(
      'https://hooks.slack.com/services/[REDACTED:secretlint-slack]',
    );
  });

  test.each<readonly [string, () => readonly Detector[]]>([
    ['do not load', () => fail()],
    ['fail on a text', () => [{ id: 'odd', find: () => fail() }]],
  ])('close the screener when they %s', (_name, detectors) => {
    const screener = createScreener({ detectors });
    const result = screener.screen('a harmless text');
    expect(result.verdict).toBe('BLOCKED');
    expect(screener.redact('a harmless text').text).toMatch(
      /^\[REDACTED:(?:broken-rules|screening-failed)\]$/,
    );
  });
});

describe('looking at a block of lines first', () => {
  test('leaves out no rule that hits one of its lines (SCAN-3)', () => {
    const scanner = compileScanner(defaultRules, presetDetectors(), ['a-known-value']);
    const lines = secretKinds.flatMap(({ name, make }) => make(drawFrom(name)).text.split('\n'));
    const block = ['a-known-value', ...lines].join('\n');
    const here = scanner?.within(block);
    for (const line of ['a-known-value', ...lines]) expect(here?.find(line)).toEqual(scanner?.find(line));
    expect(here?.find(block).length).toBeGreaterThan(secretKinds.length);
  });

  test('keeps each line to itself, whatever stands in the lines around it', () => {
    const lines = secretKinds.flatMap(({ name, make, action }) =>
      action === 'block' ? [] : [make(drawFrom(name)).text],
    );
    const screener = createScreener();
    const alone = lines.map((line) => screener.redact(line).text);
    const joined = ['token:', 'password =', 'secret', '"', ''].flatMap((line) => [line, ...lines]);
    const expected = ['token:', 'password =', 'secret', '"', ''].flatMap((line) => [line, ...alone]);
    expect(screener.redact(joined.join('\n')).text).toBe(expected.join('\n'));
  });
});

describe('the list of published examples', () => {
  test('names values by their digest and says why each is harmless', () => {
    for (const { sha256, why } of allowed) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(why.length).toBeGreaterThan(20);
    }
    expect(new Set(allowed.map(({ sha256 }) => sha256)).size).toBe(allowed.length);
  });

  test('opens nothing for a value that is like one of them', () => {
    const example = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');
    expect(isAllowed(example)).toBe(true);
    const screener = createScreener();
    expect(screener.screen(`the id is ${example}.`).verdict).toBe('CLEAN');
    expect(screener.screen(`the id is ${example.replace('7', '8')}.`).verdict).toBe('REDACTED');
    expect(screener.screen(`${example}${['gh', 'p_', draw.letters(36)].join('')}`).verdict).toBe('REDACTED');
  });
});

function fail(): never {
  throw new Error('broken');
}
