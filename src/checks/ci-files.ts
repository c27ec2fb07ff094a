// The files in which a repository tells a CI service what to run, read for names: a script that is called there is one the
// people of the repository look at. Nothing in them is run because it stands there. Line by line, because these files have many
// dialects and only their commands matter.

import type { FileTree } from './ecosystems/ecosystem.ts';

const files =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml|\.travis\.yml|azure-pipelines\.yml)$/;
const filesMax = 20;
const commandsMax = 400;

export interface CiNames {
  /** Scripts of package.json. */
  readonly scripts: readonly string[];
  /** Every command, as it stands there, each once. */
  readonly commands: readonly string[];
}

export async function ciNames(tree: FileTree): Promise<CiNames> {
  const texts = await Promise.all(
    tree.files
      .filter((file) => files.test(file))
      .slice(0, filesMax)
      .map((file) => tree.read(file)),
  );
  const commands = [...new Set(texts.flatMap((text) => commandsIn(text ?? '')))].slice(0, commandsMax);
  return { commands, scripts: [...new Set(commands.flatMap(scriptIn))] };
}

const elsewhereMax = 12;
const charsMax = 120;
/** Commands that check something, by the tools that do. */
const checking =
  /^(?:(?:npm|pnpm|yarn|bun) (?:run |test\b|t\b)|(?:python3? -m )?(?:pytest|tox|nox|mypy|ruff|flake8|pre-commit)\b|(?:uv|poetry) run |make |cargo (?:test|clippy|fmt|check|doc)|go (?:test|vet)|golangci-lint|mvn |\.?\/?(?:gradlew|scripts?\/|ci\/|tools?\/))/;

/** What CI is told to run that none of these commands runs, as far as their words say: for people to read, never to be run. */
export async function ciElsewhere(tree: FileTree, run: readonly string[]): Promise<readonly string[]> {
  const { commands } = await ciNames(tree);
  const words = new Set(run.flatMap((command) => command.match(/[\w.:/-]+/g) ?? []));
  const isRun = (command: string): boolean => {
    const [, said = ''] = /(?:run |-m |make |cargo |go |^)([\w.:/-]+)(?:\s|$)/.exec(command) ?? [];
    return words.has(said);
  };
  return commands
    .filter((command) => checking.test(command) && !command.includes('${{') && command.length <= charsMax)
    .filter(
      (command) => !isRun(command) && !/\b(?:install|publish|release|deploy|docs?|benchmark)\b/.test(command),
    )
    .slice(0, elsewhereMax);
}

/** What stands behind `run:`, `script:` or `command:`, on the same line or in the lines that are further in. */
function commandsIn(text: string): readonly string[] {
  const found: string[] = [];
  let inside: number | undefined;
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent === -1) continue;
    if (inside !== undefined && indent > inside) {
      found.push(plain(line.replace(/^\s*(?:-\s+)?/, '')));
      continue;
    }
    const [, before = '', value = ''] = /^(\s*(?:-\s+)?)(?:run|script|command)\s*:\s*(.*)$/.exec(line) ?? [];
    const isKey = /^\s*(?:-\s+)?(?:run|script|command)\s*:/.test(line);
    inside = isKey && /^(?:[|>][+-]?\d*)?\s*$/.test(value) ? before.search(/\S|$/) : undefined;
    if (isKey && inside === undefined) found.push(plain(value));
  }
  return found.filter((command) => command !== '' && !/^(?:#|name:|working-directory:|shell:)/.test(command));
}

function plain(value: string): string {
  return value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/\s*\\$/, '');
}

/** `npm run x`, `yarn x`, `pnpm x`; those of another folder or of packages below are not the ones of this name here. */
function scriptIn(command: string): readonly string[] {
  return command
    .split(/&&|;/)
    .flatMap((part) => /^\s*(?:npm|pnpm|yarn|bun) (?:run |run-script )?([\w.:-]+)/.exec(part)?.[1] ?? [])
    .filter(
      (name) => !/^(?:install|i|ci|add|exec|dlx|config|publish|pack|link|run|set|cache|-.*)$/.test(name),
    );
}
