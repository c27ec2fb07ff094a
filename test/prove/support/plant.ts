// A planted defect, to prove that the proof can fail: a tracker that does not remember what it was told, so that a
// comment whose record was lost in a crash is written a second time.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Tools } from '../../../src/app/parts.ts';
import type { Tracker } from '../../../src/trackers/tracker.ts';

export type Plant = 'no-probe';

export function planted(plant: Plant | undefined): ((tools: Tools) => Tools) | undefined {
  return plant === undefined ? undefined : forgetful;
}

function forgetful(tools: Tools): Tools {
  const comment: Tracker['comment'] = async (ref, marker, body) => {
    const file = path.join(tools.places.home, 'tracker', `${ref}.json`);
    const entry: { readonly comments: readonly unknown[] } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...entry, comments: [...entry.comments, { marker, body }] }));
    return { ok: true, value: undefined };
  };
  const trackerOf: Tools['trackerOf'] = (source) => ({
    ...tools.trackerOf(source),
    comment,
    comments: noComments,
  });
  return { ...tools, trackerOf };
}

function noComments(): ReturnType<Tracker['comments']> {
  return Promise.resolve({ ok: true, value: [] });
}
