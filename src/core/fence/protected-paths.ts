// Paths that need leave in the approved plan, wherever in the tree they stand, each with its reason. A person's own list adds
// to this one or takes from it (`protectedPaths`).

import { covers } from './paths.ts';

export interface ProtectedPath {
  readonly path: string;
  readonly why: string;
}

const pipeline =
  'runs with the rights of the project, on machines and with keys that no review of a change guards';
const locked = 'says which code of strangers is installed; it changes with the manifest, not by hand';
const instructs = 'tells agents what to do: whoever may write it steers the next run';
const hooks = "runs on people's machines when they commit or push";
const releases = 'decides what is published, and how';
const machine = 'builds the machine people and agents work on; its commands run before anybody looks';

export const protectedByDefault: readonly ProtectedPath[] = [
  { path: '.github/copilot-instructions.md', why: instructs },
  { path: '.github/', why: pipeline },
  { path: '.gitlab/', why: pipeline },
  { path: '.tekton/', why: pipeline },
  { path: 'cloudbuild.yaml', why: pipeline },
  { path: 'cloudbuild.yml', why: pipeline },
  { path: '.gitlab-ci.yml', why: pipeline },
  { path: '.circleci/', why: pipeline },
  { path: '.travis.yml', why: pipeline },
  { path: 'azure-pipelines.yml', why: pipeline },
  { path: 'bitbucket-pipelines.yml', why: pipeline },
  { path: '.buildkite/', why: pipeline },
  { path: '.woodpecker/', why: pipeline },
  { path: '.woodpecker.yml', why: pipeline },
  { path: '.drone.yml', why: pipeline },
  { path: '.cirrus.yml', why: pipeline },
  { path: 'appveyor.yml', why: pipeline },
  { path: 'Jenkinsfile', why: pipeline },
  { path: 'package-lock.json', why: locked },
  { path: 'npm-shrinkwrap.json', why: locked },
  { path: 'pnpm-lock.yaml', why: locked },
  { path: 'yarn.lock', why: locked },
  { path: 'bun.lock', why: locked },
  { path: 'bun.lockb', why: locked },
  { path: 'Cargo.lock', why: locked },
  { path: 'go.sum', why: locked },
  { path: 'poetry.lock', why: locked },
  { path: 'uv.lock', why: locked },
  { path: 'pdm.lock', why: locked },
  { path: 'Pipfile.lock', why: locked },
  { path: 'Gemfile.lock', why: locked },
  { path: 'composer.lock', why: locked },
  { path: '.npmrc', why: 'says where packages come from, and with which login' },
  { path: '.pnpmfile.cjs', why: 'is code that runs at each install' },
  { path: 'bunfig.toml', why: 'says where packages come from' },
  { path: '.yarnrc.yml', why: 'says where packages come from, and may name code that runs at each install' },
  { path: 'CODEOWNERS', why: 'says who has to agree' },
  { path: '.husky/', why: hooks },
  { path: '.githooks/', why: hooks },
  { path: 'hooks/pre-*', why: hooks },
  { path: 'hooks/post-*', why: hooks },
  { path: '.pre-commit-config.yaml', why: hooks },
  { path: 'lefthook.yml', why: hooks },
  { path: '.goreleaser.yml', why: releases },
  { path: '.goreleaser.yaml', why: releases },
  { path: '.releaserc*', why: releases },
  { path: 'release.config.*', why: releases },
  { path: '.release-it.*', why: releases },
  { path: 'release-please-config.json', why: releases },
  { path: '.release-please-manifest.json', why: releases },
  { path: '.changeset/config.json', why: releases },
  { path: 'release.sh', why: releases },
  { path: 'publish.sh', why: releases },
  { path: 'scripts/release*', why: releases },
  { path: 'scripts/deploy*', why: releases },
  { path: 'bin/release*', why: releases },
  { path: 'bin/deploy*', why: releases },
  { path: 'tools/release*', why: releases },
  { path: 'tools/deploy*', why: releases },
  { path: 'deploy.sh', why: releases },
  { path: 'scripts/publish*', why: releases },
  { path: '.claude/', why: instructs },
  { path: '.codex/', why: instructs },
  { path: '.opencode/', why: instructs },
  { path: '.gemini/', why: instructs },
  { path: '.cursor/', why: instructs },
  { path: '.windsurf/', why: instructs },
  { path: '.aider*', why: instructs },
  { path: '.continue/', why: instructs },
  { path: '.junie/', why: instructs },
  { path: '.kiro/', why: instructs },
  { path: '.roo/', why: instructs },
  { path: '.roorules', why: instructs },
  { path: '.amazonq/', why: instructs },
  { path: '.goosehints', why: instructs },
  { path: '.rules', why: instructs },
  { path: '.clinerules', why: instructs },
  { path: '.cursorrules', why: instructs },
  { path: '.windsurfrules', why: instructs },
  { path: 'opencode.json', why: instructs },
  { path: '.mcp.json', why: 'names programs that agents start' },
  { path: 'AGENTS.md', why: instructs },
  { path: 'CLAUDE.md', why: instructs },
  { path: 'GEMINI.md', why: instructs },
  { path: '.devcontainer/', why: machine },
  { path: '.devcontainer.json', why: machine },
  { path: '.gitpod.yml', why: machine },
  { path: '.envrc', why: machine },
  { path: '.vscode/tasks.json', why: machine },
  { path: '.zed/tasks.json', why: machine },
  { path: '.idea/runConfigurations/', why: machine },
  { path: '.gitattributes', why: 'names filters and merge drivers: programs that git runs' },
  { path: '.gitmodules', why: 'says which code of strangers is checked out' },
  { path: 'slipway.yaml', why: 'is the policy of this very run' },
  { path: '.slipway/', why: 'is what Slipway knows and keeps of this repository' },
];

/** Why a path is protected, as the end of a sentence that begins with it; undefined where a person listed it. */
export function whyProtected(path: string): string | undefined {
  return protectedByDefault.find((entry) => isAt(entry.path, path))?.why;
}

/**
 * A protected entry guards itself wherever it stands in the tree: a nested lockfile is a lockfile, and a link
 * or a file in a folder's place is that folder. Upper and lower case make no difference: on many disks they are one file.
 */
export function isProtected(protectedPaths: readonly string[], path: string): boolean {
  return protectedPaths.some((entry) => isAt(entry, path));
}

function isAt(entry: string, path: string): boolean {
  const name = entry.toLowerCase();
  return covers([`**/${name}`, `**/${name.replace(/\/$/, '')}`], path.toLowerCase());
}
