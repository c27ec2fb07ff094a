// Who asks, and what they may do. An App proves itself by a signed token of its own and then gets one for an installation; people have
// classic tokens, which tell their scopes, or fine-grained ones, which tell nothing.

import { createVerify } from 'node:crypto';
import { Refusal, notFound } from './refusal.ts';
import {
  type Account,
  type App,
  type Association,
  type Level,
  type Permission,
  type Repository,
  type Role,
  type Token,
  type World,
  accountOf,
  fullName,
  pullsOf,
} from './state.ts';

export type Actor =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'account'; readonly account: Account; readonly token: Token }
  | { readonly kind: 'app'; readonly app: App };

export interface Needs {
  readonly permission: Permission;
  readonly level: Level;
  /** What a person has to be in the repository, beside what their token allows. */
  readonly role: Role;
}

const roles: readonly Role[] = ['read', 'triage', 'write', 'maintain', 'admin'];
const jwtSecondsMax = 600;
const skewSeconds = 60;

export function actorOf(world: World, now: number, header: string | undefined): Actor {
  if (header === undefined || header === '') return { kind: 'nobody' };
  const [scheme = '', rest = ''] = header.split(/ +/, 2);
  const value = scheme.toLowerCase() === 'basic' ? passwordOf(rest) : rest;
  if (value.split('.').length === 3) return { kind: 'app', app: appOf(world, now, value) };
  const token = world.tokens.find((one) => one.value === value);
  if (token === undefined || (token.expiresAt !== undefined && token.expiresAt <= now))
    throw new Refusal(401, 'Bad credentials');
  return { kind: 'account', account: accountOf(world, token.login), token };
}

function passwordOf(encoded: string): string {
  const told = Buffer.from(encoded, 'base64').toString('utf8');
  const [name = '', ...password] = told.split(':');
  // A token alone as the name is taken too.
  return password.join(':') === '' || password.join(':') === 'x-oauth-basic' ? name : password.join(':');
}

function appOf(world: World, now: number, jwt: string): App {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const header = jsonOf(head);
  const claims = jsonOf(body);
  if (header?.['alg'] !== 'RS256' || claims === undefined)
    throw new Refusal(401, 'A JSON web token could not be decoded');
  const issuer = String(claims['iss']);
  const app = world.apps.find((one) => String(one.id) === issuer || one.clientId === issuer);
  if (app === undefined) throw new Refusal(401, 'Integration not found');
  const verifier = createVerify('RSA-SHA256').update(`${head}.${body}`);
  if (!verifier.verify(app.publicKey, Buffer.from(signature, 'base64url')))
    throw new Refusal(401, 'A JSON web token could not be decoded');
  const seconds = Math.floor(now / 1000);
  const { iat, exp } = claims;
  if (typeof exp !== 'number') throw new Refusal(401, "Missing 'exp' claim in assertion");
  if (exp <= seconds)
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (typeof iat !== 'number' || iat > seconds + skewSeconds)
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  if (exp > seconds + jwtSecondsMax + skewSeconds)
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  return app;
}

function jsonOf(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMember(world: World, organization: string, login: string): boolean {
  return (world.members[organization] ?? []).includes(login);
}

export function roleOf(world: World, repository: Repository, login: string): Role | undefined {
  if (repository.owner === login) return 'admin';
  const given = repository.collaborators[login];
  if (given !== undefined) return given;
  if (isMember(world, repository.owner, login)) return 'read';
  return repository.settings.private ? undefined : 'read';
}

export function hasRole(world: World, repository: Repository, login: string, wanted: Role): boolean {
  const role = roleOf(world, repository, login);
  return role !== undefined && roles.indexOf(role) >= roles.indexOf(wanted);
}

export function associationOf(world: World, repository: Repository, login: string): Association {
  if (repository.owner === login) return 'OWNER';
  if (isMember(world, repository.owner, login)) return 'MEMBER';
  if (repository.collaborators[login] !== undefined) return 'COLLABORATOR';
  const contributed = pullsOf(repository).some((one) => one.by === login && one.pull.merged !== undefined);
  return contributed ? 'CONTRIBUTOR' : 'NONE';
}

/** Whether they may know that it is there. */
export function sees(world: World, repository: Repository, actor: Actor): boolean {
  if (!repository.settings.private) return true;
  if (actor.kind === 'app') return actor.app.installations.some((one) => one.account === repository.owner);
  if (actor.kind === 'nobody') return false;
  const { token } = actor;
  if (!reaches(token, repository)) return false;
  if (token.kind === 'installation') return true;
  if (token.kind === 'classic' && !token.scopes.includes('repo')) return false;
  return roleOf(world, repository, token.login) !== undefined;
}

function reaches(token: Token, repository: Repository): boolean {
  return token.repositories === undefined || token.repositories.includes(fullName(repository));
}

/** Throws what GitHub answers where they may not. */
export function mayOrRefuse(world: World, repository: Repository, actor: Actor, needs: Needs): void {
  if (!sees(world, repository, actor)) throw notFound();
  if (needs.level === 'read' && needs.permission !== 'administration' && !repository.settings.private) return;
  if (needs.permission === 'metadata' && actor.kind === 'app') return;
  if (actor.kind !== 'account')
    throw actor.kind === 'app'
      ? new Refusal(403, 'Resource not accessible by integration')
      : new Refusal(401, 'Requires authentication');
  if (repository.settings.archived && needs.level === 'write')
    throw new Refusal(403, 'Repository was archived so is read-only.');
  const { token } = actor;
  if (token.kind !== 'classic') {
    const accepted = { 'x-accepted-github-permissions': `${needs.permission}=${needs.level}` };
    const what = token.kind === 'installation' ? 'integration' : 'personal access token';
    if (!reaches(token, repository) || !allows(token, needs))
      throw new Refusal(403, `Resource not accessible by ${what}`, {}, accepted);
    if (token.kind === 'installation') return;
  } else if (needs.level === 'write' && !hasScope(token, repository)) {
    throw new Refusal(404, 'Not Found', {}, { 'x-accepted-oauth-scopes': 'repo' });
  }
  if (!hasRole(world, repository, token.login, needs.role)) {
    if (needs.role === 'admin') throw notFound();
    throw new Refusal(
      403,
      `Must have ${needs.role === 'triage' ? 'triage' : 'push'} access to the repository.`,
    );
  }
}

export function allows(token: Token, needs: Pick<Needs, 'permission' | 'level'>): boolean {
  if (needs.permission === 'metadata') return true;
  const given = token.permissions[needs.permission];
  return given === 'write' || (given === 'read' && needs.level === 'read');
}

function hasScope(token: Token, repository: Repository): boolean {
  return (
    token.scopes.includes('repo') || (!repository.settings.private && token.scopes.includes('public_repo'))
  );
}
