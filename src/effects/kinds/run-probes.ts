// Running probes: on a checkout of its own, with what setup and builds leave there, one after another, each in the box of a check.
//   RUN-PROBES-1. A script is written after setup has ended: what a setup may reach, no script of an agent does.
//   RUN-PROBES-2. Where processes are not contained nothing runs without the leave of a person, whatever the run was started with.
//   RUN-PROBES-3. Nothing of a probe stays but what it printed, screened and cut: checkout and HOME go, however it ended.

import { tracingOf } from '../../core/policy.ts';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { CheckResult } from '../../checks/checks.ts';
import { homeBeside, packagesOf } from '../../checks/checks.ts';
import type { View } from '../../containment/box.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Probe, ProbesInput, RanProbe } from '../../core/roles/asked-first.ts';
import { repositoryOf } from '../../core/run.ts';
import { probeEnd } from '../../views/words/probe-words.ts';
import { standsForSetup } from '../../workspace/layer.ts';
import { quoted } from '../answers/texts.ts';
import { clearAway } from '../checking/check-checkout.ts';
import { layerFor } from '../checking/layer-for.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import { processTag, withReceipt, workspaceName } from '../launches/launch.ts';
import { writeInside } from '../launches/write-inside.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

export function runProbes(parts: EffectParts): EffectHandler<'run-probes'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      await clearAway(parts, workspaceName(context.run.id, effect));
      const receipt = await parts.receipts.get(context.run.id, effect.key);
      return receipt?.type === 'done' && receipt.kind === 'run-probes' ? receipt : undefined;
    },
    act: async (effect, context) => {
      const why = await keptFromRunning(parts, effect.input);
      if (why !== undefined) return done(parts, effect, effect.input.probes.map(notRun(why)));
      const outcome = await withReceipt(parts, effect, context, () => run(parts, effect, context));
      return outcome.type === 'done' && outcome.kind !== 'run-probes' ? { type: 'stopped' } : outcome;
    },
  };
}

/** One probe, how it ended, and what is told of it. */
interface Told {
  readonly ran: RanProbe;
  readonly text: string;
}

async function run(
  parts: EffectParts,
  effect: Effect<'run-probes'>,
  context: EffectContext,
): Promise<Outcome<'run-probes'>> {
  const told = await onCheckout(parts, effect, context);
  return told === 'stopped' ? { type: 'stopped' } : done(parts, effect, told);
}

async function done(
  parts: EffectParts,
  { input }: Effect<'run-probes'>,
  told: readonly Told[],
): Promise<Outcome<'run-probes'>> {
  const result = { told: await keepText(parts, wordsOf(input, told)), ran: told.map(({ ran }) => ran) };
  return { type: 'done', kind: 'run-probes', result };
}

/** RUN-PROBES-2. */
async function keptFromRunning(
  { blobs, processes }: Pick<EffectParts, 'blobs' | 'processes'>,
  { leave, comment }: ProbesInput,
): Promise<string | undefined> {
  if (leave === 'refused') {
    const words = comment === undefined ? undefined : await blobs.get(comment);
    return `A person read it and did not let it run.${words === undefined ? '' : ` They said: ${words}`}`;
  }
  return processes.level === 'contained' || leave === 'given'
    ? undefined
    : 'Scripts are not contained on this machine now, and nobody gave leave to run them so.';
}

function notRun(why: string): (probe: Probe) => Told {
  return ({ name }) => ({ ran: { name, because: 'not-run', ms: 0 }, text: why });
}

