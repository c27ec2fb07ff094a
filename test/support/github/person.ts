// What people (and bots) do on GitHub while a test runs. They do it by the same rules as anybody, but their doings are no calls: those
// that are counted come from what is tested.

import type { WebServer } from '../web/web-server.ts';
import { isRecord } from './access.ts';
import type { Hub } from './hub.ts';
import type { Json } from './render/render.ts';
import { named } from './repository.ts';
import type { Rest } from './rest.ts';
import { type Method, type ReviewState, branchSha } from './state.ts';

export interface LineComment {
  readonly path: string;
  readonly line?: number;
  readonly body: string;
}

export interface Somebody {
  readonly login: string;
  /** A commit on top of the branch (of the default branch, where it is new); a file without text is taken away. Answers its id. */
  readonly pushes: (
    repository: string,
    branch: string,
    files: Readonly<Record<string, string | undefined>>,
    how?: { readonly message?: string; readonly onto?: string; readonly force?: boolean },
  ) => Promise<string>;
  readonly deletesBranch: (repository: string, branch: string) => Promise<void>;
  readonly opens: (
    repository: string,
    pull: {
      readonly head: string;
      readonly base?: string;
      readonly title: string;
      readonly body?: string;
      readonly draft?: boolean;
    },
  ) => Promise<number>;
  readonly files: (
    repository: string,
    issue: { readonly title: string; readonly body?: string; readonly labels?: readonly string[] },
  ) => Promise<number>;
  readonly comments: (repository: string, number: number, body: string) => Promise<number>;
  readonly editsComment: (repository: string, comment: number, body: string) => Promise<void>;
  /** Answers the review's number. */
  readonly reviews: (
    repository: string,
    number: number,
    review: {
      readonly state: Exclude<ReviewState, 'DISMISSED' | 'PENDING'>;
      readonly body?: string;
      readonly comments?: readonly LineComment[];
    },
  ) => Promise<number>;
  /** In the thread of a comment on a line. */
  readonly replies: (repository: string, number: number, comment: number, body: string) => Promise<number>;
  readonly merges: (repository: string, number: number, method?: Method) => Promise<string>;
  readonly closes: (repository: string, number: number) => Promise<void>;
  readonly reopens: (repository: string, number: number) => Promise<void>;
  readonly retargets: (repository: string, number: number, base: string) => Promise<void>;
  readonly forks: (repository: string) => Promise<string>;
}

export interface Stage {
  readonly hub: Hub;
  readonly web: WebServer;
  readonly rest: Rest;
  /** One of their own, which nobody else gets to know. */
  readonly token: (login: string) => string;
}

function at(repository: string, rest: string): string {
  return `/repos/${repository}${rest}`;
}

export function somebody(stage: Stage, login: string): Somebody {
  const { hub, web } = stage;
  const act = (method: string, path: string, body?: Json): Promise<Json> =>
    web.alone(() => acting(stage, login, method, path, body));
  return {
    login,
    pushes: (repository, branch, files, how = {}) =>
      web.alone(async () => {
        const where = named(hub, repository);
        const tip = branchSha(where, branch);
        const onto = how.onto ?? tip ?? branchSha(where, where.defaultBranch);
        const message = how.message ?? `change ${Object.keys(files).join(', ')}`;
        const sha = await hub.git.commitFiles(where.id, onto, files, message, hub.personOf(login));
        if (how.force !== true && tip !== undefined && !(await hub.git.isAncestor(where.id, tip, sha)))
          throw new Error(`${branch} would not be fast-forwarded.`);
        await hub.git.run(where.id, ['update-ref', `refs/heads/${branch}`, sha]);
        await hub.noticeRefs(where, login);
        return sha;
      }),
    deletesBranch: async (repository, branch) => {
      await act('DELETE', at(repository, `/git/refs/heads/${branch}`));
    },
    opens: async (repository, pull) => {
      const base = pull.base ?? named(hub, repository).defaultBranch;
      return numberOf(await act('POST', at(repository, '/pulls'), { ...pull, base }), 'number');
    },
    files: async (repository, issue) =>
      numberOf(await act('POST', at(repository, '/issues'), { ...issue }), 'number'),
    comments: async (repository, number, body) =>
      numberOf(await act('POST', at(repository, `/issues/${number}/comments`), { body }), 'id'),
    editsComment: async (repository, comment, body) => {
      await act('PATCH', at(repository, `/issues/comments/${comment}`), { body });
    },
    reviews: async (repository, number, { state, body = '', comments = [] }) => {
      const event = { APPROVED: 'APPROVE', CHANGES_REQUESTED: 'REQUEST_CHANGES', COMMENTED: 'COMMENT' }[
        state
      ];
      return numberOf(
        await act('POST', at(repository, `/pulls/${number}/reviews`), { event, body, comments }),
        'id',
      );
    },
    replies: async (repository, number, comment, body) =>
      numberOf(
        await act('POST', at(repository, `/pulls/${number}/comments/${comment}/replies`), { body }),
        'id',
      ),
    merges: async (repository, number, method = 'merge') => {
      const { sha } = await act('PUT', at(repository, `/pulls/${number}/merge`), { merge_method: method });
      return String(sha);
    },
    closes: async (repository, number) => {
      await act('PATCH', at(repository, `/issues/${number}`), { state: 'closed' });
    },
    reopens: async (repository, number) => {
      await act('PATCH', at(repository, `/issues/${number}`), { state: 'open' });
    },
    retargets: async (repository, number, base) => {
      await act('PATCH', at(repository, `/pulls/${number}`), { base });
    },
    forks: async (repository) => String((await act('POST', at(repository, '/forks'), {}))['full_name']),
  };
}

async function acting(
  { hub, rest, token }: Stage,
  login: string,
  method: string,
  path: string,
  body?: Json,
): Promise<Json> {
  const answer = await rest.answer(
    {
      method,
      path,
      query: new URLSearchParams(),
      headers: { authorization: `Bearer ${token(login)}` },
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    },
    hub.world,
  );
  const told = answer.body.toString();
  if (answer.status >= 400) throw new Error(`${login} could not ${method} ${path}: ${answer.status} ${told}`);
  const value: unknown = told === '' ? {} : JSON.parse(told);
  return isRecord(value) ? value : {};
}

function numberOf(answer: Json, key: string): number {
  const value = answer[key];
  if (typeof value !== 'number') throw new Error(`The answer has no ${key}.`);
  return value;
}
