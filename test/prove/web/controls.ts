// What has to work, or nothing above means anything: people are served what they may have, and a door without a lock is seen to be one.

import type { Answer } from './call.ts';
import { called } from './call.ts';
import { accessCases, byProgram } from './cases/access.ts';
import { faultCases } from './cases/faults.ts';
import type { Case } from './case.ts';
import { shortly } from './case.ts';
import { openDoor } from './open-door.ts';
import type { Route } from './routes.ts';
import { callTo, orderTo } from './routes.ts';
import { looking } from './session.ts';
import type { Stage } from './stage.ts';
import { accesses, admitted } from './stage.ts';

export interface Control {
  readonly name: string;
  /** Undefined where it is as it has to be. */
  readonly wrong: string | undefined;
}

const doorStatuses = [401, 403, 415, 421];

function held(name: string, isRight: boolean, answer: Answer): Control {
  const wrong = isRight ? undefined : `${answer.status ?? 'no answer'}: ${shortly(answer.body)}`;
  return { name, wrong };
}

/** Every route lets in who may: its answer is about what was asked. */
export async function routeControls(stage: Stage): Promise<readonly Control[]> {
  const { server, people, sample } = stage;
  const controls: Control[] = [];
  for (const route of stage.routes) {
    const isLeaving = route.method === 'DELETE';
    const person = isLeaving
      ? await admitted(sample, server, 'view', 'passer-by')
      : people[route.access ?? 'view'];
    const answer = await called(server.port, callTo(server, person.session, route));
    controls.push(
      held(`${route.name} for somebody who may ${route.access ?? 'nothing'}`, isLetIn(route, answer), answer),
    );
  }
  return controls;
}

function isLetIn({ kind, path, method }: Route, { status = 0, headers }: Answer): boolean {
  if (path === '/api/session' && method === 'POST') return status === 401;
  if (kind === 'verb') return status === 400;
  if (path === '/api/feed')
    return status === 200 && (headers['content-type'] ?? '').startsWith('text/event-stream');
  return !doorStatuses.includes(status) && status < 500 && status !== 404;
}

export async function peopleControls(stage: Stage): Promise<readonly Control[]> {
  const { server, people, owner, run, secrets } = stage;
  const [canary = ''] = secrets;
  const controls: Control[] = [];
  for (const access of accesses) {
    const { session } = people[access];
    const list = orderTo(server, session, 'list', {});
    for (const [how, call] of [
      ['page', list],
      ['program', byProgram(server, people[access], list)],
    ] as const) {
      const answer = await called(server.port, call);
      controls.push(
        held(
          `who may ${access} sees the runs, by ${how}`,
          answer.status === 200 && answer.body.includes(run),
          answer,
        ),
      );
    }
    const feed = await called(server.port, looking(server, session, '/api/feed?after=0'));
    controls.push(
      held(`who may ${access} hears what happened`, feed.status === 200 && feed.body.includes(run), feed),
    );
  }
  const shown = await called(server.port, orderTo(server, people.view.session, 'show', { run }));
  controls.push(
    held(
      'what is secret is to be seen by who may look',
      shown.status === 200 && shown.body.includes(canary),
      shown,
    ),
  );
  const metrics = await called(
    server.port,
    byProgram(server, people.view, looking(server, owner, '/metrics')),
  );
  controls.push(
    held(
      'metrics, with a token and without a title',
      metrics.status === 200 &&
        metrics.body.includes('slipway_runs') &&
        !secrets.some((secret) => metrics.body.includes(secret)),
      metrics,
    ),
  );
  return controls;
}

/** Whoever follows a link gets the page, with nothing in it; who asks whether somebody is there is told that. */
export async function publicControls({ server, secrets }: Stage): Promise<readonly Control[]> {
  const followed = {
    host: server.host,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    accept: 'text/html',
  };
  const isBare = ({ body }: Answer): boolean => !secrets.some((secret) => body.includes(secret));
  const page = await called(server.port, { method: 'GET', path: '/', headers: followed });
  const deep = await called(server.port, { method: 'GET', path: '/runs/x', headers: followed });
  const health = await called(server.port, {
    method: 'GET',
    path: '/healthz',
    headers: { host: server.host },
  });
  return [
    held(
      'the page, by a link of somebody else',
      page.status === 200 && isBare(page) && isGuarded(page),
      page,
    ),
    held('an address within the page', deep.status === 200 && deep.body === page.body, deep),
    held(
      'whether somebody is there',
      health.status === 200 && health.body.length < 100 && isBare(health),
      health,
    ),
  ];
}

function isGuarded({ headers }: Answer): boolean {
  const policy = headers['content-security-policy'] ?? '';
  const isStrict =
    /(?:^|;)\s*(?:script-src|default-src)\s/.test(policy) &&
    !/unsafe-inline|unsafe-eval|\*/.test(policy.replace(/style-src[^;]*/, ''));
  return (
    isStrict && policy.includes("frame-ancestors 'none'") && headers['x-content-type-options'] === 'nosniff'
  );
}

/** What takes hold is seen: by the order, by its repeat, and in what the machine says of the home. */
export async function orderControls(stage: Stage): Promise<readonly Control[]> {
  const { server, people, run } = stage;
  const before = await stage.state();
  const tell = orderTo(server, people.decide.session, 'tell', { run, text: 'Mind the gap.' });
  const first = await called(server.port, tell);
  const once = await stage.state();
  const repeat = await called(server.port, tell);
  const twice = await stage.state();
  const program = await called(
    server.port,
    byProgram(
      server,
      people.decide,
      orderTo(server, people.decide.session, 'tell', { run, text: 'Mind it twice.' }),
    ),
  );
  return [
    held('who may decide tells the agents something', first.status === 200, first),
    held('the same again is answered, and does nothing', repeat.status === 200 && once === twice, repeat),
    held('a program of theirs does, too', program.status === 200, program),
    {
      name: 'a change of the home is seen',
      wrong: before === once ? 'the home looks as before' : undefined,
    },
  ];
}

/** Cases on a look and on a stream, and people who may too little: all of them have to be seen coming in. */
export async function openDoorControls(stage: Stage): Promise<readonly Control[]> {
  const door = await openDoor(stage);
  const behind: Stage = { ...stage, server: { ...stage.server, port: door.port } };
  const some = ['POST /api/verbs/list', 'GET /api/feed'];
  const cases: readonly Case[] = [
    ...faultCases(stage, 1).filter(({ name }) => some.some((route) => name.startsWith(`${route}:`))),
    ...accessCases(stage).filter(({ group, name }) => group === 'access' && !name.startsWith('to ')),
  ];
  const controls: Control[] = [];
  for (const one of cases) {
    const findings = await one.play(behind);
    const isSeen = findings.some(({ category }) => category === 'accepted');
    controls.push({ name: `through an open door: ${one.name}`, wrong: isSeen ? undefined : 'nobody saw it' });
  }
  await door.close();
  return controls;
}
