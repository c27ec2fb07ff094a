// Live fire in words for people. Pure.

import type { Fired, Shot } from '../../core/evidence/live-fire.ts';

export const shotWords: Readonly<Record<Shot, string>> = {
  'old-tests': "running the base's tests on the new code",
  'new-tests': 'running the new tests on the old code',
  canary: 'planting a test that must be seen failing',
};

const done: Readonly<Record<Shot, string>> = {
  'old-tests': "the base's tests on the new code",
  'new-tests': 'the new tests on the old code',
  canary: 'a planted test that fails',
};

/** One line, for logs and status. */
export function firedWords({ shot, findings, told }: Fired): string {
  if (findings !== undefined) return `${done[shot]}: something is wrong`;
  return told === undefined ? `${done[shot]}: nothing to run` : `${done[shot]}: nothing speaks against it`;
}
