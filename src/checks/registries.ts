// Where packages come from: what a setup may reach, and is told to use. The usual registries, and those the user's own
// surroundings name; a check has a fresh HOME and would not find them there. Pure: texts in, hosts and variables out.
// Logins are left behind: what runs in a setup is written by others.

export interface Registries {
  /** `host` or `host:port`, for the box of a setup. */
  readonly egress: readonly string[];
  /** The user's own among them, which may lie in a private network. */
  readonly own: readonly string[];
  /** Variables that make package managers use the user's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Folders of packages on this machine that the user's files name. */
  readonly folders: readonly string[];
}

export interface RegistrySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What npm and pip read of the user's files, one after the other; a later one counts more. */
  readonly npmrc: readonly string[];
  readonly pipConf: readonly string[];
}

const usual: readonly string[] = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'pypi.org',
  'files.pythonhosted.org',
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  'proxy.golang.org',
  'sum.golang.org',
  'rubygems.org',
  'index.rubygems.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'plugins.gradle.org',
  'services.gradle.org',
  'repo.packagist.org',
  'api.nuget.org',
  'repo.hex.pm',
];

const urlsMax = 50;

export function registriesOf({ env, npmrc, pipConf }: RegistrySources): Registries {
  const pick = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const npm = pick('npm_config_registry', 'NPM_CONFIG_REGISTRY') ?? settings(npmrc, /^registry$/).at(-1);
  const pip =
    pick('PIP_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX_URL') ?? settings(pipConf, /^index-url$/).at(-1);
  const more = pick('PIP_EXTRA_INDEX_URL') ?? joined(settings(pipConf, /^extra-index-url$/));
  const links = pick('PIP_FIND_LINKS') ?? joined(settings(pipConf, /^find-links$/));
  const go = pick('GOPROXY');
  const others = [
    ...settings(npmrc, /^@[^:]+:registry$/),
    ...[more, links, pick('UV_EXTRA_INDEX_URL'), pick('YARN_NPM_REGISTRY_SERVER'), go].filter(
      (value) => value !== undefined,
    ),
    ...Object.entries(env).flatMap(([name, value]) =>
      /^CARGO_REGISTRIES_\w+_INDEX$/.test(name) && value !== undefined ? [value] : [],
    ),
  ];
  const urls = [npm ?? '', pip ?? '', ...others].flatMap((text) => text.split(/[\s,|]+/)).map(urlIn);
  const own = urls.filter((url) => url !== undefined).slice(0, urlsMax);
  return {
    egress: [...new Set([...usual, ...own.map(hostOf)])],
    own: [...new Set(own.map((url) => url.hostname))],
    env: {
      ...variable('npm_config_registry', npm),
      ...variable('PIP_INDEX_URL', pip),
      ...places('PIP_EXTRA_INDEX_URL', more),
      ...places('PIP_FIND_LINKS', links),
      ...(go === undefined ? {} : { GOPROXY: withoutLogins(go) }),
    },
    folders: [pip, more, links].flatMap(placesIn).flatMap(folderIn),
  };
}

/** pip knows several places of one kind: addresses of indexes, and folders. */
function placesIn(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((place) => urlIn(place) !== undefined || folderIn(place).length > 0);
}

function places(name: string, text: string | undefined): Readonly<Record<string, string>> {
  const known = placesIn(text).map(withoutLogins);
  return known.length === 0 ? {} : { [name]: known.join(' ') };
}

function folderIn(place: string): readonly string[] {
  const folder = place.replace(/^file:\/\//, '');
  return /^\/[^/]/.test(folder) ? [folder] : [];
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join(' ');
}

/** The values of `name = value` lines, in order; a line that is indented goes on with it. A variable in one is not ours to fill in. */
function settings(texts: readonly string[], name: RegExp): readonly string[] {
  return texts
    .flatMap((text) => text.replaceAll(/\n[ \t]+(?=[^\s=#;[]+[ \t]*(?:\n|$))/g, ' ').split('\n'))
    .map((line) => /^\s*([^=\s#;]+)\s*=\s*(.*?)\s*$/.exec(line))
    .flatMap((found) => (found?.[1] !== undefined && name.test(found[1]) ? [found[2] ?? ''] : []))
    .filter((value) => value !== '' && !value.includes('${'));
}

function urlIn(text: string): URL | undefined {
  const spelled = text.replace(/^sparse\+/, '');
  if (!/^https?:/.test(spelled) || !URL.canParse(spelled)) return undefined;
  return new URL(spelled);
}

function hostOf(url: URL): string {
  if (url.port !== '') return `${url.hostname}:${url.port}`;
  return url.protocol === 'http:' ? `${url.hostname}:80` : url.hostname;
}

function variable(name: string, text: string | undefined): Readonly<Record<string, string>> {
  return text === undefined || urlIn(text) === undefined ? {} : { [name]: withoutLogins(text) };
}

function withoutLogins(text: string): string {
  return text.replaceAll(/(https?:\/\/)[^/@,|\s]*@/g, '$1');
}
