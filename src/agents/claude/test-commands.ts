// The commands that build and test a project, by name: what an agent may run outside a box. Each runs code of the
// repository; what is left out publishes, installs or runs whatever it is told to.

const scripts = ['test', 'build', 'lint', 'check', 'typecheck', 'compile', 'coverage', 'format'];
/** Names such as `test:unit` are other scripts of the same kind; one star after a colon would mean something else. */
const packageScripts = ['npm', 'pnpm', 'yarn', 'bun'].flatMap((manager) => [
  `${manager} test`,
  ...scripts.flatMap((script) => [`${manager} run ${script}`, `${manager} run ${script}:**`]),
]);

const nodeTools = ['vitest', 'jest', 'mocha', 'tsc', 'eslint', 'biome', 'oxlint', 'playwright test'].map(
  (tool) => `npx ${tool}`,
);

const pythonTools = ['pytest', 'unittest', 'mypy', 'ruff', 'tox', 'nox'];
const python = [
  'pytest',
  'mypy',
  'ruff check',
  'tox',
  'nox',
  ...['python', 'python3'].flatMap((program) => pythonTools.map((tool) => `${program} -m ${tool}`)),
];

const others = [
  ['node --test', 'deno test', 'deno check'],
  ['go test', 'go build', 'go vet'],
  ['cargo test', 'cargo build', 'cargo check', 'cargo clippy'],
  ['make test', 'make build', 'make check', 'make lint'],
  ['mvn test', 'mvn verify', 'gradle test', 'gradle build', './gradlew test', './gradlew build'],
  ['dotnet test', 'dotnet build', 'swift test', 'swift build', 'mix test'],
  ['bundle exec rspec', 'bundle exec rake test', 'rake test', 'vendor/bin/phpunit', 'composer test'],
].flat();

export const testCommands: readonly string[] = [...packageScripts, ...nodeTools, ...python, ...others];
