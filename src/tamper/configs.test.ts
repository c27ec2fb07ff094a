import { expect, test } from 'vitest';
import { isCheckConfiguration } from './configs.ts';

test.each(['tests/conftest.py', 'conftest.py', 'tsconfig.json', '.husky/pre-push', 'slipway.yaml'])(
  '%s configures what checks a change',
  (path) => {
    expect(isCheckConfiguration(path)).toBe(true);
  },
);

test.each(['src/a.py', 'docs/conftest.md', 'src/config.ts'])('%s does not', (path) => {
  expect(isCheckConfiguration(path)).toBe(false);
});
