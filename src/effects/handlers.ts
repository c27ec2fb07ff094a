// All kinds together, each guarded: whatever a handler throws becomes a failure with words, never an exception
// in the engine.

import type { Effect, Kind, Outcome } from '../core/effects.ts';
import { ask } from './kinds/ask.ts';
import { attempt } from './kinds/attempt.ts';
import { check } from './kinds/check.ts';
import { commitDocs } from './kinds/commit-docs.ts';
import { compare } from './kinds/compare.ts';
import { label, openPullRequest, publishChecks, push, screen, updatePullRequest } from './kinds/deliver.ts';
import { discard } from './kinds/discard.ts';
import { revert } from './kinds/revert.ts';
import type { EffectContext, EffectHandler, EffectHandlers } from './effect.ts';
import { handIn, handOut } from './kinds/hand-over.ts';
import { fire } from './kinds/fire.ts';
import { fetchTicket } from './kinds/fetch-ticket.ts';
import { reply, requestReview } from './kinds/reply.ts';
import { search } from './kinds/search.ts';
import { reserve } from './kinds/reserve.ts';
import { runProbes } from './kinds/run-probes.ts';
import { survey } from './kinds/survey.ts';
import { integrate } from './kinds/integrate.ts';
import { measure } from './kinds/measure.ts';
import { inspect, land, merge } from './kinds/merge.ts';
import type { EffectParts } from './parts.ts';
import { failedBy } from './parts.ts';
import { commentTicket, transitionTicket } from './kinds/tell-tracker.ts';
import { waitUntil } from './kinds/wait-until.ts';
import { writeArtifacts } from './kinds/write-artifacts.ts';

export function effectHandlers(parts: EffectParts): EffectHandlers {
  const guarded = <K extends Kind>(handler: EffectHandler<K>): EffectHandler<K> => guard(parts, handler);
  return {
    reserve: guarded(reserve(parts)),
    'fetch-ticket': guarded(fetchTicket(parts)),
    survey: guarded(survey(parts)),
    ask: guarded(ask(parts)),
    search: guarded(search(parts)),
    'run-probes': guarded(runProbes(parts)),
    attempt: guarded(attempt(parts)),
    check: guarded(check(parts)),
    fire: guarded(fire(parts)),
    compare: guarded(compare(parts)),
    measure: guarded(measure(parts)),
    'hand-out': guarded(handOut(parts)),
    'hand-in': guarded(handIn(parts)),
    discard: guarded(discard(parts)),
    revert: guarded(revert(parts)),
    integrate: guarded(integrate(parts)),
    'commit-docs': guarded(commitDocs(parts)),
    screen: guarded(screen(parts)),
    push: guarded(push(parts)),
    'open-pull-request': guarded(openPullRequest(parts)),
    'update-pull-request': guarded(updatePullRequest(parts)),
    'publish-checks': guarded(publishChecks(parts)),
    label: guarded(label(parts)),
    'comment-ticket': guarded(commentTicket(parts)),
    'transition-ticket': guarded(transitionTicket(parts)),
    inspect: guarded(inspect(parts)),
    reply: guarded(reply(parts)),
    'request-review': guarded(requestReview(parts)),
    merge: guarded(merge(parts)),
    land: guarded(land(parts)),
    'wait-until': guarded(waitUntil(parts)),
    'write-artifacts': guarded(writeArtifacts(parts)),
  };
}

function guard<K extends Kind>(parts: EffectParts, handler: EffectHandler<K>): EffectHandler<K> {
  return {
    // A probe that cannot tell is no answer; the act is safe to repeat.
    probe: async (effect: Effect<K>, context: EffectContext): Promise<Outcome<K> | undefined> => {
      try {
        return await handler.probe(effect, context);
      } catch {
        return undefined;
      }
    },
    act: async (effect: Effect<K>, context: EffectContext): Promise<Outcome<K>> => {
      try {
        return await handler.act(effect, context);
      } catch (error) {
        return context.signal.aborted ? { type: 'stopped' } : failedBy(parts, error);
      }
    },
  };
}
