// Commits, files and refs in the words of GitHub's REST answers.

import type { CommitView, FileView } from '../git.ts';
import type { Account, Repository } from '../state.ts';
import { type Json, type View, repositoryUrl, userJson, webUrl } from './render.ts';

export function commitJson(view: View, repository: Repository, commit: CommitView): Json {
  const at = repositoryUrl(view, repository);
  const web = webUrl(view, repository);
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url: `${at}/commits/${commit.sha}`,
    html_url: `${web}/commit/${commit.sha}`,
    comments_url: `${at}/commits/${commit.sha}/comments`,
    commit: {
      url: `${at}/git/commits/${commit.sha}`,
      author: { name: commit.author.name, email: commit.author.email, date: commit.author.at },
      committer: { name: commit.committer.name, email: commit.committer.email, date: commit.committer.at },
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${at}/git/trees/${commit.tree}` },
      verification: {
        verified: false,
        reason: commit.signed ? 'unknown_key' : 'unsigned',
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    author: authorJson(view, commit.author.email),
    committer: authorJson(view, commit.committer.email),
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${at}/commits/${sha}`,
      html_url: `${web}/commit/${sha}`,
    })),
  };
}

/** GitHub knows whose commit it is by the address alone. */
export function accountByEmail(view: View, email: string): Account | undefined {
  const id = /^(\d+)\+/.exec(email)?.[1];
  return view.world.accounts.find((one) => String(one.id) === id);
}

function authorJson(view: View, email: string): Json | null {
  const account = accountByEmail(view, email);
  return account === undefined ? null : userJson(view, account);
}

export function fileJson(view: View, repository: Repository, head: string, file: FileView): Json {
  const web = webUrl(view, repository);
  const escaped = file.path.split('/').map(encodeURIComponent).join('/');
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${web}/blob/${head}/${escaped}`,
    raw_url: `${web}/raw/${head}/${escaped}`,
    contents_url: `${repositoryUrl(view, repository)}/contents/${escaped}?ref=${head}`,
    ...(file.patch === undefined ? {} : { patch: file.patch }),
    ...(file.previous === undefined ? {} : { previous_filename: file.previous }),
  };
}

export function refJson(view: View, repository: Repository, ref: string, sha: string, type: string): Json {
  const at = repositoryUrl(view, repository);
  return {
    ref,
    node_id: `REF_${Buffer.from(ref).toString('hex')}`,
    url: `${at}/git/${ref}`,
    object: { type, sha, url: `${at}/git/${type}s/${sha}` },
  };
}

export function simpleCommitJson(commit: CommitView): Json {
  return {
    id: commit.sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: commit.committer.at,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
  };
}
