import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultRules } from './rules.ts';
import { createScreener } from './screen.ts';
import type { Screener } from './screened.ts';

// Planted secrets are put together at run time, so that this file itself holds none.
const letters = 'q7Zm2Xp9Lk4Rt8Vb3Nc6Wd1Yf5Hj0Gs';
const random = (chars: number): string => letters.repeat(Math.ceil(chars / letters.length)).slice(0, chars);
const planted = (...parts: readonly string[]): string => parts.join('');
const pem = (name: string, lines: readonly string[]): string =>
  [planted('-----BEGIN ', name, '-----'), ...lines, planted('-----END ', name, '-----')].join('\n');
const keyLines = [random(64), random(64), `${random(20)}==`];

const vendorTokens: readonly (readonly [string, string])[] = [
  ...['p', 'o', 's', 'r', 'u'].map((kind) => ['github-token', planted('gh', kind, '_', random(36))] as const),
  ['github-token', planted('github', '_pat_', random(22), '_', random(59))],
  ['gitlab-token', planted('gl', 'pat-', random(20))],
  ...['a', 'b', 'p', 'r', 's'].map(
    (kind) => ['slack-token', planted('xox', kind, '-123-', random(24))] as const,
  ),
  ['npm-token', planted('npm', '_', random(36))],
  ['stripe-key', planted('sk', '_live_', random(24))],
  ['stripe-key', planted('rk', '_live_', random(24))],
  ['google-key', planted('AI', 'za', random(35))],
  ['telegram-token', planted('123456789', ':', 'AA', random(33))],
  ['openai-key', planted('sk', '-proj-', random(48))],
  ['openai-key', planted('sk', '-', random(48))],
  ['anthropic-key', planted('sk', '-ant-api03-', random(80))],
  ['aws-access-key-id', planted('AK', 'IA', 'Q7ZM2XP9LK4RT8VB')],
  ['jwt', planted('ey', 'Jhbgci12.', 'ey', 'Jzdwi34.', random(43))],
];

const textOf = (screener: Screener, text: string): string => {
  const result = screener.screen(text);
  return result.verdict === 'BLOCKED' ? `BLOCKED ${result.rules.join()}` : result.text.text;
};
const streamed = (screener: Screener, pieces: readonly string[]): string => {
  const stream = screener.stream();
  return pieces.map((piece) => stream.push(piece).text).join('') + stream.end().text;
};

