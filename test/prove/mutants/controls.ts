// Mutants whose fate is known beforehand, tried like all others and counted with none: guards without which a run would
// do harm have to be missed by a test, and what changes nothing must not be. A bench that kills everything, because its
// tests fail for another reason, is found out by the latter; one that runs nothing by the former.

import type ts from 'typescript';
import { sitesOf, type Site } from './schemata.ts';
import type { Mutant, Tree } from './tree.ts';
import { mutantAt } from './tree.ts';

export interface Control {
  readonly file: string;
  readonly was: string;
  readonly now: string;
  readonly fate: 'killed' | 'survived';
}

/** What is given must stand in the file, as the whole of an expression that has mutants. */
export function plantedIn({ sources }: Tree, { file, was, now }: Control): Mutant {
  const source = sources.get(file);
  const found = source === undefined ? undefined : siteOf(source, was);
  if (source === undefined || found === undefined) {
    throw new Error(
      `The control '${was}' in ${file} is not there any more. Plant another one in test/prove/mutants/planted.ts.`,
    );
  }
  const site: Site = { ...found, change: { operator: 'control', as: 'expression', now } };
  return mutantAt(source, site);
}

function siteOf(source: ts.SourceFile, was: string): Site | undefined {
  return sitesOf(source).find(({ node, change }) => change.as === 'expression' && node.getText() === was);
}
