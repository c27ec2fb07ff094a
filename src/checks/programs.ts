// The programs that commands of checks need, and how to get one that is missing. By their words alone: what a command
// does is not looked at. One that nobody here knows counts where a shell would look for it on the PATH and find nothing else.

const installs: Readonly<Record<string, string>> = {
  npm: 'Install Node.js, which brings npm.',
  npx: 'Install Node.js, which brings npx.',
  node: 'Install Node.js.',
  pnpm: 'Install pnpm: npm install --global pnpm',
  yarn: 'Install Yarn: npm install --global yarn (or `corepack enable`).',
  bun: 'Install Bun: npm install --global bun',
  python3: 'Install Python 3 (Debian: apt install python3 python3-venv).',
  python: 'Install Python 3, or name python3 in the command.',
  uv: 'Install uv: pip install uv',
  poetry: 'Install Poetry: pipx install poetry',
  tox: 'Install tox: pipx install tox',
  pytest: 'Install pytest: pip install pytest',
  go: 'Install Go (Debian: apt install golang).',
  'golangci-lint': 'Install golangci-lint, or name another lint under `checks` in slipway.yaml.',
  cargo: 'Install Rust (Debian: apt install cargo).',
  mvn: 'Install Maven (Debian: apt install maven).',
  gradle: 'Install Gradle, or commit its wrapper (gradlew).',
  java: 'Install a JDK (Debian: apt install default-jdk).',
  make: 'Install make (Debian: apt install make).',
  prove: 'Install Perl, which brings prove.',
  perl: 'Install Perl.',
  cpanm: 'Install cpanm (Debian: apt install cpanminus).',
  bats: 'Install Bats (Debian: apt install bats).',
  bash: 'Install bash.',
};

/** Wrappers that a repository brings need what they wrap around. */
const wrappers: Readonly<Record<string, string>> = { './mvnw': 'java', './gradlew': 'java' };

export interface NeededProgram {
  readonly name: string;
  readonly install: string;
}

/** Each once, in the order of the commands. */
export function programsNamed(commands: readonly string[]): readonly NeededProgram[] {
  const names = commands.flatMap((command) => command.split(/&&|\|\||[;|{}()\n]/).flatMap(firstProgram));
  return [...new Set(names)].flatMap((name) => {
    const install = Object.hasOwn(installs, name) ? installs[name] : undefined;
    return install === undefined ? [] : [{ name, install }];
  });
}

/** With those that nobody here knows. */
export function programsNeeded(commands: readonly string[]): readonly NeededProgram[] {
  const known = programsNamed(commands);
  const names = new Set(commands.flatMap(plainParts).flatMap(firstProgram));
  const others = [...names].filter((name) => isPlain(name) && !known.some((one) => one.name === name));
  return [...known, ...others.map((name) => ({ name, install: unknownInstall }))];
}

const unknownInstall = 'Install it, or name another command under `checks` in slipway.yaml.';

/** What is quoted or worked out may be a text, and where the PATH is changed or a file read in nobody knows what is found. */
function plainParts(command: string): readonly string[] {
  if (/['"`$\\#<>\n]|\bPATH=|(^|[;&|]\s*)(\.|source|eval|alias)\s/.test(command)) return [];
  return command.split(/&&|\|\||[;|]/);
}

/** Neither a path nor what a shell knows by itself. */
function isPlain(name: string): boolean {
  return /^[A-Za-z][\w.+-]*$/.test(name) && !shellWords.has(name);
}

const shellWords: ReadonlySet<string> = new Set(
  (
    'alias bg break case cd command continue do done elif else esac eval exec exit export false fg fi for function getopts ' +
    'hash if in jobs local printf pwd read readonly return select set shift source test then time times trap true type ' +
    'ulimit umask unalias unset until wait while echo kill let declare pushd popd'
  ).split(' '),
);

/** The first word that is no assignment; behind a shell, the wrapper it is given. */
function firstProgram(part: string): readonly string[] {
  const words = part
    .trim()
    .split(/\s+/)
    .filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [first = '', second = ''] = words;
  const called = first === 'sh' || first === 'bash' ? second : first;
  const wrapped = Object.hasOwn(wrappers, called) ? wrappers[called] : undefined;
  return wrapped === undefined ? [first] : [wrapped];
}
