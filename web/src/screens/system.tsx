// Is anything broken, are agents signed in, which process holds which run, what is overdue, and how much is kept.

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, Command, Loaded, Safe, Section, Time, useLook } from '../parts.tsx';
import { exact, plural, sentences } from '../words.ts';

const kiloBytes = 1024;

/** Said already, or nothing to say. */
function isNews(word: string | undefined, index: number, all: readonly (string | undefined)[]): boolean {
  return word !== undefined && all.indexOf(word) === index;
}

export function System(): ReactNode {
  const system = useLook('system');
  const dir = system.data?.folders[0];
  const agents = useLook('agents', dir === undefined ? {} : { dir }, system.data !== undefined);
  const doctor = useLook('doctor', dir === undefined ? {} : { dir }, system.data !== undefined);
  const broken = (doctor.data?.found ?? []).filter(({ level }) => level === 'fail').length;
  return (
    <Loaded query={system}>
      {({ version, node, home, engine, owned, journalBytes, runs, repositories, overdue, lost }) => (
        <>
          <h1>
            {broken + overdue.length + lost.length === 0
              ? 'Nothing is broken'
              : `${plural(broken + overdue.length + lost.length, 'thing')} to put right`}
          </h1>
          <Section title="Engine" note={owned ? 'at work' : 'no process owns this home'}>
            <dl className="card grid gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-2">
              <Fact name="Who works on runs">
                {engine === undefined ? (
                  'another process than the one that answers here'
                ) : (
                  <>
                    process {engine.pid}, since <Time at={engine.startedAt} />
                  </>
                )}
              </Fact>
              <Fact name="Version">
                Slipway {version}, Node {node}
              </Fact>
              <Fact name="Holds">
                {engine === undefined || engine.due.length === 0
                  ? 'no run'
                  : engine.due.map(({ run, until }) => (
                      <span key={run} className="block">
                        <Link href={`/runs/${run}`}>{run}</Link>{' '}
                        {until === undefined ? (
                          'at work'
                        ) : (
                          <>
                            waits until{' '}
                            <time dateTime={new Date(until).toISOString()} title={exact(until)}>
                              {new Date(until).toLocaleTimeString()}
                            </time>
                          </>
                        )}
                      </span>
                    ))}
              </Fact>
              <Fact name="Home">
                <span className="break-all">
                  <Safe text={home} />
                </span>
                , {Math.ceil(journalBytes / kiloBytes).toLocaleString()} kB of journal, {plural(runs, 'run')}
              </Fact>
              <Fact name="Overdue">
                {overdue.length === 0
                  ? 'nothing'
                  : overdue.map(({ run, since }) => (
                      <span key={run} className="block">
                        <Link href={`/runs/${run}`}>{run}</Link> since <Time at={since} />
                      </span>
                    ))}
              </Fact>
              <Fact name="Lost">{lost.length === 0 ? 'nothing' : lost.join(', ')}</Fact>
            </dl>
          </Section>
          <Section title="Agents" note={agents.data === undefined ? 'being asked' : undefined}>
            {agents.error === null ? undefined : <p className="text-soft">{agents.error.message}</p>}
            {agents.data?.agents.length === 0 ? (
              <p className="text-soft">No agent is configured, and none is on the PATH.</p>
            ) : undefined}
            <ul className="card divide-y divide-line empty:hidden">
              {agents.data?.agents.map(({ name, type, usable, halted, plays }) => (
                <li key={name} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
                  <Badge tone={halted !== undefined ? 'bad' : usable.ok ? 'good' : 'bad'}>
                    {halted !== undefined ? 'halted' : usable.ok ? 'usable' : 'not usable'}
                  </Badge>
                  <span className="font-semibold">{name}</span>
                  <span className="min-w-0 text-sm break-words text-soft">
                    <Safe
                      text={
                        usable.ok
                          ? [type, usable.version, usable.login].filter(isNews).join(', ')
                          : `${type}, ${usable.problem}`
                      }
                    />
                    {plays.length === 0 ? '' : `, plays ${plays.join(', ')}`}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <Section
            title="What works and what does not"
            note={doctor.data === undefined ? 'being looked at' : undefined}
          >
            {doctor.error === null ? undefined : <p className="text-soft">{doctor.error.message}</p>}
            <ul className="card divide-y divide-line empty:hidden">
              {doctor.data?.found.map(({ name, level, found, todo }) => (
                <li key={name} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-sm">
                  <Badge tone={level === 'ok' ? 'good' : level === 'warn' ? 'wait' : 'bad'}>{level}</Badge>
                  <span className="font-semibold">{name}</span>
                  <span className="min-w-0 break-words text-soft">
                    <Safe text={sentences(found, todo)} />
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <Triggers />
          <Section title="Repositories">
            {repositories.length === 0 ? <p className="text-soft">No run was started yet.</p> : undefined}
            <ul className="card divide-y divide-line empty:hidden">
              {repositories.map(({ id, name, runs: its, open }) => (
                <li key={id} className="flex flex-wrap gap-x-3 px-4 py-2 text-sm">
                  <Link href={`/runs?repository=${encodeURIComponent(id)}`}>
                    <Safe text={name} />
                  </Link>
                  <span className="text-soft">
                    {plural(its, 'run')}, {open} open
                  </span>
                </li>
              ))}
            </ul>
          </Section>
          <div className="mt-4 space-y-1">
            <Command line="slipway engine" />
            <Command line="slipway doctor" />
            <Command line="slipway triggers" />
          </div>
        </>
      )}
    </Loaded>
  );
}

const outcomeTones = { waits: 'wait', done: 'good', refused: 'bad', ignored: 'soft' } as const;

/** What starts runs by itself: when it does next, and what came and was not taken. */
function Triggers(): ReactNode {
  const { data, error } = useLook('triggers', { deliveriesMax: 10 });
  const armed = data?.armed ?? [];
  return (
    <Section
      title="Triggers"
      note={
        data === undefined ? undefined : armed.length === 0 ? 'none is on' : plural(armed.length, 'folder')
      }
    >
      {error === null ? undefined : <p className="text-soft">{error.message}</p>}
      {data !== undefined && armed.length === 0 ? (
        <p className="text-soft">
          Schedules, webhooks and comments start runs where `triggers` in slipway.yaml says so, and somebody
          at the machine turned them on.
        </p>
      ) : undefined}
      <ul className="card divide-y divide-line empty:hidden">
        {armed.map(({ folder, since, hooks, schedules, telegram, notifiers }) => (
          <li key={folder} className="px-4 py-2 text-sm">
            <span className="font-semibold break-all">
              <Safe text={folder} />
            </span>{' '}
            <span className="text-soft">
              on since <Time at={since} />, {plural(hooks.length, 'webhook')}
            </span>
            {schedules.map(({ name, cron, zone, next }) => (
              <span key={name} className="block">
                <Safe text={`${name} (${cron}, ${zone})`} />:{' '}
                {next === undefined ? (
                  'never again'
                ) : (
                  <>
                    next <Time at={next} />
                  </>
                )}
              </span>
            ))}
            {telegram === undefined ? undefined : (
              <span className={telegram.problem === undefined ? 'block' : 'block text-bad'}>
                <Safe
                  text={
                    telegram.problem === undefined
                      ? `Telegram: the bot ${telegram.how === 'asks' ? 'asks what came' : 'is told what came'}`
                      : `Telegram: the bot hears nothing. ${telegram.problem}`
                  }
                />
              </span>
            )}
            {notifiers.map(({ name, told, lastAt, problem }) => (
              <span key={name} className={problem === undefined ? 'block' : 'block text-bad'}>
                <Safe text={`notifier ${name}`} />: {told === 0 ? 'said nothing yet' : plural(told, 'notice')}
                {lastAt === undefined ? undefined : (
                  <>
                    , the last <Time at={lastAt} />
                  </>
                )}
                {problem === undefined ? undefined : <Safe text={`. ${problem}`} />}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <ul aria-label="What came" className="card mt-2 divide-y divide-line empty:hidden">
        {data?.deliveries.map(({ id, at, trigger, about, outcome, because, run, more }) => (
          <li
            key={id ?? `${at} ${trigger} ${about}`}
            title={id}
            className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-sm"
          >
            <Badge tone={outcomeTones[outcome]}>{outcome}</Badge>
            <span className="min-w-0 break-words">
              <Safe text={`${trigger}: ${about}`} />
            </span>
            <span className="min-w-0 break-words text-soft">
              <Safe text={because} />
              {more === 0 ? '' : `, and ${more} more`}, <Time at={at} />
            </span>
            {run === undefined ? undefined : <Link href={`/runs/${run}`}>{run}</Link>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
