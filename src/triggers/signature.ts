// Whether a body was signed with a secret we know: over the bytes as they came, and in a time that tells nothing.
//
//   SIGNATURE-1. Nothing of a body is read before its signature fits. One without a signature, or with one made in another way, does not.
//   SIGNATURE-2. A webhook of the standard kind signs its id and its time as well, and is not taken once that is five minutes old.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Headers } from './brought.ts';

/** What is shorter is guessed. */
export const secretCharsMin = 16;
/** SIGNATURE-2. */
const ageMsMax = 300_000;
const signaturesMax = 10;

/** `sha256=` and the digest in hexadecimal, as GitHub and Jira write it. */
export function isSignedHex(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const [, digest] = /^sha256=([0-9a-fA-F]{64})$/.exec(signature ?? '') ?? [undefined, undefined];
  const wanted = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(Buffer.from(digest ?? '0'.repeat(64), 'hex'), wanted) && digest !== undefined;
}

export interface Stamped {
  readonly id: string;
  readonly at: number;
}

const idPattern = /^[\x21-\x7e]{1,200}$/;

/** By the Standard Webhooks: what was signed beside the body, or why it is not taken. */
export function stampedBy(
  secret: string,
  body: Uint8Array,
  headers: Headers,
  now: number,
): Stamped | 'forged' | 'old' | 'early' {
  const id = headers['webhook-id'] ?? '';
  const seconds = headers['webhook-timestamp'] ?? '';
  if (!idPattern.test(id) || !/^\d{1,12}$/.test(seconds)) return 'forged';
  const wanted = standardDigest(secret, { id, seconds }, body);
  const signatures = (headers['webhook-signature'] ?? '').split(' ').slice(0, signaturesMax);
  if (!signatures.some((one) => isSame(one, wanted))) return 'forged';
  const at = Number(seconds) * 1_000;
  if (at < now - ageMsMax) return 'old';
  return at > now + ageMsMax ? 'early' : { id, at };
}

/** The same for what we send. */
export function standardSignature(
  secret: string,
  stamp: { readonly id: string; readonly seconds: number },
  body: string,
): string {
  return `v1,${standardDigest(secret, { ...stamp, seconds: String(stamp.seconds) }, Buffer.from(body)).toString('base64')}`;
}

function standardDigest(
  secret: string,
  { id, seconds }: { readonly id: string; readonly seconds: string },
  body: Uint8Array,
): Buffer {
  return createHmac('sha256', standardKey(secret)).update(`${id}.${seconds}.`).update(body).digest();
}

function isSame(signature: string, wanted: Buffer): boolean {
  const [version, text = ''] = signature.split(',');
  const given = Buffer.from(text, 'base64');
  return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Bytes in Base64 behind `whsec_`, as the standard has it; any other secret as it is. */
function standardKey(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8');
}
