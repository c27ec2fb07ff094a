// What an ecosystem is to detection: files that say it is there, and the commands that belong to it. Each is data and
// a pure reading of files, in a file of its own; nothing is executed to find anything out.

import type { CoverageSpec } from '../../core/evidence/coverage.ts';
import type { CheckKind, CountsParser, ScriptPart } from '../../core/evidence/evidence.ts';

/** The files of a commit or a checkout, from where an ecosystem may lie. */
export interface FileTree {
  /** Paths, with `/`; a caller who knows none leaves this empty. */
  readonly files: readonly string[];
  readonly read: (path: string) => Promise<string | undefined>;
  /** Whether a program is there for checks; where nobody knows, it is taken to be. */
  readonly has?: (program: string) => Promise<boolean>;
}

/** A command of ours; names that come from a repository are validated before they get into one. */
export interface FoundCheck {
  readonly kind: CheckKind;
  readonly command: string;
  /** The tool, to tell apart two checks of one kind. */
  readonly tool?: string;
  readonly parser?: CountsParser;
  /** Where it comes in the order of checks, if not by its kind. */
  readonly place?: CheckKind;
  readonly alone?: true;
  readonly script?: ScriptPart;
}

/** A command that runs the tests and leaves a report, where that is certain. */
export type FoundCoverage = Pick<CoverageSpec, 'command' | 'reports'>;

export interface Ecosystem {
  readonly name: string;
  /** Only for kinds that no other ecosystem has a check for: it usually calls the tools of another. */
  readonly fillsGaps?: true;
  /** Its checks, in no order; none where it is not there. */
  readonly find: (tree: FileTree) => Promise<readonly FoundCheck[]>;
  readonly coverage?: (tree: FileTree) => Promise<FoundCoverage | undefined>;
}

/** The texts of files, those that are there. */
export async function textsOf(
  tree: FileTree,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const texts = await Promise.all(names.map(async (name) => [name, await tree.read(name)] as const));
  return Object.fromEntries(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

export function isThere(texts: Readonly<Record<string, string>>, ...names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(texts, name));
}
