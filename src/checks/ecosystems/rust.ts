// Rust: a package or a workspace at the root, built and tested by cargo. Dependencies come in by setup alone: what
// follows is told to stay offline. clippy and rustfmt where they are configured.

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
    return [
      ...(needsSetup ? [{ kind: 'setup', command: `cargo fetch${locked}` } as const] : []),
      { kind: 'build', command: `cargo build --workspace --all-targets${flags}` },
      { kind: 'test', command: `cargo test --workspace --no-fail-fast${flags}`, parser: 'cargo-test' },
      ...(isThere(texts, ...clippyFiles)
        ? [
            {
              kind: 'lint',
              tool: 'clippy',
              command: `cargo clippy --workspace --all-targets${flags}`,
            } as const,
          ]
        : []),
      ...(isThere(texts, ...formatFiles)
        ? [{ kind: 'lint', tool: 'format', command: 'cargo fmt --all --check' } as const]
        : []),
    ];
  },
};
