// Walks one stream event by event and names the first wrong one. The same walk serves every journal.

import { blobsIn, genesis, linkHash, parseBody } from './chain.ts';
import type { Head, Verification } from './journal.ts';

/** A head as it was written down outside the store. */
export type Anchor = Head;

/** `unasked`: it does not matter now, because it was compared before or will be. */
export type AnchorSeen = Anchor | 'unasked' | undefined;

/** A head is written down within a second or so of its event; a stream that is older than that and has none has lost it. */
const anchoredWithinMs = 10_000;

export function isUnanchored(anchor: AnchorSeen, firstAt: number, lastAt: number): boolean {
  return anchor === undefined && lastAt - firstAt > anchoredWithinMs;
}

export function anchorAt(anchor: AnchorSeen): Anchor | undefined {
  return anchor === 'unasked' ? undefined : anchor;
}

/** Before the first event. */
export const beginning: Head = { seq: 0, hash: genesis };

/** An event as it lies in the store, not yet believed. */
export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly body: string;
  readonly previous: string;
  readonly hash: string;
}

/** `events` come in order of seq and are looked at one at a time; undefined stands for a row that cannot be read. They follow `since`. */
export function verifyStream(
  stream: string,
  events: Iterable<StoredEvent | undefined>,
  seen: AnchorSeen,
  since: Head = beginning,
): Verification {
  const blobs = new Set<string>();
  const anchor = anchorAt(seen);
  let { seq, hash: head } = since;
  let ats: readonly [number, number] | undefined;
  for (const event of events) {
    seq += 1;
    if (event === undefined) return { ok: false, seq, wrong: 'unreadable' };
    if (event.seq !== seq) return { ok: false, seq, wrong: 'missing' };
    const parsed = parseBody(event.body);
    if (parsed === undefined) return { ok: false, seq, wrong: 'unreadable' };
    if (!follows(stream, head, event) || parsed.type !== event.type) return { ok: false, seq, wrong: 'hash' };
    if (anchor?.seq === seq && anchor.hash !== event.hash) return { ok: false, seq, wrong: 'anchor-differs' };
    for (const blob of blobsIn(parsed)) blobs.add(blob);
    head = event.hash;
    ats = [ats?.[0] ?? event.at, event.at];
  }
  if (ats !== undefined && isUnanchored(seen, ...ats)) return { ok: false, seq, wrong: 'unanchored' };
  if (anchor !== undefined && anchor.seq > seq) return { ok: false, seq: anchor.seq, wrong: 'behind-anchor' };
  return { ok: true, events: seq, head, blobs: [...blobs] };
}

/** Whether it is the event that comes after the one with the hash `previous`, as it was when it was appended. */
export function follows(stream: string, previous: string, event: StoredEvent): boolean {
  const { seq, at, body } = event;
  return event.previous === previous && event.hash === linkHash({ previous, stream, seq, at, body });
}
