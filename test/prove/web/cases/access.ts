// People who may less than a route asks for, on every route there is; and verbs that are not to be had from here at all.

import { verbs } from '../../../../src/app/verbs/table.ts';
import type { Access } from '../../../../src/app/verbs/verb.ts';
import type { Call } from '../call.ts';
import { called } from '../call.ts';
import type { Case } from '../case.ts';
import { doors, refusedBy } from '../case.ts';
import type { Route } from '../routes.ts';
import { callTo, orderTo } from '../routes.ts';
import type { Server } from '../session.ts';
import { fromPage } from '../session.ts';
import type { Person, Stage } from '../stage.ts';
import { accesses } from '../stage.ts';

const rankOf = (access: Access): number => accesses.indexOf(access);

export function accessCases(stage: Stage): readonly Case[] {
  return [
    ...stage.routes.flatMap((route) => lesser(route).flatMap((access) => bothWays(stage, route, access))),
    ...realOrders(stage),
    ...hidden(stage),
  ];
}

function lesser({ access: needed }: Route): readonly Access[] {
  return needed === undefined ? [] : accesses.filter((access) => rankOf(access) < rankOf(needed));
}

/** In a browser, and as a program that brings its token. */
function bothWays(stage: Stage, route: Route, access: Access): readonly Case[] {
  const { people, server } = stage;
  const call = (): Call => callTo(server, people[access].session, route);
  return [
    refused(`${route.name}: by somebody who may ${access}`, call),
    refused(`${route.name}: by a program of somebody who may ${access}`, () =>
      byProgram(server, people[access], call()),
    ),
  ];
}

/** The same with a token instead of a session. */
export function byProgram({ host }: Server, { token }: Person, call: Call): Call {
  return { ...call, headers: { host, 'content-type': 'application/json', authorization: `Bearer ${token}` } };
}

function refused(name: string, call: () => Call): Case {
  return {
    group: 'access',
    name,
    // Whoever may look may see words of the ticket: only that it was refused is of interest.
    play: async ({ server }) => refusedBy(await called(server.port, call()), doors.access, []),
  };
}

function realOrders({ server, people, run, sample }: Stage): readonly Case[] {
  const orders: readonly (readonly [string, object, Access])[] = [
    ['decide', { run, answer: 'approve' }, 'view'],
    ['decide', { run, answer: 'reject' }, 'view'],
    ['answer', { run, text: 'Yes.' }, 'view'],
    ['tell', { run, text: 'Do as I say.' }, 'view'],
    ['pause', { run }, 'view'],
    ['cancel', { run, discard: true }, 'view'],
    ['start', { dir: sample.repository.dir, ticket: { text: 'Change a again' } }, 'view'],
    ['trust', { dir: sample.repository.dir }, 'view'],
    ['remember', { dir: sample.repository.dir, text: 'Strangers are welcome.' }, 'view'],
    ['remember', { dir: sample.repository.dir, text: 'Strangers are welcome.' }, 'decide'],
  ];
  return orders.map(([verb, input, access]) =>
    refused(`to ${verb} for real, by somebody who may ${access}: ${JSON.stringify(input).slice(0, 40)}`, () =>
      orderTo(server, people[access].session, verb, input),
    ),
  );
}

/** What the document does not list is not there, for anybody. */
function hidden({ server, owner, routes }: Stage): readonly Case[] {
  const listed = new Set(routes.map(({ path }) => path));
  const names = [
    ...Object.keys(verbs),
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '.',
    '%00',
    'list%00',
    'LIST',
    'list/',
  ];
  const calls = names.flatMap((name): readonly Call[] => [
    { ...orderTo(server, owner, name, {}) },
    {
      method: 'GET',
      path: `/api/streams/${name}?input=%7B%7D`,
      headers: { ...fromPage(server), cookie: owner.cookie, 'x-slipway-key': owner.key },
    },
  ]);
  return calls
    .filter(({ path }) => !listed.has(path.split('?')[0] ?? ''))
    .map((call) => ({
      group: 'hidden',
      name: `${call.method} ${call.path}`,
      play: async (stage) => refusedBy(await called(stage.server.port, call), [400, 404, 405], []),
    }));
}
