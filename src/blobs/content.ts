// The name of a piece of text: the hash of its bytes, always written in one form, so that it is found in events.

import { createHash } from 'node:crypto';

const form = /^sha256:([0-9a-f]{64})$/;

export function nameOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The hexadecimal part of a name; undefined for anything else, which therefore never becomes a path. */
export function digestOf(name: string): string | undefined {
  return form.exec(name)?.[1];
}

/** Names of growing transcripts are ours, and still never leave their folder. */
export function isTranscriptName(name: string): boolean {
  return name.split('/').every((part) => /^[A-Za-z0-9_.-]+$/.test(part) && part !== '.' && part !== '..');
}

export function assertTranscriptName(name: string): void {
  if (!isTranscriptName(name)) {
    throw new Error(`invariant: ${JSON.stringify(name)} is not the name of a transcript`);
  }
}