describe('the screener, on whole texts', () => {
  const screener = createScreener();

  test.each(vendorTokens)('replaces a %s wherever it stands', (rule, token) => {
    for (const [before, after] of [
      ['', ''],
      ['see ', ' please'],
      ['{"a":"', '"}'],
      ['{"log":"first line\\n', '\\nnext"}'],
      ['(', '),'],
    ]) {
      expect(textOf(screener, `${before ?? ''}${token}${after ?? ''}`)).toBe(
        `${before ?? ''}[REDACTED:${rule}]${after ?? ''}`,
      );
    }
    expect(screener.screen(token)).toMatchObject({ verdict: 'REDACTED', rules: [rule] });
  });

  test.each([
    ['slack-webhook', `https://hooks.slack.com/services/T0/B0/${random(24)}`, `T0/B0/${random(24)}`],
    ['aws-secret-key', `aws_secret_access_key = ${random(40)}`, random(40)],
    ['bearer-token', `Authorization: Bearer ${random(24)}`, random(24)],
    ['basic-authorization', `"Authorization": "Basic ${random(24)}"`, random(24)],
    ['url-password', 'postgres://app:s3cr@t@db.local/main', 's3cr@t'],
    ['password-assignment', 'password = "hunter2!"', 'hunter2!'],
    ['password-assignment', '{\\"password\\": \\"hunter2!\\"}', 'hunter2!'],
    ['secret-assignment', "client_secret: 'abc-123-def'", 'abc-123-def'],
    ['secret-assignment', 'export DEPLOY_TOKEN=opensesame', 'opensesame'],
    ['secret-assignment', 'api_key: 0a1b2c3d4e5f6a7b', '0a1b2c3d4e5f6a7b'],
    ['secret-option', 'login --auth-token s3same-0pen', 's3same-0pen'],
    ['high-entropy', `value = "${random(32)}"`, random(32)],
  ])('replaces the value only: %s in %s', (rule, text, value) => {
    expect(textOf(screener, text)).toBe(text.replace(value, `[REDACTED:${rule}]`));
  });

  test.each([
    ['private-key', pem('PRIVATE KEY', keyLines)],
    ['private-key', pem('RSA PRIVATE KEY', ['Proc-Type: 4,ENCRYPTED', '', ...keyLines])],
    ['private-key', pem('OPENSSH PRIVATE KEY', keyLines).replaceAll('\n', '\n  ')],
    ['private-key', pem('EC PRIVATE KEY', keyLines).replaceAll('\n', String.raw`\n`)],
    ['private-key', pem('PRIVATE KEY', ['c2hvcnQgb25l'])],
    ['pgp-private-key', pem('PGP PRIVATE KEY BLOCK', ['Version: 1', '', ...keyLines, '=q7Zm'])],
    [
      'gcp-service-account',
      JSON.stringify({ type: 'service_account', private_key: pem('PRIVATE KEY', keyLines) }, undefined, 2),
    ],
  ])('does not take a text with a %s', (rule, text) => {
    const result = screener.screen(`before\n${text}\nafter`);
    expect(result.verdict).toBe('BLOCKED');
    expect(result.rules).toContain(rule);
    const stream = streamed(screener, [`before\n${text}\nafter`]);
    expect(stream).toContain(`[REDACTED:${rule}]`);
    expect(stream).toMatch(/^before\n[^]*after$/);
    for (const line of keyLines) expect(stream).not.toContain(line.slice(0, 16));
  });

  test.each([
    'token: string; password: z.string().min(8); secret = process.env.SECRET_NAME',
    'The password is asked for, the token: see above. Bearer authentication is required here.',
    `commit ${'0123456789abcdef'.repeat(2)}01234567`,
    `blob: sha256:${'0123456789abcdef'.repeat(4)}`,
    'id = "123e4567-e89b-42d3-a456-426614174000"',
    `"integrity": "sha512-${random(86)}=="`,
    `golang.org/x/text v0.3.0 h1:${random(43)}=`,
    'alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"',
    'handler = createRunViewFromJournalWithSummaryAndInbox2',
    'options: ED448KeyPairKeyObjectOptions; value: GenericBorderFor_LineStyleAnd_16',
    "PWD: '/home/user/project1'",
    'PWD=/tmp/build-4f8zk2mq/a1b2c3d4/work',
    'OLDPWD=/srv/r7x9/q2w4e6/checkout',
    'HOME=/tmp/slipway-checks-QOqcvm/home-Xy12Zb and TMPDIR=/var/folders/9t/Xk2pQ7/T/a-B3cD4',
    'DB_PASSWORD=${PASSWORD} TOKEN=<your-token> API_KEY=$KEY PASSWORD=********',
    'https://example.com:8080/a@b ssh://git@host:22/x http://localhost:3000?mail=a@b',
    'A file that starts with -----BEGIN PRIVATE KEY-----\nis a private key.',
    'at 1699999999:12 tests took 12:30:45 in src/a.ts:12:5',
    'password="[REDACTED:password-assignment]"',
  ])('leaves alone what is no secret: %s', (text) => {
    expect(screener.screen(text)).toMatchObject({ verdict: 'CLEAN', rules: [], text: { text } });
  });

  test('finds no secret in the sources and the lockfile of this repository', () => {
    // Tests are left out: they plant secrets on purpose.
    const root = path.resolve(import.meta.dirname, '../..');
    const listed = execFileSync('git', ['ls-files', '-z', '--', 'src/*.ts', 'package-lock.json'], {
      cwd: root,
    });
    const files = listed
      .toString('utf8')
      .split('\0')
      .filter((file) => file !== '' && !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(20);
    const alarms = files.flatMap((file) => {
      const result = screener.screen(readFileSync(path.join(root, file), 'utf8'));
      return result.verdict === 'CLEAN' ? [] : [`${file}: ${result.rules.join()}`];
    });
    expect(alarms).toEqual([]);
  });

  test('lets the outer of two overlapping rules name the replacement', () => {
    const rules = [
      { id: 'inner', action: 'redact', pattern: 'bc' },
      { id: 'outer', action: 'redact', pattern: 'abcd' },
      { id: 'across', action: 'redact', pattern: 'def' },
    ] as const;
    expect(textOf(createScreener({ rules }), '-abcd-abcdef-')).toBe('-[REDACTED:outer]-[REDACTED:outer]-');
  });

  test('gives the same text when it is screened again', () => {
    for (const [, token] of vendorTokens) {
      const once = textOf(screener, `token="${token}" url=https://u:${token}@h PASSWORD=${token}`);
      expect(once).not.toContain(token);
      expect(screener.screen(once)).toMatchObject({ verdict: 'CLEAN' });
    }
  });
});

describe('the screener fails closed', () => {
  test('on a text over one mebibyte, counted in bytes', () => {
    const screener = createScreener();
    expect(screener.screen('a'.repeat(2 ** 20)).verdict).toBe('CLEAN');
    expect(screener.screen('a'.repeat(2 ** 20 + 1))).toEqual({ verdict: 'BLOCKED', rules: ['too-large'] });
    expect(screener.screen('ä'.repeat(2 ** 19 + 1))).toEqual({ verdict: 'BLOCKED', rules: ['too-large'] });
    expect(createScreener({ sizeMax: 2 ** 22 }).screen('a'.repeat(2 ** 21)).verdict).toBe('CLEAN');
  });

  test.each([
    ['no rule', []],
    ['a pattern that does not compile', [...defaultRules, { id: 'bad', action: 'redact', pattern: '(' }]],
    ['a pattern that matches nothing', [{ id: 'bad', action: 'redact', pattern: 'a*' }]],
    ['a name that cannot be shown', [{ id: 'Bad id', action: 'redact', pattern: 'a' }]],
  ] as const)('on a rule set with %s', (_name, rules) => {
    const screener = createScreener({ rules });
    expect(screener.screen('harmless')).toEqual({ verdict: 'BLOCKED', rules: ['broken-rules'] });
    expect(streamed(screener, ['harmless\n', 'text\n'])).toBe('[REDACTED:broken-rules]');
  });

  test('on an error inside a rule', () => {
    const screener = createScreener({
      rules: [{ id: 'odd', action: 'redact', pattern: 'b[aA]d', when: throwing }],
    });
    expect(screener.screen('a bad line')).toEqual({ verdict: 'BLOCKED', rules: ['screening-failed'] });
    const stream = screener.stream();
    expect(stream.push('fine bAd\n').text).toBe('fine [REDACTED:odd]\n');
    expect(stream.push('a bad line\n').text + stream.push('hello\n').text + stream.end().text).toBe(
      '[REDACTED:screening-failed]',
    );
    expect(stream.rules()).toEqual(['odd', 'screening-failed']);
  });
});

describe('known values', () => {
  const value = 'cañ & "quoted" <value>/+?1';
  // One rule that hits nothing: what is replaced is replaced because it is known.
  const screener = createScreener({
    rules: [{ id: 'idle', action: 'redact', pattern: 'no such text' }],
    known: [value, 'ab', 'line-one-of-it\nline-two-of-it'],
  });
  const bytes = Buffer.from(value);

  test.each([
    ['as they are', value],
    ['in JSON', JSON.stringify({ value })],
    ['in JSON inside JSON', JSON.stringify({ text: JSON.stringify({ value }) })],
    ['in an address', `https://x/?v=${encodeURIComponent(value)}`],
    ['in a form', `v=${encodeURIComponent(value).replaceAll('%20', '+')}`],
    [
      'in an address, lower case',
      encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ],
    ['in markup', '<b>cañ &amp; &quot;quoted&quot; &lt;value&gt;/+?1</b>'],
    ['in hex', bytes.toString('hex')],
    ['in hex, upper case', bytes.toString('hex').toUpperCase()],
    ['backwards', value.split('').toReversed().join('')],
    ...['', 'x', 'xy', 'xyz'].flatMap((lead) => [
      [
        `in base64 after ${String(lead.length)} bytes`,
        Buffer.from(`${lead}${value} tail`).toString('base64'),
      ],
      [
        `in base64url after ${String(lead.length)} bytes`,
        Buffer.from(`${lead}${value} tail`).toString('base64url'),
      ],
    ]),
    ['one line of several', 'it says line-two-of-it there'],
  ])('are replaced %s', (_name, text) => {
    expect(screener.screen(text)).toMatchObject({ verdict: 'REDACTED', rules: ['known-secret'] });
  });

  test('that are too short to tell from other text are left alone', () => {
    expect(textOf(screener, 'about abcde')).toBe('about abcde');
  });

  test('longer than any window are replaced in a line that is longer still', () => {
    const long = Array.from({ length: 9000 }, (_, n) => n.toString(36)).join('');
    const line = `${'x'.repeat(100_000)}${long}${'y'.repeat(100_000)}`;
    expect(streamed(createScreener({ known: [long] }), [line])).toBe(
      `${'x'.repeat(100_000)}[REDACTED:known-secret]${'y'.repeat(100_000)}`,
    );
  });
});

describe('the screener, on streams', () => {
  const screener = createScreener({ known: ['a-known-value-1'] });
  const secrets = [...vendorTokens.map(([, token]) => token), 'a-known-value-1', ...keyLines];
  const harmless = ['\n', '\r\n', ' ', 'word', 'token: string\n', 'é👩‍💻', '{"a":1}', `${'-'.repeat(5)}BEGIN `];
  const part = fc.oneof(
    fc.constantFrom(...harmless),
    fc.constantFrom(
      ...vendorTokens.map(([, token]) => ` ${token} `),
      ' a-known-value-1 ',
      `\n${pem('RSA PRIVATE KEY', keyLines)}\n`,
      `\n${pem('RSA PRIVATE KEY', keyLines).split('\n').slice(0, 3).join('\n')}\n`,
      ` ${pem('PRIVATE KEY', keyLines).replaceAll('\n', String.raw`\n`)} `,
      `\n${pem('PRIVATE KEY', [])}\n`,
    ),
  );

  test('give the same text and no secret, wherever the pieces are cut (SCREENING-STREAM-1)', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 20 }), (parts, cuts) => {
        const text = parts.join('');
        const whole = streamed(screener, [text]);
        expect(streamed(screener, cutAt(text, cuts))).toBe(whole);
        for (const secret of secrets) expect(whole).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  test('give the same text for every single cut of a key and a token', () => {
    const text = `start\n${pem('PRIVATE KEY', keyLines)}\nmiddle ${secrets[0] ?? ''}\nend`;
    const whole = streamed(screener, [text]);
    expect(whole).toBe('start\n[REDACTED:private-key]\nmiddle [REDACTED:github-token]\nend');
    for (let at = 0; at <= text.length; at += 1) {
      expect(streamed(screener, [text.slice(0, at), text.slice(at)])).toBe(whole);
    }
    expect(streamed(screener, text.split(''))).toBe(whole);
  });

  test('catch a secret at every place near the cuts of a very long line (SCREENING-STREAM-2)', () => {
    const token = planted('gh', 'p_', random(36));
    const lineChars = 200_000;
    fc.assert(
      fc.property(fc.nat({ max: lineChars }), fc.array(fc.nat(), { maxLength: 5 }), (at, cuts) => {
        const text = `${'.'.repeat(at)}${token}${'.'.repeat(lineChars - at)}\nnext\n`;
        const expected = `${'.'.repeat(at)}[REDACTED:github-token]${'.'.repeat(lineChars - at)}\nnext\n`;
        expect(streamed(screener, cutAt(text, cuts)) === expected).toBe(true);
      }),
      {
        numRuns: 100,
        examples: [
          [44 * 1024 - 1, []],
          [64 * 1024 - 20, []],
          [45_055, [45_060]],
          [65_535, []],
        ],
      },
    );
  });

  test('replace a token that is longer than a window to its end (SCREENING-STREAM-3)', () => {
    const token = planted('gh', 'p_', random(300_000));
    expect(streamed(screener, [`a ${token} b\nnext`])).toBe('a [REDACTED:github-token] b\nnext');
  });

  test('go on after a key that never ends, and lose no more than what looks like a key', () => {
    const open = pem('PRIVATE KEY', keyLines).split('\n').slice(0, 3).join('\n');
    expect(streamed(screener, [`${open}\n\nThe next line is a sentence.\nand more\n`])).toBe(
      '[REDACTED:private-key]\nThe next line is a sentence.\nand more\n',
    );
  });

  test('replace a key that line numbers, quotes or diff signs stand before', () => {
    const lines = pem('PRIVATE KEY', keyLines).split('\n');
    for (const sign of ['+', '- ', '> ', '| ']) {
      const text = lines.map((line) => `${sign}${line}\n`).join('');
      expect(streamed(screener, [text])).toBe(`${sign}[REDACTED:private-key]\n`);
    }
    const numbered = lines.map((line, n) => `${String(n).padStart(6)}→${line}`);
    for (const text of [numbered.join('\n'), JSON.stringify({ text: numbered.join('\n') })]) {
      for (const line of keyLines) expect(streamed(screener, [text])).not.toContain(line);
    }
  });

  test('hold only so many lines between the start of a key and its material, and take more for a key (KEY-BLOCK-2)', () => {
    const prelude = [planted('-----BEGIN ', 'PRIVATE KEY-----'), ...Array.from({ length: 30 }, () => 'A: b')];
    const stream = screener.stream();
    expect(stream.push(`${prelude.join('\n')}\n`).text).toBe('[REDACTED:private-key]');
    expect(stream.push(`${keyLines.join('\n')}\nA sentence.\n`).text).toBe('\nA sentence.\n');
  });
});

describe('the time it takes', () => {
  const msMax = 1_500;
  test.each([
    'a',
    '=',
    '\n',
    'ab\n',
    'abcdefghijk\n',
    'eyJ',
    'eyJa.',
    '://',
    '://a:',
    'password="',
    'password=\'a"`',
    'token: ',
    '"token":"',
    'aws_secret_',
    'bearer ',
    'authorization   ',
    '1234567890:',
    'sk-',
    'A1b2C3d4',
    '--a-',
    '\\',
    '\\n',
    '-',
    '[REDACTED:',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\nA: b\n',
    'private_key":"-----BEGIN ',
    'token=',
    'password=\\"',
    'xlin_api_',
    'glpat-',
    'SG.',
    'SG.abc_',
    'ops_ey',
    'mongodb://a:',
    'https://',
    '_auth=',
    'machine a login b ',
    'LS0tLS1CRUdJTi',
    'client-key-data: ',
    '0123456789abcdef',
    'MAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAA.',
    ';pwd=',
    'sig=',
  ])('for a mebibyte of %j is little, whatever it looks like', (unit) => {
    const screener = createScreener({
      known: Array.from({ length: 10 }, (_, n) => `${random(30)}${String(n)}`),
    });
    const text = unit.repeat(Math.ceil(2 ** 20 / unit.length)).slice(0, 2 ** 20);
    // Time of the processor, not of the wall: the machine may be busy with something else.
    const before = process.cpuUsage();
    screener.screen(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(msMax);
  });
});

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...places].map((from, n) => text.slice(from, places[n] ?? text.length));
}

function throwing(secret: string): boolean {
  if (secret === 'bad') throw new Error('broken rule');
  return true;
}
