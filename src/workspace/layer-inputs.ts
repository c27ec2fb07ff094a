// What decides how installed dependencies turn out, as data: files by their names, tools by the words of a command,
// and which commands install and do nothing else. Pure.

import { z } from 'zod';
import { installScripts } from '../core/evidence/installing.ts';
import { parseJson } from '../plain/json.ts';

/** Names that count wherever they lie: manifests, lockfiles, and the settings of those who read them. */
const manifestNames: ReadonlySet<string> = new Set(
  [
    // JavaScript
    'package.json package-lock.json npm-shrinkwrap.json .npmrc .nvmrc .node-version pnpm-lock.yaml pnpm-workspace.yaml',
    '.pnpmfile.cjs .pnpmfile.mjs yarn.lock .yarnrc .yarnrc.yml bun.lock bun.lockb bunfig.toml deno.json deno.lock binding.gyp',
    // Python
    'pyproject.toml poetry.lock uv.lock pdm.lock Pipfile Pipfile.lock setup.py setup.cfg environment.yml .python-version',
    'hatch_build.py poetry.toml uv.toml pip.conf',
    // Go, Rust, Ruby, PHP, Elixir
    'go.mod go.sum go.work go.work.sum Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml Gemfile Gemfile.lock',
    'build.rs .ruby-version composer.json composer.lock mix.exs mix.lock',
    'Makefile.PL Build.PL cpanfile extconf.rb',
    // Java, .NET, Swift, Dart, and what chooses versions for all of them
    'pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.lockfile packages.lock.json',
    'Directory.Packages.props Package.swift Package.resolved pubspec.yaml pubspec.lock .tool-versions mise.toml',
  ].flatMap((line) => line.split(' ')),
);

const manifestPatterns: readonly RegExp[] = [
  /(?:^|\/)(?:requirements|constraints)[^/]*\.(?:txt|in)$/,
  /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/,
  /\.(?:patch|gemspec|csproj)$/,
  /(?:^|\/)\.yarn\/(?:releases|plugins|patches)\//,
  /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
];

export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return manifestNames.has(name) || manifestPatterns.some((pattern) => pattern.test(path));
}

/** The tools behind a word of a command, each with the arguments that make it say its version. */
const toolsByWord: Readonly<Record<string, readonly (readonly [string, ...string[]])[]>> = {
  node: [['node', '--version']],
  npm: nodeAnd('npm'),
  npx: nodeAnd('npm'),
  pnpm: nodeAnd('pnpm'),
  yarn: nodeAnd('yarn'),
  corepack: nodeAnd('corepack'),
  bun: [['bun', '--version']],
  deno: [['deno', '--version']],
  python: [['python', '--version']],
  python3: [['python3', '--version']],
  pip: [['pip', '--version']],
  pip3: [['pip3', '--version']],
  uv: [['uv', '--version']],
  poetry: [['poetry', '--version']],
  pdm: [['pdm', '--version']],
  pipenv: [['pipenv', '--version']],
  ruby: [['ruby', '--version']],
  gem: [['ruby', '--version']],
  bundle: [
    ['ruby', '--version'],
    ['bundle', '--version'],
  ],
  php: [['php', '--version']],
  composer: [
    ['php', '--version'],
    ['composer', '--version'],
  ],
  go: [['go', 'version']],
  cargo: [
    ['cargo', '--version'],
    ['rustc', '--version'],
  ],
};

function nodeAnd(tool: string): readonly (readonly [string, ...string[]])[] {
  return [
    ['node', '--version'],
    [tool, '--version'],
  ];
}

/** The tools that commands name, each once: the program and its arguments. */
export function toolsNamed(commands: readonly string[]): readonly (readonly [string, ...string[]])[] {
  const words = commands.flatMap((command) => command.match(/[A-Za-z][A-Za-z0-9]*/g) ?? []);
  const named = new Map(
    words
      .filter((word) => Object.hasOwn(toolsByWord, word))
      .flatMap((word) => toolsByWord[word] ?? [])
      .map((tool) => [tool.join(' '), tool] as const),
  );
  return [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tool]) => tool);
}

const installer =
  /^(?:npm (?:ci|install|i)|(?:npm_config_manage_package_manager_versions=false )?pnpm (?:install|i)|yarn(?: install)?|bun install|bundle install)(?: --?[a-z][a-z-]*(?:=[\w-]+)?)*$/;

/** Whether commands do nothing but install what manifests and lockfiles name. */
export function areInstallers(commands: readonly string[]): boolean {
  return commands.every((command) =>
    command
      .split(/&&|;|\n/)
      .map((part) => part.trim().replaceAll(/ +/g, ' '))
      .filter((part) => part !== '')
      .every((part) => installer.test(part)),
  );
}

/** What cannot be read may do anything: it counts as having such a script. */
const packageFile = z
  .looseObject({ scripts: z.record(z.string(), z.unknown()).optional() })
  .catch({ scripts: { install: '' } });

/** Whether installing would run or copy something of the repository itself, by the text of one of its package.json. */
export function bringsOwnCode(packageJson: string, commands: readonly string[]): boolean {
  const { scripts } = packageFile.parse(parseJson(packageJson));
  const runs = [...installScripts].some((name) => Object.hasOwn(scripts ?? {}, name));
  if (runs && !commands.every((command) => /(?:^| )--ignore-scripts(?: |$)/.test(command))) return true;
  // npm links a folder of the repository; the others copy it, and a copy grows old.
  const onlyLinks = commands.every((command) => command.trim().startsWith('npm '));
  return !onlyLinks && /"(?:file|portal):/.test(packageJson);
}
