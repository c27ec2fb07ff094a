import { describe, expect, test } from 'vitest';
import { garbledAnswer, refusalOf, silenceOf } from './sentences.ts';

const asked = {
  method: 'POST',
  path: '/repos/acme/widgets/pulls',
  host: 'github.com',
  source: 'the token in GH_TOKEN',
};
const now = Date.UTC(2026, 0, 1, 12);

function said(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return { status, headers: new Headers(headers), text: JSON.stringify(body) };
}

describe('what GitHub refuses', () => {
  test('a token that is not accepted is named, and what to do about it', () => {
    const refused = refusalOf(asked, said(401, { message: 'Bad credentials' }), now);
    expect(refused).toMatchObject({ why: 'unknown-caller', status: 401 });
    expect(refused.detail).toBe(
      'github.com does not accept the token in GH_TOKEN: it is wrong, has expired or was taken back. Make a new one and set it, then go on. It says: Bad credentials',
    );
  });

  test('a missing permission is named as GitHub names it', () => {
    const headers = { 'x-accepted-github-permissions': 'pull_requests=write; contents=write' };
    const refused = refusalOf(
      asked,
      said(403, { message: 'Resource not accessible by integration' }, headers),
      now,
    );
    expect(refused.why).toBe('forbidden');
    expect(refused.detail).toContain('one of these permissions: pull_requests=write or contents=write.');
  });

  test('an organisation that wants single sign-on says so', () => {
    const refused = refusalOf(
      asked,
      said(403, { message: 'Resource protected by organization SAML enforcement.' }),
      now,
    );
    expect(refused.detail).toContain('single sign-on');
  });

  test('404 is told as what it may mean', () => {
    const refused = refusalOf(asked, said(404, { message: 'Not Found' }), now);
    expect(refused).toMatchObject({ why: 'absent' });
    expect(refused.detail).toContain('or the token in GH_TOKEN may not see it');
  });

  test('422 carries what GitHub said of each error', () => {
    const body = {
      message: 'Validation Failed',
      errors: [
        { message: 'A pull request already exists for acme:x.' },
        { resource: 'PullRequest', field: 'base', code: 'invalid' },
      ],
    };
    expect(refusalOf(asked, said(422, body), now)).toMatchObject({
      why: 'unacceptable',
      said: 'Validation Failed; A pull request already exists for acme:x.; PullRequest base invalid',
    });
  });

  test('409 is a conflict', () => {
    expect(refusalOf(asked, said(409, { message: 'Head branch was modified.' }), now).why).toBe('conflict');
  });

  test('after a failure of the service a write may have been done, a read is just asked again', () => {
    expect(refusalOf(asked, said(502, {}), now).why).toBe('unsettled');
    expect(refusalOf({ ...asked, method: 'GET' }, said(502, {}), now).why).toBe('unreachable');
  });

  test('a limit says until when', () => {
    const refused = refusalOf(asked, said(429, {}, { 'retry-after': '90' }), now);
    expect(refused).toMatchObject({ why: 'limited', until: now + 90_000 });
    expect(refused.detail).toContain('until 2026-01-01T12:01:30 UTC');
  });

  test('what it says is one line and short', () => {
    const refused = refusalOf(asked, said(422, { message: `a\nb\u001B[31m${'x'.repeat(900)}` }), now);
    expect(refused.said).toHaveLength(300);
    expect(refused.said?.startsWith('a b [31mx')).toBe(true);
  });
});

describe('an answer that is none', () => {
  test('before anything was sent, nothing was done', () => {
    expect(silenceOf(asked, { code: 'ECONNREFUSED', wasSent: false }).why).toBe('unreachable');
    expect(silenceOf(asked, { code: 'ENOTFOUND', wasSent: false }).detail).toContain('cannot be found');
    expect(silenceOf(asked, { code: 'SELF_SIGNED_CERT_IN_CHAIN', wasSent: false }).detail).toContain(
      'NODE_EXTRA_CA_CERTS',
    );
  });

  test('after a write was sent, nobody here knows', () => {
    expect(silenceOf(asked, { code: 'ECONNRESET', wasSent: true }).why).toBe('unsettled');
    expect(silenceOf(asked, { code: 'timeout', wasSent: true }).why).toBe('unsettled');
    expect(silenceOf({ ...asked, method: 'GET' }, { code: 'ECONNRESET', wasSent: true }).why).toBe(
      'unreachable',
    );
  });

  test('a web page in its place is told as one', () => {
    const page = {
      status: 200,
      headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
      text: '<html>',
    };
    expect(garbledAnswer(asked, page, '')).toMatchObject({ why: 'unsettled' });
    expect(garbledAnswer(asked, page, '').detail).toContain('with a web page instead');
  });
});
