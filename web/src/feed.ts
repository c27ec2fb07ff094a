// What happens in the home, as it happens: one stream for the browser, which its tabs share. A tab holds the stream under a lock; the
// others hear of it from that tab, and one of them takes over when it closes. After a break it goes on from the last position heard.
//
// A stream that says nothing is no stream: the server says that it is there every fifteen seconds, and before anything else who it is. Where
// the first word does not come, somebody on the way collects what is sent; where nothing comes any more, the connection is gone, as it is
// after a sleep. Until it is live again, what is on the screen is asked for now and then.

import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { heard } from './api.ts';
import type { Moved } from './refresh.ts';
import { refreshAll, Refresher } from './refresh.ts';

export type Link = 'live' | 'held back' | 'broken';

export interface Feeding {
  readonly link: Link;
  /** The version of the server, as the stream said it. */
  readonly version: string | undefined;
}

const channelName = 'slipway-feed';
const retryMs = 1000;
const retryMostMs = 15_000;
const helloMs = 5_000;
/** More than two signs of life. */
const silentMs = 40_000;
const askAgainMs = 10_000;

interface Told extends Moved {
  readonly position?: number;
  readonly link?: Link;
  readonly version?: string;
}

export function useFeed(client: QueryClient, signedIn: boolean): Feeding {
  const [link, setLink] = useState<Link>('live');
  const [version, setVersion] = useState<string>();
  useEffect(() => {
    if (!signedIn) return undefined;
    const stop = new AbortController();
    const channel = new BroadcastChannel(channelName);
    const refresher = new Refresher(client);
    const take = (told: Told): void => {
      if (told.link !== undefined) setLink(told.link);
      else refresher.tell(told);
      if (told.version !== undefined) setVersion(told.version);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Told>) => take(data));
    const say = (told: Told): void => {
      take(told);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
      channel.postMessage(told);
    };
    const lead = (): Promise<void> => listen(say, stop.signal);
    // Without locks (an address that is not secure) every tab listens for itself.
    const held =
      'locks' in navigator ? navigator.locks.request(channelName, { signal: stop.signal }, lead) : lead();
    held.catch(() => undefined);
    return () => {
      stop.abort();
      channel.close();
      refresher.stop();
    };
  }, [client, signedIn]);
  useEffect(() => {
    if (link === 'live') return undefined;
    const timer = setInterval(() => void refreshAll(client), askAgainMs);
    return () => clearInterval(timer);
  }, [client, link]);
  return { link, version };
}

async function listen(say: (told: Told) => void, stop: AbortSignal): Promise<void> {
  const place = { after: '' };
  let waitMs = retryMs;
  while (!stop.aborted) {
    if (await followed(place, say, stop)) waitMs = retryMs;
    if (stop.aborted) return;
    await wait(waitMs, stop);
    waitMs = Math.min(waitMs * 2, retryMostMs);
  }
}

/** One connection to its end, however it ends, and whether anything came by it. */
async function followed(
  place: { after: string },
  say: (told: Told) => void,
  stop: AbortSignal,
): Promise<boolean> {
  const silence = new AbortController();
  const hang = AbortSignal.any([stop, silence.signal]);
  const url = place.after === '' ? '/api/feed' : `/api/feed?after=${encodeURIComponent(place.after)}`;
  let isLive = false;
  const late = setTimeout(() => say({ link: 'held back' }), helloMs);
  const watch = watchFor(silence);
  try {
    for await (const { id, event, data } of heard(url, {
      after: place.after,
      stop: hang,
      alive: watch.alive,
    })) {
      const told: Told = JSON.parse(data);
      if (event === 'hello') {
        clearTimeout(late);
        isLive = true;
        say({ link: 'live', ...(told.version === undefined ? {} : { version: told.version }) });
        say({}); // what was missed while nobody listened
      } else say(told);
      if (id !== '') place.after = id;
      else if (told.position !== undefined) place.after = String(told.position);
    }
  } catch {
    // Said below: whatever broke it, the next try says how it is.
  } finally {
    clearTimeout(late);
    watch.end();
  }
  // Where the first word never came, it was said already what is wrong.
  if (!stop.aborted && (isLive || !silence.signal.aborted)) say({ link: 'broken' });
  return isLive;
}

/** A machine that slept finds its connections gone, and its timers late: the clock on the wall knows. */
function watchFor(silence: AbortController): { readonly alive: () => void; readonly end: () => void } {
  let heardAt = Date.now();
  let timer = setTimeout(() => silence.abort(), silentMs);
  const look = (): void => {
    if (!document.hidden && Date.now() - heardAt > silentMs) silence.abort();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  return {
    alive: () => {
      heardAt = Date.now();
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silentMs);
    },
    end: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    },
  };
}

/** Or until somebody looks again, or the network is back. */
function wait(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    document.addEventListener('visibilitychange', done);
    window.addEventListener('online', done);
    stop.addEventListener('abort', done, { once: true });
  });
}
