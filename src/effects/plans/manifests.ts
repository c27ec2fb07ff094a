// Where the scripts and the dependencies of a repository are declared, as data: which files, and how each is read.
// It answers one question, whether a name is declared; versions and what is installed are not its matter.

interface Manifest {
  readonly file: RegExp;
  readonly script?: (text: string, name: string) => boolean;
  readonly dependency?: (text: string, name: string) => boolean;
}

/** Manifests beyond this many are those of a monorepo's parts; the nearest to the root are read. */
const manifestsMax = 200;

const manifests: readonly Manifest[] = [
  {
    file: /(^|\/)package\.json$/,
    script: (text, name) => hasKey(text, ['scripts'], name),
    dependency: (text, name) =>
      hasKey(text, ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'], name),
  },
  {
    file: /(^|\/)composer\.json$/,
    script: (text, name) => hasKey(text, ['scripts'], name),
    dependency: (text, name) => hasKey(text, ['require', 'require-dev'], name),
  },
  { file: /(^|\/)deno\.jsonc?$/, script: (text, name) => hasKey(text, ['tasks'], name) },
  { file: /(^|\/)(?:GNU)?[Mm]akefile$/, script: hasTarget },
  { file: /(^|\/)[Jj]ustfile$/, script: hasTarget },
  { file: /(^|\/)Taskfile\.ya?ml$/, script: hasTarget },
  { file: /(^|\/)pyproject\.toml$/, script: hasName, dependency: hasName },
  { file: /(^|\/)(?:setup\.(?:py|cfg)|Pipfile|tox\.ini)$/, script: hasName, dependency: hasName },
  { file: /(^|\/)requirements[^/]*\.(?:txt|in)$/, dependency: hasName },
  { file: /(^|\/)go\.mod$/, dependency: hasName },
  { file: /(^|\/)Cargo\.toml$/, dependency: hasName },
  { file: /(^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml)$/, dependency: hasName },
  { file: /(^|\/)(?:Gemfile|[^/]+\.gemspec)$/, dependency: hasName },
  { file: /(^|\/)[^/]+\.csproj$/, dependency: hasName },
];

/** Whether one of these files declares the name. */
export async function declares(asked: {
  readonly kind: 'script' | 'dependency';
  readonly name: string;
  readonly files: readonly string[];
  readonly read: (file: string) => Promise<string | undefined>;
}): Promise<boolean> {
  const readable = asked.files
    .flatMap((file) => {
      const how = manifests.find((manifest) => manifest.file.test(file))?.[asked.kind];
      return how === undefined || file.includes('node_modules/') ? [] : [{ file, how }];
    })
    .toSorted((a, b) => depthOf(a.file) - depthOf(b.file))
    .slice(0, manifestsMax);
  for (const { file, how } of readable) {
    const text = await asked.read(file);
    if (text !== undefined && how(text, asked.name)) return true;
  }
  return false;
}

function depthOf(file: string): number {
  return file.split('/').length;
}

function hasKey(text: string, sections: readonly string[], name: string): boolean {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return text.includes(JSON.stringify(name)); // comments in JSON: the quoted name has to do
  }
  return sections.some((section) => {
    const found = entryOf(document, section);
    return typeof found === 'object' && found !== null && Object.hasOwn(found, name);
  });
}

function entryOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(key);
}

/** A line that begins with the name and a colon, as make, just and task write what they can do. */
function hasTarget(text: string, name: string): boolean {
  return text.split('\n').some((line) => {
    const [, targets] = /^\s*([^:=#]+?)\s*:(?!=)/.exec(line) ?? [];
    return targets?.split(/\s+/).includes(name) === true;
  });
}

/** The name on its own: `foo` is not declared by `foo-bar`. */
function hasName(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w.@/-])${escaped}(?![\\w/-]|\\.\\w)`, 'i').test(text);
}
