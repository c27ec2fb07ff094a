// What happens in the home, as it happens: one stream for the browser, which its tabs share. A tab holds the stream under a lock; the
// others hear of it from that tab, and one of them takes over when it closes. After a break it goes on from the last position heard.

import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { heard } from './api.ts';

export type Link = 'live' | 'broken';

const channelName = 'slipway-feed';
const pauseMs = 250;
/** Behind another tab only the count in the title is seen. */
const hiddenMs = 5_000;
const retryMs = 1000;
const retryMostMs = 15_000;

interface Told {
  readonly position?: number;
  readonly run?: string;
  readonly link?: Link;
}

export function useFeed(client: QueryClient, signedIn: boolean): Link {
  const [link, setLink] = useState<Link>('live');
  useEffect(() => {
    if (!signedIn) return undefined;
    const stop = new AbortController();
    const channel = new BroadcastChannel(channelName);
    const tell = refresher(client);
    const take = (told: Told): void => {
      if (told.link !== undefined) setLink(told.link);
      else tell(told.run);
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
    };
  }, [client, signedIn]);
  return link;
}

async function listen(say: (told: Told) => void, stop: AbortSignal): Promise<void> {
  let after = '';
  let waitMs = retryMs;
  while (!stop.aborted) {
    try {
      const url = after === '' ? '/api/feed' : `/api/feed?after=${encodeURIComponent(after)}`;
      for await (const { id, event, data } of heard(url, after, stop)) {
        const told: Told = JSON.parse(data);
        if (event === 'hello') {
          say({ link: 'live' });
          say({}); // what was missed while nobody listened
          waitMs = retryMs;
        } else say(told);
        if (id !== '') after = id;
        else if (told.position !== undefined) after = String(told.position);
      }
    } catch {
      // Said below: whatever broke it, the next try says how it is.
    }
    if (stop.aborted) return;
    say({ link: 'broken' });
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitMs = Math.min(waitMs * 2, retryMostMs);
  }
}

/** A busy run makes many events: what is on the screen is asked for again a few times a second, at most. */
function refresher(client: QueryClient): (run: string | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'still' });
      },
      document.hidden ? hiddenMs : pauseMs,
    );
  };
}
