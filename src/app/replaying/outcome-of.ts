// What an effect brought back, from what the journal keeps of it. A journal holds what an outcome was taken to mean; nearly
// always that is all the outcome said. Undefined where an answer was thrown away as it was judged, and so cannot be judged again.

import type { AskResult, AttemptResult, Effect, HandedIn, Kind, Kinds, Outcome } from '../../core/effects.ts';
import type { Provenance, Stopped } from '../../core/effects.ts';
import type { EventOf, RunEvent, RunEventType } from '../../core/events.ts';

type Ended = EventOf<'effect.ended'>;
type Facts = readonly RunEvent[];

/** `facts` is what was recorded behind the end, up to where something else begins. */
export function outcomeOf(effect: Effect, ended: Ended, facts: Facts): Outcome | undefined {
  const { charge, level } = ended;
  const known = { ...(charge === undefined ? {} : { charge }), ...(level === undefined ? {} : { level }) };
  const outcome = told(effect, ended, facts);
  return outcome === undefined ? undefined : { ...outcome, ...known };
}

function told(effect: Effect, ended: Ended, facts: Facts): Outcome | undefined {
  switch (ended.how) {
    case 'done':
      return doneOf(effect.kind, facts, ended.provenance ?? { agent: '', transcript: '' });
    case 'failed':
      return failedOf(ofEffect(effect, facts), signed(ended));
    case 'stopped':
      return { type: 'stopped', ...signed(ended), ...savedIn(effect, facts) };
  }
}

/** What was held back behind it, because an agent is halted, is another matter. */
function ofEffect({ key }: Effect, facts: Facts): Facts {
  return facts.filter((fact) => fact.type !== 'failure.recorded' || fact.key === key);
}

function savedIn({ subject }: Effect, [fact]: Facts): Pick<Stopped, 'saved' | 'work'> {
  if (fact?.type !== 'task.saved' || fact.task !== subject) return {};
  const { commit: saved, why, changed, files } = fact;
  const isTold = why !== undefined && changed !== undefined && files !== undefined;
  return { saved, ...(isTold ? { work: { why, changed, files } } : {}) };
}

function signed({ provenance }: Ended): { readonly provenance?: Provenance } {
  return provenance === undefined ? {} : { provenance };
}

function failedOf(facts: Facts, who: { readonly provenance?: Provenance }): Outcome {
  const failure = first(facts, 'failure.recorded');
  const stray = first(facts, 'task.strayed');
  if (stray !== undefined) {
    const { reason, detail, paths, left: strayed } = stray;
    return {
      type: 'failed',
      reason,
      paths,
      strayed,
      ...who,
      ...(detail === undefined ? {} : { detail }),
    };
  }
  // Only two leave no failure: one that came too late, whatever it was, and an attempt after which what was delivered before stands.
  if (failure === undefined) return { type: 'failed', reason: 'no-change', ...who };
  const { type: _type, key: _key, line: _line, class: _class, remedy, ...said } = failure;
  const resetsAt = remedy.type === 'park' ? remedy.untilMs : undefined;
  return { type: 'failed', ...said, ...who, ...(resetsAt === undefined ? {} : { resetsAt }) };
}

/** As in an outcome, kind by kind. */
type Done<K extends Kind> = {
  readonly [P in K]: { readonly type: 'done'; readonly kind: P; readonly result: Kinds[P]['result'] };
}[K];

function doneOf<K extends Kind>(kind: K, facts: Facts, who: Provenance): Done<K> | undefined {
  const read: (facts: Facts, who: Provenance) => Kinds[K]['result'] | undefined = results[kind];
  const result = read(facts, who);
  return result === undefined ? undefined : { type: 'done', kind, result };
}

const nothing = (): Kinds['push']['result'] => ({});

/** Every kind, with how its result is read from what followed it. */
const results: {
  readonly [K in Kind]: (facts: Facts, who: Provenance) => Kinds[K]['result'] | undefined;
} = {
  reserve: nothing,
  'fetch-ticket': (facts) => first(facts, 'ticket.recorded'),
  survey: (facts) => first(facts, 'survey.recorded')?.survey,
  ask: answered,
  search: (facts) => first(facts, 'search.recorded')?.searched,
  'run-probes': (facts) => first(facts, 'probes.recorded')?.probed,
  attempt: attempted,
  check: checked,
  measure: (facts) => {
    const before = first(facts, 'coverage.based')?.before;
    if (before !== undefined) return { before };
    const measured = first(facts, 'coverage.measured')?.measured;
    const problem = first(facts, 'coverage.stopped')?.detail;
    if (measured !== undefined) return { measured };
    return problem === undefined ? undefined : { problem };
  },
  fire: (facts) => first(facts, 'change.fired')?.fired,
  compare: (facts) => first(facts, 'change.compared')?.compared,
  'hand-out': (facts) => first(facts, 'task.handed-out'),
  'hand-in': (facts) => {
    const delivered = first(facts, 'task.delivered');
    return delivered === undefined ? undefined : handedIn(delivered);
  },
  integrate: (facts) => {
    const joined = first(facts, 'branch.joined');
    if (joined === undefined) return chained(facts);
    const { head, left } = joined;
    return { chain: [], joined: { ...head, ...(left === undefined ? {} : { left }) } };
  },
  'commit-docs': (facts) => {
    const committed = first(facts, 'docs.committed');
    if (committed === undefined) return undefined;
    const { head, left } = committed;
    return { ...head, ...(left === undefined ? {} : { left }) };
  },
  screen: (facts) => {
    const screened = first(facts, 'delivery.screened');
    if (screened === undefined) return undefined;
    const { type: _type, head: _head, ...result } = screened;
    return result;
  },
  push: nothing,
  'open-pull-request': (facts) => first(facts, 'pull-request.opened'),
  'update-pull-request': nothing,
  'publish-checks': nothing,
  label: nothing,
  'comment-ticket': nothing,
  'transition-ticket': nothing,
  reply: nothing,
  'request-review': nothing,
  inspect: (facts) => first(facts, 'pull-request.seen')?.seen,
  merge: (facts) => {
    const commit = first(facts, 'pull-request.merged')?.commit;
    const trial = first(facts, 'base.tried')?.trial;
    const moved = first(facts, 'pull-request.seen')?.seen.base;
    if (commit !== undefined) return { commit };
    if (trial !== undefined) return { trial };
    if (moved !== undefined) return { moved };
    return first(facts, 'pull-request.seen')?.seen.isQueued === true ? { isQueued: true } : undefined;
  },
  land: (facts) => first(facts, 'change.landed')?.landed,
  discard: nothing,
  revert: (facts) => first(facts, 'change.reverted')?.reverted,
  'wait-until': nothing,
  'write-artifacts': nothing,
};

