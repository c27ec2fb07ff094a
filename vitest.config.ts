import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The real agent programs have a suite of their own, and with them what shows that attacks on them can succeed.
    exclude: ['test/agents/real/**', 'test/prove/**'],
    globalSetup: ['test/support/build.ts'],
    // Every core: most of a test's time passes in git and in other processes of its own.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    coverage: {
      provider: 'v8',
      // What decides, and what reads the words of programs that decide nothing: every branch of both is tried.
      include: ['src/core/**/*.ts', 'src/agents/*/stream.ts', 'src/agents/claude/{problem,spend}.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
});
