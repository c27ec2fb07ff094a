// prove:corruption. A home whose run waits at its merge gate is damaged: bits flip, files are cut, swapped and deleted, in
// database, WAL, blobs, anchors and store. Then the usual commands are typed. Each time the damage has to be named before
// anything of the run is seen outside, or the run comes to the very end it comes to without it: state, effects and artifacts are, by
// content, what they are in the controls.
//
//   tsx test/prove/corruption.ts [--size ci|full] [--only WORDS] [--seed N]
//
// Controls are homes nobody damaged: they must land, so that who refuses everything proves nothing. Progress goes to stderr.
// The last line of stdout is one JSON document; the exit is 0 only where nothing is wrong and enough was tried.

import { appendFile, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from '../simulation/random.ts';
import type { Case } from './corruption/damage.ts';
import { casesOf } from './corruption/damage.ts';
import type { Ended, Judged } from './corruption/judge.ts';
import { countsOf, judge } from './corruption/judge.ts';
import type { Strict } from './corruption/strict.ts';
import { strictOf, unlike } from './corruption/strict.ts';
import type { Said, Typing } from './corruption/typed.ts';
import { typedElsewhere, typedHere } from './corruption/typed.ts';
import type { Waiting } from './corruption/world.ts';
import { atMergeGate, copyOf } from './corruption/world.ts';
import type { Finding } from './support/compare.ts';
import { compare } from './support/compare.ts';
import type { Facts } from './support/facts.ts';
import { factsOf } from './support/facts.ts';
import type { Size } from './support/proof.ts';
import { inLanes, progressOf, report, say, sizeOf, sizeOption } from './support/proof.ts';
import type { World } from './support/world.ts';
import { names, placesIn, worldAt } from './support/world.ts';

const lanes = 3;
const casesMin = 300;
/** Every so manieth case is typed at the compiled command line. */
const elsewhereEvery = 15;

interface Options {
  readonly size: Size;
  readonly only: string | undefined;
  readonly seed: number;
}

async function prove({ size, only, seed }: Options, root: string): Promise<boolean> {
  const startedMs = performance.now();
  const waiting = await atMergeGate(root);
  const controls = await controlsOf(root, waiting);
  const cases = casesOf(waiting, size, randomOf(seed)).filter(
    ({ name }) => only === undefined || name.includes(only),
  );
  const progress = progressOf('damaged', cases.length);
  const judged = await inLanes<readonly [Case, number], Judged>({
    items: cases.map((item, n) => [item, n] as const),
    lanes,
    work: async ([item, n]) => {
      const typing = n % elsewhereEvery === 0 ? typedElsewhere : typedHere;
      const result = judge(
        item,
        await played(root, `case-${n}`, waiting, { item, typing, control: controls }),
      );
      progress();
      return result;
    },
  });
  for (const { name, why, verdict } of judged) if (verdict === 'silent') say(`silent: ${name}\n    ${why}`);
  const counts = countsOf(judged, controls.count);
  report(counts, startedMs);
  return counts.silent === 0 && controls.count > 0 && (only !== undefined || counts.cases >= casesMin);
}

/** A world that came to its end, in both ways to look at it. */
interface Whole {
  readonly facts: Facts;
  readonly strict: Strict;
}

async function wholeOf(world: World): Promise<Whole> {
  return { facts: await factsOf(world), strict: await strictOf(world) };
}

function compareWhole(control: Whole, other: Whole): readonly Finding[] {
  return [...compare(control.facts, other.facts), ...unlike(control.strict, other.strict)];
}

/** Both snapshots, both ways to type: each comes to the end, and to the same one. */
async function controlsOf(root: string, waiting: Waiting): Promise<Whole & { readonly count: number }> {
  let whole: Whole | undefined;
  let count = 0;
  for (const [part, typing] of [
    ['database', typedHere],
    ['wal', typedHere],
    ['database', typedElsewhere],
  ] as const) {
    const item: Case = { name: 'control', part, hurt: () => undefined };
    const ended = await played(root, `control-${count}`, waiting, {
      item,
      typing,
      control: whole,
      keep: true,
    });
    const now = await wholeOf(worldAt(path.join(root, `control-${count}`), waiting.closed.story));
    whole ??= now;
    const verdict = judge(item, { ...ended, findings: compareWhole(whole, now) });
    if (verdict.verdict !== 'harmless')
      throw new Error(`a home nobody damaged: ${verdict.why} ${JSON.stringify(ended.said)}`);
    count += 1;
  }
  if (whole === undefined) throw new Error('there are controls');
  await seesWhatIsOtherwise(worldAt(path.join(root, 'control-0'), waiting.closed.story), waiting, whole);
  return { ...whole, count };
}

/** One letter more in one artifact has to be seen: else nothing would be. */
async function seesWhatIsOtherwise(world: World, { run }: Waiting, whole: Whole): Promise<void> {
  await appendFile(path.join(placesIn(world).runs, run, 'state.json'), '.');
  const found = unlike(whole.strict, await strictOf(world));
  if (found.length !== 1 || found[0]?.what.startsWith('artifact state.json') !== true) {
    throw new Error(`an artifact that was changed is not told: ${JSON.stringify(found)}`);
  }
}

interface Play {
  readonly item: Case;
  readonly typing: Typing;
  readonly control: Whole | undefined;
  readonly keep?: boolean;
}

async function played(
  root: string,
  name: string,
  waiting: Waiting,
  { item, typing, control, keep = false }: Play,
): Promise<Ended> {
  const { run, seen, repository } = waiting;
  const world = copyOf(item.part === 'wal' ? waiting.killed : waiting.closed, path.join(root, name));
  try {
    const before = await seenOutside(world, repository);
    await item.hurt(world);
    const said: Said[] = [];
    for (const words of [
      ['status', run],
      ['verify', '--all'],
      ['land', run, '--seen', seen],
    ]) {
      said.push(await typing(world, words));
    }
    if (said.at(-1)?.code !== 0) {
      // As whoever was refused is told to.
      for (const words of [
        ['explain', run],
        ['resume', run],
      ])
        said.push(await typing(world, words));
    }
    const landed = said.some(({ words, code }) => words[0] === 'land' && code === 0);
    const findings =
      landed && control !== undefined ? compareWhole(control, await wholeOf(world)) : undefined;
    return { said, findings, before, after: await seenOutside(world, repository) };
  } finally {
    if (!keep) await rm(world.root, { recursive: true, force: true });
  }
}

/** The user's branches, the state of the pull request, and the ticket. */
async function seenOutside(world: World, repository: string): Promise<string> {
  const refs = execFileSync('git', ['-C', world.repository, 'for-each-ref'], { encoding: 'utf8' });
  const pull = await readFile(path.join(world.home, 'repos', repository, 'pulls', '1.json'), 'utf8');
  const state = /"state": ?"([a-z]+)"/.exec(pull)?.[1] ?? 'unreadable';
  const tracker = path.join(world.home, 'tracker');
  const tickets = await Promise.all(
    names(tracker).map((file) => readFile(path.join(tracker, file), 'utf8').catch(() => '')),
  );
  return JSON.stringify([refs, state, ...tickets]);
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { ...sizeOption, only: { type: 'string' }, seed: { type: 'string', default: '37' } },
  });
  return { size: sizeOf(values.size), only: values.only, seed: Number(values.seed) };
}

const root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-corruption-')));
try {
  process.exitCode = (await prove(optionsOf(process.argv.slice(2)), root)) ? 0 : 1;
} finally {
  await rm(root, { recursive: true, force: true });
}
