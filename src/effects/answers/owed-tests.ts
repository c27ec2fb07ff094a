// Test files that were planned and not delivered, and what a reviewer says of them [M10]: where what they would have shown is shown
// instead. What is shown nowhere is missing, and code says so, whatever the reviewer concludes; silence names no place.

import type { Finding } from '../../core/roles/verdict.ts';
import { repositoryOf } from '../../core/run.ts';
import { owingTasks } from '../../core/stages/reviewing.ts';
import type { VerdictAnswer } from '../../prompts/prompts.ts';
import { testPlace } from '../../tamper/test-files.ts';
import { oneLine } from '../one-line.ts';
import type { EffectParts } from '../parts.ts';
import type { Exists } from './criterion-shown.ts';
import { isShown } from './criterion-shown.ts';
import type { VerdictAbout } from './existing.ts';
import { broughtIn, existingFor } from './existing.ts';
import type { Change } from './finding-holds.ts';

/** Planned test files that this reviewer has to answer for. */
function owedBy({ input, run, repository }: VerdictAbout): readonly string[] {
  if (input.role !== 'reviewer') return [];
  return owingTasks(run, input.task)
    .filter(({ task }) => repositoryOf(run, task).repository === repository)
    .flatMap(({ delivered }) => delivered?.undelivered?.paths ?? []);
}

interface OwedFinding {
  readonly raised: VerdictAnswer['findings'][number];
  readonly finding: Finding;
}

/** What was planned, was not delivered and is shown nowhere else is missing, whatever the reviewer concludes; code says so. */
export async function owedFindings(
  parts: EffectParts,
  { undelivered = [] }: VerdictAnswer,
  about: VerdictAbout & { readonly change: Change },
): Promise<readonly OwedFinding[]> {
  const paths = owedBy(about);
  if (paths.length === 0) return [];
  const exists = onlyTests(await existingFor(parts, about), about.change);
  const looked = await Promise.all(
    paths.map(async (path) => {
      const said = undelivered.filter((item) => item.path === path).map(({ coveredBy }) => coveredBy);
      return (await isShown(said.join('\n'), exists)) ? [] : [path];
    }),
  );
  return looked.flat().map((path): OwedFinding => {
    const title = oneLine(parts, `The planned test file ${path} was not delivered`);
    const detail = 'Nothing that exists is named that shows what it would have shown. Bring it.';
    const file = parts.screener.redact(path).text;
    return {
      raised: { severity: 'MAJOR', file, title, detail },
      finding: { severity: 'MAJOR', file, title, validation: 'confirmed' },
    };
  });
}

/** Only a test shows what a test would have shown; the name of a check says no place. */
function onlyTests(exists: Exists, change: Change): Exists {
  return {
    ...exists,
    files: exists.files.filter(isTest),
    touched: exists.touched.filter(isTest),
    removed: [],
    lines: broughtIn(change, isTest),
    checks: [],
  };
}

function isTest(file: string): boolean {
  return testPlace(file) !== undefined;
}
