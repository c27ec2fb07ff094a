// Whether the test that showed the bug is at the head as it was seen red, and green there [E4]: evidence like any other.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Proof, Witness } from '../../core/evidence/bug-proof.ts';
import { proofState, proofWords } from '../../core/evidence/bug-proof.ts';
import { testsFrom } from '../../core/evidence/tests-text.ts';
import type { EffectParts } from '../parts.ts';
import { keepText } from '../parts.ts';

export async function proved(
  parts: EffectParts,
  proof: Proof,
  about: {
    readonly repository: string;
    readonly commit: string;
    readonly tree: string;
    readonly evidence: readonly Evidence[];
  },
): Promise<Evidence> {
  const { repository, commit, tree, evidence } = about;
  const [contentBefore, contentAfter, before, after] = await Promise.all([
    contentOf(parts, { repository, commit: proof.commit, path: proof.path }),
    contentOf(parts, { repository, commit, path: proof.path }),
    Promise.all(proof.tried.map((item) => witness(parts, item))),
    Promise.all(evidence.map((item) => witness(parts, item))),
  ]);
  const file = {
    ...(contentBefore === undefined ? {} : { before: contentBefore }),
    ...(contentAfter === undefined ? {} : { after: contentAfter }),
  };
  const state = proofState({ file, before, after });
  return {
    check: 'bug-fix-proof',
    kind: 'custom',
    tree,
    verdict: state === 'green' ? 'PASS' : 'FAIL',
    because: state === 'green' ? 'ok' : 'unproved',
    ms: 0,
    log: await keepText(parts, `${proofWords(proof.path, state)}\n`),
    proof: { path: proof.path, red: proof.commit, green: commit, state },
  };
}

/** git's name for what a plain file holds; a link in its place is no file. */
async function contentOf(
  { workspaces }: EffectParts,
  {
    repository,
    commit,
    path,
  }: { readonly repository: string; readonly commit: string; readonly path: string },
): Promise<string | undefined> {
  return (await workspaces.entries(repository, commit)).find((entry) => entry.path === path)?.id;
}

async function witness({ blobs }: EffectParts, item: Evidence): Promise<Witness> {
  const { check, kind, verdict, counts } = item;
  const names = item.tests === undefined ? undefined : await blobs.get(item.tests);
  return {
    check,
    kind,
    verdict,
    ...(counts === undefined ? {} : { counts }),
    names: testsFrom(names ?? ''),
  };
}
