// The hash chain of a stream, and what counts as the text of an event. Owns canonical JSON and the hash;
// does not own where events are kept, nor the anchor.
//
// Invariants
//   CHAIN-1. Equal events have equal text: keys are sorted, absent values are left out.
//   CHAIN-2. A hash covers stream, seq, time, body and the hash before it (JOURNAL-4). Epoch and position are left out:
//       they say who wrote an event and where it lies, and an export to another store keeps its hashes.

import { hash } from 'node:crypto';
import type { AnyEvent } from './journal.ts';

/** What the first event of a stream follows. */
export const genesis = '0'.repeat(64);

/**
 * The wall, not the aim: a body is meant to stay under 16 KiB, because longer text is a blob. It is set far
 * above that, so that an unusually large plan is still recorded.
 */
const eventBytesMax = 256 * 1024;

export interface Link {
  readonly previous: string;
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  /** The event as canonical JSON. */
  readonly body: string;
}

export function linkHash(link: Link): string {
  const head = `{"at":${link.at},"event":${link.body},"seq":${link.seq},"stream":${JSON.stringify(link.stream)}}`;
  return hash('sha256', `${link.previous}\n${head}`, 'hex');
}

/** The text under the hash. What JSON cannot carry is our bug and stops the append, instead of changing silently. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isRecord(value)) return Array.isArray(value) ? array(value) : object(value);
  if (typeof value === 'boolean' || value === null || Number.isFinite(value)) return String(value);
  throw new Error(`invariant: an event holds a ${typeof value} that JSON cannot carry`);
}

/** Every event passes here, so the text grows in place instead of through lists of its parts. */
function object(value: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const key of sortedKeys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    if (text !== '') text += ',';
    text += labelOf(key);
    text += canonicalJson(child);
  }
  return `{${text}}`;
}

/** As in JSON: an absent element keeps its place. */
function array(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) {
    if (text !== '') text += ',';
    text += value === undefined ? 'null' : canonicalJson(value);
  }
  return `[${text}]`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** An object of an event has a few keys, for which a general sort takes twice as long. */
const fewKeysMax = 16;

function sortedKeys(value: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length > fewKeysMax) return keys.toSorted();
  for (let n = 1; n < keys.length; n += 1) {
    const key = keys[n] ?? '';
    let at = n;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at -= 1) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

const labelsMax = 1000;
const labels = new Map<string, string>();

/** A key with its quotes and its colon. The same few come again in every event. */
function labelOf(key: string): string {
  const known = labels.get(key);
  if (known !== undefined) return known;
  const label = `${JSON.stringify(key)}:`;
  if (labels.size < labelsMax) labels.set(key, label);
  return label;
}

/** The bodies of an append, before it waits for anything: later changes to the objects do not reach the journal. */
export function bodiesOf(events: readonly AnyEvent[], at: number): readonly string[] {
  if (!Number.isSafeInteger(at)) throw new Error(`invariant: the time ${at} is not whole milliseconds`);
  if (events.length === 0) throw new Error('invariant: an append without events');
  return events.map((event) => {
    const body = canonicalJson(event);
    // Counting makes one string of the hundred it was put together from, of which each would wait for the disk with it.
    const bytes = Buffer.byteLength(body);
    if (bytes <= eventBytesMax) return body;
    throw new Error(`invariant: ${event.type} has ${bytes} bytes, more than ${eventBytesMax}; use a blob`);
  });
}

/** The event in a body, or undefined where the text is not one. */
export function parseBody(body: string): AnyEvent | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is AnyEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

const blobHash = /^sha256:[0-9a-f]{64}$/;

/** The blobs an event names, in the order in which its text names them. */
export function blobsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return blobHash.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(blobsIn);
}
