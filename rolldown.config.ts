// What `npm run build` makes of `src`: few files, because each one costs a command a millisecond at its start. Everything
// is in them but SQLite, which brings machine code. `list` and `status` load `base.js` and no more, other commands that
// only read `look.js` beside it; a kind of agent and what a run needs are loaded when they are called for.
//
// Invariants
//   ROLLDOWN-CONFIG-1. Every file that asks where the package is lies two folders below its root, as `src/config/package-file.ts` does.
//   ROLLDOWN-CONFIG-2. No file imports the program that loads it: the program waits for it, and both would wait for ever.
//   ROLLDOWN-CONFIG-3. A file that has not changed is not written: somebody may be starting it right now.
//   ROLLDOWN-CONFIG-4. The licences of what is in the files lie beside them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, OutputBundle, OutputOptions, Plugin } from 'rolldown';

const out = path.resolve(import.meta.dirname, 'dist');
const program = 'cli/main.js';

/** What lies under `src` by these names. */
function from(...names: readonly string[]): RegExp {
  return new RegExp(`/src/(?:${names.join('|')})\\.ts$`);
}

const commandsThatRead =
  '(?:cli/commands|app/verbs)/(?:list|status|gates|verify|explain|logs|watch|show|engine)';
const loadedByThem = [
  'core/evolve/evolve',
  'engine/socket',
  'journal/sqlite/sqlite',
  'views/events/decode',
  'views/run/details',
];

const output: OutputOptions = {
  dir: out,
  format: 'esm',
  sourcemap: true,
  comments: { legal: true, annotation: false, jsdoc: false },
  entryFileNames: '[name].js',
};

/** What a group matches brings along everything it imports, unless a group of higher priority has it. */
const groups = [
  { name: 'zod', test: /\/node_modules\/zod\//, priority: 3 },
  { name: 'yaml', test: /\/node_modules\/yaml\//, priority: 3 },
  {
    name: 'base',
    test: from('cli/(?:io|program)', '(?:cli/commands|app/verbs)/(?:list|status)', ...loadedByThem),
    priority: 3,
  },
  { name: 'early', test: from('cli/start-early'), priority: 2.5 },
  { name: 'look', test: from(commandsThatRead), priority: 2 },
  { name: 'effects', test: from('effects/handlers'), priority: 0.5 },
  { name: 'config', test: from('config/(?:load|schema|policy-schema|agent-schema)'), priority: 0.5 },
  {
    name: 'work',
    test: from('app/(?:parts|owner|artifacts|read-config|start)', 'cli/moving'),
    priority: 1,
  },
];

const plain: BuildOptions = {
  platform: 'node',
  tsconfig: true,
  // What is loaded on demand and lies in `base.js` is there already; that is meant.
  checks: { ineffectiveDynamicImport: false },
};

/** A program that is shown to a box, which has no other file of ours. */
function alone(name: string): BuildOptions {
  return {
    ...plain,
    input: { [name]: `src/${name}.ts` },
    output: { ...output, codeSplitting: false },
    plugins: [onlyChanges()],
  };
}

const config: readonly BuildOptions[] = [
  {
    ...plain,
    input: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts' },
    output: { ...output, chunkFileNames: 'chunks/[name].js', codeSplitting: { groups } },
    plugins: [nobodyImports(program), licences(), onlyChanges()],
  },
  alone('agents/scripted/player'),
  alone('containment/forwarder'),
];

// The tool reads its configuration from the default export.
export default config;

function nobodyImports(file: string): Plugin {
  return {
    name: 'nobody-imports-the-program',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.imports.includes(file)) {
          this.error(`${chunk.fileName} imports ${file}: give what they share a group of its own (B2).`);
        }
      }
    },
  };
}

function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const texts = packagesIn(bundle).map((dir) => `${path.relative(out, dir)}\n\n${licenceOf(dir)}\n`);
      const source = texts.join(`\n${'-'.repeat(80)}\n\n`).replaceAll('../node_modules/', '');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

function packagesIn(bundle: OutputBundle): readonly string[] {
  const dirs = Object.values(bundle)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0])
    .filter((dir) => dir !== undefined);
  return [...new Set(dirs)].toSorted();
}

function licenceOf(dir: string): string {
  const name = readdirSync(dir).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) throw new Error(`${dir} is in the bundle and has no licence to keep (B4).`);
  return readFileSync(path.join(dir, name), 'utf8').trim();
}

function onlyChanges(): Plugin {
  return {
    name: 'only-changes',
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const text = file.type === 'chunk' ? file.code : file.source;
        const there = path.join(out, name);
        // oxlint-disable-next-line typescript/no-dynamic-delete -- this is how a file is left out of a bundle
        if (existsSync(there) && readFileSync(there, 'utf8') === text) delete bundle[name];
      }
    },
  };
}
