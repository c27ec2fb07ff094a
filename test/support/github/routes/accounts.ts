// Who one is: people, Apps, installations and what is left of their limits.

import { randomBytes } from 'node:crypto';
import { Refusal, notFound } from '../refusal.ts';
import { type Json, appJson, instant, publicUserJson, userJson } from '../render/render.ts';
import {
  type Ask,
  type PlainAsk,
  type Reply,
  type Route,
  created,
  ok,
  plainRoute,
  recordIn,
  route,
  textsIn,
} from '../route.ts';
import {
  type App,
  type Installation,
  type Level,
  type Permission,
  type Token,
  accountOf,
  findRepository,
  fullName,
} from '../state.ts';

const hour = 3_600_000;

export const accountRoutes: readonly Route[] = [
  plainRoute('GET', '/user', user),
  plainRoute('GET', '/app', (ask) => ok(appJson(ask, appIn(ask), ask.hub.now()))),
  plainRoute('POST', '/app/installations/{installation_id}/access_tokens', installationToken),
  route('GET', '/installation', ['metadata', 'read'], installationHere),
];

function user(ask: PlainAsk): Reply {
  const { actor, hub } = ask;
  if (actor.kind !== 'account') throw new Refusal(401, 'Requires authentication');
  // An installation is nobody: what asks who it is that way is refused.
  if (actor.token.kind === 'installation') throw new Refusal(403, 'Resource not accessible by integration');
  const owned = ask.world.repositories.filter(
    (one) => one.owner === actor.account.login && one.settings.private,
  ).length;
  return ok({
    ...publicUserJson(ask, actor.account, hub.now()),
    private_gists: 0,
    total_private_repos: owned,
    owned_private_repos: owned,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
  });
}

function appIn({ actor }: PlainAsk): App {
  if (actor.kind !== 'app') throw new Refusal(401, 'A JSON web token could not be decoded');
  return actor.app;
}

function installationToken(ask: PlainAsk): Reply {
  const app = appIn(ask);
  const id = Number(ask.params['installation_id']);
  const installation = app.installations.find((one) => one.id === id);
  if (installation === undefined) throw notFound();
  if (installation.suspended) throw new Refusal(403, 'This installation has been suspended');
  const wanted = textsIn(ask.body, 'repositories').map((name) => `${installation.account}/${name}`);
  for (const name of wanted)
    if (findRepository(ask.world, name) === undefined || !(installation.repositories?.includes(name) ?? true))
      throw new Refusal(
        422,
        `There is at least one repository that does not exist or is not accessible to the parent installation.`,
      );
  const repositories = wanted.length === 0 ? installation.repositories : wanted;
  const permissions = grantedOf(app, recordIn(ask.body, 'permissions'));
  const token: Token = {
    value: `ghs_${randomBytes(18).toString('hex')}`,
    kind: 'installation',
    login: `${app.slug}[bot]`,
    scopes: [],
    permissions,
    repositories: repositories ?? reached(ask, installation),
    expiresAt: ask.hub.now() + hour,
    app: app.id,
  };
  ask.world.tokens.push(token);
  return created({
    token: token.value,
    expires_at: instant(token.expiresAt ?? 0),
    permissions: { metadata: 'read', ...permissions },
    repository_selection: repositories === undefined ? 'all' : 'selected',
  });
}

function reached({ world }: PlainAsk, installation: Installation): readonly string[] {
  return world.repositories.filter((one) => one.owner === installation.account).map(fullName);
}

function grantedOf(app: App, wanted: Json | undefined): Partial<Record<Permission, Level>> {
  if (wanted === undefined) return { ...app.permissions };
  for (const [name, level] of Object.entries(wanted)) {
    const given = Object.entries(app.permissions).find(([one]) => one === name)?.[1];
    if (given === undefined || (level === 'write' && given === 'read'))
      throw new Refusal(422, 'The permissions requested are not granted to this installation.');
  }
  return Object.fromEntries(Object.entries(app.permissions).filter(([name]) => name in wanted));
}

function installationHere(ask: Ask): Reply {
  const app = appIn(ask);
  const { repository, hub } = ask;
  const installation = app.installations.find(
    (one) => one.account === repository.owner && (one.repositories?.includes(fullName(repository)) ?? true),
  );
  if (installation === undefined) throw notFound();
  const account = accountOf(ask.world, installation.account);
  return ok({
    id: installation.id,
    account: userJson(ask, account),
    repository_selection: installation.repositories === undefined ? 'all' : 'selected',
    access_tokens_url: `${ask.url}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${ask.url}/installation/repositories`,
    html_url: `${ask.url}/settings/installations/${installation.id}`,
    app_id: app.id,
    client_id: app.clientId,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: { metadata: 'read', ...app.permissions },
    events: [],
    created_at: instant(hub.now()),
    updated_at: instant(hub.now()),
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  });
}
