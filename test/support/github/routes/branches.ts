// Branches and what they demand. A ruleset answers at another place than classic protection, and only the second is kept from
// who is no administrator.

import { Refusal, notFound } from '../refusal.ts';
import { commitJson } from '../render/commits.ts';
import { type Json, repositoryUrl, webUrl } from '../render/render.ts';
import { type Ask, type Reply, type Route, ok, paged, route } from '../route.ts';
import { type BranchRule, branchSha, fullName } from '../state.ts';

export const branchRoutes: readonly Route[] = [
  route('GET', '/branches/{branch}/protection', ['administration', 'read', 'admin'], protection),
  route('GET', '/branches/{branch}', ['contents', 'read'], branch),
  route('GET', '/rules/branches/{branch}', ['metadata', 'read'], rules),
  route('GET', '/rulesets', ['metadata', 'read'], rulesets),
];

function branchOf(ask: Ask): { readonly name: string; readonly sha: string } {
  const name = ask.params['branch'] ?? '';
  const sha = branchSha(ask.repository, name);
  if (sha === undefined) throw new Refusal(404, 'Branch not found');
  return { name, sha };
}

function demandsOf(ask: Ask, name: string, by: BranchRule['by']): readonly BranchRule[] {
  return ask.repository.rules.filter(
    (rule) => rule.by === by && (rule.branch === name || rule.branch === '~ALL'),
  );
}

async function branch(ask: Ask): Promise<Reply> {
  const { name, sha } = branchOf(ask);
  const commit = await ask.hub.git.commit(ask.repository.id, sha);
  if (commit === undefined) throw notFound();
  const at = `${repositoryUrl(ask, ask.repository)}/branches/${name}`;
  const demanded = demandsOf(ask, name, 'protection');
  const contexts = demanded.flatMap((rule) => rule.checks.map(({ context }) => context));
  const level = contexts.length === 0 ? 'off' : 'non_admins';
  return ok({
    name,
    commit: commitJson(ask, ask.repository, commit),
    _links: { self: at, html: `${webUrl(ask, ask.repository)}/tree/${name}` },
    // Rulesets count as protection too, but are not told here.
    protected: ask.repository.rules.some((rule) => rule.branch === name || rule.branch === '~ALL'),
    protection: {
      enabled: demanded.length > 0,
      required_status_checks: { enforcement_level: level, contexts, checks: checksOf(demanded) },
    },
    protection_url: `${at}/protection`,
  });
}

function checksOf(demanded: readonly BranchRule[]): readonly Json[] {
  return demanded.flatMap((rule) =>
    rule.checks.map(({ context, app }) => ({ context, app_id: app ?? null })),
  );
}

function protection(ask: Ask): Reply {
  const { name } = branchOf(ask);
  const demanded = demandsOf(ask, name, 'protection');
  if (demanded.length === 0) throw new Refusal(404, 'Branch not protected');
  const at = `${repositoryUrl(ask, ask.repository)}/branches/${name}/protection`;
  const some = (has: (rule: BranchRule) => boolean): { readonly enabled: boolean } => ({
    enabled: demanded.some(has),
  });
  const checks = checksOf(demanded);
  return ok({
    url: at,
    required_signatures: { url: `${at}/required_signatures`, ...some((rule) => rule.signatures) },
    enforce_admins: { url: `${at}/enforce_admins`, enabled: true },
    required_linear_history: some((rule) => rule.linear),
    allow_force_pushes: { enabled: false },
    allow_deletions: { enabled: false },
    block_creations: { enabled: false },
    required_conversation_resolution: some((rule) => rule.resolvedThreads),
    lock_branch: { enabled: false },
    allow_fork_syncing: { enabled: false },
    ...(checks.length === 0
      ? {}
      : {
          required_status_checks: {
            url: `${at}/required_status_checks`,
            strict: demanded.some((rule) => rule.strict),
            contexts: checks.map(({ context }) => context),
            contexts_url: `${at}/required_status_checks/contexts`,
            checks,
          },
        }),
    ...(demanded.some((rule) => rule.approvals > 0 || rule.pullRequests)
      ? {
          required_pull_request_reviews: {
            url: `${at}/required_pull_request_reviews`,
            dismiss_stale_reviews: demanded.some((rule) => rule.dismissStale),
            require_code_owner_reviews: demanded.some((rule) => rule.codeOwners),
            require_last_push_approval: demanded.some((rule) => rule.lastPushApproval),
            required_approving_review_count: Math.max(...demanded.map((rule) => rule.approvals)),
          },
        }
      : {}),
  });
}

function rules(ask: Ask): Reply {
  const name = ask.params['branch'] ?? '';
  const demanded = demandsOf(ask, name, 'ruleset').flatMap((rule) =>
    rulesOf(rule).map((one) => ({
      ...one,
      ruleset_source_type: 'Repository',
      ruleset_source: fullName(ask.repository),
      ruleset_id: rule.id,
    })),
  );
  return paged(ask, demanded, (one) => one);
}

function rulesOf(rule: BranchRule): readonly Json[] {
  const reviewed =
    rule.approvals > 0 ||
    rule.pullRequests ||
    rule.dismissStale ||
    rule.resolvedThreads ||
    rule.methods !== undefined;
  return [
    { type: 'deletion' },
    { type: 'non_fast_forward' },
    ...(rule.signatures ? [{ type: 'required_signatures' }] : []),
    ...(rule.linear ? [{ type: 'required_linear_history' }] : []),
    ...(reviewed ? [pullRequestRule(rule)] : []),
    ...(rule.checks.length === 0
      ? []
      : [
          {
            type: 'required_status_checks',
            parameters: {
              strict_required_status_checks_policy: rule.strict,
              do_not_enforce_on_create: false,
              required_status_checks: rule.checks.map(({ context, app }) => ({
                context,
                ...(app === undefined ? {} : { integration_id: app }),
              })),
            },
          },
        ]),
    ...(rule.queue === undefined ? [] : [queueRule(rule.queue)]),
  ];
}

function pullRequestRule(rule: BranchRule): Json {
  return {
    type: 'pull_request',
    parameters: {
      required_approving_review_count: rule.approvals,
      dismiss_stale_reviews_on_push: rule.dismissStale,
      require_code_owner_review: rule.codeOwners,
      require_last_push_approval: rule.lastPushApproval,
      required_review_thread_resolution: rule.resolvedThreads,
      allowed_merge_methods: rule.methods ?? ['merge', 'squash', 'rebase'],
    },
  };
}

function queueRule(method: NonNullable<BranchRule['queue']>): Json {
  return {
    type: 'merge_queue',
    parameters: {
      check_response_timeout_minutes: 60,
      grouping_strategy: 'ALLGREEN',
      max_entries_to_build: 5,
      max_entries_to_merge: 5,
      merge_method: method.toUpperCase(),
      min_entries_to_merge: 1,
      min_entries_to_merge_wait_minutes: 5,
    },
  };
}

function rulesets(ask: Ask): Reply {
  const found = ask.repository.rules.filter((rule) => rule.by === 'ruleset');
  return paged(ask, found, (rule) => ({
    id: rule.id,
    name: `ruleset ${rule.id}`,
    target: 'branch',
    source_type: 'Repository',
    source: fullName(ask.repository),
    enforcement: 'active',
    node_id: `RRS_${rule.id}`,
  }));
}
