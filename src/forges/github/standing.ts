// Who we are in a repository on GitHub, what we may not do there as far as that can be known, and what its rules ask: told before
// anybody is paid for work that could not be delivered.
//
// Invariants
//   FORGES-GITHUB-STANDING-1. What GitHub does not tell is said not to be known, and never taken for given or for missing.

import type { Bearer } from '../../github/credentials.ts';
import { slugText } from '../../github/address.ts';
import type { GitHubAnswered } from '../../github/answer.ts';
import { answered } from '../../github/answer.ts';
import type { ForgeAnswer, Standing, StandingNote } from '../forge.ts';
import { asForge } from './answers.ts';
import { branchAt } from './transport.ts';
import type { Place } from './place.ts';
import type { BranchRules } from './rules.ts';
import { UserShape } from './shapes.ts';

/** What an App needs, each with what it is for; without the first two nothing is delivered. */
const permissions = [
  { name: 'contents', level: 'write', isNeeded: true, what: 'branches' },
  { name: 'pull_requests', level: 'write', isNeeded: true, what: 'pull requests' },
  { name: 'issues', level: 'write', isNeeded: false, what: 'labels and comments' },
  { name: 'checks', level: 'write', isNeeded: false, what: 'checks of ours' },
  { name: 'actions', level: 'read', isNeeded: false, what: 'logs of red checks' },
] as const;

export async function standingAt(place: Place, branch: string): Promise<ForgeAnswer<Standing>> {
  const bearer = await place.calls.bearer();
  if (!bearer.ok) return asForge(bearer);
  const who = await whoIs(place, bearer.value);
  if (!who.ok) return asForge(who);
  const target = await branchAt(place, place.repo, branch);
  if (!target.ok) return asForge(target);
  const rules = await place.rules(branch);
  if (!rules.ok) return asForge(rules);
  const base = slugText(place.base);
  const head = slugText(place.head);
  return answered({
    as: who.value.as,
    where: base === head ? base : `${base}, by way of ${head}`,
    notes: [
      ...who.value.notes,
      ...(target.value === undefined ? [gone(base, branch)] : ruleNotes(rules.value, place, branch)),
    ],
  });
}

interface Who {
  readonly as: string;
  readonly notes: readonly StandingNote[];
}

/** An installation is nobody for GitHub: only tokens of people are asked whose they are. */
async function whoIs({ calls }: Place, bearer: Bearer): Promise<GitHubAnswered<Who>> {
  const { source } = bearer;
  if (bearer.kind === 'app') return answered({ as: source, notes: appNotes(bearer) });
  if (bearer.token.startsWith('ghs_'))
    return answered({ as: `GitHub Actions, by ${source}`, notes: actions });
  const [user, headers] = await Promise.all([calls.get('/user', UserShape), calls.look('/user')]);
  if (!user.ok) return user;
  if (!headers.ok) return headers;
  const scopes = headers.value.get('x-oauth-scopes');
  const notes = scopes === null ? [untold(source)] : scopeNotes(source, scopes);
  return answered({ as: `${user.value.login}, by ${source}`, notes });
}

function appNotes({ source, permissions: given }: Bearer): readonly StandingNote[] {
  if (given === undefined) return [untold(source)]; // FORGES-GITHUB-STANDING-1
  const levels = ['read', 'write'];
  return permissions.flatMap(({ name, level, isNeeded, what }): readonly StandingNote[] =>
    levels.indexOf(given[name] ?? '') >= levels.indexOf(level)
      ? []
      : [
          {
            about: 'permissions',
            level: isNeeded ? 'fail' : 'warn',
            found: `${source} has no ${name}=${level} (${what})`,
            todo: "Give it that permission on the App's page, and accept it where the App is installed.",
          },
        ],
  );
}

const actions: readonly StandingNote[] = [
  {
    about: 'permissions',
    level: 'warn',
    found: 'a pull request that is made with the token of a GitHub Actions job starts no CI',
    todo: 'Use an App or the token of a person. What this token may do is said in the workflow, and GitHub does not tell it.',
  },
];

/** FORGES-GITHUB-STANDING-1. */
function untold(source: string): StandingNote {
  return {
    about: 'permissions',
    level: 'ok',
    found: `GitHub does not tell what ${source} may do: what is missing is said when it is refused`,
  };
}

function scopeNotes(source: string, told: string): readonly StandingNote[] {
  const scopes = new Set(told.split(',').map((scope) => scope.trim()));
  const may = scopes.has('repo') || scopes.has('public_repo');
  const todo = 'Make a token that has it, and set that.';
  if (!may) return [{ about: 'permissions', level: 'fail', found: `${source} lacks the scope repo`, todo }];
  if (scopes.has('workflow')) return [];
  const found = `${source} lacks the scope workflow: changes to .github/workflows cannot be pushed`;
  return [{ about: 'permissions', level: 'warn', found, todo }];
}

function gone(where: string, branch: string): StandingNote {
  return {
    about: 'rules',
    level: 'fail',
    found: `${where} has no branch ${branch}, which pull requests would go into`,
    todo: 'Push it there, or start from one that is there.',
  };
}

function ruleNotes(rules: BranchRules, { about }: Place, branch: string): readonly StandingNote[] {
  const { checks, approvals, deployments } = rules;
  const asks = [
    ...(checks.length === 0 ? [] : [`the checks ${checks.map(({ name }) => name).join(', ')}`]),
    ...(approvals === 0 ? [] : [approvals === 1 ? 'an approval' : `${approvals} approvals`]),
    ...(rules.conversations ? ['resolved conversations'] : []),
    ...(rules.strict ? ['a branch that is up to date'] : []),
    ...(rules.linear ? ['a linear history'] : []),
    ...(rules.queue ? ['the merge queue'] : []),
    ...(deployments.length === 0 ? [] : [`a deployment to ${deployments.join(', ')}`]),
  ];
  const found = asks.length === 0 ? `${branch} asks for nothing` : `${branch} asks for ${asks.join(', ')}`;
  return [
    { about: 'rules', level: 'ok', found },
    ...(rules.signatures ? [signatures(branch)] : []),
    ...(about.web_commit_signoff_required === true ? [signOff] : []),
    ...(rules.isPartlyHidden ? [hidden(branch)] : []),
  ];
}

function signatures(branch: string): StandingNote {
  return {
    about: 'rules',
    level: 'warn',
    found: `${branch} takes signed commits only`,
    todo: 'Slipway signs nothing. GitHub signs the commit of a squash merge itself: see to it that squash merges are allowed.',
  };
}

const signOff: StandingNote = {
  about: 'rules',
  level: 'warn',
  found: 'commits have to be signed off',
  todo: 'Set `commits: { signOff: true }` in slipway.yaml.',
};

function hidden(branch: string): StandingNote {
  return {
    about: 'rules',
    level: 'warn',
    found: `${branch} is protected, and GitHub tells only those who administer the repository by what`,
    todo: 'Ask somebody who does, or give the permission administration=read.',
  };
}
