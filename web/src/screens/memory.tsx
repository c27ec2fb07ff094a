// What is remembered of repositories, where it comes from, and whether it may be told to agents.

import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Badge, Command, Empty, Loaded, Problem, Safe, Time, useLook, useOrder } from '../parts.tsx';
import { Words } from '../prose.tsx';
import { useSession } from '../sign-in.tsx';
import { plural, repositoryName } from '../words.ts';

/** What would change something. */
function judgements(state: string): readonly ('promote' | 'withdraw')[] {
  const all: readonly ('promote' | 'withdraw')[] = ['promote', 'withdraw'];
  return all.filter((one) => (one === 'promote' ? state !== 'promoted' : state !== 'withdrawn'));
}

export function Memory(): ReactNode {
  const [params, setParams] = useSearchParams();
  const words = params.get('q') ?? '';
  const query = useLook('facts', words.trim() === '' ? {} : { words });
  const judge = useOrder('judge');
  const may = useSession()?.person.access === 'administer';
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">
          Memory <span className="font-normal text-soft">what later runs are told of a repository</span>
        </h1>
        <input
          data-search
          type="search"
          aria-label="Search in what is remembered"
          placeholder="Search  /"
          className="field max-w-64"
          value={words}
          onChange={({ target }) =>
            setParams(target.value === '' ? {} : { q: target.value }, { replace: true })
          }
        />
      </div>
      {judge.error === null ? undefined : <Problem error={judge.error} />}
      <div className="mt-4">
        <Loaded query={query}>
          {({ facts }) =>
            facts.length === 0 ? (
              <Empty title={words === '' ? 'Nothing is remembered yet' : 'Nothing like that is remembered'}>
                Runs notice things about a repository: how it is built, what bit them. What two runs noticed,
                or a person promoted, is told to the agents of later runs.
                <div className="mt-3 flex justify-center">
                  <Command line={'slipway memory add "what every run should know"'} />
                </div>
              </Empty>
            ) : (
              <>
                <ul className="card divide-y divide-line">
                  {facts.map(({ id, text, key, kind, state, repository, changedAt, sources }) => (
                    <li key={id} className="px-4 py-3" data-row tabIndex={-1}>
                      <p className="break-words">
                        <Words text={text} />
                      </p>
                      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-soft">
                        <Badge tone={state === 'promoted' ? 'good' : state === 'withdrawn' ? 'soft' : 'wait'}>
                          {state}
                        </Badge>
                        <span>
                          {kind}, <Safe text={key} />
                        </span>
                        <span>{repositoryName(repository)}</span>
                        <span>
                          {plural(sources.length, 'run')}, changed <Time at={changedAt} />
                        </span>
                        {may
                          ? judgements(state).map((judgement) => (
                              <button
                                key={judgement}
                                type="button"
                                className="cursor-pointer underline"
                                title={`slipway memory ${judgement} ${id}`}
                                onClick={() => judge.mutate({ input: { id, judgement } })}
                              >
                                {judgement}
                              </button>
                            ))
                          : undefined}
                      </p>
                    </li>
                  ))}
                </ul>
                <div className="mt-3 flex flex-wrap gap-x-6">
                  <Command line="slipway memory" />
                  <Command line={'slipway memory add "what every run should know"'} />
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}
