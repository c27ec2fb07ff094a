// Whoever is slow on purpose: connections that say nothing, or a little now and then. Each is closed within a bounded time, and others are
// answered meanwhile as if nobody was there.

import { connect } from 'node:net';
import type { Case } from '../case.ts';
import type { Call } from '../call.ts';
import { address, bytesOf, called } from '../call.ts';
import { orderTo } from '../routes.ts';
import { signIn } from '../session.ts';
import type { Stage } from '../stage.ts';

/** The longest that somebody may hold a connection without having asked anything. */
const heldMs = 40_000;
const dripMs = 500;
const crowd = 200;
const meanwhileMs = 2_000;

interface Drip {
  readonly name: string;
  readonly first: string;
  /** Said again and again. */
  readonly drop: string;
}

function dripsOf({ server, owner, run }: Stage): readonly Drip[] {
  const order = orderTo(server, owner, 'tell', { run, text: 'x' });
  const length = { 'content-length': '100000' };
  const withLength = (call: Call): string =>
    bytesOf({ ...call, headers: { ...call.headers, ...length }, body: '' });
  const enter = signIn(server, 'x');
  return [
    { name: 'says nothing', first: '', drop: '' },
    { name: 'half a request line', first: 'GE', drop: '' },
    {
      name: 'a header now and then',
      first: `GET / HTTP/1.1\r\nhost: ${server.host}\r\n`,
      drop: 'x-a: b\r\n',
    },
    {
      name: 'a byte of a header now and then',
      first: `GET / HTTP/1.1\r\nhost: ${server.host}\r\nx-a: `,
      drop: 'b',
    },
    { name: 'a body that does not come, from nobody', first: withLength(enter), drop: '' },
    { name: 'a byte of a body now and then, from nobody', first: withLength(enter), drop: ' ' },
    { name: 'a byte of a body now and then, from somebody', first: withLength(order), drop: ' ' },
    {
      name: 'a chunk now and then, from somebody',
      first: bytesOf({ ...order, headers: { ...order.headers, 'transfer-encoding': 'chunked' }, body: '' }),
      drop: '1\r\n \r\n',
    },
    {
      name: 'a byte of a body, to a route that is not there',
      first: withLength({ ...enter, path: '/api/none' }),
      drop: ' ',
    },
    {
      name: 'a byte of a body, to the page',
      first: withLength({ ...enter, method: 'GET', path: '/' }),
      drop: ' ',
    },
  ];
}

export function slowCases(stage: Stage): readonly Case[] {
  const alone = dripsOf(stage).map((drip): Case => ({
    group: 'slow',
    name: drip.name,
    play: async ({ server }) => {
      const ms = await heldFor(server.port, drip);
      return ms < heldMs
        ? []
        : [{ category: 'accepted', what: `it was held open for ${Math.round(ms / 1000)} s` }];
    },
  }));
  return [...alone, besides(stage)];
}

function besides(stage: Stage): Case {
  const { server, owner } = stage;
  return {
    group: 'slow',
    name: `${crowd} at once, and somebody who asks`,
    play: async () => {
      const drips = dripsOf(stage);
      const sockets = Array.from({ length: crowd }, (_, n) => {
        const socket = connect({ host: address, port: server.port });
        socket.on('error', () => undefined);
        socket.write(drips[n % drips.length]?.first ?? '');
        return socket;
      });
      const { isLate, status, ms } = await called(
        server.port,
        orderTo(server, owner, 'list', {}),
        meanwhileMs,
      );
      for (const socket of sockets) socket.destroy();
      return !isLate && status === 200
        ? []
        : [
            {
              category: 'wrong',
              what: `somebody who asked meanwhile got ${status} after ${Math.round(ms)} ms`,
            },
          ];
    },
  };
}

function heldFor(port: number, { first, drop }: Drip): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const settle = (): void => {
      clearInterval(dripping);
      clearTimeout(timer);
      socket.destroy();
      resolve(performance.now() - startedMs);
    };
    const dripping = setInterval(() => {
      if (drop !== '' && socket.writable) socket.write(drop);
    }, dripMs);
    const timer = setTimeout(settle, heldMs + 1_000);
    socket.on('error', () => undefined);
    socket.on('close', settle);
    socket.resume();
    if (first !== '') socket.write(first);
  });
}
