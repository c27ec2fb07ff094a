// Server-sent events as a body: each piece is asked for when the one before was read, so that a reader who sleeps costs nothing.

const encoder = new TextEncoder();

export function eventStream(pieces: AsyncGenerator<string>): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // For proxies that would collect the stream before they pass it on.
      'x-accel-buffering': 'no',
    },
  });
}

/** A comment, which says only that somebody is there. */
export const beat = ': still here\n\n';

export function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
