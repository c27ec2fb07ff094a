// What leaves the house: screening of the diff, the push, the pull request and the courtesies around it.

import type { Outcome } from '../../core/effects.ts';
import type { Screened, ScreenedPlace } from '../../core/evidence/screened.ts';
import type { Run } from '../../core/run.ts';
import { repositoryOf } from '../../core/run.ts';
import type { ForgeAnswer, PullRequestRecord } from '../../forges/forge.ts';
import type { Brought } from '../launches/brought-in.ts';
import { broughtBy, secretsIn } from '../launches/brought-in.ts';
import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { failedAt, keepText } from '../parts.ts';
import { never } from '../probe.ts';
import { commitMessage, mergeMessage } from '../delivery/commit-message.ts';
import { publishedChecks } from '../delivery/published-checks.ts';
import { pullRequestText, runMark } from '../delivery/pull-request-text.ts';
import { redactedIn, redactedText } from '../delivery/redacted.ts';

export function screen(parts: EffectParts): EffectHandler<'screen'> {
  return {
    probe: never, // it only looks
    act: async (effect, { run }) => {
      const brought = await broughtByCommits(parts, repositoryOf(run, effect).repository, effect.input);
      const secrets = [...secretsIn(parts.screener, brought)];
      // A diff cannot be redacted: what is in it would be published, or the change would not be the one reviewed.
      const blocked = secrets.map(([file, rules]) => ({ place: parts.screener.redact(file).text, rules }));
      if (blocked.length > 0) return screened('BLOCKED', blocked);
      const { redacted } = await pullRequestText(parts, run, repositoryOf(run, effect));
      const all = [...redacted, ...redactedIn('commit messages', messagesOf(run))];
      if (all.length === 0) return screened('CLEAN', []);
      return screened('REDACTED', all, { told: await keepText(parts, redactedText(all)) });
    },
  };
}

/** An event is small; the rules are all there. */
const placesMax = 20;

function screened(
  verdict: Screened['verdict'],
  places: readonly ScreenedPlace[],
  told: Pick<Screened, 'told'> = {},
): Outcome<'screen'> {
  const rules = [...new Set(places.flatMap((item) => item.rules))];
  const where = places.length === 0 ? {} : { where: places.slice(0, placesMax) };
  return { type: 'done', kind: 'screen', result: { verdict, rules, ...where, ...told } };
}

/** What stands in the history for good. */
function messagesOf(run: Run): string {
  return [...run.steps.map(({ task }) => commitMessage(run, task)), mergeMessage(run)].join('\n');
}

/** A push brings every commit of the branch along: what one task wrote and a later one took out again is looked at too. */
async function broughtByCommits(
  { workspaces }: EffectParts,
  repository: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly Brought[]> {
  const commits = await workspaces.commits(repository, from, to);
  const brought: Brought[] = [];
  for (const [index, commit] of commits.entries()) {
    const step = { from: commits[index - 1] ?? from, to: commit };
    brought.push(...(await broughtBy(workspaces, repository, step)));
  }
  return brought;
}

export function push(parts: EffectParts): EffectHandler<'push'> {
  const done = { type: 'done', kind: 'push', result: {} } as const;
  return {
    probe: async (effect, { run }) => {
      const head = await parts
        .forgeOf(run)
        .branchHead(repositoryOf(run, effect).repository, effect.input.branch);
      return head.ok && head.value === effect.input.commit ? done : undefined;
    },
    act: async (effect, { run }) => {
      const { repository, pushed, base } = repositoryOf(run, effect);
      const prepared = await parts.forgeOf(run).prepareTarget(repository, base.branch, base.commit);
      if (!prepared.ok) return failedAt(parts, prepared);
      const lease = pushed === undefined ? {} : { expected: pushed };
      const answer = await parts.forgeOf(run).push({ repository, ...effect.input, ...lease });
      return answer.ok ? done : failedAt(parts, answer);
    },
  };
}

export function openPullRequest(parts: EffectParts): EffectHandler<'open-pull-request'> {
  return {
    probe: async (effect, { run }) => {
      const { branch, head } = effect.input;
      const found = await parts.forgeOf(run).find(repositoryOf(run, effect).repository, branch);
      if (!found.ok || found.value === undefined) return undefined;
      return isOurs(run, head, found.value) ? opened(found.value) : undefined;
    },
    act: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const { branch, target } = effect.input;
      const { title, body } = await pullRequestText(parts, run, repositoryOf(run, effect));
      const answer = await parts.forgeOf(run).open({ repository, branch, target, title, body });
      return answer.ok ? opened(answer.value) : failedAt(parts, answer);
    },
  };
}

/** A branch of this name may have had others: of work that is done, by a run that another home may know. */
function isOurs(run: Run, head: string, record: PullRequestRecord): boolean {
  return record.state === 'open' || record.head === head || record.body.includes(runMark(run));
}

function opened(record: PullRequestRecord) {
  return { type: 'done', kind: 'open-pull-request', result: { number: record.number } } as const;
}

export function updatePullRequest(parts: EffectParts): EffectHandler<'update-pull-request'> {
  return {
    probe: never, // writing the same text again changes nothing
    act: async (effect, { run }) => {
      const { repository } = repositoryOf(run, effect);
      const { title, body } = await pullRequestText(parts, run, repositoryOf(run, effect));
      const { number } = effect.input;
      const answer = await parts.forgeOf(run).update({ repository, number, title, body });
      return answer.ok ? { type: 'done', kind: 'update-pull-request', result: {} } : failedAt(parts, answer);
    },
  };
}

/** The evidence of this head and the verdict on it, as the forge shows them. */
export function publishChecks(parts: EffectParts): EffectHandler<'publish-checks'> {
  const done = { type: 'done', kind: 'publish-checks', result: {} } as const;
  return {
    // One of several may be there and the others not: the forge looks at each, and says only what is not said yet.
    probe: () => Promise.resolve(undefined),
    act: async (effect, { run }) => {
      const { number, head } = effect.input;
      const repository = repositoryOf(run, effect);
      const checks = publishedChecks(run, repository, head);
      return answered(
        parts,
        done,
        await parts.forgeOf(run).publishChecks(repository.repository, number, checks),
      );
    },
  };
}

export function label(parts: EffectParts): EffectHandler<'label'> {
  const done = { type: 'done', kind: 'label', result: {} } as const;
  return {
    probe: async (effect, { run }) => {
      const record = await parts.forgeOf(run).get(repositoryOf(run, effect).repository, effect.input.number);
      const has = record.ok && effect.input.labels.every((name) => record.value.labels.includes(name));
      return has ? done : undefined;
    },
    act: async (effect, { run }) => {
      const { number, labels } = effect.input;
      return answered(
        parts,
        done,
        await parts.forgeOf(run).label(repositoryOf(run, effect).repository, number, labels),
      );
    },
  };
}

async function answered<T>(parts: EffectParts, done: T, answer: ForgeAnswer<void>) {
  return answer.ok ? done : failedAt(parts, answer);
}
