// The row of policy that says how many tasks are at work at the same time: part of `policy-keys.ts`.

import { whole } from './policy-values.ts';

const slotsMax = 10;
const slotsWhereUnknown = 2;

export function slotsFor(cores: number): number {
  if (!Number.isFinite(cores) || cores < 1) return slotsWhereUnknown;
  return Math.min(slotsMax, Math.floor(cores));
}

export const slotsRow = {
  ...whole('slots', [1, slotsMax], slotsWhereUnknown, {
    spec: 'M3',
    about: 'Tasks at work at the same time; by default the cores, at most 10.',
  }),
  ofCores: slotsFor,
};
