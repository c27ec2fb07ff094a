// Checks on a clean checkout of a commit, with its dependencies where a layer has them.

import type { ChecksRun, SideBySide } from '../../checks/checks.ts';
import { homeBeside, packagesOf } from '../../checks/checks.ts';
import type { Elsewhere } from '../../core/evidence/elsewhere.ts';
import type { CheckSpec, Evidence } from '../../core/evidence/evidence.ts';
import { checksAtOnceOf, tracingOf } from '../../core/policy.ts';
import type { Repository, Run } from '../../core/run.ts';
import type { Layer, SetupFailed } from '../../workspace/layer.ts';
import { standsForSetup } from '../../workspace/layer.ts';
import type { CheckoutDress } from '../../workspace/workspace.ts';
import { layerOrFailure } from './layer-for.ts';
import type { EffectParts } from '../parts.ts';

export type Result = Extract<ChecksRun, { ended: 'ran' }>['results'][number] & Pick<Evidence, 'reused'>;

export type Ran =
  | { readonly ended: 'ran'; readonly results: readonly Result[] }
  | { readonly ended: 'stopped' };

export interface CheckoutRequest {
  readonly run: Run;
  readonly repository: Repository;
  readonly commit: string;
  readonly tree: string;
  readonly checks: readonly CheckSpec[];
  readonly goesOnPast: readonly string[];
  readonly surroundings?: Elsewhere;
  /** Of the checkout; it is deleted afterwards. */
  readonly name: string;
  readonly tag: string;
  readonly signal: AbortSignal;
}

export async function onCheckout(parts: EffectParts, request: CheckoutRequest): Promise<Ran> {
  const { run, repository, commit, tree, checks, goesOnPast, surroundings, name, tag, signal } = request;
  const [{ dir, borrowed }, layer] = await Promise.all([
    parts.workspaces.checkout(repository.repository, commit, name, dressOf(surroundings)),
    layerOrFailure(parts, run.id, { repository, commit, checks, tag, signal }),
  ]);
  try {
    const failed = layer !== undefined && 'failedOn' in layer ? layer : undefined;
    if (failed?.failedOn === commit) return { ended: 'ran', results: afterSetup(parts, checks, failed) };
    const made = layer !== undefined && 'key' in layer ? layer : undefined;
    const stands = made !== undefined && standsForSetup(made, tree) ? made : undefined;
    const sideBySide = sideBySideIn(parts, request);
    return await runOn(parts, stands, {
      tree,
      dir,
      borrowed,
      checks,
      goesOnPast,
      tracing: tracingOf(run.policy),
      packages: packagesOf(repository.repository, commit === repository.base.commit),
      tag,
      signal,
      ...(sideBySide && { sideBySide }),
      ...(surroundings && { surroundings }),
      rewritten: (folder, mayStay) =>
        parts.workspaces.rewritten(repository.repository, { dir: folder, commit, putBack: !mayStay }),
    });
  } finally {
    await clearAway(parts, name);
  }
}

function dressOf({ filesOfMs, isDeeper }: Partial<Elsewhere> = {}): CheckoutDress {
  return {
    ...(filesOfMs === undefined ? {} : { filesOfMs }),
    ...(isDeeper === undefined ? {} : { isDeeper }),
  };
}

/**
 * A checkout, its copies and the HOME of its checks. That one is gone already, unless it holds what cannot simply be deleted,
 * such as the read-only folders of Go's modules, or a crash left it.
 */
export async function clearAway({ workspaces }: EffectParts, name: string): Promise<void> {
  await Promise.all([name, copiesName(name), homeBeside(name)].map((each) => workspaces.discard(each)));
}

/** The name of what holds the copies of a checkout. */
function copiesName(name: string): string {
  return `${name}-copies`;
}

/**
 * Only where every check has a box of its own: its own network, processes and temporary files. Elsewhere two suites would
 * meet at the same port, and what they say would depend on who was quicker.
 */
function sideBySideIn(
  { layers, processes }: EffectParts,
  { run, name, tag, signal }: CheckoutRequest,
): SideBySide | undefined {
  const atOnce = checksAtOnceOf(run.policy);
  if (atOnce < 2 || processes.level !== 'contained') return undefined;
  return { atOnce, places: (of, count) => layers.places({ of, count, name: copiesName(name), tag, signal }) };
}

type Request = Parameters<EffectParts['checks']['run']>[0];

/** With a layer that stands for setup, the rest runs on what it shows. */
async function runOn(
  parts: EffectParts,
  layer: Layer | undefined,
  { tree, ...request }: Request & { readonly tree: string },
): Promise<Ran> {
  if (layer === undefined) return parts.checks.run(request);
  const { dir, tag, signal } = request;
  const { views } = await parts.layers.show({ layer, workspace: dir, tag, signal });
  const rest = request.checks.filter((check) => check.kind !== 'setup');
  const ran = await parts.checks.run({ ...request, views, checks: rest });
  if (ran.ended === 'stopped') return ran;
  return {
    ended: 'ran',
    results: request.checks.flatMap((check) =>
      check.kind === 'setup'
        ? [standing(parts, layer, { check, tree })]
        : ran.results.filter((result) => result.check === check.name),
    ),
  };
}

/** Setup failed on this very commit when a layer was to be made of it: that is its result, and nothing follows it. */
function afterSetup(
  { screener }: EffectParts,
  checks: readonly CheckSpec[],
  { results }: SetupFailed,
): readonly Result[] {
  const failed = results.find((result) => result.verdict === 'FAIL')?.check ?? '';
  const why = `Not run, because the check "${failed}" failed before it.\n`;
  return checks.map(
    ({ name, kind }): Result =>
      results.find((result) => result.check === name) ?? {
        check: name,
        kind,
        verdict: 'FAIL',
        because: 'not-run',
        ms: 0,
        log: screener.redact(why),
      },
  );
}

/** The evidence of the layer, and that it is that, unless it was made of this very tree just now. */
function standing(
  parts: EffectParts,
  layer: Layer,
  { check: { name, kind }, tree }: { readonly check: CheckSpec; readonly tree: string },
): Result {
  const log = layer.setup.find((made) => made.check === name)?.log ?? '';
  const passed = { check: name, kind, verdict: 'PASS', because: 'ok', exit: 0 } as const;
  const now = layer.madeNow?.find((made) => made.check === name);
  if (now !== undefined && layer.madeOn.tree === tree) {
    return { ...passed, ms: now.ms, log: parts.screener.redact(log) };
  }
  const note =
    `\n[Not run again: manifests and lockfiles are those of commit ${layer.madeOn.commit.slice(0, 12)}, ` +
    `on which this log was made. Its dependencies are layer ${layer.key.slice(0, 12)}.]\n`;
  return { ...passed, ms: 0, log: parts.screener.redact(log + note), reused: true };
}
