// What the rules of a branch want of a pull request into it. There are two kinds on GitHub, rulesets and branch protection;
// anybody who may read a repository is told the first whole, of the second the checks, and the rest only to whoever may change it.

import type { z } from 'zod';
import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import type { GitHubCalls } from '../../github/calls.ts';
import { isRecord } from '../../plain/json.ts';
import type { RequiredStatusChecks } from './shapes.ts';
import { BranchShape, ProtectionShape, RuleShape } from './shapes.ts';

export interface RequiredCheck {
  readonly name: string;
  /** The App it has to come from, where the rule names one: anybody may give a check of theirs that name. */
  readonly app?: number;
}

export interface BranchRules {
  /** Checks that have to succeed. */
  readonly checks: readonly RequiredCheck[];
  readonly approvals: number;
  readonly signatures: boolean;
  readonly linear: boolean;
  readonly queue: boolean;
  readonly conversations: boolean;
  /** The branch has to be up to date before it is merged. */
  readonly strict: boolean;
  readonly deployments: readonly string[];
  /** Ways to merge that the rules allow; undefined where they say nothing. */
  readonly methods?: readonly string[];
  /** The branch is protected and we were not told by what, beside the checks. */
  readonly isPartlyHidden: boolean;
}

export async function rulesOf(
  calls: GitHubCalls,
  repo: string,
  branch: string,
): Promise<GitHubAnswered<BranchRules>> {
  const name = encodeURIComponent(branch);
  const [sets, plain, protection] = await Promise.all([
    calls.list(`${repo}/rules/branches/${name}`, RuleShape),
    calls.get(`${repo}/branches/${name}`, BranchShape),
    calls.get(`${repo}/branches/${name}/protection`, ProtectionShape),
  ]);
  const rules = orElse(sets, []);
  if (!rules.ok) return rules;
  const told = orElse(plain, undefined);
  if (!told.ok) return told;
  const whole = orElse(protection, undefined);
  if (!whole.ok) return whole;
  const rulesets = fromRulesets(rules.value);
  const named = told.value?.protection?.required_status_checks;
  const guard = whole.value;
  return answered({
    ...rulesets,
    checks: once([
      ...rulesets.checks,
      ...fromProtection(named),
      ...fromProtection(guard?.required_status_checks),
    ]),
    approvals: Math.max(
      rulesets.approvals,
      guard?.required_pull_request_reviews === undefined
        ? 0
        : (guard.required_pull_request_reviews.required_approving_review_count ?? 1),
    ),
    signatures: rulesets.signatures || guard?.required_signatures?.enabled === true,
    linear: rulesets.linear || guard?.required_linear_history?.enabled === true,
    conversations: rulesets.conversations || guard?.required_conversation_resolution?.enabled === true,
    strict: rulesets.strict || guard?.required_status_checks?.strict === true,
    isPartlyHidden: told.value?.protected === true && guard === undefined && rules.value.length === 0,
  });
}

type Protected = z.infer<typeof RequiredStatusChecks>;

/** The list with Apps has what the older one has, where it is told at all. */
function fromProtection(named: Protected | undefined): readonly RequiredCheck[] {
  if (named === undefined || named.enforcement_level === 'off') return [];
  const told = (named.checks ?? []).map(({ context, app_id: app }) => required(context, app));
  const rest = named.contexts.filter((context) => !told.some(({ name }) => name === context));
  return [...told, ...rest.map((name) => ({ name }))];
}

/** GitHub writes -1 for an App that does not matter. */
function required(name: string, app: unknown): RequiredCheck {
  return typeof app === 'number' && app > 0 ? { name, app } : { name };
}

function once(checks: readonly RequiredCheck[]): readonly RequiredCheck[] {
  const found = new Map(checks.map((check) => [JSON.stringify([check.name, check.app]), check]));
  return [...found.values()];
}

/** What we may not see, or is not there on this plan or version, says nothing; a GitHub that does not answer is no rule. */
function orElse<T, U>(answer: GitHubAnswered<T>, otherwise: U): GitHubAnswered<T | U> {
  if (answer.ok) return answer;
  return answer.why === 'absent' || answer.why === 'forbidden' ? answered(otherwise) : answer;
}

interface Rule {
  readonly type: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

function fromRulesets(rules: readonly Rule[]): Omit<BranchRules, 'isPartlyHidden'> {
  const of = (type: string): readonly Readonly<Record<string, unknown>>[] =>
    rules.filter((rule) => rule.type === type).map(({ parameters }) => parameters ?? {});
  const checks = of('required_status_checks');
  const reviews = of('pull_request');
  const methods = reviews
    .map((rule) => texts(rule['allowed_merge_methods']))
    .filter((list) => list.length > 0);
  const [first, ...others] = methods;
  return {
    checks: checks.flatMap((rule) =>
      things(rule['required_status_checks']).flatMap(({ context, integration_id: app }) =>
        texts([context]).map((name) => required(name, app)),
      ),
    ),
    approvals: Math.max(0, ...reviews.map((rule) => count(rule['required_approving_review_count']))),
    signatures: of('required_signatures').length > 0,
    linear: of('required_linear_history').length > 0,
    queue: of('merge_queue').length > 0,
    conversations: reviews.some((rule) => rule['required_review_thread_resolution'] === true),
    strict: checks.some((rule) => rule['strict_required_status_checks_policy'] === true),
    deployments: of('required_deployments').flatMap((rule) =>
      texts(rule['required_deployment_environments']),
    ),
    ...(first === undefined
      ? {}
      : { methods: first.filter((method) => others.every((list) => list.includes(method))) }),
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function things(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}
