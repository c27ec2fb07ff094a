import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hubSignature, standardHeaders } from '../../test/support/triggers/signing.ts';
import { isSignedHex, stampedBy } from './signature.ts';

const secret = 'a-secret-of-the-tests-1';
const text = '{"a":1}';
const body = Buffer.from(text);
const now = 1_800_000_000_000;

describe('a signature of GitHub or Jira (SIGNATURE-1)', () => {
  test('fits what was signed, as GitHub’s own example says', () => {
    const known = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    expect(isSignedHex("It's a Secret to Everybody", Buffer.from('Hello, World!'), known)).toBe(true);
    expect(isSignedHex(secret, body, hubSignature(secret, text))).toBe(true);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['of another secret', hubSignature('another-secret-of-tests', text)],
    ['of another body', hubSignature(secret, `${text} `)],
    ['cut', hubSignature(secret, text).slice(0, -1)],
    ['longer', `${hubSignature(secret, text)}0`],
    ['of another kind', `sha1=${createHash('sha1').update(text).digest('hex')}`],
    ['without its kind', hubSignature(secret, text).slice('sha256='.length)],
    ['no digest', `sha256=${'g'.repeat(64)}`],
    ['of nothing', `sha256=${'0'.repeat(64)}`],
  ])('that is %s does not', (_what, signature) => {
    expect(isSignedHex(secret, body, signature)).toBe(false);
  });
});

describe('a signature of the Standard Webhooks (SIGNATURE-2)', () => {
  const headers = standardHeaders(secret, text, { id: 'm-1', at: now });

  test('fits with the id and the time that were signed, also beside others and with a secret in Base64', () => {
    expect(stampedBy(secret, body, headers, now)).toEqual({ id: 'm-1', at: now });
    const several = { ...headers, 'webhook-signature': `v1a,x v1,AAAA ${headers['webhook-signature']}` };
    expect(stampedBy(secret, body, several, now)).toEqual({ id: 'm-1', at: now });
    const encoded = `whsec_${Buffer.from('0123456789abcdef').toString('base64')}`;
    const own = standardHeaders(encoded, text, { id: 'm-1', at: now });
    expect(stampedBy(encoded, body, own, now)).toEqual({ id: 'm-1', at: now });
  });

  test('that is old or early is not taken', () => {
    expect(stampedBy(secret, body, headers, now + 300_000)).toMatchObject({ id: 'm-1' });
    expect(stampedBy(secret, body, headers, now + 300_001)).toBe('old');
    expect(stampedBy(secret, body, headers, now - 300_001)).toBe('early');
  });

  test.each<[string, Readonly<Record<string, string | undefined>>]>([
    ['under another id', { 'webhook-id': 'm-2' }],
    ['under another time', { 'webhook-timestamp': String(now / 1_000 + 1) }],
    ['without an id', { 'webhook-id': undefined }],
    ['without a time', { 'webhook-timestamp': undefined }],
    ['with a time that is none', { 'webhook-timestamp': '1e9' }],
    ['of another version', { 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1', 'v2') }],
    ['without a signature', { 'webhook-signature': undefined }],
  ])('does not fit %s', (_what, more) => {
    expect(stampedBy(secret, body, { ...headers, ...more }, now)).toBe('forged');
  });
});
