import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/long-first.ts';

const patience = { testTimeout: 60_000, hookTimeout: 60_000 } as const;

/** What decides that every branch of what is counted is tried; all of it is quick. */
const counted = ['src/core/**/*.test.ts', 'src/agents/*/*.test.ts', 'test/agents/*.test.ts'];

/** Boxes have a /dev of their own, so they are shown folders where people have theirs, and not those in memory. */
const boxes = [
  'src/containment/{bubblewrap,overlays}.test.ts',
  'src/checks/side-by-side.test.ts',
  'src/effects/checking/{check-checkout,poisoned-installs}.test.ts',
  'src/effects/{kinds/run-probes,launches/judges-apart}.test.ts',
  'test/e2e/{contained,examples,probes}.test.ts',
];

/**
 * `npm test` is two calls: to count costs everything that runs meanwhile a fifth of its time, so only what is counted is
 * run with it (`--mode counted --coverage`), and then all the rest (`--mode rest`). Without a mode it is everything.
 */
export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['memory-folder', 'shelf', 'build'].map((name) => `test/support/${name}.ts`),
    // Half as many again as there are cores: a good part of a test's time passes in waiting for processes of its own.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'parts',
          include: mode === 'counted' ? counted : ['src/**/*.test.ts', 'test/**/*.test.ts'],
          // The real agent programs have a suite of their own, and with them what shows that attacks on them can succeed.
          exclude: [
            'test/agents/real/**',
            'test/prove/containment/**',
            'test/e2e/**',
            // A browser is not on every machine: `npm run test:browser`.
            'test/browser/**',
            ...boxes,
            ...(mode === 'rest' ? counted : []),
          ],
          // No test replaces a module of ours, so files can share what was loaded: loading it again for each of two
          // hundred took a fifth of the whole time.
          isolate: false,
          ...patience,
        },
      },
      ...(mode === 'counted'
        ? []
        : [
            {
              test: {
                name: 'whole',
                include: ['test/e2e/**/*.test.ts'],
                exclude: boxes,
                isolate: false,
                ...patience,
                // A run on GitHub goes there and back for half a minute where nobody else works.
                testTimeout: 120_000,
              },
            },
            { test: { name: 'boxes', include: boxes, env: { TMPDIR: tmpdir() }, ...patience } },
          ]),
    ],
    coverage: {
      provider: 'v8',
      // What decides, and what reads the words of programs that decide nothing: every branch of both is tried.
      include: ['src/core/**/*.ts', 'src/agents/*/stream.ts', 'src/agents/claude/{problem,spend}.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
}));
