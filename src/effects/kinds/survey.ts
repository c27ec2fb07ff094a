// The survey: the repository is looked over in code, at the base commit, all at once. What is found is recorded, and put
// into words for those who analyse and plan.

import { checkMsOf } from '../../core/evidence/check-times.ts';
import type { CoverageSpec } from '../../core/evidence/coverage.ts';
import type { Survey } from '../../core/effects.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { coverageNamed, withNamed } from '../../core/evidence/named-checks.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import { reveal } from '../../screening/hidden.ts';
import type { DocTrust } from '../../core/repository/survey.ts';
import { citedIn } from '../answers/cites.ts';
import type { SurveyRequest } from '../../survey/survey.ts';
import type { FileEntry } from '../../workspace/workspace.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import type { PreflightParts } from '../surveying/preflight.ts';
import { preflight } from '../surveying/preflight.ts';
import { never } from '../probe.ts';
import { surveyText } from '../surveying/survey-text.ts';

/** What a survey is made of. */
export type SurveyParts = PreflightParts & Pick<EffectParts, 'blobs' | 'screener' | 'surveyor' | 'trackerOf'>;

export function survey(parts: SurveyParts): EffectHandler<'survey'> {
  return {
    probe: never, // looking changes nothing, and the store is filled once whoever fills it
    act: async (effect, { run, signal }) => {
      const { repository } = repositoryOf(run, effect);
      const at = { repository, commit: effect.input.commit };
      await parts.workspaces.ensure(at.repository, at.commit);
      const result = await surveyed(parts, run, { ...at, signal });
      return { type: 'done', kind: 'survey', result };
    },
  };
}

interface Place {
  readonly repository: string;
  readonly commit: string;
}

async function surveyed(
  parts: SurveyParts,
  run: Run,
  { repository, commit, signal }: Place & { readonly signal: AbortSignal },
): Promise<Survey> {
  const { workspaces } = parts;
  const entries = await workspaces.entries(repository, commit);
  const detected = detection(parts, run, { repository, commit, entries });
  const [tree, dirty, { checks, ecosystems, coverage }, seen, { problems, warnings }] = await Promise.all([
    workspaces.treeOf(repository, commit),
    workspaces.dirtiness(repository),
    detected,
    ticketOf(parts, run).then((ticket) => parts.surveyor.look({ repository, commit, entries, ...ticket })),
    detected.then(({ checks: needed }) =>
      preflight(parts, run, { repository, commit, checks: needed, signal }),
    ),
  ]);
  const docs = await docsOf(parts, run, { repository, commit, entries, docs: seen.docs });
  const text = surveyText({ ...seen, docs, ecosystems, checks, cores: parts.machine.cores });
  return {
    tree,
    checks,
    ...(coverage === undefined ? {} : { coverage }),
    dirty,
    problems,
    ...(warnings.length === 0 ? {} : { warnings }),
    facts: seen.facts,
    ...(docs.length === 0 ? {} : { docs }),
    words: await keepText(parts, text),
  };
}

interface Documents extends Place {
  readonly entries: readonly FileEntry[];
  readonly docs: readonly DocTrust[];
}

/** With what they speak of, where they are kept right; a text that is gone stands for nothing any more. */
async function docsOf(
  parts: SurveyParts,
  run: Run,
  { repository, commit, entries, docs }: Documents,
): Promise<readonly DocTrust[]> {
  const isKept = run.policy.docs?.refresh === 'stale';
  const read = await Promise.all(
    docs.map(async (doc): Promise<readonly DocTrust[]> => {
      if (doc.text === undefined && !isKept) return [doc];
      const text = await (doc.text === undefined
        ? parts.workspaces.readFile(repository, commit, doc.path)
        : parts.blobs.get(doc.text));
      if (text === undefined) return [];
      return [isKept && doc.trust === 'trusted' ? { ...doc, cites: citedIn(text, entries) } : doc];
    }),
  );
  return read.flat();
}

interface Detected {
  readonly checks: readonly CheckSpec[];
  readonly ecosystems: readonly string[];
  readonly coverage?: CoverageSpec;
}

async function detection(
  parts: SurveyParts,
  run: Run,
  { repository, commit, entries }: Place & { readonly entries: readonly FileEntry[] },
): Promise<Detected> {
  const files = entries.map((entry) => entry.path);
  const read = (path: string): Promise<string | undefined> =>
    parts.workspaces.readFile(repository, commit, path);
  const [config, found] = await Promise.all([parts.configOf(run), parts.checks.survey(read, files)]);
  const { ecosystems } = found;
  const coverage = coverageNamed(found.coverage, config, run.policy);
  return {
    ecosystems,
    checks: withNamed(
      found.checks.map((check) => limited(check, run)),
      config,
    ),
    ...(coverage === undefined ? {} : { coverage }),
  };
}

/** What was found names no time of its own: it gets that of the policy. */
function limited(check: CheckSpec, { policy }: Run): CheckSpec {
  const { checkMs } = policy.limits;
  return { ...check, timeoutMs: checkMsOf(check, checkMs) };
}

/** The ticket as it was recorded, or, while that is still under way, as its tracker has it; screened either way. */
async function ticketOf(parts: SurveyParts, run: Run): Promise<Pick<SurveyRequest, 'ticket'>> {
  const recorded = run.ticket && (await parts.blobs.get(run.ticket.blob));
  if (run.ticket !== undefined && recorded !== undefined) {
    // The id above it is ours, or its tracker's: nobody looks for code by it.
    const text = recorded.replace(`# ${run.ticket.id}: `, '# ');
    return { ticket: { title: run.ticket.title, text } };
  }
  const fetched = await parts.trackerOf(run.source, run).fetch(run.source.ref);
  if (!fetched.ok) return {};
  const { title, body, criteria } = fetched.value;
  const clean = (text: string): string => parts.screener.redact(reveal(text).text).text;
  return { ticket: { title: clean(title), text: clean([body, ...criteria].join('\n')) } };
}
