// Signing as services do it, written apart from what verifies.

import { createHmac } from 'node:crypto';

export function hubSignature(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export function standardHeaders(
  secret: string,
  body: string,
  { id, at }: { readonly id: string; readonly at: number },
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at / 1_000));
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
