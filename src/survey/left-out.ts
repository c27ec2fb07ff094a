// Files that say nothing about where a change belongs: what others wrote, what a program wrote, and what is no text.

const folders: ReadonlySet<string> = new Set(
  [
    'node_modules bower_components vendor vendored third_party third-party external deps site-packages',
    'dist build out target coverage .git .yarn .pnpm .gradle .venv venv __pycache__ .next .nuxt .cache',
    '__snapshots__ generated gen',
  ].flatMap((line) => line.split(' ')),
);

const names: ReadonlySet<string> = new Set(
  [
    'package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock bun.lock bun.lockb deno.lock Cargo.lock poetry.lock',
    'uv.lock pdm.lock Pipfile.lock go.sum go.work.sum Gemfile.lock composer.lock mix.lock gradle.lockfile flake.lock',
    'packages.lock.json Package.resolved pubspec.lock',
  ].flatMap((line) => line.split(' ')),
);

const endings =
  /\.(?:min\.(?:js|css)|map|snap|lock|pb\.go|pb\.cc|pb\.h|_pb2\.py|g\.dart|generated\.\w{1,5}|svg|csv|tsv|ipynb)$/i;

/** By the name alone; a file that looks like text and is none is found when it is read. */
const binary =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|psd|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|so|dylib|dll|exe|o|a|lib|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|webm|ogg|wav|flac|sqlite3?|db|bin|dat|pack|idx|pyc|keystore|jks|parquet|npy|onnx|pt)$/i;

export function isLeftOut(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  return (
    names.has(name) ||
    endings.test(name) ||
    binary.test(name) ||
    parts.slice(0, -1).some((part) => folders.has(part))
  );
}

/** By the names that people give to tests, to what tests read, and to the folders of both. */
export function isTestPath(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|__tests__|testing|specs?|e2e|testdata|fixtures?|__fixtures__|benches|benchmarks?)\//i.test(
      path,
    ) || /(?:^|\/)(?:test|spec|conftest)[._-][^/]*$|[._-](?:test|tests|spec)\.\w+$/i.test(path)
  );
}
