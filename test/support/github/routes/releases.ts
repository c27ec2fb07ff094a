// Tags with a text, and releases.

import { Refusal, invalid, notFound } from '../refusal.ts';
import { type Json, instant, loginJson, repositoryUrl, webUrl } from '../render/render.ts';
import {
  type Ask,
  type Reply,
  type Route,
  created,
  flagIn,
  neededIn,
  ok,
  paged,
  route,
  someone,
  textIn,
} from '../route.ts';
import { type Release, newId } from '../state.ts';

export const releaseRoutes: readonly Route[] = [
  route('POST', '/git/tags', ['contents', 'write', 'write'], createTag),
  route('GET', '/releases', ['contents', 'read'], (ask) =>
    paged(ask, ask.repository.releases.toReversed(), (one) => told(ask, one)),
  ),
  route('POST', '/releases', ['contents', 'write', 'write'], create),
  route('POST', '/releases/generate-notes', ['contents', 'write', 'write'], (ask) => {
    const tag = neededIn(ask.body, 'tag_name', 'Release');
    return ok({
      name: tag,
      body: `## What's Changed\n\n**Full Changelog**: ${webUrl(ask, ask.repository)}/commits/${tag}`,
    });
  }),
  route('GET', '/releases/tags/{tag}', ['contents', 'read'], (ask) => {
    const release = ask.repository.releases.find((one) => one.tag === ask.params['tag'] && !one.draft);
    if (release === undefined) throw notFound();
    return ok(told(ask, release));
  }),
];

/** The object alone: nothing is called by its name until somebody makes a ref of it. */
async function createTag(ask: Ask): Promise<Reply> {
  const { hub, repository, body } = ask;
  const tag = neededIn(body, 'tag', 'Tag');
  const message = neededIn(body, 'message', 'Tag');
  const target = neededIn(body, 'object', 'Tag');
  const type = textIn(body, 'type') ?? 'commit';
  const who = hub.personOf(someone(ask.actor).login);
  const found = await hub.git.try(repository.id, ['cat-file', '-t', target]);
  if (found !== type) throw new Refusal(422, 'Could not verify object');
  // git makes the object by making a tag; the name is taken away again.
  const scratch = `made-${newId(ask.world)}`;
  await hub.git.run(repository.id, ['tag', '--annotate', '--message', message, scratch, target], who);
  const sha = await hub.git.run(repository.id, ['rev-parse', `refs/tags/${scratch}`]);
  await hub.git.run(repository.id, ['update-ref', '-d', `refs/tags/${scratch}`]);
  const at = repositoryUrl(ask, repository);
  return created({
    node_id: `TA_${sha}`,
    tag,
    sha,
    url: `${at}/git/tags/${sha}`,
    message,
    tagger: { name: who.name, email: who.email, date: instant(hub.now()) },
    object: { sha: target, type, url: `${at}/git/${type}s/${target}` },
  });
}

async function create(ask: Ask): Promise<Reply> {
  const { hub, world, repository, body } = ask;
  const tag = neededIn(body, 'tag_name', 'Release');
  if (repository.releases.some((one) => one.tag === tag && !one.draft))
    throw invalid({ resource: 'Release', code: 'already_exists', field: 'tag_name' });
  const target = textIn(body, 'target_commitish') ?? repository.defaultBranch;
  const by = someone(ask.actor).login;
  const release: Release = {
    id: newId(world),
    tag,
    name: textIn(body, 'name') ?? tag,
    body: textIn(body, 'body') ?? '',
    draft: flagIn(body, 'draft') ?? false,
    prerelease: flagIn(body, 'prerelease') ?? false,
    target,
    by,
    at: hub.now(),
  };
  // A release makes the tag that it is named after; a draft does not.
  if (!release.draft && repository.refs[`refs/tags/${tag}`] === undefined) {
    const commit = await hub.git.commit(repository.id, target);
    if (commit === undefined)
      throw invalid({ resource: 'Release', code: 'invalid', field: 'target_commitish' });
    await hub.git.run(repository.id, ['update-ref', `refs/tags/${tag}`, commit.sha]);
    await hub.noticeRefs(repository, by);
  }
  repository.releases.push(release);
  return created(told(ask, release));
}

function told(ask: Ask, release: Release): Json {
  const at = `${repositoryUrl(ask, ask.repository)}/releases/${release.id}`;
  const web = webUrl(ask, ask.repository);
  return {
    url: at,
    html_url: `${web}/releases/tag/${release.tag}`,
    assets_url: `${at}/assets`,
    upload_url: `${at}/assets{?name,label}`,
    tarball_url: `${repositoryUrl(ask, ask.repository)}/tarball/${release.tag}`,
    zipball_url: `${repositoryUrl(ask, ask.repository)}/zipball/${release.tag}`,
    id: release.id,
    node_id: `RE_${release.id}`,
    tag_name: release.tag,
    target_commitish: release.target,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    created_at: instant(release.at),
    published_at: release.draft ? null : instant(release.at),
    author: loginJson(ask, release.by),
    assets: [],
  };
}