async function onCheckout(
  parts: EffectParts,
  effect: Effect<'run-probes'>,
  { run: state, signal }: EffectContext,
): Promise<readonly Told[] | 'stopped'> {
  const { commit, checks, probes } = effect.input;
  const name = workspaceName(state.id, effect);
  const tag = processTag(parts, state.id, effect);
  const repository = repositoryOf(state, effect);
  const [{ dir, borrowed }, layer, tree] = await Promise.all([
    parts.workspaces.checkout(repository.repository, commit, name),
    layerFor(parts, state.id, { repository, commit, checks, tag, signal }),
    parts.workspaces.treeOf(repository.repository, commit),
  ]);
  try {
    const tracing = tracingOf(state.policy);
    const home = homeBeside(path.resolve(dir));
    await mkdir(home, { recursive: true, mode: 0o700 });
    const stands = layer !== undefined && standsForSetup(layer, tree) ? layer : undefined;
    const shown = stands && (await parts.layers.show({ layer: stands, workspace: dir, tag, signal }));
    const place: Place = { dir, borrowed, home, views: shown?.views ?? [], tracing, tag, signal };
    const before = checks.filter(({ kind }) => stands === undefined || kind !== 'setup');
    const packages = packagesOf(repository.repository, commit === repository.base.commit);
    const ready = await parts.checks.run({ ...place, checks: before, packages });
    if (ready.ended === 'stopped') return 'stopped';
    const failed = ready.results.find(({ verdict }) => verdict === 'FAIL');
    if (failed !== undefined) return probes.map(notRun(unready(failed)));
    return await inTurn(parts, effect.input, place); // RUN-PROBES-1
  } finally {
    await clearAway(parts, name); // RUN-PROBES-3
  }
}

interface Place {
  readonly dir: string;
  readonly borrowed: readonly string[];
  readonly home: string;
  readonly views: readonly View[];
  readonly tracing: boolean;
  readonly tag: string;
  readonly signal: AbortSignal;
}

async function inTurn(
  parts: EffectParts,
  { probes, timeMs }: ProbesInput,
  place: Place,
): Promise<readonly Told[] | 'stopped'> {
  const told: Told[] = [];
  for (const probe of probes) {
    const why = await written(parts, probe, place);
    if (why !== undefined) {
      told.push(notRun(why)(probe));
      continue;
    }
    const { name, command } = probe;
    const spec: CheckSpec = { name, kind: 'custom', command, when: 'run', timeoutMs: timeMs };
    const ended = await parts.checks.run({ ...place, checks: [spec] });
    if (ended.ended === 'stopped') return 'stopped';
    told.push(...ended.results.map((result) => toldOf(result, place)));
  }
  return told;
}

/** Why its script is not there; undefined where it is. What lies there may be the work of the probe before. */
async function written(
  { blobs }: Pick<EffectParts, 'blobs'>,
  { path: file, blob }: Probe,
  { dir }: Place,
): Promise<string | undefined> {
  const content = await blobs.get(blob);
  if (content === undefined) return 'Its script was erased.';
  const isThere = await writeInside(dir, { path: file, content }).catch(() => false);
  return isThere ? undefined : `Its script could not be written to ${file}: something is in the way.`;
}

function toldOf({ check, because, exit, ms, log }: CheckResult, { dir }: Place): Told {
  const printed = cut(log.text.replaceAll(path.resolve(dir), '.').trim());
  return {
    ran: { name: check, because, ms, ...(exit === undefined ? {} : { exit }) },
    text: printed === '' ? 'It printed nothing.' : `It printed:\n\n${quoted(printed)}`,
  };
}

function unready({ check, log }: CheckResult): string {
  return `The check "${check}", which has to go well before it, failed:\n\n${quoted(cut(log.text.trim()))}`;
}

const printedCharsMax = 8_000;

/** The beginning, and twice as much of the end, where results and errors stand. */
function cut(text: string): string {
  if (text.length <= printedCharsMax) return text;
  const head = Math.floor(printedCharsMax / 3);
  const left = text.length - printedCharsMax;
  return `${text.slice(0, head)}\n[${left} characters left out]\n${text.slice(head + left)}`;
}

function wordsOf({ commit }: ProbesInput, told: readonly Told[]): string {
  const isAny = told.some(({ ran }) => ran.because !== 'not-run');
  return [
    '# What became of the probes',
    '',
    isAny
      ? `They ran one after another on a checkout of commit ${commit} that is gone by now. Times depend on this machine and what else it does.`
      : 'None of them ran. Go on without, and say in your answer what could not be found out.',
    '',
    ...told.flatMap(({ ran, text }) => [`## ${ran.name}: ${probeEnd(ran)}`, '', text, '']),
    'Probes run once: answer with what you know now.',
    '',
  ].join('\n');
}
