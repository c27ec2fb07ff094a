// How strongly this machine contains what it runs, as a home that nobody configured finds it.

import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LevelFound } from '../../src/containment/levels.ts';
import { containmentHere } from '../../src/containment/levels.ts';

export function boxesHere(): LevelFound {
  return containmentHere({
    home: tmpdir(),
    env: process.env,
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
    tmp: realpathSync(tmpdir()),
    slipwayHome: path.join(tmpdir(), 'no-such-home'),
    ownHosts: () => [],
    platform: process.platform,
    means: () => Promise.resolve(undefined),
  }).found();
}
