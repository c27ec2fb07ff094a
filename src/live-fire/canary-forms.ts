// How a test that fails is written, form by form: one that throws, and one that fails by the assertion that is usual there.

export interface Token {
  /** Letters and digits, to be part of a name. */
  readonly id: string;
}

/** How the tests of a text are written. */
export type Form =
  | 'node-test'
  | 'vitest'
  | 'globals'
  | 'ava'
  | 'tape'
  | 'script'
  | 'python'
  | 'go'
  | 'rust'
  | 'perl'
  | 'bats'
  | 'shell';

export interface CanaryAbout {
  readonly path: string;
  readonly text: string;
  readonly token: Token;
  /** For `loadedName`. */
  readonly waits?: boolean;
}

/** What a run prints of a canary that failed. */
export function thrownToken({ id }: Token): string {
  return `slipway-canary-${id}-thrown`;
}

export function assertedToken({ id }: Token): string {
  return `slipway-canary-${id}-asserted`;
}

/** Of a file of canaries: what its tests wait for, where nothing outside of them may wait. */
export function loadedName({ id }: Token): string {
  return `slipwayLoaded${id}`;
}

/** Whether a script is a module that imports; only those may say `import`. */
export function isModule({ path, text }: Pick<CanaryAbout, 'path' | 'text'>): boolean {
  if (/\.(?:mjs|mts)$/.test(path)) return true;
  if (/\.(?:cjs|cts)$/.test(path)) return false;
  return /^\s*(?:import\s|import\{|export\s)/m.test(text);
}

export function inForm(form: Form, about: CanaryAbout): string {
  const { id } = about.token;
  return forms[form]({
    about,
    id,
    name: `slipway canary ${id}`,
    local: `slipwayCanary${id}`,
    thrown: thrownToken(about.token),
    asserted: assertedToken(about.token),
  });
}

interface Words {
  readonly about: CanaryAbout;
  readonly id: string;
  /** Of the test. */
  readonly name: string;
  /** For what it takes from elsewhere: nobody else has it. */
  readonly local: string;
  readonly thrown: string;
  readonly asserted: string;
}

/** For the type checker, which knows nothing of globals; put together here, because no source of ours says so of itself. */
const quietType = ['// @ts', 'ignore\n'].join('-');

const forms: Readonly<Record<Form, (words: Words) => string>> = {
  'node-test': (words) =>
    named(words, 'test', words.local, 'node:test') +
    whole(words, `${words.local}Assert`, 'node:assert') +
    throwing(words, words.local) +
    asserting(words, words.local, `${words.local}Assert.strictEqual('${words.asserted}', '')`),
  vitest: (words) =>
    named(words, 'test', words.local, 'vitest') +
    named(words, 'expect', `${words.local}Expect`, 'vitest') +
    throwing(words, words.local) +
    asserting(words, words.local, `${words.local}Expect('${words.asserted}').toBe('')`),
  globals: (words) => {
    const test = '(globalThis.it || globalThis.test)';
    const typed = /\.[cm]?tsx?$/.test(words.about.path) ? quietType : '';
    const expects = /(?<![\w$.])expect\s*\(/.test(words.about.text);
    const waits = words.about.waits === true ? `await ${loadedName(words.about.token)}; ` : '';
    const asserted = asserting(
      words,
      test,
      `${waits}\n${typed}globalThis.expect('${words.asserted}').toBe('')`,
    );
    return `${typed};${throwing(words, test, waits)}${expects ? `${typed};${asserted}` : ''}`;
  },
  ava: (words) =>
    whole(words, words.local, 'ava') +
    throwing(words, words.local) +
    `${words.local}('${words.name} asserted', (t) => { t.is('${words.asserted}', ''); });\n`,
  tape: (words) =>
    whole(words, words.local, 'tape') +
    `${words.local}('${words.name} asserted', (t) => { t.fail('${words.asserted}'); t.end(); });\n`,
  script: ({ thrown }) => `throw new Error('${thrown}');\n`,
  python: ({ id, thrown, asserted }) => `import unittest as _slipway_${id}


class SlipwayCanary${id}(_slipway_${id}.TestCase):
    def test_slipway_canary_${id}_thrown(self):
        raise RuntimeError('${thrown}')

    def test_slipway_canary_${id}_asserted(self):
        assert '${asserted}' == '', '${asserted}'
`,
  go: ({ id, thrown, asserted }) => `func TestSlipwayCanary${id}Thrown(t *testing.T) {
	t.Fatal("${thrown}")
}

func TestSlipwayCanary${id}Asserted(t *testing.T) {
	t.Error("${asserted}")
}
`,
  rust: ({ id, thrown, asserted }) => `#[cfg(test)]
mod slipway_canary_${id} {
    #[test]
    fn slipway_canary_thrown() {
        panic!("${thrown}");
    }

    #[test]
    fn slipway_canary_asserted() {
        assert_eq!("${asserted}", "");
    }
}
`,
  perl: ({ thrown }) => `print "1..1\\nnot ok 1 - ${thrown}\\n";\nexit 1;\n`,
  bats: ({ name, thrown }) => `@test "${name}" {\n  echo "${thrown}"\n  false\n}\n`,
  shell: ({ thrown }) => `echo "${thrown}" >&2\nexit 1\n`,
};

/** Something that a module exports, under a name of ours. */
function named({ about }: Words, what: string, as: string, from: string): string {
  return isModule(about)
    ? `import { ${what} as ${as} } from '${from}';\n`
    : `const { ${what}: ${as} } = require('${from}');\n`;
}

/** A module itself. */
function whole({ about }: Words, as: string, from: string): string {
  return isModule(about) ? `import ${as} from '${from}';\n` : `const ${as} = require('${from}');\n`;
}

function throwing({ name, thrown }: Words, test: string, waits = ''): string {
  return `${test}('${name} thrown', ${waits === '' ? '' : 'async '}() => { ${waits}throw new Error('${thrown}'); });\n`;
}

function asserting({ name }: Words, test: string, assertion: string): string {
  return `${test}('${name} asserted', ${assertion.startsWith('await ') ? 'async ' : ''}() => { ${assertion}; });\n`;
}
