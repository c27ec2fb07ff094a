// git over HTTP, spoken by git's own program for that. What a branch demands is enforced by a hook, as a person would meet it.

import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { WebAnswer, WebRequest } from '../web/web-server.ts';
import { type Actor, actorOf, allows, hasRole, sees } from './access.ts';
import { gitEnvironment } from './git.ts';
import type { Hub } from './hub.ts';
import { Refusal } from './refusal.ts';
import { type Repository, findRepository, fullName, repositoryById } from './state.ts';

const address = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export function isGit(path: string): boolean {
  return address.test(path);
}

export function isPush(request: WebRequest): boolean {
  return request.path.endsWith('/git-receive-pack');
}

const plain = { 'content-type': 'text/plain; charset=utf-8' };

export async function answerGit(hub: Hub, request: WebRequest): Promise<WebAnswer> {
  const [, owner = '', name = '', service = ''] = address.exec(request.path) ?? [];
  let actor: Actor;
  try {
    actor = actorOf(hub.world, hub.now(), request.headers['authorization']);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    return unauthorised(
      'Invalid username or token. Password authentication is not supported for Git operations.',
    );
  }
  const known = findRepository(hub.world, `${owner}/${name}`) ?? renamed(hub, `${owner}/${name}`);
  const pushing = isPush(request) || request.query.get('service') === 'git-receive-pack';
  if (known === undefined || !sees(hub.world, known, actor))
    return actor.kind === 'nobody'
      ? unauthorised('')
      : { status: 404, headers: plain, body: 'Repository not found.' };
  if (pushing && actor.kind !== 'account') return unauthorised('');
  if (pushing && actor.kind === 'account' && !mayPush(hub, known, actor)) {
    const body = `Permission to ${fullName(known)}.git denied to ${actor.account.login}.`;
    return { status: 403, headers: plain, body };
  }
  if (pushing) await writeHook(hub, known);
  const answer = await backend(
    hub,
    known,
    service,
    request,
    actor.kind === 'account' ? actor.account.login : '',
  );
  if (isPush(request) && actor.kind === 'account') await hub.noticeRefs(known, actor.account.login);
  return answer;
}

function renamed(hub: Hub, name: string): Repository | undefined {
  const id = hub.world.renamed[name.toLowerCase()];
  return id === undefined ? undefined : repositoryById(hub.world, id);
}

/** Git asks without credentials first, and with them when it is told that it must. */
function unauthorised(body: string): WebAnswer {
  return { status: 401, headers: { ...plain, 'www-authenticate': 'Basic realm="GitHub"' }, body };
}

function mayPush(hub: Hub, repository: Repository, actor: Actor): boolean {
  if (actor.kind !== 'account' || repository.settings.archived) return false;
  const { token } = actor;
  if (token.repositories !== undefined && !token.repositories.includes(fullName(repository))) return false;
  if (token.kind !== 'classic' && !allows(token, { permission: 'contents', level: 'write' })) return false;
  if (token.kind === 'classic' && !token.scopes.some((scope) => scope === 'repo' || scope === 'public_repo'))
    return false;
  return token.kind === 'installation' || hasRole(hub.world, repository, token.login, 'write');
}

const zeros = '0'.repeat(40);

const hook = `#!/bin/sh
# Each line of the file "demands": a ref, and what may not be done to it.
status=0
while read -r old new ref; do
  while read -r wanted demand; do
    [ "$wanted" = "$ref" ] || [ "$wanted" = '~ALL' ] || continue
    [ "$new" != ${zeros} ] || { [ "$demand" = keep ] && { echo "error: GH006: Protected branch update failed for $ref."; echo "error: Cannot delete this protected branch"; status=1; }; continue; }
    case "$demand" in
    pull) [ "$old" = ${zeros} ] || { echo "error: GH013: Repository rule violations found for $ref."; echo "- Changes must be made through a pull request."; status=1; } ;;
    forward) [ "$old" = ${zeros} ] || git merge-base --is-ancestor "$old" "$new" || { echo "error: GH006: Protected branch update failed for $ref."; echo "error: Cannot force-push to this branch"; status=1; } ;;
    linear) [ -z "$(git rev-list --merges "$new" --not --all)" ] || { echo "error: GH013: Repository rule violations found for $ref."; echo "- This branch must not contain merge commits."; status=1; } ;;
    signed)
      for one in $(git rev-list "$new" --not --all); do
        git cat-file commit "$one" | sed '/^$/q' | grep -q '^gpgsig' || { echo "error: GH013: Repository rule violations found for $ref."; echo "- Commits must have verified signatures."; echo "  Found 1 violation: $one"; status=1; break; }
      done ;;
    esac
  done <hooks/demands
done
exit $status
`;

async function writeHook(hub: Hub, repository: Repository): Promise<void> {
  const dir = path.join(hub.git.dir(repository.id), 'hooks');
  await mkdir(dir, { recursive: true });
  const demands = repository.rules.flatMap((rule) => {
    const ref = rule.branch === '~ALL' ? '~ALL' : `refs/heads/${rule.branch}`;
    const demanded = [
      ...(rule.branch === '~ALL' ? [] : ['keep', 'forward']),
      ...(rule.pullRequests || rule.queue !== undefined ? ['pull'] : []),
      ...(rule.linear ? ['linear'] : []),
      ...(rule.signatures ? ['signed'] : []),
    ];
    return demanded.map((demand) => `${ref} ${demand}\n`);
  });
  await writeFile(path.join(dir, 'demands'), demands.join(''));
  await writeFile(path.join(dir, 'pre-receive'), hook);
  await chmod(path.join(dir, 'pre-receive'), 0o755);
}

async function backend(
  hub: Hub,
  repository: Repository,
  service: string,
  request: WebRequest,
  user: string,
): Promise<WebAnswer> {
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment(hub.git.root),
      GIT_PROJECT_ROOT: hub.git.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${repository.id}.git/${service}`,
      QUERY_STRING: request.query.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: String(request.body.length),
      ...(headers['content-encoding'] === undefined
        ? {}
        : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(headers['git-protocol'] === undefined ? {} : { GIT_PROTOCOL: headers['git-protocol'] }),
      REMOTE_USER: user,
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => undefined); // It may end before it has read everything.
  child.stdin.end(request.body);
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return cgiAnswer(Buffer.concat(chunks));
}

function cgiAnswer(output: Buffer): WebAnswer {
  const end = output.indexOf('\r\n\r\n');
  if (end === -1) return { status: 500, headers: plain, body: 'git said nothing' };
  const headers: Record<string, string> = {};
  for (const line of output.subarray(0, end).toString('latin1').split('\r\n')) {
    const at = line.indexOf(':');
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim();
  }
  const { status, ...others } = headers;
  return { status: Number((status ?? '200').split(' ')[0]), headers: others, body: output.subarray(end + 4) };
}
