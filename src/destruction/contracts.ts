// Public contracts a change takes something from: an interface description (OpenAPI, GraphQL, Protocol Buffers) that no longer
// has what it had. More is never a finding, and what moved to another description of the change is still there.

import { named } from '../tamper/change.ts';
import type { FileChange } from '../tamper/change.ts';
import { lineAt } from '../tamper/places.ts';
import type { FoundDestruction } from './finding.ts';
import { graphqlMembers, openApiMembers, protoMembers } from './contract-members.ts';
import { withoutComments } from './new-text.ts';
import { isGenerated, isTesting } from './no-matter.ts';

/** What a description promises, by name, and where it stands. */
export type Members = ReadonlyMap<string, number>;

type Reader = (path: string, text: string) => Members;

const shownMax = 5;

function readerOf({ path, before }: FileChange): Reader | undefined {
  if (path.endsWith('.proto')) return (file, text) => protoMembers(withoutComments(file, text));
  if (/\.(?:graphqls?|gql)$/.test(path)) return (file, text) => graphqlMembers(withoutComments(file, text));
  const isDescription =
    /\.(?:ya?ml|json)$/.test(path) &&
    /^[ \t]*\{?[ \t]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m.test(before?.text ?? '');
  return isDescription ? (_file, text) => openApiMembers(text) : undefined;
}

export function judgeContracts(changes: readonly FileChange[]): readonly FoundDestruction[] {
  const read = changes.flatMap((change) => {
    const reader = isTesting(change.path) || isGenerated(change.path) ? undefined : readerOf(change);
    return reader === undefined ? [] : [{ change, reader }];
  });
  const now = new Set(
    changes.flatMap((change) => {
      const text = change.after?.text;
      const reader =
        text === undefined
          ? undefined
          : readerOf({ ...change, before: change.after ?? { id: '', mode: '' } });
      return text === undefined || reader === undefined ? [] : [...reader(change.path, text).keys()];
    }),
  );
  return read.flatMap(({ change, reader }) => {
    const text = change.before?.text ?? '';
    const gone = [...reader(change.path, text)].filter(([name]) => !now.has(name));
    return gone.length === 0 ? [] : [brokenContract(change, text, gone)];
  });
}

function brokenContract(
  { path, after }: FileChange,
  text: string,
  gone: readonly (readonly [string, number])[],
): FoundDestruction {
  const names = gone.map(([name]) => name);
  const what = named(names.slice(0, shownMax).join(', '));
  const more = names.length > shownMax ? ` and ${names.length - shownMax} more` : '';
  const at = gone[0]?.[1] ?? 0;
  const words =
    after === undefined
      ? `The contract is deleted: whoever uses \`${what}\`${more} finds nothing any more.`
      : `The contract no longer has \`${what}\`${more}; at the base ${more === '' && names.length === 1 ? 'it stood' : 'the first stood'} in line ${lineAt(text, at)}.`;
  return { kind: 'contract-broken', file: path, what: `${what}${more}`, words };
}
