// Tickets on GitHub and in Jira: read, spoken on, moved, linked.

import { branchOf as branchOfTicket } from '../../../../src/core/ticket/ticket.ts';
import type { JiraSettings } from '../../../../src/config/tracker-settings.ts';
import type { Run } from '../../../../src/core/run.ts';
import type { EffectParts } from '../../../../src/effects/parts.ts';
import { isRecord } from '../../../../src/plain/json.ts';
import { effectOf } from '../../../support/effect-parts.ts';
import type { Issue } from '../../../support/jira/state.ts';
import { paragraph } from '../../../support/jira/server.ts';
import { doing } from '../reach.ts';
import type { Scene, Staged } from '../scene.ts';
import type { Stage } from '../stage.ts';
import { shop } from '../stage.ts';
import { branched, count } from './pull.ts';

const words = 'Say it twice, please.';

async function runOf(stage: Stage, n: number, source: Run['source']): Promise<Run> {
  const { world } = stage;
  const commit = world.base;
  const place = { alias: 'main', repository: world.id, base: { branch: 'main', commit }, head: { commit } };
  return stage.run({
    id: `r${n}`,
    forge: 'github',
    source,
    branch: `feature/T-${n}`,
    repositories: [{ ...place, pullRequest: { number: 7 } }],
  });
}

/** The ticket, its words and what was said about it came whole. */
async function wrongTicket(
  result: unknown,
  { blobs }: EffectParts,
  wanted: { readonly id: string; readonly branch?: string },
): Promise<string | undefined> {
  const ticket = isRecord(result) && isRecord(result['ticket']) ? result['ticket'] : {};
  const [text, context] = await Promise.all(
    [ticket['blob'], ticket['context']].map(async (blob) =>
      typeof blob === 'string' ? ((await blobs.get(blob)) ?? '') : '',
    ),
  );
  if (ticket['id'] !== wanted.id) return `it read ticket ${String(ticket['id'])}`;
  if (text?.includes(words) !== true) return `it read ${JSON.stringify(text)}`;
  if (context?.includes('Only on Sundays.') !== true) return `it heard ${JSON.stringify(context)}`;
  const branch = isRecord(result) ? String(result['branch']) : '';
  return wanted.branch === undefined || branch === wanted.branch ? undefined : `its branch is ${branch}`;
}

async function onGitHub(stage: Stage, n: number) {
  const number = stage.shop.issue(
    'ann',
    `Say it ${n}`,
    `${words}\n\n## Acceptance criteria\n\n- It is said.\n`,
  );
  const ref = `${stage.github.url}/${shop}/issues/${number}`;
  const run = await runOf(stage, n, { tracker: 'github', ref });
  return { number, run, reach: { env: stage.as.ann }, issue: () => stage.shop.issueOf(number) };
}

const github: readonly Scene[] = [
  {
    name: 'read a GitHub issue',
    set: async (stage, n) => {
      const { number, run, reach } = await onGitHub(stage, n);
      await stage.ann.comments(shop, number, 'Only on Sundays.');
      const id = `GH-${number}`;
      // Somebody has taken the name that the branch would have.
      const name = branchOfTicket({ id, title: `Say it ${n}`, workType: 'feature' });
      await branched(stage, name, { onto: stage.world.base });
      return {
        run,
        reach,
        deed: { effect: effectOf('fetch-ticket', { source: run.source }) },
        there: () => ({}),
        wrong: (result, parts) => wrongTicket(result, parts, { id, branch: `${name}_${run.id}` }),
      };
    },
  },
  {
    name: 'comment on a GitHub issue',
    set: async (stage, n) => {
      const { run, reach, issue } = await onGitHub(stage, n);
      const input = { ticket: 'T', marker: `${run.id}/pull-request` };
      return {
        run,
        reach,
        deed: { effect: effectOf('comment-ticket', input) },
        there: () => ({ comment: issue().comments.length }),
      };
    },
  },
  {
    name: 'move a GitHub issue to review',
    set: async (stage, n) => {
      const { run, reach, issue } = await onGitHub(stage, n);
      return {
        run,
        reach,
        deed: { effect: effectOf('transition-ticket', { ticket: 'T', to: 'in-review' }) },
        there: () => ({ label: issue().labels.filter((name) => name === doing).length }),
      };
    },
  },
  {
    name: 'close a GitHub issue',
    set: async (stage, n) => {
      const { run, reach, issue } = await onGitHub(stage, n);
      return {
        run,
        reach,
        deed: { effect: effectOf('transition-ticket', { ticket: 'T', to: 'done' }) },
        there: () => ({
          closed: count(issue().state === 'closed'),
          closing: issue().events.filter(({ kind }) => kind === 'closed').length,
        }),
      };
    },
  },
];

