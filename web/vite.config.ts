// What `npm run build` makes of `web`: a shell without data and hashed files beside it, in `dist/web`. Skipped where nothing changed
// since (`build.ts`).

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react(), tailwind(), licences()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

/** Those of what is in the files lie beside them. */
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const dirs = ids
        .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0])
        .filter((dir) => dir !== undefined);
      const texts = [...new Set(dirs)]
        .toSorted()
        .map((dir) => `${path.basename(dir)}\n\n${licenceOf(dir)}\n`);
      const source = texts.join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

function licenceOf(dir: string): string {
  const name = readdirSync(dir).find((file) => /^(?:un)?licen[cs]e/i.test(file));
  if (name !== undefined) return readFileSync(path.join(dir, name), 'utf8').trim();
  const said = /"license":\s*"([^"]+)"/.exec(readFileSync(path.join(dir, 'package.json'), 'utf8'))?.[1];
  if (said === undefined) throw new Error(`${dir} is in the page and has no licence to keep.`);
  return said;
}
