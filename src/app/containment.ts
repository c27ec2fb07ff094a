// How processes are contained on this machine, and what a setup may reach from inside. Nothing is looked at or tried until
// somebody asks: commands that launch nothing pay nothing.

import path from 'node:path';
import { type Registries, registriesOf } from '../checks/registries.ts';
import type { Setting } from '../checks/run-check.ts';
import { containmentHere, type FoundContainment } from '../containment/levels.ts';
import { canBeMounted, viewMeans } from '../containment/overlays.ts';
import type { PackageCaches } from '../workspace/package-caches.ts';
import type { LayersOptions } from '../workspace/layers.ts';
import type { Places, Surroundings } from './home/home-places.ts';
import { textIn } from './text-in.ts';

export interface ContainmentParts {
  readonly here: FoundContainment;
  /** What a setup gets, with a cache of packages that is lent to it. */
  readonly setup: (caches: PackageCaches) => Setting;
  /** Whether views can be mounted for the processes that will see them. */
  readonly canMount: LayersOptions['canMount'];
}

export function containmentFor(places: Places, surroundings: Surroundings): ContainmentParts {
  const registries = once(() => registriesHere(surroundings));
  const means = once(() => viewMeans(places.home));
  const { env, homedir, uid, tmp } = surroundings;
  return {
    here: containmentHere({
      home: homedir,
      env,
      uid,
      gid: process.getgid?.() ?? uid,
      tmp,
      slipwayHome: places.home,
      ownHosts: () => registries().own,
      platform: process.platform,
      means,
    }),
    setup: (caches) => (request, work) =>
      caches.lend(request, ({ dir, views }) => {
        const { egress, env, folders } = registries();
        // A check has a fresh HOME; what a setup would download again and again lies here.
        const own = { ...env, npm_config_cache: dir };
        return work({ env: own, egress, readable: folders, writable: [dir], views });
      }),
    canMount: async (views, foreign) => {
      const how = canBeMounted(views) ? await means() : undefined;
      // Who is root only in a namespace of their own cannot copy up what belongs to others.
      return how !== undefined && (how.rights === 'root' || !foreign);
    },
  };
}

function registriesHere({ env, homedir }: Surroundings): Registries {
  const userconfig =
    env['npm_config_userconfig'] ?? env['NPM_CONFIG_USERCONFIG'] ?? path.join(homedir, '.npmrc');
  return registriesOf({
    env,
    npmrc: ['/usr/etc/npmrc', '/usr/local/etc/npmrc', '/etc/npmrc', userconfig].map(textIn),
    pipConf: ['/etc/pip.conf', `${homedir}/.pip/pip.conf`, `${homedir}/.config/pip/pip.conf`].map(textIn),
  });
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
