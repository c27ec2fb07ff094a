// What a call is called: its method and its path, with what is another in every case taken out of it.

import type { Asked } from '../../support/web/fault.ts';

export function callName({
  method,
  path,
  query,
  operation,
}: Pick<Asked, 'method' | 'path' | 'query' | 'operation'>): string {
  if (operation !== undefined) return `GraphQL ${operation}`;
  const git = /\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(path)?.[1];
  if (git !== undefined) {
    const service = new URLSearchParams(query).get('service');
    return `git ${git}${service === null ? '' : ` ${service}`}`;
  }
  const plain = path
    .replace(/^\/api\/v3/, '')
    .replace(/^\/rest\/api\/[23]/, '')
    .replace(/\/repos\/carl\/[^/]+/, '/fork')
    .replace(/\/repos\/[^/]+\/[^/]+/, '/repo')
    .replace(/(\/git\/refs?\/heads)\/.+$/, '$1/BRANCH')
    .replace(/(\/branches)\/[^/]+/, '$1/BRANCH')
    .replaceAll(/\/[0-9a-f]{40}(?=\/|$)/g, '/SHA')
    .replaceAll(/\/[A-Z]+-\d+(?=\/|$)/g, '/KEY')
    .replaceAll(/\/\d+(?=\/|$)/g, '/N');
  return `${method} ${plain}`;
}

export function isGitCall(name: string): boolean {
  return name.startsWith('git ');
}
