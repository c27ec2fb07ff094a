import { defineConfig } from 'vitest/config';

/** The real agent programs against a scripted model: some hundred megabytes from npm, and minutes. */
export default defineConfig({
  test: {
    include: ['test/agents/real/**/*.test.ts', 'test/prove/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', 'test/agents/real/install-all.ts'],
    // Each program takes a core for itself; more at once would only make them time out.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    reporters: ['verbose'],
  },
});
