// Rust: a package or a workspace at the root, built and tested by cargo. Dependencies come in by setup alone: what
// follows is told to stay offline. clippy and rustfmt where they are configured, or CI names them, and they are there.

import { ciNames } from '../ci-files.ts';
import type { Ecosystem } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';

const clippyFiles = ['clippy.toml', '.clippy.toml'];
const formatFiles = ['rustfmt.toml', '.rustfmt.toml'];

export const rust: Ecosystem = {
  name: 'rust',
  find: async (tree) => {
    const texts = await textsOf(tree, ['Cargo.toml', 'Cargo.lock', ...clippyFiles, ...formatFiles]);
    const manifest = texts['Cargo.toml'];
    if (manifest === undefined || !/^\[(?:package|workspace)\]/m.test(manifest)) return [];
    const lock = texts['Cargo.lock'];
    const needsSetup = lock === undefined ? /^\[.*dependencies/m.test(manifest) : /^source = /m.test(lock);
    const locked = lock === undefined ? '' : ' --locked';
    const flags = needsSetup ? ' --offline' : '';
    const { commands } = await ciNames(tree);
    const isWanted = async (files: readonly string[], tool: string): Promise<boolean> =>
      (isThere(texts, ...files) || commands.some((command) => command.startsWith(`cargo ${tool}`))) &&
      (await (tree.has?.(`cargo-${tool}`) ?? true));
    const [clippy, format] = [await isWanted(clippyFiles, 'clippy'), await isWanted(formatFiles, 'fmt')];
    return [
      ...(needsSetup ? [{ kind: 'setup', command: `cargo fetch${locked}` } as const] : []),
      { kind: 'build', command: `cargo build --workspace --all-targets${flags}` },
      { kind: 'test', command: `cargo test --workspace --no-fail-fast${flags}`, parser: 'cargo-test' },
      ...(clippy
        ? [
            {
              kind: 'lint',
              tool: 'clippy',
              command: `cargo clippy --workspace --all-targets${flags}`,
            } as const,
          ]
        : []),
      ...(format ? [{ kind: 'lint', tool: 'format', command: 'cargo fmt --all --check' } as const] : []),
    ];
  },
};
