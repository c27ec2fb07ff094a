// Packages of Python as lists name them, with the versions the lists ask for, in the words of pip.
//
// Invariants
//   PYTHON-PACKAGES-1. Only a plain name with plain versions gets into a command. What is written in another way is taken by its
//       name alone where it has one, else not at all.
//   PYTHON-PACKAGES-2. The version a list asks for is the one that is installed: a linter that is newer finds other things.

export interface Package {
  readonly name: string;
  /** Name, extras, versions and marker, as pip reads them. */
  readonly spec: string;
}

const requirement = /^([A-Za-z0-9][\w.-]*)(\[[\w.,\s-]+\])?\s*\(?((?:[=<>~!]=?=?\s*[\w.*+!-]+\s*,?\s*)*)\)?$/;
const marker = /^[\w.]+\s*(?:[<>=!~]=?|\bin\b|\bnot in\b)[\w\s.<>=!~"']+$/;

/** A line of a list of requirements: `pytest>=7; python_version < "3.12"`. */
export function packageOf(line: string): Package | undefined {
  const [left = '', condition] = line.split(/\s*;\s*/, 2);
  const [, name, extras = '', versions = ''] = requirement.exec(left.trim()) ?? [];
  if (name === undefined) return undefined;
  const plain = `${name}${extras}${versions}`.replaceAll(/\s+/g, '').replace(/,$/, '');
  if (condition === undefined) return { name, spec: plain };
  return marker.test(condition) ? { name, spec: `${plain}; ${condition.replaceAll("'", '"')}` } : undefined;
}

/** An entry of a table of Poetry's: `pytest = "^7.2"`, `mypy = { version = "1.19.1", extras = ["d"] }`. */
export function poetryPackage(name: string, value: string): Package {
  const text = value.trim();
  const single = /^["']([^"']*)["']/.exec(text)?.[1];
  const inTable = text.startsWith('{') ? text : '';
  const version = single ?? /\bversion\s*=\s*["']([^"']*)["']/.exec(inTable)?.[1] ?? '*';
  const extras = /\bextras\s*=\s*\[([^\]]*)\]/.exec(inTable)?.[1]?.replaceAll(/["'\s]/g, '') ?? '';
  const python = /\bpython\s*=\s*["']([^"']*)["']/.exec(inTable)?.[1] ?? '*';
  const condition = pipVersions(python)
    .split(',')
    .flatMap((each) => /^([<>=!]=?)([\d.]+)$/.exec(each)?.slice(1, 3).join(' "') ?? [])
    .map((each) => `python_version ${each}"`);
  const line = `${name}${extras === '' ? '' : `[${extras}]`}${pipVersions(version)}`;
  return (
    packageOf([line, ...(condition.length === 0 ? [] : [condition.join(' and ')])].join('; ')) ?? {
      name,
      spec: name,
    }
  );
}

/** Poetry's versions as PEP 440 has them. Alternatives have no such form, and are left out. */
function pipVersions(versions: string): string {
  const parts = versions.split(',').map((part) => pipVersion(part.trim()));
  return parts.includes(undefined) ? '' : parts.filter((part) => part !== '').join(',');
}

function pipVersion(version: string): string | undefined {
  if (version === '*' || version === '') return '';
  const [, mark = '', number] = /^([~^]|[=<>!~]=|[<>])?\s*(\d[\w.*+!-]*)$/.exec(version) ?? [];
  if (number === undefined) return undefined;
  if (mark === '') return `==${number}`;
  return mark === '^' || mark === '~' ? `>=${number},<${boundOf(mark, number)}` : `${mark}${number}`;
}

/** The first version that a caret (the first number that is not 0) or a tilde (the second number) does not let in. */
function boundOf(mark: '^' | '~', version: string): string {
  const numbers = (/^[\d.]*\d/.exec(version)?.[0] ?? '').split('.').map(Number);
  const first = numbers.findIndex((number) => number !== 0);
  const caret = first === -1 ? numbers.length - 1 : first;
  const at = mark === '^' ? caret : Math.min(1, numbers.length - 1);
  return numbers
    .slice(0, at + 1)
    .map((number, index) => (index === at ? number + 1 : number))
    .join('.');
}

const otherTools =
  /^(?:sphinx\b.*|sphinxcontrib\b.*|sphinxext\b.*|furo|myst[-_.](?:parser|nb)|mkdocs\b.*|mkdocstrings\b.*|mike|pdoc3?|pydoctor|pydata-sphinx-theme|.*[-_.](?:rtd|sphinx)[-_.]theme|readthedocs\b.*|recommonmark|towncrier|pre-?commit|watchfiles)$/i;

/** What builds documents, writes changelogs or waits for changes: no check runs it. */
export function isOtherTool({ name }: Package): boolean {
  return otherTools.test(name);
}

/** What runs the tests and looks for faults, with what they are extended by. */
export function isCheckTool({ name }: Package, tools: readonly string[]): boolean {
  const plain = name.toLowerCase().replaceAll(/[_.]/g, '-');
  return tools.includes(plain) || /^(?:pytest|flake8|types)-/.test(plain);
}

/** A word of a command. */
export function wordOf({ spec }: Package): string {
  return /^[\w.=-]+$/.test(spec) ? spec : `'${spec}'`;
}
