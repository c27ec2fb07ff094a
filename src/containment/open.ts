// The level `open`: nothing is held to its box. Views are shown all the same, because a program that was promised its
// dependencies needs them at every level.

import type { Containment } from './containment.ts';
import type { ViewMeans } from './overlays.ts';
import { withViews } from './overlays.ts';

const close = (): Promise<{ readonly refused: readonly string[] }> => Promise.resolve({ refused: [] });

/** `means` says how views are mounted here; it is asked when the first one is needed. */
export function openContainment(means: () => Promise<ViewMeans | undefined>): Containment {
  return {
    level: 'open',
    confine: async ({ box: _box, ...request }, { views, copies = [] }) => {
      if (copies.length > 0)
        throw new Error('no copy can be shown in the place of another folder in the open');
      if (views.length === 0) return { request, close };
      const known = await means();
      if (known === undefined) throw new Error('views cannot be mounted on this machine');
      return {
        request: { ...request, ...withViews(request, views, { means: known, env: request.env }) },
        close,
      };
    },
  };
}
