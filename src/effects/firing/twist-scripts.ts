// Whether a script's own comparison still fails: one line of it is asked for something else, on the base and then on the head. A canary
// that ends a script says that it is run, and nothing of what its comparisons do.

import { covers } from '../../core/fence/paths.ts';
import type { Token } from '../../live-fire/canary-forms.ts';
import { formOf, isScript } from '../../live-fire/canary.ts';
import { testSide } from '../../live-fire/test-side.ts';
import type { Twist } from '../../live-fire/twisted.ts';
import { twisted, twistedAt } from '../../live-fire/twisted.ts';
import { otherTests } from './fewer-tests.ts';
import type { Range, SeenCheck } from './range.ts';
import { shoot } from './range.ts';
import { textsAt } from './texts.ts';

/** Each costs a run or more, on both sides. */
const filesMax = 3;
const lookedAtMax = 20;

/** `files` are scripts of the base, asked before all others. The first one whose twist is seen there speaks for the rest. */
export async function silencedScript(
  range: Range,
  files: readonly string[],
  token: Token,
): Promise<{ readonly file: string } | undefined> {
  for (const { file, is, twists } of await twistsIn(range, files, token)) {
    for (const twist of twists) {
      const base = redIn(await shotWith(range, 'base', { path: file, text: twist.text }));
      if (base.length === 0) continue;
      const head = redIn(await shotWith(range, 'head', { path: file, text: twistedAt(is, twist, token) }));
      return base.every((check) => head.includes(check)) ? undefined : { file };
    }
  }
  return undefined;
}

interface Twisted {
  readonly file: string;
  readonly is: string;
  readonly twists: readonly Twist[];
}

async function twistsIn(range: Range, files: readonly string[], token: Token): Promise<readonly Twisted[]> {
  const { parts, repository, input } = range;
  const all = await parts.workspaces.listFiles(repository.repository, input.from);
  const tests = all.filter((path) => testSide(path) === 'tests');
  const asked = [...new Set([...files, ...tests])]
    .filter((file) => !covers(input.grants, file))
    .slice(0, lookedAtMax);
  const [before, after] = await Promise.all([
    textsAt(range, input.from, asked),
    textsAt(range, input.to, asked),
  ]);
  return asked
    .map((file) => {
      const [was = '', is = ''] = [before.get(file), after.get(file)];
      return { file, is, twists: isScript(formOf(file, was)) ? twisted(was, is, token) : [] };
    })
    .filter(({ twists }) => twists.length > 0)
    .slice(0, filesMax);
}

async function shotWith(
  range: Range,
  side: 'base' | 'head',
  text: { readonly path: string; readonly text: string },
): Promise<readonly SeenCheck[]> {
  const commit = side === 'base' ? range.input.from : range.input.to;
  const without = await otherTests(range, commit, [text.path]);
  const varied = await range.parts.workspaces.vary(range.repository.repository, {
    commit,
    texts: [text],
    without,
  });
  const passedBefore = new Set(
    range.input.against.filter(({ verdict }) => verdict !== 'FAIL').map(({ check }) => check),
  );
  const seen = await shoot(range, varied, side === 'base' ? 'three' : 'four');
  return seen.filter(({ check }) => passedBefore.has(check));
}

function redIn(seen: readonly SeenCheck[]): readonly string[] {
  return seen.filter(({ verdict }) => verdict === 'FAIL').map(({ check }) => check);
}
