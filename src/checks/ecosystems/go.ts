// Go: a module at the root. Its own tools build, test and vet; golangci-lint where it is configured and there.

import type { Ecosystem } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';

const read = ['go.mod', '.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'];

const profile = 'coverage.out';

export const go: Ecosystem = {
  name: 'go',
  find: async (tree) => {
    const texts = await textsOf(tree, read);
    const module = texts['go.mod'];
    if (module === undefined) return [];
    const isVendored = tree.files.includes('vendor/modules.txt');
    const needsSetup = /^require\b/m.test(module) && !isVendored;
    const [, ...linter] = read;
    const hasLinter = isThere(texts, ...linter) && (await (tree.has?.('golangci-lint') ?? true));
    return [
      ...(needsSetup ? [{ kind: 'setup', command: 'go mod download' } as const] : []),
      { kind: 'build', command: 'go build ./...' },
      // With -v every test has its line, so that a test that went away is seen.
      { kind: 'test', command: 'go test -v ./...', parser: 'go-test' },
      hasLinter ? { kind: 'lint', command: 'golangci-lint run' } : { kind: 'lint', command: 'go vet ./...' },
    ];
  },
  // A line that the tests of another package execute is executed.
  coverage: async (tree) =>
    (await tree.read('go.mod')) === undefined
      ? undefined
      : {
          command: `go test -coverpkg=./... -coverprofile=${profile} ./...`,
          reports: [profile],
        },
};
