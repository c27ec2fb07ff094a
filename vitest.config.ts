import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 60_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    // Half as many again as there are cores: a good part of a test's time passes in waiting for processes of its own.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'parts',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          // The real agent programs have a suite of their own, and with them what shows that attacks on them can succeed.
          exclude: ['test/agents/real/**', 'test/prove/containment/**', 'test/e2e/**'],
          // No test replaces a module of ours, so files can share what was loaded: loading it again for each of two
          // hundred took a fifth of the whole time.
          isolate: false,
          ...patience,
        },
      },
      { test: { name: 'whole', include: ['test/e2e/**/*.test.ts'], ...patience } },
    ],
    coverage: {
      provider: 'v8',
      // What decides, and what reads the words of programs that decide nothing: every branch of both is tried.
      include: ['src/core/**/*.ts', 'src/agents/*/stream.ts', 'src/agents/claude/{problem,spend}.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
});
