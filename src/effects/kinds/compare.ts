// Comparing a change with what it started from: every changed file is read on both sides, and the judge says what of it
// weakens what the change is checked with; another says what of it destroys. It only looks, so it is done again after a crash.

import { findingsIn } from '../../core/evidence/live-fire.ts';
import type { Vanished } from '../../core/evidence/vanished.ts';
import { vanishedIn } from '../../core/evidence/vanished.ts';
import { covers } from '../../core/fence/paths.ts';
import { repositoryOf } from '../../core/run.ts';
import type { CompareInput, TamperFinding, Weakened } from '../../core/evidence/tamper.ts';
import { recordedFinding, stops } from '../../core/evidence/tamper.ts';
import { changedFiles } from '../checking/changed-files.ts';
import { toldToReviewers } from '../checking/told-to-reviewers.ts';
import { destroyedBy } from '../checking/destroyed-by.ts';
import { judge } from '../../tamper/judge.ts';
import { judgeVanished, takenFrom } from '../../tamper/vanished-tests.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';
import { never } from '../probe.ts';

/** An event is small; everything is in the words. */
const recordedMax = 40;
const toldMax = 200;

export function compare(parts: EffectParts): EffectHandler<'compare'> {
  return {
    probe: never, // it only looks
    act: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const { from, to, tree, grants } = effect.input;
      const changes = await changedFiles(parts.workspaces, repository, from, to);
      const vanished = await vanishedFor(parts, effect.input);
      const fired = await firedFor(parts, effect.input);
      const found = [...judge(changes), ...judgeVanished(changes, vanished), ...fired];
      const weakened = await told(parts, found, grants);
      const leave = grants.length === 0 ? 0 : takenFrom(changes, (file) => covers(grants, file));
      const destroyed = await destroyedBy(parts, repository, { from, to }, changes);
      return {
        type: 'done',
        kind: 'compare',
        result: {
          tree,
          ...(weakened === undefined ? {} : { weakened }),
          ...(leave === 0 ? {} : { leave }),
          ...(destroyed === undefined ? {} : { destroyed }),
          ...(await toldToReviewers(parts, repository, effect.input, changes)),
        },
      };
    },
  };
}

export async function weakenedBetween(
  parts: Pick<EffectParts, 'workspaces' | 'blobs' | 'screener'>,
  repository: string,
  { from, to, grants }: { readonly from: string; readonly to: string; readonly grants: readonly string[] },
): Promise<Weakened | undefined> {
  return told(parts, judge(await changedFiles(parts.workspaces, repository, from, to)), grants);
}

async function vanishedFor(
  { blobs }: Pick<EffectParts, 'blobs'>,
  { vanished = [] }: CompareInput,
): Promise<readonly Vanished[]> {
  const texts = await Promise.all(vanished.map((blob) => blobs.get(blob)));
  return texts.map((text) => vanishedIn(text ?? ''));
}

/** What shots found is told here, so that a person reads of everything at one gate. */
async function firedFor(
  { blobs }: Pick<EffectParts, 'blobs'>,
  { fired = [] }: CompareInput,
): Promise<readonly TamperFinding[]> {
  const texts = await Promise.all(fired.map((blob) => blobs.get(blob)));
  return texts.flatMap((text) => findingsIn(text ?? ''));
}

async function told(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  found: readonly TamperFinding[],
  grants: readonly string[],
): Promise<Weakened | undefined> {
  if (found.length === 0) return undefined;
  const all = found.map((finding) => ({ finding, recorded: recordedFinding(finding, grants) }));
  const ordered = [
    ...all.filter(({ recorded }) => stops(recorded)),
    ...all.filter(({ recorded }) => !stops(recorded)),
  ];
  const lines = ordered.map(({ finding, recorded }) => findingLine(finding, recorded.granted === true));
  return {
    findings: ordered
      .slice(0, recordedMax)
      .map(({ recorded }) => ({ ...recorded, file: parts.screener.redact(recorded.file).text })),
    blob: await keepText(parts, wordsFor(lines)),
  };
}

function findingLine({ kind, file, line, words }: TamperFinding, granted: boolean): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `- ${place === '' ? '' : `\`${place}\` `}(${kind}${granted ? ', granted by the plan' : ''}): ${words}`;
}

function wordsFor(told: readonly string[]): string {
  const more = told.length > toldMax ? [`- and ${told.length - toldMax} more`] : [];
  return [
    'The change weakens what it is checked with, or rewrites what a test expects:',
    '',
    ...told.slice(0, toldMax),
    ...more,
    '',
    'Put back what was weakened and change the code instead. Where a test has to go or a configuration has to change for',
    'the ticket, that is not for the one who writes the code to say: ask a person, or ask for a plan that grants the file.',
    '',
  ].join('\n');
}
