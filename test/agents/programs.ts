// The real agent programs that tests use: which version, which npm package holds the native program, and where in it.
// Only the platform's package is installed: the packages around it are wrappers that need install scripts.

import { z } from 'zod';

export const programNames = ['claude', 'codex', 'opencode'] as const;
export type ProgramName = (typeof programNames)[number];

export interface Program {
  readonly name: ProgramName;
  readonly version: string;
  /** What npm installs, with its exact version. */
  readonly spec: string;
  /** The native program, below `node_modules`. */
  readonly binary: string;
}

const platforms = z.enum(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);
type Platform = z.infer<typeof platforms>;

const triples: Readonly<Record<Platform, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

export function programOf(name: ProgramName): Program {
  const parsed = platforms.safeParse(`${process.platform}-${process.arch}`);
  if (!parsed.success) {
    throw new Error(
      `There is no ${name} for ${process.platform}-${process.arch}; use one of ${platforms.options.join(', ')}.`,
    );
  }
  const platform = parsed.data;
  switch (name) {
    case 'claude': {
      const version = '2.1.325';
      const folder = `@anthropic-ai/claude-code-${platform}`;
      return { name, version, spec: `${folder}@${version}`, binary: `${folder}/claude` };
    }
    case 'codex': {
      const version = '0.166.0';
      const binary = `@openai/codex/vendor/${triples[platform]}/bin/codex`;
      return { name, version, spec: `@openai/codex@${version}-${platform}`, binary };
    }
    case 'opencode': {
      const version = '1.18.33';
      const folder = `opencode-${platform}`;
      return { name, version, spec: `${folder}@${version}`, binary: `${folder}/bin/opencode` };
    }
  }
}
