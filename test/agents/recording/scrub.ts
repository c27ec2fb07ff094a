// Takes this machine out of a recording: folders that were thrown away, and ports. Everything else stays as it was.

import path from 'node:path';
import type { Place } from './case.ts';

export function scrubber(place: Place): (text: string) => string {
  const folders: readonly (readonly [string, string])[] = [
    [place.workspace, '/workspace'],
    [place.home, '/home/agent'],
    [place.tmp, '/tmp/agent'],
    [path.dirname(place.workspace), '/'],
    [path.dirname(place.home), '/tmp'],
  ];
  // Claude Code names folders after paths, with dashes.
  const names = folders.flatMap(([from, to]) => [[from, to] as const, [dashed(from), dashed(to)] as const]);
  return (text) =>
    names
      .reduce((scrubbed, [from, to]) => scrubbed.replaceAll(from, to), text)
      .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1:8080');
}

function dashed(folder: string): string {
  return folder.replaceAll(/[^A-Za-z0-9]/g, '-');
}