/** An answer that was refused is not kept, only that it was. */
function answered([fact]: Facts, who: Provenance): AskResult | undefined {
  return fact === undefined ? undefined : answerIn(fact.type, fact, who);
}

function answerIn<T extends RunEventType>(type: T, fact: EventOf<T>, who: Provenance): AskResult | undefined {
  const read: ((fact: EventOf<T>, who: Provenance) => AskResult) | undefined = answers[type];
  return read?.(fact, who);
}

const answers: { readonly [T in RunEventType]?: (fact: EventOf<T>, who: Provenance) => AskResult } = {
  'analysis.recorded': ({ analysis }, who) => ({ answer: 'analysis', analysis, ...who }),
  'plan.proposed': ({ plan, changes }, who) => ({
    answer: 'plan',
    plan,
    ...(changes === undefined ? {} : { changes }),
    ...who,
  }),
  'plan.drafted': ({ draft }, who) => ({ answer: 'draft', draft, problems: '', ...who }),
  'design.recorded': ({ blob }, who) => ({ answer: 'design', blob, ...who }),
  'verdict.recorded': ({ verdict }, who) => ({ answer: 'verdict', verdict, ...who }),
  'ticket.refined': ({ refined }, who) => ({ answer: 'refined', refined, ...who }),
  'question.raised': ({ blob, options }, who) => ({ answer: 'question', blob, options, ...who }),
  'search.asked': ({ queries, refused }, who) => ({ answer: 'search', queries, refused, ...who }),
  'probes.asked': ({ probes, blob }, who) => ({ answer: 'probes', probes, blob, ...who }),
  'pull-request.sorted': ({ sorted, words }, who) => ({ answer: 'sorted', sorted, words, ...who }),
  'docs.refreshed': ({ documents }, who) => ({ answer: 'docs', documents, ...who }),
};

function attempted(facts: Facts, who: Provenance): AttemptResult | undefined {
  const [fact] = facts;
  if (fact?.type === 'question.raised') {
    return { answer: 'question', blob: fact.blob, options: fact.options, ...who };
  }
  if (fact?.type === 'task.delivered') return { answer: 'delivered', ...handedIn(fact), ...who };
  // A person had taken the task meanwhile: of what the agent delivered, only the commit counts.
  return fact?.type === 'task.saved'
    ? { answer: 'delivered', commit: fact.commit, tree: '', parent: '', files: 0, ...who }
    : undefined;
}

function handedIn({
  type: _type,
  task: _task,
  again: _again,
  ...delivery
}: EventOf<'task.delivered'>): HandedIn {
  return delivery;
}

function checked([fact]: Facts): Kinds['check']['result'] {
  if (fact?.type === 'baseline.recorded') {
    const { evidence, told: words, unfilled } = fact;
    return {
      evidence,
      ...(words === undefined ? {} : { told: words }),
      ...(unfilled === undefined ? {} : { unfilled }),
    };
  }
  if (fact?.type === 'reproduction.tried') {
    return { evidence: fact.evidence, ...(fact.unrun === undefined ? {} : { unrun: fact.unrun }) };
  }
  const isEvidence = fact?.type === 'evidence.recorded' || fact?.type === 'base.checked';
  return { evidence: isEvidence ? fact.evidence : [] }; // none: it came too late
}

/** A chain is recorded as one, or, where nothing of it had to be checked, as what it brought onto the branch. */
function chained(facts: Facts): Kinds['integrate']['result'] {
  const formed = first(facts, 'queue.formed')?.chain;
  const failure = first(facts, 'failure.recorded');
  const integrated = facts.flatMap((fact) =>
    fact.type === 'task.integrated' ? [{ task: fact.task, ...fact.head }] : [],
  );
  const chain = formed ?? integrated;
  if (failure?.reason !== 'conflict') return { chain };
  const { line, detail, paths } = failure;
  const words = { ...(detail === undefined ? {} : { detail }), ...(paths === undefined ? {} : { paths }) };
  return { chain, conflict: { task: line.slice('task/'.length), ...words } };
}

function first<T extends RunEventType>(facts: Facts, type: T): EventOf<T> | undefined {
  return facts.find((fact): fact is EventOf<T> => fact.type === type);
}
