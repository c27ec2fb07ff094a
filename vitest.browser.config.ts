import { defineConfig } from 'vitest/config';

/** The page in a real Chromium, against the compiled program: its own command, because it needs a browser on the machine. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/shelf.ts', 'test/support/build.ts'],
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