interface InJira {
  readonly run: Run;
  readonly issue: Issue;
  readonly reach: Staged['reach'];
}

async function inJira(stage: Stage, n: number, api: 'cloud' | 'data-center'): Promise<InJira> {
  const { jira } = stage;
  jira.hideProperties(false);
  const key = `APP-${n}`;
  const field = 'customfield_10042';
  jira.field(field, 'Acceptance criteria');
  const told = (text: string): unknown => (api === 'cloud' ? paragraph(text) : text);
  const issue = jira.issue({
    key,
    summary: `Say it ${n}`,
    description: told(words),
    type: 'Story',
    creator: jira.person({ accountId: 'ann', displayName: 'Ann' }).accountId,
    custom: { [field]: '- It is said.' },
  });
  issue.comments.push({
    id: `1${n}`,
    author: 'ann',
    body: told('Only on Sundays.'),
    created: '2026-01-01T00:00:00.000Z',
    properties: [],
  });
  const settings: JiraSettings = { url: jira.url, api, criteria: 'Acceptance criteria' };
  const run = await runOf(stage, n, { tracker: 'jira', ref: `${jira.url}/browse/${key}` });
  return { run, issue, reach: { env: { ...stage.as.ann, ...jira.env }, jira: settings } };
}

function jiraScenes(api: 'cloud' | 'data-center', called: string): readonly Scene[] {
  const moved = (to: 'in-review' | 'done', name: string): Scene => ({
    name: `move a ticket of ${called} to ${to}`,
    set: async (stage, n) => {
      const { run, issue, reach } = await inJira(stage, n, api);
      return {
        run,
        reach,
        deed: { effect: effectOf('transition-ticket', { ticket: issue.key, to }) },
        there: () => ({ status: count(issue.status === name), moves: issue.moves }),
      };
    },
  });
  return [
    {
      name: `read a ticket of ${called}`,
      set: async (stage, n) => {
        const { run, issue, reach } = await inJira(stage, n, api);
        return {
          run,
          reach,
          deed: { effect: effectOf('fetch-ticket', { source: run.source }) },
          there: () => ({}),
          wrong: (result, parts) => wrongTicket(result, parts, { id: issue.key }),
        };
      },
    },
    {
      name: `comment on a ticket of ${called}`,
      set: async (stage, n) => commented(await inJira(stage, n, api)),
    },
    moved('in-review', 'In Review'),
    moved('done', 'Done'),
    {
      name: `link a pull request in ${called}`,
      again: {
        'POST /issue/KEY/remotelink': 'The same address has one link: Jira holds it by its global id.',
      },
      set: async (stage, n) => {
        const { run, issue, reach } = await inJira(stage, n, api);
        const asked = { name: 'link', url: `https://github.com/acme/shop/pull/${n}`, title: 'It' } as const;
        return {
          run,
          reach,
          deed: { effect: effectOf('write-artifacts', {}), asked },
          there: () => ({ link: issue.remoteLinks.length }),
        };
      },
    },
  ];
}

function commented({ run, issue, reach }: InJira): Staged {
  const input = { ticket: issue.key, marker: `${run.id}/pull-request` };
  return {
    run,
    reach,
    deed: { effect: effectOf('comment-ticket', input) },
    there: () => ({ comment: issue.comments.filter(({ author }) => author === 'acc-slipway').length }),
  };
}

/** A site that tells no properties: who we are is asked for. */
const quiet: Scene = {
  name: 'comment where Jira tells no properties',
  set: async (stage, n) => {
    const staged = commented(await inJira(stage, n, 'cloud'));
    stage.jira.hideProperties();
    return staged;
  },
};

export const ticketScenes: readonly Scene[] = [
  ...github,
  ...jiraScenes('cloud', 'Jira Cloud'),
  ...jiraScenes('data-center', 'Jira Data Center'),
  quiet,
];
