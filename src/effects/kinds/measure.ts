// Measuring coverage: the command runs on a clean checkout of the head, in the same box as every check, and what it
// leaves is held against the lines the change brings. It only looks, but for a long time: a receipt keeps what it found.

import { tracingOf } from '../../core/policy.ts';
import { realpath } from 'node:fs/promises';
import { packagesOf, type FoundReport, type ReportRun } from '../../checks/checks.ts';
import type { Effect, Outcome } from '../../core/effects.ts';
import type { MeasureResult } from '../../core/evidence/coverage.ts';
import { repositoryOf } from '../../core/run.ts';
import { countFiles, measure as measured } from '../../coverage/measure-changed-lines.ts';
import type { ReportPlace } from '../../coverage/read-report.ts';
import { readReport } from '../../coverage/read-report.ts';
import { standsForSetup } from '../../workspace/layer.ts';
import type { CheckFolder } from '../../workspace/workspace.ts';
import type { EffectContext, EffectHandler } from '../effect.ts';
import { layerFor } from '../checking/layer-for.ts';
import { processTag, withReceipt, workspaceName } from '../launches/launch.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

export function measure(parts: EffectParts): EffectHandler<'measure'> {
  return {
    probe: async (effect, context) => {
      if (!context.recovered) return undefined;
      await parts.processes.endSurvivors(processTag(parts, context.run.id, effect));
      await parts.workspaces.discard(workspaceName(context.run.id, effect));
      const receipt = await parts.receipts.get(context.run.id, effect.key);
      return receipt?.type === 'done' && receipt.kind === 'measure' ? receipt : undefined;
    },
    act: async (effect, context) => {
      const outcome = await withReceipt(parts, effect, context, () => look(parts, effect, context));
      return outcome.type === 'done' && outcome.kind !== 'measure' ? { type: 'stopped' } : outcome;
    },
  };
}

async function look(
  parts: EffectParts,
  effect: Effect<'measure'>,
  context: EffectContext,
): Promise<Outcome<'measure'>> {
  const name = workspaceName(context.run.id, effect);
  const { repository } = repositoryOf(context.run, effect);
  const at = await parts.workspaces.checkout(repository, effect.input.commit, name);
  try {
    const ran = await onCheckout(parts, effect, context, at);
    if (ran.ended === 'stopped') return { type: 'stopped' };
    const result =
      ran.report.found === 'report'
        ? await held(parts, effect, context, { dir: at.dir, text: ran.report.text })
        : { problem: await keepText(parts, problemWords(ran, ran.report)) };
    return { type: 'done', kind: 'measure', result };
  } finally {
    await parts.workspaces.discard(name);
  }
}

/** With what the tests need: a layer that stands for the setup, or the setup itself, and the builds. */
async function onCheckout(
  parts: EffectParts,
  effect: Effect<'measure'>,
  { run, signal }: EffectContext,
  { dir, borrowed }: CheckFolder,
): Promise<ReportRun> {
  const { commit, tree, spec } = effect.input;
  const tag = processTag(parts, run.id, effect);
  const needed = run.checks.filter(({ kind }) => kind === 'setup' || kind === 'build');
  const repository = repositoryOf(run, effect);
  const tracing = tracingOf(run.policy);
  const layer = await layerFor(parts, run.id, {
    repository,
    commit,
    checks: needed,
    tag,
    signal,
  });
  if (layer === undefined || !standsForSetup(layer, tree)) {
    const packages = packagesOf(repository.repository, commit === repository.base.commit);
    return parts.checks.measure({ dir, borrowed, checks: needed, packages, tracing, spec, tag, signal });
  }
  const { views } = await parts.layers.show({ layer, workspace: dir, tag, signal });
  const builds = needed.filter(({ kind }) => kind === 'build');
  return parts.checks.measure({ dir, borrowed, checks: builds, spec, views, tracing, tag, signal });
}

async function held(
  parts: EffectParts,
  effect: Effect<'measure'>,
  { run }: EffectContext,
  { dir, text }: { readonly dir: string; readonly text: string },
): Promise<MeasureResult> {
  const { input } = effect;
  const { repository } = repositoryOf(run, effect);
  const [files, diff] = await Promise.all([
    parts.workspaces.listFiles(repository, input.commit),
    parts.workspaces.diff(repository, input.base, input.head ?? input.commit),
  ]);
  const modules = await goModules(parts, repository, input.commit, files);
  const place: ReportPlace = {
    roots: [dir, await realpath(dir)],
    folder: input.spec.folder ?? '',
    files: new Set(files),
    modules,
  };
  const reading = readReport(text, place);
  if ('problem' in reading) return { problem: await keepText(parts, unreadable[reading.problem]) };
  if (input.head !== undefined) {
    return { before: { tree: input.tree, ...countFiles({ diff, report: reading.lines }) } };
  }
  const { words, ...found } = measured({ diff, report: reading.lines, files });
  return { measured: { ...found, tree: input.tree, blob: await keepText(parts, words) } };
}

const modulesMax = 50;

/** Go's reports name files by their module. */
async function goModules(
  parts: EffectParts,
  repository: string,
  commit: string,
  files: readonly string[],
): Promise<ReportPlace['modules']> {
  const manifests = files
    .filter((file) => file === 'go.mod' || file.endsWith('/go.mod'))
    .slice(0, modulesMax);
  const found = await Promise.all(
    manifests.map(async (file) => {
      const text = await parts.workspaces.readFile(repository, commit, file);
      const prefix = /^module[ \t]+"?([^\s"]+)/m.exec(text ?? '')?.[1];
      return prefix === undefined
        ? []
        : [{ prefix, folder: file.slice(0, -'go.mod'.length).replace(/\/$/, '') }];
    }),
  );
  return found.flat();
}

const unreadable = {
  'no-report':
    'The coverage command left a file, but it is no report of a known format: lcov, Cobertura, Istanbul (coverage-final.json) or a Go cover profile.\n',
  'too-large': 'The coverage command left a report that is too large to be read.\n',
} as const;

function problemWords({ results }: Extract<ReportRun, { ended: 'ran' }>, report: FoundReport): string {
  const failed = results.find((result) => result.verdict === 'FAIL');
  const what =
    report.found === 'too-large'
      ? unreadable['too-large']
      : 'The coverage command left no report. Name the file it writes under checks.coverage.report in slipway.yaml; one that is committed does not count.\n';
  return failed === undefined
    ? what
    : `${what}\nThe check "${failed.check}" failed (${failed.because}):\n\n${failed.log.text}`;
}
