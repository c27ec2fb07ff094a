// The level `fenced` on macOS: a Seatbelt profile made from a box and handed to `sandbox-exec`. Writes and the network are
// held to the box; reading is not, apart from what is hidden, the user's credentials and the home of Slipway, and nothing
// but the runner's own search ends what a program leaves running.
//
// UNTESTED: no machine with macOS has run this yet. The profile is checked as text, and the level is given only where a
// probe on the machine itself has shown that it holds.

import path from 'node:path';
import type { Keeping } from './box-places.ts';
import type { Box } from './box.ts';
import type { Containment } from './containment.ts';
import { openProxy, proxyVariables } from './egress.ts';
import { isWithinAny } from './paths.ts';
import { homeCredentials } from './system-places.ts';

export const seatbeltProgram = '/usr/bin/sandbox-exec';

export interface SeatbeltOptions extends Keeping {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ownHosts: readonly string[];
}

export function seatbelt(options: SeatbeltOptions): Containment {
  return {
    level: 'fenced',
    confine: async ({ box: _box, ...request }, box) => {
      if (box.views.length + (box.copies ?? []).length > 0)
        throw new Error('nothing can be shown at another place on this system');
      const { egress: listed } = box;
      const proxy =
        listed.length === 0 ? undefined : await openProxy({ listed, own: options.ownHosts }, options.env);
      return {
        request: {
          ...request,
          file: seatbeltProgram,
          args: ['-p', seatbeltProfile(box, options, proxy?.port), request.file, ...request.args],
          env: { ...request.env, ...(proxy === undefined ? {} : proxyVariables(proxy.port)) },
        },
        close: async () => {
          await proxy?.close();
          return { refused: proxy?.refused() ?? [] };
        },
      };
    },
  };
}

/** Later rules win: what is more specific stands below what is less, and what is hidden stands last. */
export function seatbeltProfile(box: Box, { home, never }: Keeping, proxyPort?: number): string {
  const named = [...box.writable, ...box.readable];
  const credentials = homeCredentials.map((name) => path.join(home, name));
  const writes = [
    ...box.writable.map((place) => ({ place, rule: 'allow file-write*' })),
    ...box.readable.map((place) => ({ place, rule: 'deny file-write*' })),
  ].toSorted((a, b) => a.place.length - b.place.length);
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    '(allow file-write* (subpath "/dev"))',
    ...[...credentials, ...never].map((place) => `(deny file-read* ${subpath(place)})`),
    ...named
      .filter((place) => isWithinAny(place, [...credentials, ...never]))
      .map((place) => `(allow file-read* ${subpath(place)})`),
    ...writes.map(({ place, rule }) => `(${rule} ${subpath(place)})`),
    ...box.hidden.map((place) => `(deny file-read* file-write* ${subpath(place)})`),
    '(deny network*)',
    ...(proxyPort === undefined ? [] : [`(allow network-outbound (remote ip "localhost:${proxyPort}"))`]),
    '(deny process-info* (target others))',
    '',
  ].join('\n');
}

/** With the name as a string of the profile's language. */
function subpath(place: string): string {
  return `(subpath "${place.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}")`;
}
